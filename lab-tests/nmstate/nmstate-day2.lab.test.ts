import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mentionsBrEx } from '../../core/nmstate/br-ex/layout.ts';
import { adoptDayOne } from '../../core/nmstate/day2/adopt-day-one.ts';
import { applyState } from '../../core/nmstate/day2/apply-state.ts';
import { differences } from '../../core/nmstate/day2/differences.ts';
import { policyFor } from '../../core/nmstate/day2/policy-for.ts';
import { refreshDayOne } from '../../core/nmstate/day2/refresh-day-one.ts';
import { gatherHosts } from '../../core/nmstate/gather/gather-hosts.ts';
import { readNmstate } from '../../core/nmstate/model/document.ts';
import { modelOf } from '../../core/nmstate/model/model.ts';
import { validateNmstate } from '../../core/nmstate/validation/validate.ts';

const DIRECTORY = new URL('../../../shared/data/nmstate/', import.meta.url).pathname;
const files = readdirSync(DIRECTORY)
  .filter((name) => name !== 'INDEX.tsv')
  .map((file) => {
    const text = readFileSync(DIRECTORY + file, 'utf8');
    return { file, text, document: readNmstate(text, { file }) };
  });
const states = files.flatMap(({ file, document }) => document.states.map((part) => ({ file, part })));
const policies = files.filter(({ document }) => document.states.some(({ wrapper }) => wrapper === 'policy'));
const options = { host: 'worker-0', openShiftVersion: '4.18' };

test(`none of ${states.length} states differs from itself`, () => {
  expect(states.length).toBeGreaterThan(100);
  for (const { file, part } of states)
    expect(differences(part.state, part.state), `${file} ${part.name ?? ''}`).toEqual([]);
});

test(`${policies.length} published policies are read, and result in no policy from themselves`, () => {
  expect(policies.length).toBeGreaterThan(25);
  for (const { file, document } of policies) {
    const { changes, policy } = policyFor(document, document, options);
    expect(changes, file).toEqual([]);
    expect(policy, file).toBeUndefined();
  }
});

test('each policy applied to an empty state results in its own state, and changes nothing the second time', () => {
  for (const { file, document } of policies)
    for (const { state, wrapper } of document.states.filter((part) => part.wrapper === 'policy')) {
      const once = applyState({}, state.fields);
      expect(applyState(once, state.fields), `${file} ${wrapper}`).toEqual(once);
      const meant = modelOf(once);
      expect(
        differences(meant, state).filter(({ kind }) => kind !== 'unchanged'),
        file,
      ).toEqual([]);
    }
});

test('from any state of the data to any next one: no crash, and every problem has its place', () => {
  const documents = files.filter(({ document }) => document.states.length > 0);
  documents.forEach(({ document, file }, index) => {
    const next = documents[(index + 1) % documents.length]!;
    const { allowed, problems, policy } = policyFor(document, next.document, options);
    for (const problem of problems) {
      expect(problem.line, `${file}: ${problem.message}`).toBeGreaterThan(0);
      expect(problem.remedy).not.toBe('');
    }
    if (!allowed) expect(policy).toBeUndefined();
  });
});

test("published MachineConfigs are adopted by policies without errors, and don't drift from them", async () => {
  const configs = files.filter(({ file }) => file.includes('nmstate-brex-bond_00'));
  expect(configs).toHaveLength(2);
  for (const { file, text } of configs) {
    const gathered = await gatherHosts([{ path: file, text }]);
    const { policies: adopted } = adoptDayOne(gathered.hosts, gathered.clusterFiles, {
      openShiftVersion: '4.18',
    });
    expect(adopted.length, file).toBeGreaterThan(0);
    for (const { policy } of adopted) {
      const document = readNmstate(policy);
      expect(document.states.some(({ state }) => mentionsBrEx(state))).toBe(true);
      expect(policy).toContain('169.254.0.2');
      const brEx = validateNmstate(document, { openShiftVersion: '4.18' });
      expect(
        brEx.filter(({ level }) => level === 'error'),
        file,
      ).toEqual([]);
    }
    const role = gathered.clusterFiles[0]?.role ?? 'worker';
    const hosts = gathered.clusterFiles.map(({ document }) => ({
      host: { name: `${role}-0`, role, nics: [], addresses: [], variables: {} },
      document,
    }));
    const drifts = refreshDayOne(
      [...gathered.hosts, ...hosts],
      adopted.map(({ policy }) => readNmstate(policy)),
    );
    expect(drifts.length).toBeGreaterThan(0);
    for (const drift of drifts) expect(drift).toMatchObject({ drift: [], changed: [], problems: [] });
  }
});
