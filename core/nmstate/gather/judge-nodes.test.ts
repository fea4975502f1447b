import { expect, test } from 'vitest';
import { judgeNodes } from './judge-nodes.ts';
import { type NodeOptions, reportOf } from './reports.fixture.ts';

const node = (name: string, options?: NodeOptions) => ({
  name,
  role: 'worker',
  state: options && reportOf(options),
});
const judge = (options: NodeOptions, clusterMtu?: number) =>
  judgeNodes([node('worker-0', options)], { clusterMtu })[0]!;

test('a node whose br-ex works has its uplink, addresses, MTU and creator', () => {
  expect(judge({}, 1400)).toEqual({
    ...{ name: 'worker-0', role: 'worker', ok: true, createdBy: 'nmstate' },
    ...{ uplink: ['bond0.100', 'bond0', 'eno1', 'eno2'], addresses: ['192.0.2.11/24'] },
    ...{ automatic: true, mtu: 1500, findings: [] },
  });
  expect(judge({ profile: 'ovs-if-br-ex' }).createdBy).toBe('configure-ovs');
  expect(judge({ profile: 'own' }).createdBy).toBe('unknown');
});

test.each<[string, NodeOptions, string]>([
  ['no bridge', { without: ['ovs-bridge', 'ovs-interface'] }, 'no bridge named br-ex'],
  ['a bridge that is down', { down: ['ovs-bridge'] }, 'bridge br-ex is down'],
  ['no interface', { without: ['ovs-interface'] }, 'no interface named br-ex'],
  ['an interface that is down', { down: ['ovs-interface'] }, 'interface br-ex is down'],
  ['a missing uplink', { without: ['bond0.100'] }, 'bond0.100 is down or missing'],
  ['an uplink that is down', { down: ['bond0'] }, 'bond0 is down or missing'],
  ['no address of its own', { address: null }, 'no IP address'],
  ['no default route', { gateway: null }, 'no default route'],
  ['a default route elsewhere', { gateway: 'eno9' }, 'uses eno9'],
  ['a default route of another table only', { gateway: null, otherTable: 'br-ex' }, 'no default route'],
  ['another one through br-ex', { gateway: 'eno9', otherTable: 'br-ex' }, 'uses eno9'],
  ['an MTU below that of the cluster', { mtu: 1450 }, 'must be at least 1500'],
  ['an uplink with a smaller MTU', { mtu: 9000, bondMtu: 1500 }, 'the MTU of bond0 is 1500'],
])('%s is an error', (_, options, message) => {
  const { ok, findings } = judge(options, 1400);
  expect(ok).toBe(false);
  expect(findings).toContainEqual({ level: 'error', message: expect.stringContaining(message) });
});

test('a NIC of a bond that is down is a warning', () => {
  expect(judge({ down: ['eno2'] })).toMatchObject({
    ok: true,
    findings: [{ level: 'warning', message: 'eno2 is down or missing' }],
  });
});

test('nodes without a report are errors, and nodes that differ are warnings', () => {
  const judged = judgeNodes([
    node('a', { profile: 'ovs-if-br-ex' }),
    node('b', { mtu: 9000 }),
    node('c'),
    node('d', { profile: undefined }),
  ]);
  expect(judged.map(({ ok }) => ok)).toEqual([true, true, false, true]);
  const messages = judged.map(({ findings }) => findings.map(({ message }) => message));
  expect(messages).toEqual([
    [
      expect.stringContaining('configure-ovs created br-ex'),
      expect.stringContaining('is 1500 on this node and 9000'),
    ],
    [],
    ['there is no NodeNetworkState of this node'],
    [expect.stringContaining('is 1500 on this node and 9000')],
  ]);
});
