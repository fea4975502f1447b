import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type NodeStateOptions, nodeState } from '../../../core/nmstate/migration/node-states.fixture.ts';
import { inProcess } from '../../in-process.fixture.ts';

const reported = (name: string, options: NodeStateOptions) => ({
  ...{ apiVersion: 'nmstate.io/v1beta1', kind: 'NodeNetworkState', metadata: { name } },
  status: { currentState: nodeState(options) },
});
const list = (items: object[]) => ({ apiVersion: 'v1', kind: 'List', items });
const node = (name: string, pool: string) => ({
  ...{ apiVersion: 'v1', kind: 'Node' },
  metadata: {
    name,
    labels: { 'node-role.kubernetes.io/worker': '', [`node-role.kubernetes.io/${pool}`]: '' },
    annotations: {
      'machineconfiguration.openshift.io/currentConfig': `rendered-${pool}-0123456789abcdef0123456789abcdef`,
    },
  },
});

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'airlock-adopt-'));
  await writeFile(
    join(home, 'nns.yaml'),
    stringify(
      list([
        reported('master-0', { addressing: 'static', number: 11 }),
        reported('worker-0', { uplink: 'bond', number: 21 }),
        reported('worker-1', { uplink: 'bond', number: 22 }),
      ]),
    ),
  );
  const gathered = join(home, 'must-gather/quay-io/cluster-scoped-resources');
  await mkdir(join(gathered, 'nmstate.io/nodenetworkstates'), { recursive: true });
  const vip = { ip: '192.0.2.5', 'prefix-length': 24 };
  const objects: [string, object][] = [
    ['nmstate.io/nodenetworkstates/a.yaml', reported('rack-1', { number: 31, by: 'hand' })],
    [
      'nmstate.io/nodenetworkstates/b.yaml',
      reported('rack-2', {
        ...{ addressing: 'static', number: 32 },
        change: {
          'br-ex ovs-interface': {
            ipv4: { enabled: true, dhcp: false, address: [{ ip: '192.0.2.32', 'prefix-length': 24 }, vip] },
          },
        },
      }),
    ],
    ['nodes.yaml', list([node('rack-1', 'storage'), node('rack-2', 'storage')])],
    [
      'version.yaml',
      {
        ...{ apiVersion: 'config.openshift.io/v1', kind: 'ClusterVersion', metadata: { name: 'version' } },
        status: { desired: { version: '4.20.4' } },
      },
    ],
    [
      'network.yaml',
      {
        ...{ apiVersion: 'operator.openshift.io/v1', kind: 'Network', metadata: { name: 'cluster' } },
        spec: { serviceNetwork: ['172.30.0.0/16'], defaultNetwork: { ovnKubernetesConfig: { mtu: 1400 } } },
      },
    ],
    [
      'infrastructure.yaml',
      {
        ...{ apiVersion: 'config.openshift.io/v1', kind: 'Infrastructure', metadata: { name: 'cluster' } },
        status: { platformStatus: { type: 'BareMetal', baremetal: { apiServerInternalIPs: ['192.0.2.5'] } } },
      },
    ],
  ];
  for (const [file, object] of objects) await writeFile(join(gathered, file), stringify(object));
  await mkdir(join(home, 'other'));
  await writeFile(join(home, 'other/x.yaml'), 'kind: ConfigMap\napiVersion: v1\nmetadata: {name: x}\n');
});
afterAll(() => rm(home, { recursive: true }));

const run = (args: string[], json?: []) =>
  inProcess(
    { host: { home, env: { INIT_CWD: home }, tool: 'airlock test' } },
    ['nmstate', 'adopt', ...args],
    json,
  );

test('writes the documents, MachineConfigs and steps of the output of oc get nns', async () => {
  const { code, result } = await run(['nns.yaml', '--openshift-version', '4.20', '-o', 'out/']);
  expect(result).toMatchObject({
    ok: true,
    nodes: [
      { name: 'master-0', role: 'master', verdict: 'ready', file: 'documents/master/master-0.yml' },
      { name: 'worker-0', role: 'worker', verdict: 'ready', file: 'documents/worker/cluster.yml' },
      { name: 'worker-1', file: 'documents/worker/cluster.yml' },
    ],
    written: join(home, 'out'),
    problems: [],
  });
  expect(code).toBe(0);
  const written = (await readdir(join(home, 'out'), { recursive: true })).sort();
  expect(written.filter((name) => /\./.test(name))).toEqual([
    '10-br-ex-master.yaml',
    '10-br-ex-worker.yaml',
    'README.md',
    'documents/master/master-0.yml',
    'documents/worker/cluster.yml',
  ]);
  expect(await readFile(join(home, 'out/README.md'), 'utf8')).toContain('oc create -f 10-br-ex-worker.yaml');
  // Its documents are valid, their policies can be written, and nodes and documents agree.
  const after = (...args: string[]) =>
    inProcess({ host: { home, env: { INIT_CWD: home }, tool: 'airlock test' } }, ['nmstate', ...args]);
  expect(await after('validate', 'out/documents/master')).toMatchObject({ code: 0, result: { ok: true } });
  expect(await after('adopt', 'out/documents/master', '--openshift-version', '4.20')).toMatchObject({
    code: 0,
    result: { policies: [{ name: 'br-ex-master-0' }] },
  });
  // The directory isn't mixed with older files.
  expect(await run(['nns.yaml', '--openshift-version', '4.20', '-o', 'out/'])).toMatchObject({
    code: 1,
    result: { code: 'file-changed' },
  });
});

test('reads pools, version and VIPs of a must-gather, and names nodes that cannot be migrated', async () => {
  for (const from of [['must-gather'], ['--from-dir', 'must-gather']]) {
    const { code, result } = await run(from);
    expect(code).toBe(2);
    expect(result).toMatchObject({
      ok: true,
      nodes: [
        {
          ...{ name: 'rack-1', role: 'storage', verdict: 'blocked' },
          problems: [
            { code: 'nmstate-migration', rule: 'creator', message: expect.stringContaining('uplink-bridge') },
          ],
        },
        { name: 'rack-2', verdict: 'ready', file: 'documents/storage/rack-2.yml' },
      ],
      problems: [],
    });
    const files = result!.files as { file: string; text: string }[];
    expect(files.map(({ file }) => file)).toEqual([
      'README.md',
      '10-br-ex-storage.yaml',
      'documents/storage/rack-2.yml',
    ]);
    expect(files[2]!.text).toContain('192.0.2.32');
    expect(files[2]!.text).not.toContain('ip: 192.0.2.5');
  }
});

test('prints a table with the verdict of each node, and writes nothing for an older release', async () => {
  const { code, stdout, stderr } = await run(['nns.yaml', '--openshift-version', '4.18', '-o', 'old/'], []);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /worker-0 +worker +ready +bond0 < eno1 < eno2 +192\.0\.2\.21\/24 \(DHCP\) +documents\/worker\/cluster\.yml/,
  );
  expect(stderr).toContain('Upgrade the cluster to 4.20');
  expect(await readdir(home)).not.toContain('old');
});

test('names the file that is damaged, hostile or contradicts another one', async () => {
  const list = (path: string, ...lines: string[]) => writeFile(join(home, path), lines.join('\n'));
  await list('deep.yaml', `a: ${'['.repeat(500)}${']'.repeat(500)}`);
  await list('deep.json', `{"a":${'['.repeat(500)}${']'.repeat(500)}}`);
  await mkdir(join(home, 'piped'));
  execFileSync('mkfifo', [join(home, 'piped/p.yaml')]);
  await mkdir(join(home, 'twice'));
  for (const number of [1, 2])
    await list(`twice/${number}.yaml`, stringify(reported('worker-0', { addressing: 'static', number })));
  for (const [path, named] of [
    ['deep.yaml', 'deep.yaml'],
    ['deep.json', 'deep.json'],
    ['piped', 'p.yaml'],
    ['/dev/zero', '/dev/zero'],
    ['twice', 'worker-0'],
  ] as const)
    expect(await run([path])).toMatchObject({
      code: 1,
      result: {
        code: expect.stringMatching(/^(config-invalid|usage)$/),
        message: expect.stringContaining(named),
      },
    });
});

test('skips pipes and huge files in a must-gather', async () => {
  const place = join(home, 'gathered');
  await mkdir(place);
  execFileSync('mkfifo', [join(place, 'a.yaml')]);
  await writeFile(join(place, 'b.yaml'), '');
  await truncate(join(place, 'b.yaml'), 2 ** 33);
  await writeFile(join(place, 'c.yaml'), stringify(reported('worker-0', { number: 21 })));
  expect(await run(['--from-dir', 'gathered', '--openshift-version', '4.20'])).toMatchObject({
    code: 0,
    result: { nodes: [{ name: 'worker-0', verdict: 'ready' }] },
  });
});

test('an input without nodes, and two inputs, are errors with the next step', async () => {
  expect(await run(['other'])).toMatchObject({
    code: 1,
    result: { code: 'usage', remedy: expect.stringContaining('oc get nns,nodes') },
  });
  expect(await run(['nns.yaml', '--from-dir', 'must-gather'])).toMatchObject({
    code: 1,
    result: { code: 'usage', remedy: expect.stringContaining('--from-dir') },
  });
});
