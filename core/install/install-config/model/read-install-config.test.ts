import { expect, test } from 'vitest';
import { applyTextEdits } from '../../../base/document/edit/text-edits.ts';
import { complete, PASSWORD } from './install-config.fixture.ts';
import { t } from './messages.ts';
import { readInstallConfig } from './read-install-config.ts';

const read = (text: string) => readInstallConfig(text, { file: 'install-config.yaml' });

test('returns typed fields and the unchanged text', () => {
  const { text } = complete('vsphere');
  const { config, document, problems } = read(text);
  expect(problems).toEqual([]);
  expect(document.text).toBe(text);
  expect(config.platform?.vsphere?.vcenters?.[0]).toMatchObject({
    server: 'vcenter-a.example.com',
    datacenters: ['dc-a'],
  });
  expect(config.controlPlane?.replicas).toBe(3);
});

test('reports every unknown field, with the nearest known one', () => {
  const { config, problems } = read(
    'apiVersion: v1\nbaseDomian: example.com\nplatform:\n  none: {}\n  vsphere:\n    fridge: 1\n',
  );
  expect(problems).toMatchObject([
    {
      code: 'install-config-unknown-field',
      level: 'warning',
      line: 2,
      column: 1,
      path: 'baseDomian',
      message:
        'failed to parse first occurrence of unknown field: failed to unmarshal install-config.yaml: json: unknown field "baseDomian"',
      fix: { label: t('renameFix', { name: 'baseDomain' }) },
    },
    { line: 6, column: 5, path: 'platform.vsphere.fridge' },
  ]);
  expect(problems[1]!.fix).toBeUndefined();
  expect(config.baseDomain).toBeUndefined();
});

test('reads names in another case, and the fix corrects them', () => {
  const text = 'platform:\n  vsphere:\n    apiVips: [192.0.2.2] # ours\n    failuredomains:\n    - Name: a\n';
  const { config, problems } = read(text);
  expect(config.platform?.vsphere).toEqual({ apiVIPs: ['192.0.2.2'], failureDomains: [{ name: 'a' }] });
  expect(problems.map(({ path, level }) => [path, level])).toEqual([
    ['platform.vsphere.apiVips', 'warning'],
    ['platform.vsphere.failuredomains', 'warning'],
    ['platform.vsphere.failureDomains[0].Name', 'warning'],
  ]);
  expect(applyTextEdits(text, problems[0]!.fix!.edits)).toContain('    apiVIPs: [192.0.2.2] # ours\n');
});

test('reports the same field in two spellings', () => {
  const { problems } = read('baseDomain: a.com\nbasedomain: b.com\n');
  expect(problems.map(({ message }) => message)).toContain(
    t('fieldTwice', { path: 'basedomain', name: 'baseDomain' }),
  );
});

test.each([
  ['pullSecret: {auths: {a: {auth: Kg7-sesame-Qx2}}}', 'object', 'pullSecret of type string', 1],
  ['controlPlane:\n  replicas: "Kg7-sesame-Qx2"', 'string', 'controlPlane.replicas of type int64', 2],
  ['compute:\n  name: worker', 'object', 'compute of type []', 2],
  ['platform: vsphere', 'string', 'platform of type struct', 1],
  ['fips: 3', 'number', 'fips of type bool', 1],
  ['controlPlane:\n  replicas: 1.5', 'number', 'controlPlane.replicas of type int64', 2],
])('reports a wrong type as the installer does: %s', (text, kind, what, line) => {
  const { problems } = read(`${text}\n`);
  expect(problems).toMatchObject([
    {
      code: 'install-config-unreadable',
      level: 'error',
      line,
      message: `failed to unmarshal install-config.yaml: json: cannot unmarshal ${kind} into Go struct field InstallConfig.${what}`,
    },
  ]);
  expect(JSON.stringify(problems)).not.toContain(PASSWORD);
});

test('reads scalars as strings, words of YAML 1.1 as booleans, and null as absent', () => {
  const { config, problems } = read('metadata: {name: 12}\nfips: yes\nproxy: null\nnetworking:\n');
  expect(problems).toEqual([]);
  expect(config).toEqual({ metadata: { name: '12' }, fips: true });
});

test.each([
  `platform:\n  vsphere:\n    password: *${PASSWORD}\n`,
  `password: "${PASSWORD}" behind\n`,
  `a: 1\n "${PASSWORD}": 2\n`,
  `password: "\\q${PASSWORD}"\n`,
  `a: [${PASSWORD}\n`,
  `pullSecret: '{"auths":\n${PASSWORD}\n`,
  `x: 1\n${PASSWORD}\n`,
])('reports invalid YAML once, with its place and without the text: %j', (text) => {
  const { config, problems } = read(text);
  expect(problems).toMatchObject([
    { code: 'install-config-unreadable', level: 'error', file: 'install-config.yaml' },
  ]);
  expect(problems[0]!.line).toBeGreaterThan(0);
  expect(problems[0]!.message).toMatch(/^failed to unmarshal install-config\.yaml: yaml: line \d+: ./);
  expect(JSON.stringify(problems)).not.toContain('sesame');
  expect(config).toEqual({});
});

test('reports more than one document', () => {
  expect(read('apiVersion: v1\n---\na: b\n').problems).toMatchObject([
    { level: 'warning', message: t('severalDocuments', { count: 2 }) },
  ]);
});

test('reads lists and empty files without a crash', () => {
  expect(read('').config).toEqual({});
  expect(read('# only this\n').problems).toEqual([]);
  expect(read('- a\n').problems).toMatchObject([{ level: 'error' }]);
});
