import { execFileSync } from 'node:child_process';
import { mkdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SavedHostSet } from '../../../contract/topics/hosts.ts';
import { newTestService, type TestService, textsBelow } from '../service.fixture.ts';
import { t } from './messages.ts';

const PASSWORD = 'kestrel-plum-7781';
const TABLE = `name;role;nic1;mac1;nic2;mac2;address;bmc;bmc_user;bmc_password
master-0;master;eno1;52:54:00:00:00:01;eno2;52:54:00:00:01:01;192.0.2.11/24;redfish-virtualmedia://198.51.100.11/redfish/v1/Systems/1;root;${PASSWORD}
worker-1;worker;eno1;52:54:00:00:00:02;eno2;52:54:00:00:01:02;192.0.2.21/24;redfish-virtualmedia://198.51.100.21/redfish/v1/Systems/1;root;${PASSWORD}
worker-2;worker;eno1;52:54:00:00:00:03;eno2;52:54:00:00:01:03;192.0.2.22/24;redfish-virtualmedia://198.51.100.22/redfish/v1/Systems/1;root;${PASSWORD}
`;

let rig: TestService;
let folder: string;
let table: string;
beforeEach(async () => {
  rig = await newTestService();
  folder = join(rig.directory, 'hosts');
  table = join(rig.directory, 'hosts.csv');
  await mkdir(folder);
  await writeFile(table, TABLE);
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

async function fleet(): Promise<SavedHostSet> {
  const { hosts } = await rig.ask('hosts.import', { path: table });
  return {
    id: 'fleet-b',
    name: 'fleet-b',
    source: table,
    layout: {
      preset: 'bond-vlan',
      answers: { vlan: '120', gateway: '192.0.2.1', dns: '192.0.2.2', mtu: '9000' },
    },
    cluster: 'name: fleet\nmachineNetwork: 192.0.2.0/24\n',
    openShiftVersion: '4.18',
    hosts: hosts.map(({ given: _, ...host }) => host),
  };
}

test('reads a table without its passwords, which are stored nowhere', async () => {
  const imported = await rig.ask('hosts.import', { path: table });
  expect(imported).toMatchObject({ kind: 'table', passwords: 3, problems: [] });
  expect(imported.hosts.map(({ name }) => name)).toEqual(['master-0', 'worker-1', 'worker-2']);
  const set = await fleet();
  await rig.ask('hosts.save', set);
  await rig.ask('hosts.outputs', { set, output: { kind: 'install-config' } });
  expect(JSON.stringify([imported, set, rig.events])).not.toContain(PASSWORD);
  for (const [name, retained] of await textsBelow(rig.home)) expect(retained, name).not.toContain(PASSWORD);
});

test('reads inventories of a folder without their passwords', async () => {
  const nics = [{ name: 'eno1', mac: '52:54:00:00:00:09' }];
  const host = {
    ...{ kind: 'BareMetalHost', metadata: { name: 'worker-9' } },
    spec: { bmc: { address: `redfish://root:${PASSWORD}@198.51.100.9/redfish/v1/Systems/1` } },
    status: { hardware: { nics } },
  };
  await writeFile(join(folder, 'bmh.yaml'), JSON.stringify(host));
  await writeFile(
    join(folder, 'worker-8.json'),
    JSON.stringify({ inventory: { interfaces: [{ name: 'eno1', mac_address: '52:54:00:00:00:08' }] } }),
  );
  await writeFile(join(folder, 'other.json'), '{"a": 1}');
  const imported = await rig.ask('hosts.import', { path: folder });
  expect(imported).toMatchObject({ kind: 'inventory', passwords: 1 });
  expect(imported.hosts).toMatchObject([
    { name: 'worker-9', nics, bmc: { address: 'redfish://198.51.100.9/redfish/v1/Systems/1' } },
    { name: 'worker-8', nics: [{ name: 'eno1' }] },
  ]);
  expect(JSON.stringify(imported)).not.toContain(PASSWORD);
});

test('a set survives the engine, readable only by the user', async () => {
  const set = await fleet();
  await rig.ask('hosts.save', set);
  const next = rig.again();
  expect((await next.ask('hosts.list', {})).sets).toMatchObject([
    { id: 'fleet-b', name: 'fleet-b', hosts: 3 },
  ]);
  expect(await next.ask('hosts.read', { id: 'fleet-b' })).toEqual(set);
  const file = join(rig.home, '.config', 'airlock', 'hosts', 'fleet-b.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await next.ask('hosts.remove', { id: 'fleet-b' });
  expect(await rig.fail('hosts.read', { id: 'fleet-b' })).toMatchObject({ code: 'not-found' });
});

test('saves the MachineConfigs of each role, which read back as the same documents', async () => {
  const set = await fleet();
  const { files, problems } = await rig.ask('hosts.outputs', { set, output: { kind: 'machine-configs' } });
  expect(problems).toEqual([]);
  expect(files.map(({ file, about }) => [file, about])).toEqual([
    ['10-br-ex-master.yaml', 'master: master-0'],
    ['10-br-ex-worker.yaml', 'worker: 2 hosts'],
  ]);
  const save = { set, output: { kind: 'machine-configs' as const }, directory: folder };
  const saved = await rig.ask('hosts.saveOutputs', save);
  expect(saved.files).toEqual(['10-br-ex-master.yaml', '10-br-ex-worker.yaml']);
  expect(await readFile(join(folder, '10-br-ex-worker.yaml'), 'utf8')).toBe(files[1]!.text);
  // The same content changes nothing, and other content is only replaced on request.
  await rig.ask('hosts.saveOutputs', save);
  await writeFile(join(folder, '10-br-ex-worker.yaml'), 'other: true\n');
  expect(await rig.fail('hosts.saveOutputs', save)).toMatchObject({ code: 'file-changed' });
  await rig.ask('hosts.saveOutputs', { ...save, overwrite: true });
  const read = await rig.ask('hosts.import', { path: join(folder, '10-br-ex-worker.yaml') });
  expect(read).toMatchObject({ kind: 'machine-config', hosts: [{ name: 'worker-1' }, { name: 'worker-2' }] });
  expect(read.hosts[0]!.own).toContain('ip: 192.0.2.21');
  const both = await rig.ask('hosts.import', { path: folder });
  expect(both.hosts.map(({ name }) => name)).toEqual(['master-0', 'worker-1', 'worker-2']);
});

test.each([
  ['an invalid MAC address', { nics: [{ mac: '52:54:00:zz:00:01' }] }],
  ['an address of another host', { addresses: ['192.0.2.22/24'] }],
])('saves no files of a table with %s', async (_, part) => {
  const set = await fleet();
  const hosts = set.hosts.map((host) => (host.name === 'worker-1' ? { ...host, ...part } : host));
  const save = { set: { ...set, hosts }, output: { kind: 'machine-configs' as const }, directory: folder };
  expect(await rig.fail('hosts.saveOutputs', save)).toMatchObject({ code: 'usage', path: 'set.hosts' });
  await expect(readFile(join(folder, '10-br-ex-worker.yaml'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('the scale-out of one host reads its password from a file and writes it to a file that only the user can read', async () => {
  const set = await fleet();
  const output = { kind: 'scale-out' as const, hosts: ['worker-2'] };
  const { files, steps } = await rig.ask('hosts.outputs', { set, output });
  expect(files.map(({ file, secret }) => [file, secret])).toEqual([
    ['README.md', false],
    ['1-10-br-ex-worker.yaml', false],
    ['2-worker-2-secrets.yaml', true],
    ['3-worker-2-baremetalhost.yaml', false],
  ]);
  expect(files[2]!.text).toContain('(hidden)');
  expect(steps.some(({ command }) => command?.includes('oc scale machineset'))).toBe(true);
  await rig.ask('hosts.saveOutputs', { set, output, directory: folder, passwordFile: table });
  const secrets = join(folder, '2-worker-2-secrets.yaml');
  expect(await readFile(secrets, 'utf8')).toContain(PASSWORD);
  expect((await stat(secrets)).mode & 0o777).toBe(0o600);
  await writeFile(table, 'name,bmc_password\nworker-1,x\n');
  const failed = await rig.fail('hosts.saveOutputs', { set, output, directory: folder, passwordFile: table });
  expect(failed).toMatchObject({
    code: 'usage',
    message: t('passwordsMissing', { hosts: 'worker-2' }),
  });
});

test('a typed password applies to all BMCs, and without one the files that need it are omitted', async () => {
  const set = await fleet();
  const output = { kind: 'scale-out' as const, hosts: ['worker-1'] };
  await rig.ask('hosts.saveOutputs', { set, output, directory: folder });
  expect(await readFile(join(folder, '2-worker-1-secrets.yaml'), 'utf8')).not.toContain('password');
  await rig.ask('hosts.saveOutputs', { set, output, directory: folder, overwrite: true, password: PASSWORD });
  expect(await readFile(join(folder, '2-worker-1-secrets.yaml'), 'utf8')).toContain(PASSWORD);
});

test('writes agent-config, install-config and documents of the same hosts', async () => {
  const set = await fleet();
  const text = async (kind: 'agent-config' | 'install-config' | 'documents') =>
    (await rig.ask('hosts.outputs', { set, output: { kind } })).files;
  expect((await text('agent-config'))[0]!.text).toContain('rendezvousIP: 192.0.2.11');
  const [installConfig] = await text('install-config');
  expect(installConfig!.text).toContain('networkConfig:');
  expect(installConfig!.text).not.toContain('disableCertificateVerification');
  const insecure = { kind: 'install-config', bmcTlsVerify: false } as const;
  const { files } = await rig.ask('hosts.outputs', { set, output: insecure });
  expect(files[0]!.text).toContain('disableCertificateVerification: true');
  const documents = await text('documents');
  expect(documents.map(({ file }) => file)).toEqual(['master-0.yml', 'worker-1.yml', 'worker-2.yml']);
  await rig.ask('hosts.saveOutputs', { set, output: { kind: 'documents' }, directory: folder });
  const { kind, hosts } = await rig.ask('hosts.import', { path: folder });
  expect(kind).toBe('documents');
  expect(hosts[1]).toMatchObject({ name: 'worker-1', role: 'worker', own: documents[1]!.text });
});

test('policies have the content of the documents, and the masquerade address of the release', async () => {
  const set = await fleet();
  const { files, steps } = await rig.ask('hosts.outputs', { set, output: { kind: 'policies' } });
  expect(files.map(({ file, about }) => [file, about])).toEqual([
    ['br-ex-worker-1.yaml', 'Policy for worker-1'],
    ['br-ex-worker-2.yaml', 'Policy for worker-2'],
    ['br-ex-master-0.yaml', 'Policy for master-0'],
  ]);
  expect(files[0]!.text).toContain('kind: NodeNetworkConfigurationPolicy');
  expect(files[0]!.text).toContain('169.254.0.2');
  expect(steps[0]!.command).toContain('oc apply -f br-ex-worker-2.yaml');
});

test('rejects a folder whose files would fill the memory', async () => {
  await writeFile(join(folder, 'hosts.csv'), TABLE);
  expect(await rig.ask('hosts.import', { path: folder })).toMatchObject({ hosts: { length: 3 } });
  for (let part = 0; part < 9; part++) {
    const file = join(folder, `part-${part}.yaml`);
    await writeFile(file, '');
    await truncate(file, 16 * 2 ** 20);
  }
  expect(await rig.fail('hosts.import', { path: folder })).toMatchObject({
    code: 'config-invalid',
    message: t('folderTooLarge', { folder, size: 128 }),
  });
});

test('reports input without hosts with its problems', async () => {
  await writeFile(table, 'kind: Pod\n');
  expect(await rig.fail('hosts.import', { path: table })).toMatchObject({ code: 'config-invalid' });
  expect(await rig.fail('hosts.import', { path: join(folder, 'absent.csv') })).toMatchObject({
    code: 'config-unreadable',
  });
  expect(await rig.fail('hosts.import', { path: 'hosts.csv' })).toMatchObject({ code: 'usage' });
  const pipe = join(folder, 'worker-1.yaml');
  execFileSync('mkfifo', [pipe]);
  for (const path of [pipe, folder])
    expect(await rig.fail('hosts.import', { path })).toMatchObject({
      code: 'config-unreadable',
      message: t('unreadable', { path: pipe, reason: t('notRegular') }),
    });
});
