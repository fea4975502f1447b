import { expect, test } from 'vitest';
import { readYaml } from '../../../core/contract/documents/document.ts';
import { PRESETS } from '../../../core/contract/documents/install-config.ts';
import { problemsAt } from '../../parts/problems-at.ts';
import {
  analyze,
  type ConfigProblem,
  hasBareSecret,
  isUnnoticed,
  keyOf,
  problemsOfList,
  sentenceOf,
  tally,
} from './analysis.ts';
import { t } from './messages.ts';
import { sectionFor, sectionsOf } from './sections.ts';

const NONE = { openShiftVersion: '', method: 'installer', ofSecrets: [], acceptedWarnings: [] } as const;
const TEXT = PRESETS.find(({ id }) => id === 'vsphere-multi-vcenter')!
  .text.replaceAll("password: ''", 'password: secret-in-memory-0123abcd')
  .replace("pullSecret: ''", 'pullSecret: secret-in-memory-0123abce')
  .replace(
    "sshKey: ''",
    'sshKey: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAvqxK2DLAU2ob3p9QHWinjFBEx1u6yU8eF/V7WuSJUX',
  );

test('problems of secrets come from the engine, not from their placeholders', () => {
  const doc = readYaml(TEXT);
  expect(analyze(doc, NONE).errors).toBe(0);
  const problem = {
    code: 'install-config-invalid',
    level: 'error' as const,
    message: 'pullSecret: Invalid value: "********": auths required',
    remedy: '',
    path: 'pullSecret',
  };
  const { problems, errors } = analyze(doc, { ...NONE, ofSecrets: [problem] });
  expect(errors).toBe(1);
  const line = TEXT.split('\n').findIndex((each) => each.startsWith('pullSecret')) + 1;
  expect(problems).toContainEqual({ ...problem, line, column: 1 });
  const empty = readYaml(TEXT.replace('secret-in-memory-0123abce', "''"));
  expect(analyze(empty, { ...NONE, ofSecrets: [problem] }).problems).not.toContainEqual(
    expect.objectContaining({ message: problem.message }),
  );
});

test('accepted warnings no longer count', () => {
  const doc = readYaml(TEXT);
  const { problems, open } = analyze(doc, NONE);
  const warnings = problems.filter(({ level }) => level === 'warning');
  expect(open).toBe(warnings.length);
  expect(analyze(doc, { ...NONE, acceptedWarnings: [keyOf(warnings[0]!)] }).open).toBe(open - 1);
});

test('the title counts errors and warnings', () => {
  expect(sentenceOf({ errors: 1, open: 2 }, true)).toBe(
    '1 error to fix before you install, 2 warnings to review',
  );
  expect(sentenceOf({ errors: 2, open: 0 }, true)).toBe(t('invalidTitle', { errors: 2 }));
  expect(sentenceOf({ errors: 0, open: 1 }, true)).toBe('Valid for the installer, 1 warning to review');
  expect(sentenceOf({ errors: 0, open: 0 }, true)).toBe(t('validTitle'));
  expect(sentenceOf({ errors: 0, open: 0, unchecked: 'aws' }, true)).toBe(
    t('validInPartTitle', { platform: 'aws', warnings: 0 }),
  );
  expect(sentenceOf({ errors: 0, open: 0 }, false)).toBe(t('unreadableTitle'));
});

test('problems are shown in the section of their path', () => {
  const { config, platform } = analyze(readYaml(TEXT), NONE);
  const sections = sectionsOf(config, platform);
  const sectionIs = (path: string) => sectionFor(path, sections);
  expect(sectionIs('platform.vsphere.vcenters[0].server')).toBe('vcenters');
  expect(sectionIs('platform.vsphere.failureDomains[1].topology.datacenter')).toBe('failure-domains');
  expect(sectionIs('platform.vsphere.apiVIPs')).toBe('networking');
  expect(sectionIs('controlPlane.platform.vsphere.zones[0]')).toBe('nodes');
  expect(sectionIs('imageDigestSources[0].mirrors')).toBe('mirror');
  expect(sectionIs('metadata.name')).toBe('cluster');
  expect(sectionIs('')).toBe('cluster');
});

test('texts with a secret differ from texts with its placeholder', () => {
  expect(hasBareSecret(TEXT)).toBe(false);
  expect(hasBareSecret("password: ''\n")).toBe(false);
  expect(hasBareSecret('platform:\n  vsphere:\n    password: hunter2\n')).toBe(true);
});

const at = (path: string, level: ConfigProblem['level'] = 'error'): ConfigProblem => ({
  code: 'install-config-invalid',
  level,
  message: `problem of ${path}`,
  remedy: '',
  path,
});
const paths = (problems: readonly ConfigProblem[]) => problems.map(({ path }) => path);

test('a field has the problems at and below its path, not those of a path with the same start', () => {
  const problems = ['compute', 'compute[0].name', 'computeMore', 'controlPlane.replicas', ''].map((path) =>
    at(path),
  );
  expect(paths(problemsAt(problems, ['compute']))).toEqual(['compute', 'compute[0].name']);
  expect(paths(problemsAt(problems, ['compute', 0]))).toEqual(['compute[0].name']);
  expect(paths(problemsAt(problems, ['controlPlane']))).toEqual(['controlPlane.replicas']);
});

test('a list has the problems that belong to none of its items', () => {
  const list = ['platform', 'vsphere', 'vcenters'];
  const own = 'platform.vsphere.vcenters';
  const problems = [own, `${own}[1]`, `${own}[0].server`].map((path) => at(path));
  expect(paths(problemsOfList(problems, list))).toEqual([own]);
  // A list inside an item has its own path.
  expect(paths(problemsOfList([at('a[0].b'), at('a[0].b[1].c')], ['a', 0, 'b']))).toEqual(['a[0].b']);
});

test('errors and warnings that were not accepted are counted', () => {
  const accepted = at('b', 'warning');
  const problems = [at('a'), accepted, at('c', 'warning'), at('d', 'info')];
  expect(tally(problems, [keyOf(accepted)])).toEqual({ errors: 1, open: 1 });
  expect(tally(problems, [])).toEqual({ errors: 1, open: 2 });
  // An error can't be accepted.
  expect(tally([at('a')], [keyOf(at('a'))])).toEqual({ errors: 1, open: 0 });
});

test('problems that the installer does not detect are marked', () => {
  expect(isUnnoticed({ ...at('a'), code: 'install-config-unnoticed' })).toBe(true);
  expect(isUnnoticed(at('a'))).toBe(false);
});
