import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { removeValue, setValue } from '../../core/base/document/edit/edit.ts';
import { readYaml, valueAt } from '../../core/base/document/yaml-text.ts';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { afterLoading, convertDeprecated } from '../../core/install/install-config/deprecated/deprecated.ts';
import { featureGateFor } from '../../core/install/install-config/model/feature-gates.ts';
import { readDocument } from '../../core/install/install-config/model/read-install-config.ts';
import { MASK, maskSecrets, secretPaths } from '../../core/install/install-config/model/secrets.ts';
import { topologyOf } from '../../core/install/install-config/model/topology.ts';
import { validateInstallConfig } from '../../core/install/install-config/validate-install-config.ts';

const DIRECTORY = new URL('../../../shared/data/install-config/', import.meta.url).pathname;
const files = readdirSync(DIRECTORY).filter((name) => /\.ya?ml/.test(name));
const open = (file: string) => readYaml(readFileSync(DIRECTORY + file, 'utf8'));
const RELEASES = ['4.12', '4.17', '4.20', undefined];

/** Files of the installer's own tests of agent installs: what it says to each; those of the rest are taken. */
const REJECTED: Record<string, string[]> = {
  compact_invalid_controlPlane_replicas: [
    'controlPlane.fencing.credentials: Forbidden: there should be exactly two fencing credentials to support the two node cluster, instead 0 credentials were found',
  ],
  sno_invalid_network_type: [
    'networking.networkType: Invalid value: "OpenShiftSDN": networkType OpenShiftSDN is not supported, please use OVNKubernetes',
    'networking.networkType: Invalid value: "OpenShiftSDN": Only OVNKubernetes network type is allowed for Single Node OpenShift (SNO) cluster',
  ],
  sno_invalid_workers: [
    'compute.replicas: Forbidden: Total number of compute replicas must be 0 when controlPlane.replicas is 1 for platform none or external. Found 1',
  ],
};

describe("the installer's own cases", () => {
  const cases = files.filter((name) => /andfasano__installer__agent_/.test(name));
  test.each(cases)('%s', (file) => {
    const { ok, problems } = validateInstallConfig(open(file), { method: 'agent', file });
    const [, rejected] = Object.entries(REJECTED).find(([name]) => file.includes(name)) ?? [];
    expect(ok, problems.map(({ message }) => message).join('\n')).toBe(!rejected);
    for (const message of rejected ?? [])
      expect(problems.map((problem) => problem.message)).toContain(message);
  });
  test('include valid and invalid ones', () => expect(cases.length).toBeGreaterThan(15));
});

describe('published files', () => {
  test.each(files)('%s', (file) => {
    const document = open(file);
    expect(document.text).toBe(readFileSync(DIRECTORY + file, 'utf8'));
    const secrets = secretPaths(document)
      .map((path) => valueAt(document, path))
      .filter((value): value is string => typeof value === 'string' && value.length > 7)
      // Words that replace a secret in examples are also names of fields and of other values.
      .filter((value) => !/^(?:password|REPLACE_ME|<hidden>)$/.test(value))
      .flatMap((value) => [value, value.trim().slice(0, 24)]);
    for (const method of ['installer', 'agent'] as const)
      for (const openShiftVersion of RELEASES) {
        const options = { method, file, openShiftVersion: openShiftVersion || undefined };
        const verdict = validateInstallConfig(document, options);
        expect(verdict.ok).toBe(verdict.problems.every(({ level }) => level !== 'error'));
        for (const problem of verdict.problems) {
          expect(problem.line, problem.message).toBeGreaterThan(0);
          expect(problem.column, problem.message).toBeGreaterThan(0);
          expect(problem.remedy, problem.message).not.toBe('');
        }
        const reported = JSON.stringify(verdict);
        for (const secret of secrets)
          expect(reported.includes(JSON.stringify(secret).slice(1, -1))).toBe(false);
      }
    const masked = maskSecrets(document.text);
    for (const secret of secrets) expect(masked.includes(secret)).toBe(false);
    for (const path of secretPaths(document)) expect(valueAt(readYaml(masked), path)).toBe(MASK);
    const { config } = readDocument(document, file);
    topologyOf(afterLoading(config).config);
    featureGateFor(config, '4.15');
    if (document.faults.length) return;
    expect(readYaml(masked).faults).toEqual([]);
    try {
      const converted = convertDeprecated(document);
      expect(readYaml(converted.document.text).faults).toEqual([]);
      expect(convertDeprecated(converted.document).changes).toEqual([]);
    } catch (error) {
      // Fields from an alias.
      expect(error).toBeInstanceOf(AirlockError);
    }
    if (typeof valueAt(document, []) !== 'object') return;
    const edited = setValue(document, ['airlockTest'], 'x');
    expect(removeValue(edited, ['airlockTest']).text.trimEnd()).toBe(document.text.trimEnd());
  });
});

test("the enhancement's example is valid for the release of the enhancement only with its feature gates", () => {
  const proposal = readFileSync(
    new URL('../../../shared/proposals/vsphere-multi-vcenter.md', import.meta.url),
    'utf8',
  );
  const example = [...proposal.matchAll(/```yaml\n([\s\S]*?)```/g)]
    .map(([, yaml = '']) => yaml)
    .find((yaml) => yaml.includes('vcenters:') && yaml.includes('featureGates:'))!;
  const document = readYaml(example);
  const errors = (text: typeof document, openShiftVersion: string) =>
    validateInstallConfig(text, { openShiftVersion })
      .problems.filter(({ level }) => level === 'error')
      .map(({ path }) => path);
  expect(errors(document, '4.15')).toEqual(['pullSecret']);
  expect(errors(removeValue(removeValue(document, ['featureGates']), ['featureSet']), '4.17')).toEqual([
    'pullSecret',
    'platform.vsphere.vcenters',
  ]);
  const { config } = readDocument(document, undefined);
  expect(featureGateFor(config, '4.15')?.featureGates).toEqual(valueAt(document, ['featureGates']));
  const topology = topologyOf(config)!;
  expect(topology.machines.map(({ name, failureDomain }) => `${name} ${failureDomain}`)).toEqual([
    'bootstrap fd-1',
    'master-0 fd-1',
    'master-1 fd-2',
    'master-2 fd-1',
  ]);
  expect(topology.quorum.map(({ name }) => name)).toEqual(['fd-1', 'vcs8e-vc.ocp2.dev.cluster.com']);
});
