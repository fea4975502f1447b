import { describe, expect, test } from 'vitest';
import { DHCP, DUAL, GOOD, POLICY } from '../br-ex/documents.fixture.ts';
import { problemsOf } from '../checked.fixture.ts';
import { readNmstate } from '../document.ts';
import { modelOf } from '../model.ts';
import type { Fields } from '../values.ts';
import { applyState } from './apply-state.ts';
import { differences } from './differences.ts';
import { type PolicyAnswer, type PolicyOptions, policyFor } from './policy-for.ts';

const cut =
  (from: string, to = '') =>
  (text: string) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };
const answer = (present: string, wanted: string, options: Partial<PolicyOptions> = {}): PolicyAnswer =>
  policyFor(readNmstate(present, { file: 'present.yml' }), readNmstate(wanted, { file: 'wanted.yml' }), {
    host: 'worker-0',
    openShiftVersion: '4.18',
    ...options,
  } as PolicyOptions);
const stateOf = (text: string): Fields => readNmstate(text).states[0]!.state.fields;
/** What a node that has the present document has after the policy. */
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
  /** Whether the policy holds br-ex. */
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
    what: 'DNS search domains taken away again',
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
      { what: 'MTU of br-ex', how: expect.stringMatching(/^Raised in one go/) },
    ],
    brEx: true,
    problems: [/^Pods keep the MTU of the cluster network/],
  },
  {
    what: 'a lower MTU, when nothing is known of the cluster',
    change: (text) => text.replaceAll('9000', '1500'),
    changes: [{}, {}, {}, { what: 'MTU of br-ex', from: '9000', to: '1500' }],
    brEx: true,
    problems: [/^br-ex gets MTU 1500 instead of 9000/],
  },
  {
    what: 'a VLAN on the uplink',
    change: WITH_VLAN,
    changes: [
      {
        kind: 'vlan',
        what: 'VLAN bond0.200',
        to: '200 on bond0',
        how: 'A new VLAN on bond0, which stays what it is.',
      },
    ],
    brEx: true,
  },
  {
    what: 'a VLAN taken away',
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
    what: 'an option of the bond that is no longer said',
    change: cut(', lacp_rate: fast'),
    changes: [
      {
        kind: 'bond',
        what: 'bond0: lacp_rate',
        from: 'fast',
        how: 'Set back to slow: left out, it would stay as it is.',
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
    problems: [/^bond0 is made anew in mode active-backup/],
  },
  {
    what: 'a port of the bond',
    change: cut('port: [eno1, eno2]', 'port: [eno2]'),
    changes: [{ kind: 'bond', what: 'bond0: ports', from: 'eno1, eno2', to: 'eno2' }],
    brEx: true,
    problems: ['bond0 loses eno1, the NIC its MAC address is from'],
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
      { kind: 'route', what: 'route to ::/0', to: 'via fe80::1 by br-ex' },
    ],
    brEx: true,
    problems: [/^The default route of br-ex changes/, /^Going back is more than a policy can do/],
  },
  {
    what: 'the gateway',
    change: cut('next-hop-address: 192.0.2.1,', 'next-hop-address: 192.0.2.2,'),
    changes: [
      { kind: 'route', to: 'via 192.0.2.2 by br-ex' },
      { kind: 'route', from: 'via 192.0.2.1 by br-ex' },
    ],
    brEx: true,
    problems: [/^The default route of br-ex changes: OVN-Kubernetes reads the gateway when it starts/],
  },
  {
    what: 'another bridge with its OVN network',
    change: (text) =>
      `${cut('- name: br-ex\n  type: ovs-bridge\n', BRIDGE)(text)}ovn: {bridge-mappings: [{localnet: tenant, bridge: br-ex}]}\n`,
    changes: [
      { kind: 'bridge', what: 'Linux bridge br1', to: 'eno5' },
      { kind: 'localnet', what: 'network tenant of OVN', to: 'br-ex' },
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
      { kind: 'route', to: 'via 203.0.113.1 by eno9 in table 300' },
      { kind: 'rule', what: 'routing rule', to: 'ip-from 198.51.100.7/32, route-table 300' },
    ],
    brEx: false,
  },
];

describe('what a running node can be changed to', () => {
  test.each(ALLOWED.map((row) => [row.what, row] as const))('%s', (_, row) => {
    const present = row.from ?? GOOD;
    const wanted = row.change(present);
    const result = answer(present, wanted, row.options);
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

    // The policy keeps to every rule itself, holds OVN's address with br-ex, and does what it says.
    const policy = result.policy!;
    expect(
      problemsOf(policy, { openShiftVersion: '4.18' }).filter(({ level }) => level === 'error'),
      policy,
    ).toEqual([]);
    expect(policy.includes('169.254.0.2')).toBe(row.brEx);
    expect(policy).toContain('kubernetes.io/hostname: worker-0');
    expect(policy.includes('maxUnavailable: 1\n')).toBe(row.brEx);
    expect(differences(after(present, policy), modelOf(stateOf(wanted)))).toEqual([]);

    // Its rollback leads back, and the rollback of that is the policy again.
    const { rollback } = result;
    const forth = applyState(stateOf(present), stateOfPolicy(policy));
    expect(
      differences(modelOf(applyState(forth, stateOfPolicy(rollback!))), modelOf(stateOf(present))),
    ).toEqual([]);
    const again = answer(wanted, present, row.options);
    if (again.allowed) {
      expect(withoutComment(again.policy!)).toBe(withoutComment(rollback!));
      expect(withoutComment(again.rollback!)).toBe(withoutComment(policy));
    }
  });

  const stateOfPolicy = (text: string) => readNmstate(text).states[0]!.state.fields;
  const withoutComment = (text: string) => text.replaceAll(/^#.*\n/gm, '');

  test('nothing to do is allowed, and makes no policy', () => {
    for (const text of [GOOD, DHCP, DUAL]) {
      const result = answer(text, `# a comment\n${text}`);
      expect(result).toMatchObject({ allowed: true, changes: [] });
      expect(result.policy).toBeUndefined();
    }
    // Another way to say the same is no change.
    const said = GOOD.replace('port: [eno1, eno2]', 'port: [eno2, eno1]')
      .replace('mode: 802.3ad', 'mode: "4"')
      .replace('id: 110', 'id: "110"')
      .replace('destination: 0.0.0.0/0,', 'destination: 0.0.0.0/0, table-id: 254, metric: -1,');
    expect(answer(GOOD, said).changes).toEqual([]);
  });
});

interface Refused {
  rule: string;
  from?: string;
  change: (text: string) => string;
  message: string | RegExp;
  path?: string;
  options?: Partial<PolicyOptions>;
}

const REFUSED: readonly Refused[] = [
  {
    rule: 'day2-uplink',
    change: (text) => text.replaceAll('bond0.110', 'bond0.111'),
    message:
      /^The uplink of br-ex cannot change from bond0\.110 to bond0\.111: OVN-Kubernetes keeps the port/,
    path: 'interfaces[4].bridge.port[0]',
  },
  {
    rule: 'day2-uplink',
    change: cut('id: 110', 'id: 120'),
    message: /^The VLAN bond0\.110, which carries br-ex, cannot change from 110 to 120/,
    path: 'interfaces[3].vlan.id',
  },
  {
    rule: 'day2-uplink',
    change: cut('base-iface: bond0', 'base-iface: eno1'),
    message: /^bond0\.110, which carries br-ex, cannot move from bond0 to eno1/,
  },
  {
    rule: 'day2-uplink',
    from: DHCP,
    change: cut('type: ethernet, state: up', 'type: ethernet, state: down'),
    message: /^eno1, which carries br-ex, cannot be down/,
  },
  {
    rule: 'day2-uplink',
    from: DHCP,
    change: cut('{name: eno1, type: ethernet', '{name: eno1, type: dummy'),
    message: /^eno1, which carries br-ex, cannot become dummy instead of ethernet/,
  },
  {
    rule: 'day2-uplink',
    from: DHCP.replace(
      'type: ethernet',
      'type: ethernet, identifier: mac-address, mac-address: "52:54:00:00:00:01"',
    ),
    change: cut('52:54:00:00:00:01', '52:54:00:00:00:02'),
    message: /cannot become the NIC with 52:54:00:00:00:02 instead of 52:54:00:00:00:01/,
  },
  {
    rule: 'day2-bridge-gone',
    change: (text) => text.replace(/- name: br-ex\n {2}type: ovs-bridge\n(?: {2}.*\n)+/, ''),
    message: /^br-ex cannot be taken away or down/,
  },
  {
    rule: 'day2-bridge-name',
    change: (text) =>
      text.replaceAll('name: br-ex', 'name: br-new').replace('interface: br-ex', 'interface: br-new'),
    message: 'br-ex cannot be called br-new: OVN-Kubernetes knows its bridge by the name br-ex',
  },
  {
    rule: 'day2-bridge-new',
    from: 'interfaces:\n- {name: eno1, type: ethernet, state: up, ipv4: {enabled: true, dhcp: true}}\n',
    change: () => DHCP,
    message: /^The present document does not build br-ex: .*configure-ovs/,
  },
  {
    rule: 'day2-primary-address',
    change: cut('ip: 192.0.2.21', 'ip: 192.0.2.22'),
    message:
      'The primary IPv4 address of br-ex cannot change from 192.0.2.21/24 to 192.0.2.22/24: the node is known to the cluster and to OVN by it',
    path: 'interfaces[5].ipv4.address',
  },
  {
    rule: 'day2-primary-address',
    change: cut('prefix-length: 24}', 'prefix-length: 25}'),
    message: /cannot change from 192\.0\.2\.21\/24 to 192\.0\.2\.21\/25/,
  },
  {
    rule: 'day2-primary-address',
    change: cut(
      'dhcp: false\n    address: [{ip: 192.0.2.21, prefix-length: 24}]',
      'dhcp: true\n    auto-route-metric: 48',
    ),
    message: /^br-ex cannot change from 192\.0\.2\.21\/24 to DHCP: it may get another address/,
  },
  {
    rule: 'day2-primary-address',
    from: DHCP,
    change: (text) =>
      `${cut('{enabled: true, dhcp: true, auto-route-metric: 48}', '{enabled: true, dhcp: false, address: [{ip: 192.0.2.21, prefix-length: 24}]}')(text)}dns-resolver: {config: {server: [192.0.2.53]}}\nroutes: {config: [{destination: 0.0.0.0/0, next-hop-address: 192.0.2.1, next-hop-interface: br-ex}]}\n`,
    message:
      /^br-ex cannot change from DHCP to 192\.0\.2\.21\/24: nothing here shows that the node has this address/,
  },
  {
    rule: 'day2-primary-address',
    from: DUAL,
    change: () => GOOD,
    message: /^IPv6 of br-ex cannot be switched off \(2001:db8:1::21\/64\)/,
  },
  {
    rule: 'day2-mac',
    change: cut('copy-mac-from: eno1', 'copy-mac-from: eno2'),
    message:
      "br-ex cannot take its MAC address from eno2 instead of eno1: OVN's router of the node keeps the one it started with",
  },
  {
    rule: 'day2-hostname',
    from: `${GOOD}hostname: {config: worker-0}\n`,
    change: cut('config: worker-0', 'config: worker-9'),
    message: /^The name of the node cannot become worker-9: it is worker-0 in the cluster/,
    path: 'hostname.config',
  },
  {
    rule: 'day2-mtu',
    change: (text) => text.replaceAll('9000', '1500'),
    options: {
      cluster: {
        machineNetworks: [],
        apiVips: [],
        ingressVips: [],
        serviceNetworks: [],
        clusterNetworks: [],
        clusterMtu: 8900,
      },
    },
    message:
      'br-ex cannot have MTU 1500: the cluster network has 8900 and needs 9000, and OVN-Kubernetes does not start below that',
  },
  {
    rule: 'bond-option-mode',
    change: cut('mode: 802.3ad', 'mode: active-backup'),
    message: /lacp_rate is refused by the kernel in mode active-backup/,
  },
];

describe('what OVN-Kubernetes cannot follow is refused with the reason', () => {
  test.each(REFUSED.map((row) => [`${row.rule}: ${row.message}`, row] as const))('%s', (_, row) => {
    const present = row.from ?? GOOD;
    const result = answer(present, row.change(present), row.options);
    expect(result).toMatchObject({ allowed: false });
    expect(result.policy).toBeUndefined();
    expect(result.rollback).toBeUndefined();
    const problem = result.problems.find(({ rule }) => rule === row.rule);
    expect(problem, JSON.stringify(result.problems, null, 1)).toMatchObject({
      level: 'error',
      file: 'wanted.yml',
    });
    if (typeof row.message === 'string') expect(problem!.message).toBe(row.message);
    else expect(problem!.message).toMatch(row.message);
    if (row.path) expect(problem!.path).toBe(row.path);
    expect(problem!.remedy).not.toBe('');
    expect(problem!.line).toBeGreaterThan(0);
    // The change that is refused says why.
    if (row.rule.startsWith('day2'))
      expect(result.changes.filter(({ allowed }) => !allowed).map(({ how }) => how)).toContain(
        problem!.message,
      );
  });

  test('a MAC that comes from the same NIC by another way is no other MAC', () => {
    const wanted = GOOD.replace('copy-mac-from: bond0.110', 'copy-mac-from: eno1');
    expect(answer(GOOD, wanted)).toMatchObject({
      allowed: true,
      changes: [{ what: 'br-ex: copy-mac-from', from: 'bond0.110', to: 'eno1' }],
    });
  });

  test('documents that cannot be read, and reports as what is wanted', () => {
    expect(answer('interfaces: [', GOOD)).toMatchObject({
      allowed: false,
      problems: [{ rule: 'yaml', file: 'present.yml' }],
    });
    expect(answer(GOOD, 'kind: Pod\n')).toMatchObject({
      allowed: false,
      problems: [{ rule: 'no-state', level: 'error' }],
    });
    expect(answer(GOOD, report(GOOD))).toMatchObject({ allowed: false, problems: [{ rule: 'day2-report' }] });
  });
});

const report = (state: string) =>
  `kind: NodeNetworkState\nmetadata: {name: worker-0}\nstatus:\n  currentState:\n${state.replaceAll(/^(?=.)/gm, '    ')}`;

describe("OVN's masquerade address", () => {
  const wanted = GOOD.replace('192.0.2.53', '192.0.2.54');

  test.each([
    ['4.16.3', '169.254.169.2', 29],
    ['4.17.0', '169.254.0.2', 17],
    ['4.20', '169.254.0.2', 17],
  ])('a cluster installed as %s has %s', (version, ip, prefix) => {
    const { policy, problems } = answer(GOOD, wanted, { openShiftVersion: version });
    expect(policy).toContain(
      `- ip: 192.0.2.21\n              prefix-length: 24\n            - ip: ${ip}\n              prefix-length: ${prefix}\n`,
    );
    expect(problems.filter(({ rule }) => rule === 'day2-masquerade')).toEqual([]);
  });

  test('both families get theirs', () => {
    const { policy } = answer(DUAL, DUAL.replace('192.0.2.53', '192.0.2.54'), { openShiftVersion: '4.15' });
    expect(policy).toContain('ip: 169.254.169.2\n              prefix-length: 29');
    expect(policy).toContain('ip: fd69::2\n              prefix-length: 125');
  });

  test('with DHCP it is written beside it', () => {
    const changed = `${DHCP}dns-resolver: {config: {server: [192.0.2.53]}}\n`;
    const { policy, problems } = answer(DHCP, changed);
    expect(policy).toContain(
      'dhcp: true\n          auto-route-metric: 48\n          address:\n            - ip: 169.254.0.2',
    );
    expect(problems.map(({ rule }) => rule)).toContain('dns-auto');
  });

  test('it is read from what there is, and said to be guessed otherwise', () => {
    const earlier = POLICY(
      GOOD.replace('prefix-length: 24}]', 'prefix-length: 24}, {ip: 169.254.169.2, prefix-length: 29}]'),
    );
    const known = policyFor(readNmstate(earlier), readNmstate(wanted), { host: 'worker-0' });
    expect(known.changes).toHaveLength(1);
    expect(known.policy).toContain('ip: 169.254.169.2\n              prefix-length: 29');
    expect(known.problems).toEqual([]);
    const guessed = policyFor(readNmstate(GOOD), readNmstate(wanted), { host: 'worker-0' });
    expect(guessed.problems).toMatchObject([
      { rule: 'day2-masquerade', level: 'warning', message: expect.stringContaining('169.254.0.2/17') },
    ]);
  });

  test('nodes of releases without br-ex by NMState', () => {
    expect(answer(GOOD, wanted, { openShiftVersion: '4.14' }).problems).toMatchObject([
      { rule: 'day2-version', message: expect.stringContaining('OpenShift 4.14 has no br-ex by NMState') },
    ]);
  });
});

describe('the present state from the report of a node', () => {
  const reported = report(
    `${GOOD.replace(
      'address: [{ip: 192.0.2.21, prefix-length: 24}]',
      'address: [{ip: 192.0.2.21, prefix-length: 24}, {ip: 192.0.2.5, prefix-length: 32}, {ip: 169.254.169.2, prefix-length: 29}]',
    ).replace(
      'port: [{name: bond0.110}, {name: br-ex}]',
      'port: [{name: bond0.110}, {name: br-ex}, {name: patch-br-ex_worker-0-to-br-int}]',
    )}`,
  ).replace(
    '    interfaces:\n',
    '    interfaces:\n    - {name: lo, type: loopback, state: up, mtu: 65536}\n    - {name: 0a1b2c, type: veth, state: ignore}\n',
  );

  test('is compared with what the wanted document speaks of', () => {
    expect(policyFor(readNmstate(reported), readNmstate(GOOD), { host: 'worker-0' })).toMatchObject({
      allowed: true,
      changes: [],
    });
    const result = policyFor(readNmstate(reported), readNmstate(GOOD.replaceAll('mtu: 9000', 'mtu: 8000')), {
      host: 'worker-0',
    });
    expect(result.changes.map(({ what }) => what)).toEqual([
      'MTU of eno1',
      'MTU of eno2',
      'MTU of bond0',
      'MTU of br-ex',
    ]);
    expect(result.policy).not.toMatch(/veth|loopback|192\.0\.2\.5\n/);
    expect(result.policy).toContain('169.254.169.2');
    expect(result.rollback).not.toMatch(/veth|loopback|absent/);
    expect(result.rollback).toContain('mtu: 9000');
  });

  test('a primary address that the node does not have is refused; one that DHCP gave may be written down', () => {
    const moved = GOOD.replace('192.0.2.21', '192.0.2.99');
    expect(policyFor(readNmstate(reported), readNmstate(moved), { host: 'worker-0' })).toMatchObject({
      allowed: false,
    });
    const leased = reported.replace('dhcp: false', 'dhcp: true');
    expect(leased).not.toBe(reported);
    expect(policyFor(readNmstate(leased), readNmstate(GOOD), { host: 'worker-0' })).toMatchObject({
      allowed: true,
      changes: [{ what: 'IPv4 of br-ex: dhcp', from: 'true', to: 'false' }],
    });
  });
});

test('what NMState has no word for stays, and is told', () => {
  const present = GOOD.replace(
    '{name: eno1, type: ethernet,',
    '{name: eno1, type: ethernet, ethtool: {feature: {rx-checksum: false}},',
  );
  const result = answer(present, GOOD);
  expect(result).toMatchObject({
    allowed: true,
    changes: [{ what: 'eno1: ethtool.feature.rx-checksum', how: expect.stringMatching(/^Left as it is/) }],
    problems: [
      { rule: 'day2-kept', message: expect.stringContaining('eno1 keeps ethtool.feature.rx-checksum false') },
    ],
  });
  expect(result.policy).toBeUndefined();
});

test('secrets are not shown', () => {
  const secured = (password: string) =>
    GOOD.replace(
      '{name: eno1, type: ethernet,',
      `{name: eno1, type: ethernet, 802.1x: {identity: host, eap-methods: [tls], private-key-password: ${password}},`,
    );
  const { changes, problems } = answer(secured('first-one'), secured('second-one'));
  expect(changes).toMatchObject([{ from: 'a secret', to: 'a secret' }]);
  expect(JSON.stringify([changes, problems])).not.toMatch(/first-one|second-one/);
});
