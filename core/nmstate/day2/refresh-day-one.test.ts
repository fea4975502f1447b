import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { DHCP, GOOD } from '../br-ex/documents.fixture.ts';
import { readNmstate } from '../model/document.ts';
import type { Host } from '../model/host.ts';
import { answer, report } from './answers.fixture.ts';
import { applyState } from './apply-state.ts';
import { t } from './messages.ts';
import { refreshDayOne } from './refresh-day-one.ts';

const host: Host = { name: 'worker-0', role: 'worker', nics: [], addresses: [], variables: {} };
const COMMENTED = GOOD.replace(
  '  mtu: 9000\n  copy-mac-from: eno1',
  '  mtu: 9000 # as the switch\n  copy-mac-from: eno1',
);
const policy = (name: string, state: string, selector = '{kubernetes.io/hostname: worker-0}') =>
  readNmstate(
    `apiVersion: nmstate.io/v1\nkind: NodeNetworkConfigurationPolicy\nmetadata: {name: ${name}}\nspec:\n  nodeSelector: ${selector}\n  desiredState:\n${state.replaceAll(/^(?=.)/gm, '    ')}`,
    { file: `${name}.yaml` },
  );
const refresh = (text: string, ...others: ReturnType<typeof readNmstate>[]) =>
  refreshDayOne([{ host, document: readNmstate(text, { file: 'worker-0.yml' }) }], others)[0]!;

describe('day-1 documents and policies', () => {
  test('adds only the changes of policies, and leaves comments and masquerade addresses as they are', () => {
    const desiredText = COMMENTED.replace('192.0.2.53', '192.0.2.54').replace(
      'fast}',
      'fast, xmit_hash_policy: layer3+4}',
    );
    const { policy: text } = answer(COMMENTED, desiredText);
    const drift = refresh(COMMENTED, readNmstate(text!));
    expect(drift.text).toBe(desiredText);
    expect(drift).toMatchObject({
      host: 'worker-0',
      file: 'worker-0.yml',
      policies: ['br-ex-worker-0'],
      drift: [
        { what: 'bond0: xmit_hash_policy', to: 'layer3+4' },
        { what: 'DNS servers', from: '192.0.2.53', to: '192.0.2.54' },
      ],
      problems: [],
    });
    expect(drift.changed.length).toBe(2);
    expect(drift.node).toBeUndefined();
  });

  test('adds and removes interfaces, routes and mappings', () => {
    const added = policy(
      'more',
      'interfaces:\n- {name: bond0.200, type: vlan, state: up, vlan: {base-iface: bond0, id: 200}}\n- {name: bond0.201, type: vlan, state: up, vlan: {base-iface: bond0, id: 201}}\nroutes: {config: [{destination: 198.51.100.0/24, next-hop-interface: bond0.200}]}\novn: {bridge-mappings: [{localnet: a, bridge: br-ex}]}\n',
    );
    const more = refresh(GOOD, added);
    expect(more.drift.map(({ what }) => what)).toEqual([
      'VLAN bond0.200',
      'VLAN bond0.201',
      'route to 198.51.100.0/24',
      t('localnetLabel', { name: 'a' }),
    ]);
    const names = readNmstate(more.text).states[0]!.state.interfaces.map(({ name }) => name);
    expect(names.slice(-2)).toEqual(['bond0.200', 'bond0.201']);
    const less = refresh(
      more.text,
      policy(
        'less',
        'interfaces:\n- {name: bond0.200, type: vlan, state: absent}\n- {name: bond0.201, type: vlan, state: absent}\nroutes: {config: [{next-hop-interface: bond0.200, state: absent}]}\novn: {bridge-mappings: [{localnet: a, state: absent}]}\n',
      ),
    );
    expect(less.text).toBe(GOOD);
  });

  test('removes both entries of a duplicate route, but not the one between them', () => {
    const route = (hop: string) =>
      `  - {destination: 198.51.100.0/24, next-hop-interface: br-ex, next-hop-address: ${hop}}\n`;
    const [one, other] = [route('192.0.2.1'), route('192.0.2.254')];
    const text = `interfaces: []\nroutes:\n  config:\n${one}${other}${one}`;
    const removed = policy('gone', 'routes: {config: [{next-hop-address: 192.0.2.1, state: absent}]}\n');
    const { text: refreshed, drift } = refresh(text, removed);
    expect(refreshed).toBe(`interfaces: []\nroutes:\n  config:\n${other}`);
    expect(drift.length).toBe(1);
  });

  test('ignores policies of other hosts and roles, uses the last by name, and reports two for one interface', () => {
    const mtu = (value: number) => `interfaces:\n- {name: eno1, type: ethernet, mtu: ${value}}\n`;
    const drift = refresh(
      GOOD,
      policy('b', mtu(8000)),
      policy('a', mtu(7000), '{node-role.kubernetes.io/worker: ""}'),
      policy('c', mtu(6000), '{node-role.kubernetes.io/master: ""}'),
      policy('d', mtu(5000), '{kubernetes.io/hostname: worker-1}'),
    );
    expect(drift.policies).toEqual(['a', 'b']);
    expect(drift.drift).toMatchObject([{ what: 'MTU of eno1', from: '9000', to: '8000' }]);
    expect(drift.problems).toMatchObject([
      {
        rule: 'adopt-overlap',
        file: 'b.yaml',
        message: t('policiesOverlap', { other: 'a', name: 'b', iface: 'eno1', host: 'worker-0' }),
      },
    ]);
  });

  test('reports and ignores policies with other labels or captured values', () => {
    const drift = refresh(
      GOOD,
      policy('rack', 'interfaces: [{name: eno1, type: ethernet, mtu: 1500}]\n', '{rack: a1}'),
      policy(
        'captured',
        'interfaces: [{name: "{{ capture.gw.interfaces.0.name }}", type: ethernet, mtu: 1500}]\n',
      ),
    );
    expect(drift).toMatchObject({ policies: [], drift: [], text: GOOD });
    expect(drift.problems.map(({ rule, file }) => [rule, file])).toEqual([
      ['adopt-capture', 'captured.yaml'],
      ['adopt-selector', 'rack.yaml'],
    ]);
  });

  test('compares cluster.yml with the policies for its role', () => {
    const dns = 'dns-resolver: {config: {server: [192.0.2.9]}}\n';
    const drifts = refreshDayOne(
      [],
      [policy('all', dns, '{node-role.kubernetes.io/worker: ""}'), policy('one', dns)],
      [
        { role: 'worker', document: readNmstate(DHCP) },
        { role: 'master', document: readNmstate(DHCP) },
        { role: undefined, document: readNmstate(DHCP) },
      ],
    );
    expect(drifts).toMatchObject([
      { host: 'cluster', role: 'worker', policies: ['all'], drift: [{ what: 'DNS servers' }] },
      { host: 'cluster', role: 'master', policies: [], drift: [] },
    ]);
  });

  test('a copied MAC address equals the permanent one of the NIC, because reports have no copy-mac-from', () => {
    const mac = (own: string) => {
      const state = parse(DHCP) as { interfaces: Record<string, unknown>[] };
      const { 'copy-mac-from': _, ...internal } = state.interfaces[2]!;
      const nic = {
        ...state.interfaces[0],
        'mac-address': own,
        'permanent-mac-address': '52:54:00:00:00:01',
      };
      const interfaces = [nic, state.interfaces[1], { ...internal, 'mac-address': own.toUpperCase() }];
      return refresh(DHCP, readNmstate(report(stringify({ interfaces })))).node!.map(({ what }) => what);
    };
    expect(mac('52:54:00:00:00:01')).toEqual([]);
    expect(mac('52:54:00:00:00:02')).toEqual(['br-ex: copy-mac-from']);
  });

  test('reports the differences of a node', () => {
    const node = readNmstate(
      report(
        GOOD.replace('server: [192.0.2.53]', 'server: [192.0.2.99]').replace('miimon: 100', 'miimon: 200'),
      ),
    );
    const drift = refresh(GOOD, node);
    expect(drift.drift).toEqual([]);
    expect(drift.node).toMatchObject([
      { what: 'bond0: miimon', from: '200', to: '100' },
      { what: 'DNS servers', from: '192.0.2.99', to: '192.0.2.53' },
    ]);
    expect(refresh(GOOD, readNmstate(report(GOOD))).node).toEqual([]);
    expect(refresh(GOOD, readNmstate(report(GOOD).replace('worker-0', 'worker-1'))).node).toBeUndefined();
  });
});

describe('NMState applies a desired state', () => {
  const present = {
    interfaces: [
      {
        name: 'bond0',
        type: 'bond',
        mtu: 9000,
        ipv4: { enabled: true, address: [{ ip: '192.0.2.1' }] },
        'link-aggregation': {
          mode: '802.3ad',
          port: ['a', 'b'],
          options: { miimon: 100, lacp_rate: 'fast' },
        },
      },
      { name: 'br-ex', type: 'ovs-bridge' },
      { name: 'br-ex', type: 'ovs-interface', 'ovs-db': { external_ids: { a: '1', b: '2' } } },
    ],
    'dns-resolver': { config: { server: ['192.0.2.53'], search: ['lab.example'] } },
    routes: {
      config: [
        { destination: '0.0.0.0/0', 'next-hop-interface': 'br-ex', 'next-hop-address': '192.0.2.1' },
        { destination: '198.51.100.0/24', 'next-hop-interface': 'eno5', 'table-id': 300 },
      ],
    },
  };
  test.each([
    [
      'mappings are merged, lists are replaced',
      { interfaces: [{ name: 'bond0', type: 'bond', 'link-aggregation': { port: ['c'] } }] },
      {
        interfaces: [
          { mtu: 9000, 'link-aggregation': { mode: '802.3ad', port: ['c'], options: { miimon: 100 } } },
          {},
          {},
        ],
      },
    ],
    [
      'another mode resets the options',
      { interfaces: [{ name: 'bond0', type: 'bond', 'link-aggregation': { mode: 'active-backup' } }] },
      { interfaces: [{ 'link-aggregation': { mode: 'active-backup', port: ['a', 'b'] } }, {}, {}] },
    ],
    [
      'two interfaces of one name are separate',
      { interfaces: [{ name: 'br-ex', type: 'ovs-interface', state: 'absent' }] },
      { interfaces: [{}, { type: 'ovs-bridge' }] },
    ],
    [
      'null removes a key',
      { interfaces: [{ name: 'br-ex', type: 'ovs-interface', 'ovs-db': { external_ids: { a: null } } }] },
      { interfaces: [{}, {}, { 'ovs-db': { external_ids: { b: '2' } } }] },
    ],
    [
      'an empty resolver removes all servers',
      { 'dns-resolver': { config: {} } },
      { 'dns-resolver': { config: {} } },
    ],
    [
      'an absent route removes all matching routes',
      { routes: { config: [{ 'next-hop-interface': 'eno5', state: 'absent' }] } },
      { routes: { config: [{ destination: '0.0.0.0/0' }] } },
    ],
  ])('%s', (_, desired, expected) => {
    expect(applyState(present, desired)).toMatchObject(expected);
  });

  test('another mode leaves no options, and disabled IP no addresses', () => {
    const after = applyState(present, {
      interfaces: [
        {
          name: 'bond0',
          type: 'bond',
          ipv4: { enabled: false },
          'link-aggregation': { mode: 'active-backup' },
        },
      ],
    }) as { interfaces: { ipv4: object; 'link-aggregation': object }[] };
    expect(after.interfaces[0]!.ipv4).toEqual({ enabled: false });
    expect(after.interfaces[0]!['link-aggregation']).not.toHaveProperty('options', expect.anything());
  });
});
