import { describe, expect, test } from 'vitest';
import { DHCP, DUAL, GOOD } from '../br-ex/documents.fixture.ts';
import { readNmstate } from '../model/document.ts';
import { modelOf } from '../model/model.ts';
import { problemsOf } from '../validation/checked.fixture.ts';
import { answer, cut, stateOf } from './answers.fixture.ts';
import { applyState } from './apply-state.ts';
import { differences } from './differences.ts';
import { t } from './messages.ts';
import type { PolicyOptions } from './policy-for.ts';

/** The state of a node with the present document after the policy. */
const after = (present: string, policy: string) =>
  modelOf(applyState(stateOf(present), readNmstate(policy).states[0]!.state.fields));

const WITH_VLAN = cut(
  '- name: bond0.110\n',
  '- {name: bond0.200, type: vlan, state: up, vlan: {base-iface: bond0, id: 200}}\n- name: bond0.110\n',
);
const BRIDGE =
  '- {name: br1, type: linux-bridge, state: up, bridge: {port: [{name: eno5}]}}\n- name: br-ex\n  type: ovs-bridge\n';

interface Allowed {
  what: string;
  from?: string;
  change: (text: string) => string;
  changes: readonly Record<string, unknown>[];
  /** Whether the policy contains br-ex. */
  brEx: boolean;
  problems?: readonly (string | RegExp)[];
  options?: Partial<PolicyOptions>;
}

const ALLOWED: readonly Allowed[] = [
  {
    what: 'DNS servers',
    change: cut('[192.0.2.53]', '[192.0.2.54, 192.0.2.55]'),
    changes: [{ kind: 'dns', what: 'DNS servers', from: '192.0.2.53', to: '192.0.2.54, 192.0.2.55' }],
    brEx: true,
  },
  {
    what: 'removed DNS search domains',
    from: GOOD.replace('{server:', '{search: [lab.example], server:'),
    change: cut('search: [lab.example], '),
    changes: [{ kind: 'dns', what: 'DNS search domains', from: 'lab.example' }],
    brEx: true,
  },
  {
    what: 'MTU',
    from: GOOD.replaceAll('9000', '1500'),
    change: (text) => text.replaceAll('1500', '9000'),
    changes: [
      { kind: 'mtu', what: 'MTU of eno1', from: '1500', to: '9000' },
      { what: 'MTU of eno2' },
      { what: 'MTU of bond0' },
      { what: 'MTU of br-ex', how: t('mtuRaisedText') },
    ],
    brEx: true,
    problems: [t('mtuOfNodesOnly')],
  },
  {
    what: "a lower MTU if the cluster isn't known",
    change: (text) => text.replaceAll('9000', '1500'),
    changes: [{}, {}, {}, { what: 'MTU of br-ex', from: '9000', to: '1500' }],
    brEx: true,
    problems: [t('mtuUnverified', { from: 9000, to: 1500 })],
  },
  {
    what: 'a VLAN on the uplink',
    change: WITH_VLAN,
    changes: [
      {
        kind: 'vlan',
        what: 'VLAN bond0.200',
        to: '200 on bond0',
        how: t('createdOnText', { base: 'bond0' }),
      },
    ],
    brEx: true,
  },
  {
    what: 'a removed VLAN',
    from: WITH_VLAN(GOOD),
    change: cut('- {name: bond0.200, type: vlan, state: up, vlan: {base-iface: bond0, id: 200}}\n'),
    changes: [{ kind: 'vlan', what: 'VLAN bond0.200', from: '200 on bond0', how: /state: absent/ }],
    brEx: true,
  },
  {
    what: 'an option of the bond',
    change: cut('lacp_rate: fast', 'lacp_rate: fast, xmit_hash_policy: layer3+4'),
    changes: [{ kind: 'bond', what: 'bond0: xmit_hash_policy', to: 'layer3+4', disruptive: false }],
    brEx: true,
  },
  {
    what: 'an option that the document no longer sets',
    change: cut(', lacp_rate: fast'),
    changes: [
      {
        kind: 'bond',
        what: 'bond0: lacp_rate',
        from: 'fast',
        how: t('resetText', { value: 'slow' }),
      },
    ],
    brEx: true,
  },
  {
    what: 'the mode of the bond',
    change: (text) =>
      text
        .replace('mode: 802.3ad', 'mode: active-backup')
        .replace('{miimon: 100, lacp_rate: fast}', '{miimon: 100}'),
    changes: [{ kind: 'bond', what: 'bond0: mode', from: '802.3ad', to: 'active-backup', disruptive: true }],
    brEx: true,
    problems: [t('bondModeChange', { name: 'bond0', mode: 'active-backup' })],
  },
  {
    what: 'a port of the bond',
    change: cut('port: [eno1, eno2]', 'port: [eno2]'),
    changes: [{ kind: 'bond', what: 'bond0: ports', from: 'eno1, eno2', to: 'eno2' }],
    brEx: true,
    problems: [t('bondMacPortRemoved', { name: 'bond0', ports: 'eno1', count: 1 })],
  },
  {
    what: 'a second address',
    change: cut('prefix-length: 24}]', 'prefix-length: 24}, {ip: 192.0.2.121, prefix-length: 24}]'),
    changes: [
      {
        kind: 'address',
        what: 'IPv4 addresses of br-ex',
        from: '192.0.2.21/24',
        to: '192.0.2.21/24, 192.0.2.121/24',
      },
    ],
    brEx: true,
  },
  {
    what: 'a second family',
    change: () => DUAL,
    changes: [
      { what: 'IPv6 of br-ex: enabled' },
      { what: 'IPv6 of br-ex: dhcp' },
      { what: 'IPv6 of br-ex: autoconf' },
      { what: 'IPv6 addresses of br-ex', to: '2001:db8:1::21/64' },
      { kind: 'route', what: 'route to ::/0', to: 'via fe80::1 on br-ex' },
    ],
    brEx: true,
    problems: [t('gatewayChange'), /^A policy can't undo this change: IPv6 can't be disabled on br-ex/],
  },
  {
    what: 'the gateway',
    change: cut('next-hop-address: 192.0.2.1,', 'next-hop-address: 192.0.2.2,'),
    changes: [
      { kind: 'route', to: 'via 192.0.2.2 on br-ex' },
      { kind: 'route', from: 'via 192.0.2.1 on br-ex' },
    ],
    brEx: true,
    problems: [t('gatewayChange')],
  },
  {
    what: 'another bridge with its OVN network',
    change: (text) =>
      `${cut('- name: br-ex\n  type: ovs-bridge\n', BRIDGE)(text)}ovn: {bridge-mappings: [{localnet: tenant, bridge: br-ex}]}\n`,
    changes: [
      { kind: 'bridge', what: 'Linux bridge br1', to: 'eno5' },
      { kind: 'localnet', what: t('localnetLabel', { name: 'tenant' }), to: 'br-ex' },
    ],
    brEx: false,
  },
  {
    what: 'routes and rules of other interfaces',
    from: GOOD.replace(
      'interfaces:\n',
      'interfaces:\n- {name: eno9, type: ethernet, state: up, ipv4: {enabled: true, address: [{ip: 203.0.113.7, prefix-length: 24}]}}\n',
    ),
    change: (text) =>
      `${text}  - {destination: 198.51.100.0/24, next-hop-address: 203.0.113.1, next-hop-interface: eno9, table-id: 300}\nroute-rules: {config: [{ip-from: 198.51.100.7/32, route-table: 300}]}\n`,
    changes: [
      { kind: 'route', to: 'via 203.0.113.1 on eno9 in table 300' },
      { kind: 'rule', what: 'routing rule', to: 'ip-from 198.51.100.7/32, route-table 300' },
    ],
    brEx: false,
  },
];

describe('changes of a running node', () => {
  test.each(ALLOWED.map((row) => [row.what, row] as const))('%s', (_, row) => {
    const present = row.from ?? GOOD;
    const desired = row.change(present);
    const result = answer(present, desired, row.options);
    expect(
      result.problems.filter(({ level }) => level === 'error'),
      'no errors',
    ).toEqual([]);
    expect(result.allowed).toBe(true);
    expect(result.changes).toHaveLength(row.changes.length);
    result.changes.forEach((change, index) => {
      const { how, ...expected } = row.changes[index]!;
      expect(change).toMatchObject({ ...expected, allowed: true });
      if (how instanceof RegExp) expect(change.how).toMatch(how);
      else if (how !== undefined) expect(change.how).toEqual(how);
    });
    for (const wording of row.problems ?? [])
      expect(result.problems.map(({ message }) => message)).toContainEqual(
        typeof wording === 'string' ? wording : expect.stringMatching(wording),
      );
    expect(
      result.problems.filter(
        ({ message, rule }) =>
          rule.startsWith('day2') &&
          !(row.problems ?? []).some((wording) =>
            typeof wording === 'string' ? wording === message : wording.test(message),
          ),
      ),
    ).toEqual([]);
    expect(result.brEx).toBe(row.brEx);

    // The policy is valid, contains the masquerade address if it contains br-ex, and reaches the desired state.
    const policy = result.policy!;
    expect(
      problemsOf(policy, { openShiftVersion: '4.18' }).filter(({ level }) => level === 'error'),
      policy,
    ).toEqual([]);
    expect(policy.includes('169.254.0.2')).toBe(row.brEx);
    expect(policy).toContain('kubernetes.io/hostname: worker-0');
    expect(policy.includes('maxUnavailable: 1\n')).toBe(row.brEx);
    expect(differences(after(present, policy), modelOf(stateOf(desired)))).toEqual([]);

    // Its rollback restores the present state, and the rollback of the rollback is the policy.
    const { rollback } = result;
    const forth = applyState(stateOf(present), stateOfPolicy(policy));
    expect(
      differences(modelOf(applyState(forth, stateOfPolicy(rollback!))), modelOf(stateOf(present))),
    ).toEqual([]);
    const again = answer(desired, present, row.options);
    if (again.allowed) {
      expect(withoutComment(again.policy!)).toBe(withoutComment(rollback!));
      expect(withoutComment(again.rollback!)).toBe(withoutComment(policy));
    }
  });

  const stateOfPolicy = (text: string) => readNmstate(text).states[0]!.state.fields;
  const withoutComment = (text: string) => text.replaceAll(/^#.*\n/gm, '');

  test('a removed route without a metric removes all that match it, so the others are written again', () => {
    const route = '{destination: 198.51.100.0/24, next-hop-address: 192.0.2.1, next-hop-interface: br-ex';
    const remains = `${GOOD}  - ${route}, metric: 100}\n`;
    const policy = stateOfPolicy(answer(`${remains}  - ${route}}\n`, remains).policy!);
    expect(policy.routes).toMatchObject({ config: [{ state: 'absent' }, { metric: 100 }] });
    const left = modelOf(applyState(stateOf(`${remains}  - ${route}}\n`), policy));
    expect(differences(left, modelOf(stateOf(remains)))).toEqual([]);
  });

  test('a desired state keeps the sections that it leaves undefined', () => {
    const wanted = GOOD.replaceAll('mtu: 9000', 'mtu: 8900');
    const present = `${GOOD}hostname: {config: w1}\novs-db: {external_ids: {a: b}}\n`;
    const { desired } = answer(present, `${wanted}hostname: {config: w1}\novs-db: {external_ids: {a: b}}\n`);
    const left = applyState(stateOf(present), desired!);
    for (const section of ['dns-resolver', 'hostname', 'ovs-db', 'routes'])
      expect(left[section]).toEqual(stateOf(present)[section]);
  });

  test('no changes are allowed and result in no policy', () => {
    for (const text of [GOOD, DHCP, DUAL]) {
      const result = answer(text, `# a comment\n${text}`);
      expect(result).toMatchObject({ allowed: true, changes: [] });
      expect(result.policy).toBeUndefined();
    }
    // Other spellings of the same values aren't changes.
    const reported = GOOD.replace('port: [eno1, eno2]', 'port: [eno2, eno1]')
      .replace('mode: 802.3ad', 'mode: "4"')
      .replace('id: 110', 'id: "110"')
      .replace('destination: 0.0.0.0/0,', 'destination: 0.0.0.0/0, table-id: 254, metric: -1,');
    expect(answer(GOOD, reported).changes).toEqual([]);
  });
});

test('warns about a removed MTU below br-ex', () => {
  const desired = GOOD.replace('mtu: 9000\n  copy-mac-from: eno1', 'copy-mac-from: eno1');
  expect(answer(GOOD, desired).problems).toMatchObject([
    {
      rule: 'day2-mtu',
      level: 'warning',
      message: t('mtuReset', { name: 'bond0', to: 9000 }),
    },
  ]);
});

test("reports settings that NMState can't reset", () => {
  const present = GOOD.replace(
    '{name: eno1, type: ethernet,',
    '{name: eno1, type: ethernet, ethtool: {feature: {rx-checksum: false}},',
  );
  const result = answer(present, GOOD);
  expect(result).toMatchObject({
    allowed: true,
    changes: [{ what: 'eno1: ethtool.feature.rx-checksum', how: t('unchangedText') }],
    problems: [
      {
        rule: 'day2-unchanged',
        message: t('settingUnchangedValue', {
          name: 'eno1',
          field: 'ethtool.feature.rx-checksum',
          value: 'false',
        }),
      },
    ],
  });
  expect(result.policy).toBeUndefined();
});

test('hides secrets', () => {
  const secured = (password: string) =>
    GOOD.replace(
      '{name: eno1, type: ethernet,',
      `{name: eno1, type: ethernet, 802.1x: {identity: host, eap-methods: [tls], private-key-password: ${password}},`,
    );
  const { changes, problems } = answer(secured('first-one'), secured('second-one'));
  expect(changes).toMatchObject([{ from: 'a secret', to: 'a secret' }]);
  expect(JSON.stringify([changes, problems])).not.toMatch(/first-one|second-one/);
});
