import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { DHCP, GOOD } from '../../core/nmstate/br-ex/documents.fixture.ts';
import { FLEET_CLUSTER, fleet, fleetTable } from '../../core/nmstate/hosts/fleet.fixture.ts';
import { readMachineConfig } from '../../core/nmstate/machine-config/read.ts';
import { machineConfigs } from '../../core/nmstate/machine-config/write.ts';
import { explainHost } from '../../core/nmstate/simulation/explain.ts';
import { validateHosts } from '../../core/nmstate/validation/validate-hosts.ts';

const SHARED = new URL('../../../shared/', import.meta.url).pathname;
const NMSTATE = join(SHARED, 'data/nmstate');
const read = (path: string) => readFileSync(path, 'utf8');

describe("the enhancement's example MachineConfigs", () => {
  const text = read(join(SHARED, 'proposals/configure-ovs-alternative.md'));
  const examples = [...text.matchAll(/```\n(apiVersion: machineconfiguration[\s\S]*?)```/g)].map(
    ([, one]) => one!,
  );

  test('decode to their hosts, and are written again byte for byte', async () => {
    expect(examples).toHaveLength(2);
    const names: string[][] = [];
    for (const example of examples) {
      const found = await readMachineConfig(example);
      names.push(found.files.map(({ path }) => path.split('/').at(-1)!));
      const { role } = found.machineConfigs[0]!;
      const clusterFile = found.clusterFiles[0]?.document;
      const { manifests } = await machineConfigs(found.hosts, {
        role,
        extension: 'yaml',
        clusterFile,
      });
      // The mode is decimal, which means the same in YAML 1.1 and 1.2.
      expect(manifests.map((manifest) => manifest.text)).toEqual([
        example.replaceAll('mode: 0644', 'mode: 420'),
      ]);
    }
    expect(names).toEqual([['worker-0.yaml', 'worker-1.yaml'], ['cluster.yaml']]);
  });

  test('result in their network once nodes can find it', async () => {
    const [workers, masters] = await Promise.all(examples.map((example) => readMachineConfig(example)));
    const explained = (found: typeof workers, host: string) =>
      explainHost(
        found!.files.map(({ path, text: content }) => ({
          path: path.replace('.yaml', '.yml'),
          text: content!,
        })),
        host,
        { openShiftVersion: '4.18' },
      );
    expect(explained(workers, 'worker-1')).toMatchObject({
      outcome: 'applied',
      state: {
        brEx: { uplinks: ['enp2s0'], addresses: ['192.168.111.114/24'] },
        dns: { servers: ['192.168.111.1'] },
      },
    });
    expect(explained(masters, 'master-2')).toMatchObject({
      file: 'cluster.yml',
      outcome: 'applied',
      state: { brEx: { automatic: ['dhcp'] } },
    });
    // Under their written names, nodes find none of them.
    expect(
      explainHost(
        workers!.files.map(({ path, text: content }) => ({ path, text: content! })),
        'worker-1',
      ),
    ).toMatchObject({
      outcome: 'configure-ovs',
    });
  });
});

describe('published MachineConfigs', () => {
  const files = readdirSync(NMSTATE).filter((name) =>
    /^kind: MachineConfig$/m.test(read(join(NMSTATE, name))),
  );
  test.each(files)('%s', async (file) => {
    const found = await readMachineConfig(read(join(NMSTATE, file)), { file });
    expect(found.problems).toEqual([]);
    expect(found.files.length).toBeGreaterThan(0);
    const { role } = found.machineConfigs[0]!;
    const clusterFile = found.clusterFiles[0]?.document;
    const { manifests } = await machineConfigs(found.hosts, { role, clusterFile });
    const again = await readMachineConfig(manifests.map(({ text }) => text).join('---\n'));
    expect(again.files.map(({ path, text }) => [path, text])).toEqual(
      found.files.map(({ path, text }) => [path, text]),
    );
  });
  test('exist', () => {
    expect(files.length).toBeGreaterThan(1);
  });
});

/** The node's own script, with its folders and commands in a temporary place. */
describe('explain agrees with nmstate-configuration.sh', () => {
  const NAME = 'openshift__machine-config-operator__templates_common__base_files_nmstate-configuration.yaml';
  const script = (parse(read(join(NMSTATE, NAME))) as { contents: { inline: string } }).contents.inline;

  function node(files: Record<string, string>, hostname: string, applied?: string): string | undefined {
    const root = mkdtempSync(join(tmpdir(), 'airlock-node-'));
    try {
      for (const folder of ['etc/nmstate/openshift', 'bin'])
        mkdirSync(join(root, folder), { recursive: true });
      const all = applied === undefined ? files : { ...files, applied };
      for (const [name, text] of Object.entries(all))
        writeFileSync(join(root, 'etc/nmstate/openshift', name), text);
      for (const [name, body] of [
        ['systemctl', 'exit 0'],
        ['ovs-vsctl', 'exit 0'],
        ['hostname', `echo ${hostname}`],
      ] as const)
        writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
      const { status, stderr } = spawnSync(
        'bash',
        ['-c', script.replaceAll('/etc/nmstate', `${root}/etc/nmstate`)],
        {
          env: { PATH: `${root}/bin:${process.env.PATH}` },
          encoding: 'utf8',
        },
      );
      expect(status, stderr).toBe(0);
      return readdirSync(join(root, 'etc/nmstate')).find((name) => name !== 'openshift');
    } finally {
      rmSync(root, { recursive: true });
    }
  }

  test.each([
    ['with its own file', { 'worker-0.yml': GOOD, 'cluster.yml': DHCP }],
    ['with cluster.yml', { 'worker-1.yml': GOOD, 'cluster.yml': DHCP }],
    ['with an empty file before cluster.yml', { 'worker-0.yml': '', 'cluster.yml': DHCP }],
    ['with two empty files', { 'worker-0.yml': '', 'cluster.yml': '' }],
    ['with another extension', { 'worker-0.yaml': GOOD, 'cluster.yaml': GOOD }],
    ['with the domain in the name', { 'worker-0.lab.example.yml': GOOD }],
    ['with capitals in the name', { 'Worker-0.yml': GOOD }],
    ['with a blank line', { 'worker-0.yml': '\n', 'cluster.yml': DHCP }],
    ['nothing', {}],
  ])('%s', (_, files: Record<string, string>) => {
    const given = Object.entries(files).map(([path, text]) => ({ path, text }));
    expect(explainHost(given, 'worker-0').file).toBe(node(files, 'worker-0'));
  });

  test.each([
    ['the same again', GOOD],
    ['another one', DHCP],
  ])('a later boot with %s', (_, applied) => {
    const explained = explainHost([{ path: 'worker-0.yml', text: GOOD }], 'worker-0', { applied });
    const copied = node({ 'worker-0.yml': GOOD }, 'worker-0', applied);
    expect(explained.outcome === 'unchanged').toBe(copied === undefined);
  });
});

test('the cost for 300 hosts', async () => {
  const hosts = fleet(fleetTable(300));
  const figures: string[] = [];
  const timed = async <Result>(what: string, work: () => Result | Promise<Result>): Promise<Result> => {
    const started = performance.now();
    const result = await work();
    figures.push(`${what} ${Math.round(performance.now() - started)} ms`);
    return result;
  };
  // CPU time of this process: the limit must not depend on other load of the host.
  const before = process.cpuUsage();
  await timed('validation of all', () => validateHosts(hosts, FLEET_CLUSTER));
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  const plain = await timed('MachineConfig of 297', () => machineConfigs(hosts, { role: 'worker' }));
  const packed = await timed('compressed', () => machineConfigs(hosts, { role: 'worker', gzip: true }));
  const again = await timed('read back', () => readMachineConfig(packed.manifests[0]!.text));
  expect(again.hosts).toHaveLength(297);
  const bytes = [plain, packed].map(({ manifests }) => manifests.reduce((sum, one) => sum + one.bytes, 0));
  console.log(`300 hosts: ${figures.join(', ')}; ${bytes[0]} bytes, compressed ${bytes[1]}`);
});
