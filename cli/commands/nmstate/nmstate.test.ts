import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DHCP, GOOD } from '../../../core/nmstate/br-ex/documents.fixture.ts';
import { type NodeOptions, reportOf } from '../../../core/nmstate/gather/reports.fixture.ts';
import { fleetTable } from '../../../core/nmstate/hosts/fleet.fixture.ts';
import { readMachineConfig } from '../../../core/nmstate/machine-config/read.ts';
import { t } from '../../../core/nmstate/schema/messages.ts';
import { inProcess } from '../../in-process.fixture.ts';
import { t as texts } from './messages.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'airlock-nmstate-'));
  await mkdir(join(home, 'docs'));
  for (const [name, text] of [
    ['docs/worker-0.yml', GOOD],
    ['docs/worker-1.yml', GOOD.replaceAll('192.0.2.21', '192.0.2.22')],
    ['docs/master-0.yml', GOOD.replaceAll('192.0.2.21', '192.0.2.11')],
    ['docs/cluster.yml', DHCP],
    ['hosts.tsv', fleetTable(6)],
    ['bmc.csv', 'name,bmc_user,bmc_password\nworker-5,admin,s3cret\n'],
    ['bad.yml', GOOD.replace('state: up', 'sate: up')],
  ] as const)
    await writeFile(join(home, name), text);
});
afterAll(() => rm(home, { recursive: true }));

const run = (...args: string[]) =>
  inProcess({ host: { home, env: { INIT_CWD: home }, tool: 'airlock test' } }, ['nmstate', ...args]);

describe('nmstate hosts', () => {
  const BMH = [1, 2].map((n) => ({
    ...{ apiVersion: 'metal3.io/v1alpha1', kind: 'BareMetalHost', metadata: { name: `worker-${n}` } },
    spec: {
      bmc: { address: `redfish://root:hunter2@198.51.100.2${n}/redfish/v1/Systems/1` },
      bootMACAddress: `52:54:00:00:00:0${n}`,
    },
    status: { hardware: { nics: [{ name: 'eno1', mac: `52:54:00:00:00:0${n}` }] } },
  }));

  test('writes the machines of an inventory to a table, without passwords', async () => {
    await writeFile(join(home, 'bmh.json'), JSON.stringify({ kind: 'List', items: BMH }));
    await writeFile(
      join(home, 'known.csv'),
      'name,role,mac1,address\nrack-7,infra,52:54:00:00:00:02,192.0.2.7/24\n',
    );
    const { code, result, stdout, stderr } = await run(
      'hosts',
      'bmh.json',
      '--merge',
      'known.csv',
      '-o',
      'hosts.csv',
    );
    expect(code).toBe(0);
    const written = await readFile(join(home, 'hosts.csv'), 'utf8');
    expect(written).toBe(
      'name,role,nic1,mac1,address,bmc,boot_mac\n' +
        'rack-7,infra,eno1,52:54:00:00:00:02,192.0.2.7/24,redfish://198.51.100.22/redfish/v1/Systems/1,52:54:00:00:00:02\n' +
        'worker-1,worker,eno1,52:54:00:00:00:01,,redfish://198.51.100.21/redfish/v1/Systems/1,52:54:00:00:00:01\n',
    );
    expect(result).toMatchObject({
      ok: true,
      merges: [
        { name: 'rack-7', kind: 'changed' },
        { name: 'worker-1', kind: 'added' },
      ],
    });
    expect(stdout + stderr + written).not.toContain('hunter2');
    expect((await run('validate', 'bmh.json', '--preset', 'single-dhcp')).result).toMatchObject({
      ok: true,
      documents: [{ host: 'worker-1' }, { host: 'worker-2' }],
    });
  });

  test('reads a folder of inventories and documents named after their hosts', async () => {
    await mkdir(join(home, 'dir'));
    await writeFile(join(home, 'dir', 'bmh.yaml'), JSON.stringify(BMH[0]));
    await writeFile(join(home, 'dir', 'worker-2.yaml'), 'interfaces: [{name: eno1, type: ethernet}]\n');
    const { code, result } = await run('hosts', 'dir');
    expect(code).toBe(0);
    expect(result).toMatchObject({ ok: true, hosts: ['worker-2', 'worker-1'] });
  });

  test('without a path, prints a template; a broken inventory writes nothing', async () => {
    const { code, result } = await run('hosts');
    expect(code).toBe(0);
    expect(result).toMatchObject({ ok: true, table: expect.stringMatching(/^name,role,nic1,mac1,nic2/) });
    await writeFile(join(home, 'broken.json'), '{"inventory": {"interfaces": [');
    expect((await run('hosts', 'broken.json', '-o', 'none.csv')).code).toBe(1);
    expect(await readdir(home)).not.toContain('none.csv');
  });
});

describe('nmstate validate', () => {
  test('checks each document of a folder with its host, and reports a shared address for both hosts', async () => {
    const { code, result } = await run('validate', 'docs');
    expect(code).toBe(0);
    expect(result).toMatchObject({
      ok: true,
      documents: [
        { file: 'docs/master-0.yml', host: 'master-0' },
        { file: 'docs/worker-0.yml', host: 'worker-0' },
        { file: 'docs/worker-1.yml', host: 'worker-1' },
        { file: 'docs/cluster.yml', host: null },
      ],
    });
    await mkdir(join(home, 'clash'));
    for (const name of ['worker-0.yml', 'worker-1.yml']) await writeFile(join(home, 'clash', name), GOOD);
    const clash = await run('validate', 'clash');
    expect(clash.code).toBe(1);
    const documents = clash.result!.documents as {
      problems: { rule: string; line: number; path: string }[];
    }[];
    for (const { problems } of documents)
      expect(problems).toContainEqual(
        expect.objectContaining({
          rule: 'address-shared',
          level: 'error',
          path: 'interfaces[5].ipv4.address[0].ip',
        }),
      );
  });

  test('reports an error with its place, an invalid release, and a folder without documents', async () => {
    const { code, result } = await run('validate', 'bad.yml');
    expect(code).toBe(1);
    expect(result).toMatchObject({ ok: false, documents: [{ file: 'bad.yml' }] });
    const [{ problems }] = result!.documents as [{ problems: object[] }];
    expect(problems[0]).toMatchObject({
      ...{ file: 'bad.yml', line: 2, path: 'interfaces[0].sate', rule: 'unknown-field' },
      remedy: t('useRemedy', { value: 'state' }),
    });
    expect(await run('validate', 'docs', '--openshift-version', 'new')).toMatchObject({
      code: 1,
      result: { code: 'usage' },
    });
    await writeFile(join(home, 'secret.yaml'), 'kind: Secret\n');
    expect(await run('validate', 'secret.yaml')).toMatchObject({
      code: 1,
      result: { ok: false, documents: [] },
    });
    await mkdir(join(home, 'empty'));
    expect(await run('validate', 'empty')).toMatchObject({ code: 1, result: { code: 'usage' } });
  });
});

describe('nmstate machineconfig', () => {
  test('writes the hosts of the role and cluster.yml, and the same again from its own output', async () => {
    const { code, result } = await run('machineconfig', 'docs', '--role', 'worker', '-o', 'mc.yaml');
    expect(code).toBe(0);
    expect(result).toMatchObject({
      ok: true,
      hosts: ['worker-0', 'worker-1'],
      written: [join(home, 'mc.yaml')],
    });
    expect((result!.files as { path: string }[]).map(({ path }) => path)).toEqual([
      '/etc/nmstate/openshift/worker-0.yml',
      '/etc/nmstate/openshift/worker-1.yml',
      '/etc/nmstate/openshift/cluster.yml',
    ]);
    const text = await readFile(join(home, 'mc.yaml'), 'utf8');
    expect((await readMachineConfig(text)).hosts[0]!.document.yaml.text).toBe(GOOD);
    const yaml = await run(
      'machineconfig',
      'mc.yaml',
      '--role',
      'worker',
      '--file-extension',
      'yaml',
      '-o',
      'mc-yaml.yaml',
    );
    expect(yaml.result).toMatchObject({
      ok: true,
      problems: expect.arrayContaining([expect.objectContaining({ rule: 'extension', level: 'warning' })]),
    });
    const back = await run('machineconfig', 'mc-yaml.yaml', '--role', 'worker', '-o', 'back.yaml');
    expect(back.code).toBe(0);
    expect(await readFile(join(home, 'back.yaml'), 'utf8')).toBe(text);
  });

  test('writes a table with a preset to a folder, and nothing if there are errors', async () => {
    await mkdir(join(home, 'openshift'));
    const { code } = await run(
      'machineconfig',
      'hosts.tsv',
      '--preset',
      'bond-vlan',
      '--role',
      'master',
      '-o',
      'openshift',
    );
    expect(code).toBe(0);
    expect(await readdir(join(home, 'openshift'))).toEqual(['10-br-ex-master.yaml']);
    const wrong = await run('machineconfig', 'clash', '--role', 'worker', '-o', 'never.yaml');
    expect(wrong).toMatchObject({ code: 1, result: { ok: false, written: [] } });
    await expect(stat(join(home, 'never.yaml'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await run('machineconfig', 'hosts.tsv', '--preset', 'moon', '--role', 'master')).toMatchObject({
      code: 1,
      result: { code: 'usage', remedy: expect.stringContaining('bond-vlan') },
    });
  });
});

test("nmstate explain reads a MachineConfig of a pool that the name of the host doesn't show", async () => {
  expect((await run('machineconfig', 'docs/cluster.yml', '--role', 'infra', '-o', 'infra.yaml')).code).toBe(
    0,
  );
  expect((await run('explain', 'infra.yaml', '--host', 'worker-8')).result).toMatchObject({
    file: 'cluster.yml',
  });
});

test('nmstate explain shows the file, the reason and the state, by release and for a later boot', async () => {
  const { code, result } = await run(
    'explain',
    'docs',
    '--host',
    'worker-1.lab.example',
    '--openshift-version',
    '4.18',
  );
  expect(code).toBe(0);
  expect(result).toMatchObject({
    file: 'worker-1.yml',
    reason: expect.stringContaining('takes precedence over cluster.yml'),
    outcome: 'applied',
    state: { brEx: { addresses: ['192.0.2.22/24'] }, dns: { servers: ['192.0.2.53'] } },
  });
  expect((await run('explain', 'docs', '--host', 'worker-9')).result).toMatchObject({ file: 'cluster.yml' });
  expect(
    (
      await run(
        'explain',
        'docs',
        '--host',
        'worker-1',
        '--applied',
        'bad.yml',
        '--openshift-version',
        '4.18',
      )
    ).result,
  ).toMatchObject({
    outcome: 'unchanged',
    state: null,
  });
});

describe('nmstate scaleout and installer', () => {
  const SCALE = ['scaleout', 'hosts.tsv', '--preset', 'bond-vlan', '--host', 'worker-5'];

  test('writes the resources of a new host, with secrets that only their owner can read', async () => {
    const { code, result, stderr } = await run(
      ...SCALE,
      '--to',
      'set',
      '--bmc-credentials',
      'bmc.csv',
      '--machineset',
      'fleet-0',
    );
    expect(code).toBe(0);
    expect(await readdir(join(home, 'set'))).toEqual([
      '1-10-br-ex-worker.yaml',
      '2-worker-5-secrets.yaml',
      '3-worker-5-baremetalhost.yaml',
      'README.md',
    ]);
    const modes = async (name: string) => (await stat(join(home, 'set', name))).mode & 0o777;
    expect(await modes('2-worker-5-secrets.yaml')).toBe(0o600);
    expect(await readFile(join(home, 'set', '2-worker-5-secrets.yaml'), 'utf8')).toContain(
      'password: s3cret',
    );
    expect(JSON.stringify(result) + stderr).not.toContain('s3cret');
    expect(result).toMatchObject({
      role: 'worker',
      hosts: ['worker-5'],
      scaleCommand: expect.stringContaining('oc scale machineset fleet-0'),
    });
    expect(await readFile(join(home, 'set', 'README.md'), 'utf8')).toContain(result!.scaleCommand);
  });

  test('prints the instructions and the names of the files', async () => {
    const options = ['--to', 'plain', '--bmc-credentials', 'bmc.csv', '--machineset', 'fleet-0'];
    const args = ['nmstate', ...SCALE, ...options];
    const host = { home, env: { INIT_CWD: home }, tool: 'airlock test' };
    const { stdout, stderr } = await inProcess({ host }, args, []);
    expect(stdout).toContain('oc scale machineset fleet-0');
    const names = ['1-10-br-ex-worker.yaml', '2-worker-5-secrets.yaml', '3-worker-5-baremetalhost.yaml'];
    const files = [...names, 'README.md'].join(', ');
    expect(stderr.split('\n')).toContain(texts('writtenFiles', { folder: join(home, 'plain'), files }));
  });

  test('writes nothing without credentials, and reports an unknown host', async () => {
    const without = await run(...SCALE, '--to', 'never');
    expect(without).toMatchObject({ code: 1, result: { ok: false, files: [] } });
    await expect(stat(join(home, 'never'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(
      await run('scaleout', 'hosts.tsv', '--preset', 'bond-vlan', '--host', 'worker-77', '--to', 'never'),
    ).toMatchObject({
      code: 1,
      result: { code: 'usage', message: expect.stringContaining('worker-77') },
    });
  });

  test('writes agent-config, and hosts of install-config with passwords only in the file', async () => {
    const agent = await run('installer', 'hosts.tsv', '--preset', 'bond-vlan', '-o', 'agent-config.yaml');
    expect(agent.code).toBe(0);
    expect(await run('validate', 'agent-config.yaml')).toMatchObject({ code: 0, result: { ok: true } });
    const install = [
      'installer',
      'hosts.tsv',
      '--preset',
      'bond-vlan',
      '--for',
      'install-config',
      '--bmc-credentials',
      'bmc.csv',
    ];
    const shown = await run(...install);
    expect(shown.result!.configuration).toContain('(hidden)');
    const written = await run(...install, '-o', 'install-hosts.yaml');
    expect((await stat(join(home, 'install-hosts.yaml'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(home, 'install-hosts.yaml'), 'utf8')).toContain('s3cret');
    expect(JSON.stringify([shown.result, written.result]) + shown.stderr + written.stderr).not.toContain(
      's3cret',
    );
  });
});

describe('nmstate nodes', () => {
  const write = async (directory: string, ...objects: object[]) => {
    await mkdir(join(home, directory), { recursive: true });
    const list = { apiVersion: 'v1', kind: 'List', items: objects };
    await writeFile(join(home, directory, 'objects.json'), JSON.stringify(list));
  };
  const reported = (name: string, options: NodeOptions) => ({
    ...{ apiVersion: 'nmstate.io/v1beta1', kind: 'NodeNetworkState', metadata: { name } },
    status: { currentState: reportOf(options) },
  });
  const node = (name: string) => ({
    ...{ apiVersion: 'v1', kind: 'Node' },
    metadata: { name, labels: { 'node-role.kubernetes.io/worker': '' } },
  });
  const network = {
    ...{ apiVersion: 'operator.openshift.io/v1', kind: 'Network', metadata: { name: 'cluster' } },
    spec: { defaultNetwork: { type: 'OVNKubernetes', ovnKubernetesConfig: { mtu: 1400 } } },
  };

  test('shows br-ex of all nodes in one table, and exits with 2 if it has errors', async () => {
    await write('fine', reported('worker-0', {}), node('worker-0'), network);
    const fine = await run('nodes', '--from-dir', 'fine');
    expect(fine).toMatchObject({
      code: 0,
      result: { ok: true, nodes: [{ name: 'worker-0', role: 'worker' }] },
    });
    await write('broken', reported('worker-0', { mtu: 1450 }), node('worker-0'), node('worker-1'), network);
    const broken = await inProcess(
      { host: { home, env: { INIT_CWD: home }, tool: 'airlock test' } },
      [...['nmstate', 'nodes', '--from-dir', 'broken']],
      [],
    );
    expect(broken.code).toBe(2);
    expect(broken.stdout).toMatch(
      /worker-0 +worker +error +bond0\.100 < bond0 < eno1 < eno2 +192\.0\.2\.11\/24 \(DHCP\) +1450 +NMState/,
    );
    expect(broken.stdout).toContain('worker-0: error: the MTU of br-ex is 1450. It must be at least 1500');
    expect(broken.stdout).toContain('worker-1: error: there is no NodeNetworkState');
    expect(broken.stdout).toContain('br-ex has errors on 2 of 2 nodes.');
  });

  test('a directory without NodeNetworkStates is an error with the next step', async () => {
    await write('nodes-only', node('worker-0'));
    expect(await run('nodes', '--from-dir', 'nodes-only')).toMatchObject({
      code: 1,
      result: { code: 'cluster-objects-invalid', remedy: expect.stringContaining('oc get nns') },
    });
  });
});
