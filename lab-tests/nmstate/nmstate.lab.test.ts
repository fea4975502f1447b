import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { setValue } from '../../core/base/document/edit/edit.ts';
import { FLEET_CLUSTER, fleet, fleetTable } from '../../core/nmstate/hosts/fleet.fixture.ts';
import { readNmstate } from '../../core/nmstate/model/document.ts';
import { pictureOf } from '../../core/nmstate/validation/picture.ts';
import { summaryOf } from '../../core/nmstate/validation/summary.ts';
import { validateNmstate } from '../../core/nmstate/validation/validate.ts';
import { validateHosts } from '../../core/nmstate/validation/validate-hosts.ts';

const DIRECTORY = new URL('../../../shared/data/nmstate/', import.meta.url).pathname;
const files = readdirSync(DIRECTORY).filter((name) => name !== 'INDEX.tsv');

/** Files that contain a network state: the others are scripts, projects and resources of other kinds. */
const WITHOUT =
  /__PROJECT$|configure-ovs-network|nmstate-configuration|keep-state-file|NodeDisruptionPolicy|app-project|brex-bond-/;

describe('published documents', () => {
  test.each(files)('%s', (file) => {
    const text = readFileSync(DIRECTORY + file, 'utf8');
    const document = readNmstate(text, { file });
    const problems = validateNmstate(document);
    for (const problem of problems) {
      expect(problem.line, problem.message).toBeGreaterThan(0);
      expect(problem.column, problem.message).toBeGreaterThan(0);
      expect(problem.remedy).not.toBe('');
      // Every fix can be applied, and results in a readable text.
      if (problem.fix) expect(Array.isArray(problem.fix.edits)).toBe(true);
    }
    expect(document.yaml.text).toBe(text);
    if (WITHOUT.test(file)) return expect(document.states).toEqual([]);
    expect(document.states.length).toBeGreaterThan(0);
    for (const part of document.states) {
      expect(pictureOf(part).nodes.length).toBeGreaterThanOrEqual(0);
      expect(summaryOf(part.state)).toBeDefined();
      // An edit elsewhere leaves every other byte.
      const edited = setValue(document.yaml, [...part.root, 'hostname', 'config'], 'edited', {
        document: part.document,
      });
      const lines = new Set(edited.text.split('\n'));
      expect(
        text
          .split('\n')
          .filter((line) => line.trim() && !lines.has(line) && !/\{\s*\}|currentState|config:/.test(line)),
      ).toEqual([]);
    }
  });

  const own = files.filter(
    (name) =>
      /^nmstate__nmstate__(examples|rust)/.test(name) ||
      /kubernetes-nmstate__(docs_(examples|user-guide)|deploy)/.test(name),
  );
  test(`nmstate's own ${own.length} examples are valid`, () => {
    expect(own.length).toBeGreaterThan(90);
    const wrong = own.flatMap((file) =>
      validateNmstate(readNmstate(readFileSync(DIRECTORY + file, 'utf8'), { file }))
        .filter(({ level }) => level === 'error')
        .map(({ file: name, line, message }) => `${name}:${line} ${message}`),
    );
    expect(wrong).toEqual([]);
  });
});

test('validates all 300 hosts of a set in less than a second', () => {
  const table = fleetTable(300);
  const started = performance.now();
  const hosts = fleet(table);
  const read = performance.now();
  const before = process.cpuUsage();
  const verdict = validateHosts(hosts, FLEET_CLUSTER);
  const { user } = process.cpuUsage(before);
  const checked = performance.now();
  const elapsed = (from: number, to: number) => `${Math.round(to - from)} ms`;
  console.log(
    `300 hosts: table and documents ${elapsed(started, read)}, validation of all ${elapsed(read, checked)}`,
  );
  expect(verdict.hosts).toHaveLength(300);
  // CPU time of this process: the limit must not depend on other load of the host.
  expect(user / 1000).toBeLessThan(1000);
});
