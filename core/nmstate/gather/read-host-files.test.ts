import { expect, test } from 'vitest';
import { t } from './messages.ts';
import { readHostFiles } from './read-host-files.ts';

const DOCUMENT = 'interfaces:\n- name: eno1\n  type: ethernet\n  state: up\n';
const BMH =
  'kind: BareMetalHost\nmetadata: {name: worker-1}\nspec: {bootMACAddress: "52:54:00:00:00:01"}\nstatus: {hardware: {nics: [{name: eno1, mac: "52:54:00:00:00:01"}]}}\n';
const read = (files: Record<string, string>) =>
  readHostFiles(Object.entries(files).map(([path, text]) => ({ path, text })));
const named = (hosts: readonly { name: string }[]) => hosts.map(({ name }) => name);

test('a folder of network documents, tables and inventories contains the hosts of all of them', async () => {
  const { kind, hosts, problems, passwords } = await read({
    'dir/bmh.yaml': BMH,
    'dir/worker-2.yaml': DOCUMENT,
    'dir/infra-3.yml': DOCUMENT,
    'dir/hosts.csv': 'name,role,mac1,bmc,bmc_password\ninfra-3,infra,52:54:00:00:00:03,198.51.100.3,sesame\n',
    'dir/more.yaml': '- {name: worker-4, role: worker}\n',
    'dir/cluster.yml': DOCUMENT,
  });
  expect({ kind, passwords, errors: problems.filter(({ level }) => level === 'error') }).toEqual({
    kind: 'inventory',
    passwords: 1,
    errors: [],
  });
  expect(hosts).toMatchObject([
    { name: 'infra-3', role: 'infra', own: DOCUMENT, nics: [{ mac: '52:54:00:00:00:03' }] },
    { name: 'worker-4' },
    { name: 'worker-2', role: 'worker', own: DOCUMENT },
    { name: 'worker-1', nics: [{ name: 'eno1' }] },
  ]);
  expect(JSON.stringify([hosts, problems])).not.toContain('sesame');
});

test.each<[string, Record<string, string>, string, string[]]>([
  ['a table', { 'a.csv': 'name,role\nw-1,worker\n' }, 'table', ['w-1']],
  ['a list', { 'a.json': '{"hosts": [{"name": "w-1"}]}' }, 'table', ['w-1']],
  ['a document', { 'w-1.yaml': DOCUMENT }, 'documents', ['w-1']],
  ['a table and a document', { 'a.csv': 'name\nw-2\n', 'w-1.yaml': DOCUMENT }, 'documents', ['w-2', 'w-1']],
  ['an inventory', { 'a.yaml': BMH }, 'inventory', ['worker-1']],
  ['no file', {}, 'documents', []],
])('%s', async (_, files, kind, names) => {
  const found = await read(files);
  expect([found.kind, named(found.hosts)]).toEqual([kind, names]);
});

test('two rows with one name stay two hosts, so that the table reports them', async () => {
  const { hosts } = await read({ 'a.csv': 'name,mac1\nw-1,52:54:00:00:00:01\nw-1,52:54:00:00:00:02\n' });
  expect(named(hosts)).toEqual(['w-1', 'w-1']);
});

test('a file without hosts is reported, and invalid YAML is an error', async () => {
  expect((await read({ 'dir/pod.yaml': 'kind: Pod\n' })).problems).toMatchObject([
    { level: 'info', file: 'dir/pod.yaml', message: t('notOneHost', { file: 'pod.yaml', states: 0 }) },
  ]);
  expect((await read({ 'w-1.yaml': 'interfaces: [\n' })).problems).toMatchObject([
    { level: 'error', rule: 'yaml', file: 'w-1.yaml' },
  ]);
});
