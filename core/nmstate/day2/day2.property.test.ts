import fc from 'fast-check';
import { expect, test } from 'vitest';
import { setValue } from '../../base/document/edit/edit.ts';
import { readYaml } from '../../base/document/yaml-text.ts';
import { readNmstate } from '../model/document.ts';
import { modelOf } from '../model/model.ts';
import type { Fields } from '../model/values.ts';
import { applyState } from './apply-state.ts';
import { desiredState } from './desired-state.ts';
import { differences } from './differences.ts';
import { ovnAddresses } from './ovn-addresses.ts';
import { policyText } from './policy-text.ts';
import { refreshDayOne } from './refresh-day-one.ts';

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const record = <T>(shape: Record<string, fc.Arbitrary<T>>): fc.Arbitrary<Fields> =>
  fc
    .record(shape)
    .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));

const mtu = some(fc.constantFrom(1500, 9000, '9000'));
const v4 = fc
  .uniqueArray(fc.integer({ min: 2, max: 250 }), { maxLength: 3 })
  .map((hosts) => hosts.map((host) => ({ ip: `192.0.2.${host}`, 'prefix-length': 24 })));
const ipv4 = some(
  fc.oneof(
    fc.constant<Fields>({ enabled: false }),
    record<unknown>({
      enabled: fc.constant(true),
      dhcp: some(fc.boolean()),
      address: some(v4),
      'auto-dns': some(fc.boolean()),
    }),
  ),
);
const bond = (name: string) =>
  record<unknown>({
    name: fc.constant(name),
    type: fc.constant('bond'),
    state: some(fc.constant('up')),
    mtu,
    'link-aggregation': record<unknown>({
      mode: fc.constantFrom('802.3ad', 'active-backup'),
      port: fc.shuffledSubarray(['eno1', 'eno2', 'eno3'], { minLength: 1 }),
      options: some(
        record<unknown>({
          miimon: some(fc.constantFrom(100, 200)),
          updelay: some(fc.constantFrom(0, 200)),
          lacp_rate: some(fc.constantFrom('slow', 'fast')),
          min_links: some(fc.integer({ min: 0, max: 2 })),
        }),
      ),
    }),
  });
const vlan = (id: number) =>
  record<unknown>({
    name: fc.constant(`bond0.${id}`),
    type: fc.constant('vlan'),
    mtu,
    ipv4,
    ipv6: some(fc.constant({ enabled: false })),
    vlan: record<unknown>({
      'base-iface': fc.constant('bond0'),
      id: fc.constantFrom<unknown>(id, String(id)),
      protocol: some(fc.constantFrom('802.1q', '802.1ad')),
    }),
  });
const nic = (name: string) =>
  record<unknown>({ name: fc.constant(name), type: fc.constant('ethernet'), mtu, ipv4 });
const bridge = record<unknown>({
  name: fc.constant('br-ex'),
  type: fc.constant('ovs-bridge'),
  bridge: record<unknown>({
    port: fc.constantFrom<unknown>(
      [{ name: 'bond0' }, { name: 'br-ex' }],
      [{ name: 'br-ex' }, { name: 'bond0' }],
    ),
    options: some(record<unknown>({ 'mcast-snooping-enable': some(fc.boolean()), stp: some(fc.boolean()) })),
  }),
});
const internal = record<unknown>({
  name: fc.constant('br-ex'),
  type: fc.constant('ovs-interface'),
  'copy-mac-from': fc.constant('bond0'),
  mtu,
  ipv4,
});
const route = record<unknown>({
  destination: fc.constantFrom('0.0.0.0/0', '198.51.100.0/24', '198.51.100.9/24'),
  'next-hop-address': fc.constantFrom('192.0.2.1', '192.0.2.254'),
  'next-hop-interface': fc.constantFrom('br-ex', 'bond0.200'),
  'table-id': some(fc.constantFrom(254, 300)),
  metric: some(fc.constantFrom(100, -1)),
});
const list = fc.uniqueArray(fc.constantFrom('192.0.2.53', '192.0.2.54', '2001:db8::53'), { maxLength: 3 });
const state: fc.Arbitrary<Fields> = fc
  .tuple(
    fc.tuple(bond('bond0'), bridge, internal),
    fc.tuple(...['eno1', 'eno2'].map((name) => some(nic(name))), some(vlan(200)), some(vlan(300))),
    fc.array(route, { maxLength: 4 }),
    some(list),
    fc.uniqueArray(fc.constantFrom('tenant', 'storage'), { maxLength: 2 }),
    fc.constantFrom('br-ex', 'br1'),
  )
  .map(([fixed, optional, routes, dns, localnets, mapped]) => ({
    interfaces: [...optional.filter((iface) => iface !== undefined), ...fixed],
    routes: routes.length > 0 ? { config: routes } : undefined,
    'dns-resolver': dns && { config: { server: dns } },
    ovn:
      localnets.length > 0
        ? { 'bridge-mappings': localnets.map((localnet) => ({ localnet, bridge: mapped })) }
        : undefined,
  }));

/** Returns the state after a policy, via its text, without checking whether OVN-Kubernetes can follow. */
function throughPolicy(present: Fields, wanted: Fields): Fields {
  const [before, after] = [modelOf(present), modelOf(wanted)];
  const changes = differences(before, after).filter(({ kind }) => kind !== 'unchanged');
  const desired = desiredState(changes, before, after, ovnAddresses([], '4.18'));
  const text = policyText({
    name: 'p',
    target: { host: 'h' },
    maxUnavailable: 1,
    state: desired,
    comment: [],
  });
  return applyState(present, readNmstate(text).states[0]!.state.fields);
}
const left = (present: Fields, desired: Fields) =>
  differences(modelOf(present), modelOf(desired)).filter(({ kind }) => kind !== 'unchanged');

test('policies reach the wanted state, and their rollbacks restore the present state', () => {
  fc.assert(
    fc.property(state, state, (present, desired) => {
      const forth = throughPolicy(present, desired);
      expect(left(forth, desired)).toEqual([]);
      expect(left(throughPolicy(forth, present), present)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('a state has no differences from itself, and its policy changes nothing', () => {
  fc.assert(
    fc.property(state, (same) => {
      expect(differences(modelOf(same), modelOf(same))).toEqual([]);
      expect(throughPolicy(same, same)).toEqual(same);
    }),
    { numRuns: 40 },
  );
});

test('updates day-1 files with the changes of policies, after which nothing drifts', () => {
  const host = { name: 'worker-0', role: 'worker', nics: [], addresses: [], variables: {} };
  const yaml = (value: Fields) => setValue(readYaml(''), [], value).text;
  fc.assert(
    fc.property(state, state, (present, wanted) => {
      const [before, after] = [modelOf(present), modelOf(wanted)];
      const changes = differences(before, after).filter(({ kind }) => kind !== 'unchanged');
      const desired = desiredState(changes, before, after, ovnAddresses([], '4.18'));
      const policy = readNmstate(
        policyText({ name: 'p', target: { role: 'worker' }, maxUnavailable: 1, state: desired, comment: [] }),
      );
      const [first] = refreshDayOne([{ host, document: readNmstate(yaml(present)) }], [policy]);
      expect(first!.text).not.toContain('169.254.');
      const refreshed = readNmstate(first!.text);
      expect(left(refreshed.states[0]!.state.fields, wanted).filter(isReported)).toEqual([]);
      const [second] = refreshDayOne([{ host, document: refreshed }], [policy]);
      expect(second).toMatchObject({ drift: [], changed: [], text: first!.text });
    }),
    { numRuns: 50 },
  );
});

/** A day-1 file may omit a value that equals the default. */
function isReported({ kind, field }: { kind: string; field: readonly unknown[] }): boolean {
  return !(kind === 'added' && field.length > 0);
}
