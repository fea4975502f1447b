import { describe, expect, test } from 'vitest';
import type { HostDocument } from '../hosts/host-facts.ts';
import { readHostTable } from '../hosts/host-table.ts';
import { t } from '../hosts/messages.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import { readClusterNetwork } from '../model/cluster-network.ts';
import { readNmstate } from '../model/document.ts';
import type { Host } from '../model/host.ts';
import { presetById } from '../presets/presets.ts';
import { validateHosts } from './validate-hosts.ts';

const cluster: ClusterNetwork = {
  machineNetworks: ['10.20.30.0/24'],
  apiVips: ['10.20.30.5'],
  ingressVips: ['10.20.30.6'],
  serviceNetworks: ['172.30.0.0/16'],
  clusterNetworks: ['10.128.0.0/14'],
};

function row(
  name: string,
  number: number,
  change: Partial<Record<'ip' | 'mac' | 'bmc' | 'mtu' | 'gateway' | 'dns', string>> = {},
): string {
  const mac = `52:54:00:00:${number.toString(16).padStart(2, '0')}`;
  return [
    name,
    `${mac}:00`,
    change.mac ?? `${mac}:01`,
    change.ip ?? `10.20.30.${number}/24`,
    change.bmc ?? `10.20.40.${number}`,
    change.mtu ?? '9000',
    '430',
    change.gateway ?? '10.20.30.1',
    change.dns ?? '10.20.30.2',
  ].join('\t');
}

function set(...rows: string[]): HostDocument[] {
  const table = readHostTable(['name\tmac1\tmac2\tip\tbmc\tmtu\tvlan\tgateway\tdns', ...rows].join('\n'));
  expect(table.problems.filter(({ level }) => level === 'error')).toEqual([]);
  return table.hosts.map((host) => document(host));
}

function document(host: Host): HostDocument {
  const { text, problems } = presetById('bond-vlan')!.build({}, host);
  expect(problems).toEqual([]);
  return { host, document: readNmstate(text, { file: `${host.name.split('.')[0]!.toLowerCase()}.yml` }) };
}

const masters = [row('master-0', 11), row('master-1', 12), row('master-2', 13)];
const workers = [row('worker-1', 21), row('worker-2', 22), row('worker-3', 23)];

describe('hosts', () => {
  test('without problems are ready', () => {
    const verdict = validateHosts(set(...masters, ...workers), cluster);
    expect(verdict.across).toEqual([]);
    expect(verdict).toMatchObject({ ok: true, ready: 6 });
  });

  test('with the same address are reported on both lines, with a free address', () => {
    const verdict = validateHosts(
      set(
        ...masters,
        row('worker-1', 21),
        row('worker-2', 22),
        row('worker-3', 27),
        row('worker-7', 70, { ip: '10.20.30.27/24' }),
      ),
      cluster,
    );
    expect(verdict.across).toMatchObject([
      {
        code: 'nmstate-hosts',
        rule: 'address-shared',
        level: 'error',
        message: t('addressShared', { count: 2, text: '10.20.30.27', hosts: 'worker-3, worker-7' }),
        hosts: ['worker-3', 'worker-7'],
        file: 'worker-3.yml',
        suggestion: {
          host: 'worker-3',
          field: 'address',
          from: '10.20.30.27',
          to: '10.20.30.23',
          label: t('freeAddressFix', { name: 'worker-3', to: '10.20.30.23' }),
        },
      },
    ]);
    expect(verdict.ready).toBe(5);
    for (const name of ['worker-3', 'worker-7']) {
      const { problems } = verdict.hosts.find(({ host }) => host.name === name)!;
      const shared = problems.find(({ rule }) => rule === 'address-shared')!;
      expect(shared).toMatchObject({ file: `${name}.yml`, path: 'interfaces[5].ipv4.address[0].ip' });
      expect(shared.line).toBeGreaterThan(1);
    }
  });

  const faults: [string, string[], Partial<ClusterNetwork>, string, string | RegExp, string][] = [
    [
      'with one MAC address for both NICs',
      [...masters, row('worker-5', 25, { mac: '52:54:00:00:19:00' })],
      {},
      'mac-shared',
      t('macTwice', { name: 'worker-5', count: 2, mac: '52:54:00:00:19:00' }),
      'error',
    ],
    [
      'with the same MAC address',
      [...masters, row('worker-5', 25), row('worker-6', 26, { mac: '52:54:00:00:19:01' })],
      {},
      'mac-shared',
      t('macShared', { mac: '52:54:00:00:19:01', hosts: 'worker-5, worker-6' }),
      'error',
    ],
    [
      'with the same BMC',
      [...masters, row('worker-5', 25), row('worker-6', 26, { bmc: '10.20.40.25' })],
      {},
      'bmc-shared',
      t('bmcShared', { hosts: 'worker-5, worker-6', bmc: '10.20.40.25' }),
      'error',
    ],
    [
      'with the address of a host for a BMC',
      [...masters, row('worker-5', 25, { bmc: 'redfish-virtualmedia://10.20.30.11/redfish/v1/Systems/1' })],
      {},
      'bmc-is-host',
      t('bmcIsHost', { name: 'worker-5', address: '10.20.30.11', other: 'master-0' }),
      'error',
    ],
    [
      'with the same short name',
      [...masters, row('worker-1.rack1.lab', 21), row('Worker-1.rack2.lab', 22)],
      {},
      'BR15',
      t('shortNameShared', { hosts: 'worker-1.rack1.lab and Worker-1.rack2.lab', name: 'worker-1' }),
      'error',
    ],
    [
      'with the same name',
      [...masters, row('worker-1', 21), row('worker-1', 22)],
      {},
      'host-name-shared',
      t('hostTwice', { host: 'worker-1', count: 2 }),
      'error',
    ],
    [
      'named cluster',
      [...masters, row('cluster.lab', 21)],
      {},
      'BR15',
      t('hostNamedCluster', { name: 'cluster.lab' }),
      'error',
    ],
    [
      'with another MTU',
      [...masters, ...workers, row('worker-9', 29, { mtu: '1500' })],
      {},
      'mtu-differs',
      t('mtuDiffers', { count: 1, hosts: 'worker-9', own: '1500', usual: '9000' }),
      'warning',
    ],
    [
      'with another gateway',
      [...masters, ...workers, row('worker-9', 29, { gateway: '10.20.30.254' })],
      {},
      'gateway-differs',
      t('gatewayDiffers', { hosts: 'worker-9', count: 1, text: '10.20.30.254', usual: '10.20.30.1' }),
      'warning',
    ],
    [
      'with a host as gateway',
      [...masters, row('worker-1', 21, { gateway: '10.20.30.12' })],
      {},
      'gateway-is-host',
      t('gatewayIsHost', { text: '10.20.30.12', name: 'worker-1', other: 'master-1' }),
      'error',
    ],
    [
      'with other DNS servers',
      [...masters, ...workers, row('worker-9', 29, { dns: '10.20.30.3' })],
      {},
      'dns-differs',
      t('dnsDiffers', { count: 1, hosts: 'worker-9', own: '10.20.30.3', usual: '10.20.30.2' }),
      'info',
    ],
    [
      'with addresses of pods',
      [...masters, row('worker-1', 21, { ip: '10.128.0.9/14', gateway: '10.128.0.1' })],
      { machineNetworks: [] },
      'address-in-cluster-network',
      t('addressInPodNetwork', { hosts: 'worker-1', count: 1, text: '10.128.0.0/14' }),
      'error',
    ],
    [
      'with a VIP outside the machine network',
      masters,
      { apiVips: ['10.99.0.5'] },
      'vip-network',
      t('vipOutsideMachineNetwork', { vip: 'API VIP', text: '10.99.0.5', networks: '10.20.30.0/24' }),
      'error',
    ],
    [
      'with one VIP for API and ingress',
      masters,
      { ingressVips: ['10.20.30.5'] },
      'vip-shared',
      t('vipShared', { text: '10.20.30.5' }),
      'warning',
    ],
    [
      'with too few control plane nodes',
      masters.slice(1),
      { masters: 3 },
      'masters-count',
      t('replicasMissing', { found: '2', role: 'ControlPlane', wanted: '3' }),
      'error',
    ],
    [
      'with too few workers',
      [...masters, ...workers],
      { workers: 4 },
      'workers-count',
      t('replicasMissing', { found: '3', role: 'Compute', wanted: '4' }),
      'error',
    ],
    [
      'with too many workers',
      [...masters, ...workers],
      { workers: 2 },
      'workers-count',
      t('replicasSurplus', { found: 3, role: 'worker', wanted: 2 }),
      'warning',
    ],
    ['two masters', masters.slice(1), {}, 'masters-count', t('controlPlaneCount', { count: 2 }), 'warning'],
  ];
  test.each(faults)('%s', (_, rows, change, rule, message, level) => {
    const verdict = validateHosts(set(...rows), { ...cluster, ...change });
    const problem = verdict.across.find((one) => one.rule === rule);
    expect(problem, JSON.stringify(verdict.across, null, 1)).toMatchObject({ level });
    if (typeof message === 'string') expect(problem!.message).toBe(message);
    else expect(problem!.message).toMatch(message);
    expect(verdict.ok).toBe(
      !verdict.across.some((one) => one.level === 'error') &&
        verdict.hosts.every(({ problems }) => problems.every((one) => one.level !== 'error')),
    );
    for (const name of problem!.hosts)
      expect(
        verdict.hosts.find(({ host }) => host.name === name)!.problems.some((one) => one.rule === rule),
      ).toBe(true);
  });

  test('with an impossible prefix length have a problem of their own', () => {
    const [
      {
        host,
        document: { yaml, file },
      },
    ] = set(row('worker-1', 21)) as [HostDocument];
    for (const length of ['-98765432109876', '33']) {
      const text = yaml.text.replace('prefix-length: 24', `prefix-length: ${length}`);
      const verdict = validateHosts([{ host, document: readNmstate(text, { file: file! }) }], cluster);
      expect(verdict.ok).toBe(false);
    }
  });

  test('with a gateway outside of the subnet have a problem of their own', () => {
    const verdict = validateHosts(set(...masters, row('worker-1', 21, { gateway: '10.20.31.1' })), cluster);
    expect(verdict.hosts[3]!.problems.filter(({ level }) => level === 'error')).toMatchObject([
      { rule: 'BR08' },
    ]);
  });
});

describe('the cluster', () => {
  test('is read from install-config.yaml', () => {
    expect(
      readClusterNetwork(
        'metadata: {name: fleet-b}\ncontrolPlane: {replicas: 3}\ncompute: [{name: worker, replicas: 9}]\nnetworking:\n  clusterNetwork: [{cidr: 10.128.0.0/14, hostPrefix: 23}]\n  machineNetwork: [{cidr: 10.20.30.0/24}]\n  serviceNetwork: [172.30.0.0/16]\n  clusterNetworkMTU: 8900\nplatform:\n  baremetal: {apiVIPs: [10.20.30.5], ingressVIPs: [10.20.30.6]}\n',
      ),
    ).toEqual({ ...cluster, name: 'fleet-b', clusterMtu: 8900, masters: 3, workers: 9 });
  });

  test('is read from the short form', () => {
    expect(
      readClusterNetwork('machineNetwork: 10.0.0.0/24\napiVIPs: [10.0.0.5]\nmasters: 3\n'),
    ).toMatchObject({ machineNetworks: ['10.0.0.0/24'], apiVips: ['10.0.0.5'], masters: 3 });
  });

  test('rejects files without its settings, and invalid YAML', () => {
    expect(() => readClusterNetwork('a: 1\n', { file: 'c.yaml' })).toThrow(/contains no machine network/);
    expect(() => readClusterNetwork('a: [\n')).toThrow(/isn't valid YAML/);
  });
});
