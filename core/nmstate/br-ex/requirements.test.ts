import { describe, expect, test } from 'vitest';
import { masqueradeAddress } from '../model/masquerade.ts';
import { mended, problemsOf } from '../validation/checked.fixture.ts';
import type { ValidateOptions } from '../validation/validate.ts';
import { cluster, DHCP, DUAL, GOOD, host, POLICY } from './documents.fixture.ts';

interface Row {
  rule: string;
  /** What differs from a good document. */
  from?: string;
  change: (text: string) => string;
  message: string | RegExp;
  level?: 'warning' | 'info';
  options?: ValidateOptions;
  file?: string;
  path?: string;
}

const cut =
  (from: string, to = '') =>
  (text: string) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };
const twice = (a: (text: string) => string, b: (text: string) => string) => (text: string) => b(a(text));
const entry = (type: string) => (text: string) =>
  text.replace(new RegExp(`- name: br-ex\\n  type: ${type}\\n(?:  .*\\n)+`), '');

const ROWS: readonly Row[] = [
  {
    rule: 'BR13',
    change: (text) => text,
    file: 'cluster.yml',
    level: 'warning',
    message: 'cluster.yml is for every host of the role, and all of them would have 192.0.2.21',
  },
  { rule: 'BR01', change: entry('ovs-bridge'), message: /^There is no OVS bridge br-ex/ },
  {
    rule: 'BR01',
    change: cut('type: ovs-bridge\n  state: up', 'type: ovs-bridge\n  state: down'),
    message: 'The OVS bridge br-ex is down, and must be up',
    path: 'interfaces[4].state',
  },
  { rule: 'BR02', change: entry('ovs-interface'), message: /^There is no ovs-interface br-ex/ },
  {
    rule: 'BR02',
    change: cut('type: ovs-interface\n  state: up', 'type: ovs-interface\n  state: ignore'),
    message: 'The ovs-interface br-ex is ignore, and must be up',
  },
  { rule: 'BR03', change: cut(', {name: br-ex}]', ']'), message: /^The ports of br-ex lack br-ex itself/ },
  { rule: 'BR04', change: cut('{name: bond0.110}, '), message: /^br-ex has no uplink/ },
  {
    rule: 'BR04',
    change: cut('{name: bond0.110}, ', '{name: bond0.110}, {name: eno3}, '),
    message: /^br-ex has 2 uplinks, bond0\.110, eno3: OVN-Kubernetes takes exactly one/,
  },
  {
    rule: 'BR04',
    change: cut('{name: bond0.110}, ', '{name: eno7}, '),
    message: 'The uplink eno7 of br-ex is not defined in this document',
    options: { purpose: 'day1' },
  },
  {
    rule: 'BR04',
    change: cut('{name: bond0.110}, ', '{name: eno7}, '),
    message: /and the machine has no NIC of that name$/,
  },
  {
    rule: 'BR04',
    change: cut(
      '- name: bond0.110\n  type: vlan\n  state: up',
      '- name: bond0.110\n  type: vlan\n  state: down',
    ),
    message: 'The uplink bond0.110 of br-ex is down, and must be up',
  },
  {
    rule: 'BR04',
    change: cut(
      '{name: bond0.110}',
      '{name: b, link-aggregation: {mode: balance-slb, port: [{name: eno2}]}}',
    ),
    message: 'The OVS bond b of br-ex has one port, and needs two at least',
  },
  {
    rule: 'BR05',
    change: cut(
      'type: ovs-bridge\n  state: up\n  ipv4: {enabled: false}',
      'type: ovs-bridge\n  state: up\n  ipv4: {enabled: true, dhcp: true}',
    ),
    message: /^The OVS bridge br-ex has ipv4 enabled/,
  },
  {
    rule: 'BR05',
    change: cut('type: ovs-bridge\n', 'type: ovs-bridge\n  mac-address: "52:54:00:aa:bb:07"\n'),
    message: /^OVS Bridge br-ex can not hold MAC address, /,
  },
  {
    rule: 'BR06',
    change: cut('address: [{ip: 192.0.2.21, prefix-length: 24}]', 'address: []'),
    message: /^br-ex gets no address/,
  },
  {
    rule: 'BR06',
    change: (text) => text,
    options: { cluster: { ...cluster, machineNetworks: ['192.0.2.0/24', '2001:db8:1::/64'] } },
    message: 'br-ex has no IPv6 address, and the machine network of the cluster is IPv4 and IPv6',
  },
  {
    rule: 'BR07',
    change: cut(
      '{name: eno1, type: ethernet, state: up, mtu: 9000, ipv4: {enabled: false}',
      '{name: eno1, type: ethernet, state: up, mtu: 9000, ipv4: {enabled: true, dhcp: true}',
    ),
    message:
      'Interface eno1 cannot have IP enabled as it is attached to a controller where IP is not allowed',
  },
  {
    rule: 'BR07',
    change: cut(
      'copy-mac-from: eno1\n  ipv4: {enabled: false}',
      'copy-mac-from: eno1\n  ipv4: {enabled: true, dhcp: true}',
    ),
    message:
      'Interface bond0 cannot have IP enabled as it is attached to a controller where IP is not allowed',
  },
  {
    rule: 'BR08',
    change: cut(
      '  - {destination: 0.0.0.0/0, next-hop-address: 192.0.2.1, next-hop-interface: br-ex}\n',
      '    []\n',
    ),
    message: 'br-ex has static IPv4 addresses and there is no default route by br-ex',
  },
  {
    rule: 'BR08',
    change: cut('next-hop-interface: br-ex', 'next-hop-interface: eno2'),
    message: 'The default route (IPv4) leaves by eno2, not by br-ex',
  },
  {
    rule: 'BR08',
    change: cut('next-hop-address: 192.0.2.1,', 'next-hop-address: 198.51.100.1,'),
    message: 'The gateway 198.51.100.1 is in none of the networks of br-ex (192.0.2.21/24)',
  },
  {
    rule: 'BR08',
    change: cut('next-hop-address: 192.0.2.1, '),
    message: 'The default route (IPv4) by br-ex has no next-hop-address',
  },
  {
    rule: 'BR09',
    change: cut('dns-resolver: {config: {server: [192.0.2.53]}}\n'),
    message: /^br-ex has static addresses and there is no DNS server/,
  },
  {
    rule: 'BR10',
    change: cut('  copy-mac-from: bond0.110\n'),
    level: 'warning',
    message: /^br-ex has no copy-mac-from/,
  },
  {
    rule: 'BR10',
    change: cut('copy-mac-from: bond0.110', 'copy-mac-from: eno9'),
    message: 'Failed to find interface eno9 for copy-mac-from of iface br-ex',
  },
  {
    rule: 'BR10',
    change: twice(
      cut('copy-mac-from: bond0.110', 'copy-mac-from: eno3'),
      cut('- name: bond0\n', '- {name: eno3, type: dummy}\n- name: bond0\n'),
    ),
    level: 'warning',
    message: 'br-ex takes the MAC address of eno3, which is not its uplink',
  },
  {
    rule: 'BR11',
    from: DHCP,
    change: cut(', auto-route-metric: 48'),
    options: {},
    level: 'warning',
    message: /^The default route of br-ex from DHCP \(IPv4\) has no metric/,
  },
  {
    rule: 'BR12',
    change: cut('    options: {mcast-snooping-enable: true}\n'),
    level: 'warning',
    message: /^br-ex does not snoop multicast groups/,
  },
  {
    rule: 'BR13',
    change: cut('ip: 192.0.2.21', 'ip: 198.51.100.21'),
    message: '198.51.100.21 of br-ex is not in the machine network 192.0.2.0/24',
  },
  {
    rule: 'BR13',
    change: cut('ip: 192.0.2.21', 'ip: 192.0.2.5'),
    message: '192.0.2.5 of br-ex is the API VIP of the cluster',
  },
  {
    rule: 'BR13',
    change: cut('ip: 192.0.2.21', 'ip: 192.0.2.6'),
    message: '192.0.2.6 of br-ex is the ingress VIP of the cluster',
  },
  {
    rule: 'BR13',
    change: cut('ip: 192.0.2.21', 'ip: 192.0.2.1'),
    message: '192.0.2.1 of br-ex is its own gateway',
  },
  {
    rule: 'BR13',
    change: cut('ip: 192.0.2.21', 'ip: 192.0.2.0'),
    message: '192.0.2.0 is the address of its network /24 itself',
  },
  {
    rule: 'BR13',
    change: cut('ip: 192.0.2.21', 'ip: 192.0.2.255'),
    message: '192.0.2.255 is the broadcast address of its network /24',
  },
  {
    rule: 'BR14',
    change: cut('prefix-length: 24}]', 'prefix-length: 24}, {ip: 169.254.0.2, prefix-length: 17}]'),
    message: /^169\.254\.0\.2 is OVN's masquerade address/,
  },
  {
    rule: 'BR14',
    from: DUAL,
    options: {},
    change: cut('prefix-length: 64}]', 'prefix-length: 64}, {ip: "fd69::2", prefix-length: 112}]'),
    message: /^fd69::2 is OVN's masquerade address/,
  },
  {
    rule: 'BR14',
    from: POLICY(
      GOOD.replace('prefix-length: 24}]', 'prefix-length: 24}, {ip: 169.254.0.2, prefix-length: 17}]'),
    ),
    options: {},
    change: cut(', {ip: 169.254.0.2, prefix-length: 17}'),
    message: /^The policy lacks OVN's masquerade address on br-ex \(IPv4\)/,
  },
  {
    rule: 'BR15',
    change: (text) => text,
    file: 'worker-1.yml',
    message:
      'The file worker-1.yml is not that of host worker-0.lab.example: the node looks for worker-0.yml',
  },
  {
    rule: 'BR15',
    change: (text) => text,
    file: '/etc/nmstate/openshift/worker-0.yaml',
    message: /^The node looks for names that end in \.yml only: worker-0\.yaml is ignored/,
  },
  {
    rule: 'BR15',
    change: (text) => text,
    options: { host, cluster, role: 'master' },
    message: 'Host worker-0.lab.example is a worker, and the MachineConfig is for the role master',
  },
  {
    rule: 'BR16',
    change: cut('mtu: 9000\n  copy-mac-from: bond0.110', 'mtu: 9100\n  copy-mac-from: bond0.110'),
    level: 'warning',
    message: 'br-ex has MTU 9100, more than its uplink with 9000',
  },
  {
    rule: 'BR16',
    change: cut('mtu: 9000\n  copy-mac-from: bond0.110', 'mtu: 1500\n  copy-mac-from: bond0.110'),
    level: 'warning',
    message: 'br-ex has MTU 1500, and the cluster network with 8900 needs 9000',
  },
  {
    rule: 'BR17',
    change: cut('interfaces:\n', 'interfaces:\n- {name: br-int, type: ovs-bridge}\n'),
    level: 'warning',
    message: /^br-int belongs to OVN-Kubernetes/,
  },
  {
    rule: 'BR17',
    change: cut('interfaces:\n', 'interfaces:\n- {name: br-ex1, type: ovs-bridge}\n'),
    level: 'warning',
    message: /^br-ex1 is the name of a second external gateway bridge/,
  },
  {
    rule: 'BR18',
    change: cut('{name: bond0.110}, ', '{name: bond0.110}, {name: lo}, '),
    message: 'lo cannot be a port of br-ex: it belongs to the system',
  },
  {
    rule: 'BR18',
    change: cut(
      'interfaces:\n',
      'interfaces:\n- {name: br1, type: linux-bridge, bridge: {port: [{name: bond0.110}]}}\n',
    ),
    message: 'Port bond0.110 is overbooked by two controller: br1, br-ex',
  },
  {
    rule: 'BR19',
    from: DUAL,
    options: {},
    change: cut('autoconf: false, '),
    level: 'warning',
    message: /does not say `autoconf: false`/,
  },
  {
    rule: 'BR19',
    from: DUAL,
    options: {},
    change: cut('autoconf: false, ', 'autoconf: true, '),
    level: 'warning',
    message: /and autoconf: the default route of router advertisements competes/,
  },
  {
    rule: 'BR20',
    from: DHCP,
    options: {},
    change: () => GOOD,
    level: 'info',
    message:
      'The machine needs static addresses, a VLAN and an LACP bond before it can fetch Ignition, and this document is applied after that',
  },
];

describe('requirements of br-ex', () => {
  test.each(ROWS.map((row) => [`${row.rule}: ${row.message}`, row] as const))('%s', (_, row) => {
    const options = row.options ?? { host, cluster };
    const good = row.from ?? GOOD;
    const passing = problemsOf(good, row.file || row.options ? {} : options, 'worker-0.yml');
    expect(passing.filter(({ rule }) => rule === row.rule)).toEqual([]);
    const text = row.change(good);
    const problems = problemsOf(text, options, row.file ?? 'worker-0.yml').filter(
      ({ rule }) => rule === row.rule,
    );
    const problem = problems.find(({ message }) =>
      typeof row.message === 'string' ? message === row.message : row.message.test(message),
    );
    expect(problem, JSON.stringify(problems, null, 1)).toBeDefined();
    expect(problem).toMatchObject({ code: 'nmstate-br-ex', level: row.level ?? 'error' });
    if (row.path) expect(problem!.path).toBe(row.path);
    expect(problem!.line).toBeGreaterThan(0);
    if (problem!.fix)
      expect(
        problemsOf(mended(text, problem!), options, 'worker-0.yml').filter(
          ({ rule, message }) => rule === row.rule && message === problem!.message,
        ),
        mended(text, problem!),
      ).toEqual([]);
  });

  test('all twenty have a failing and a passing document', () => {
    const ids = Array.from({ length: 20 }, (_, index) => `BR${String(index + 1).padStart(2, '0')}`);
    expect(ids.filter((id) => !ROWS.some(({ rule }) => rule === id))).toEqual([]);
  });

  test('good documents have nothing but what is to be known', () => {
    for (const [text, options] of [
      [GOOD, { host, cluster, role: 'worker' }],
      [DHCP, {}],
      [DUAL, {}],
    ] as const)
      expect(problemsOf(text, options, 'worker-0.yml').filter(({ rule }) => rule !== 'BR20')).toEqual([]);
  });

  test('one fault is one problem: requirements come first', () => {
    const text = GOOD.replace(
      'mtu: 9000, ipv4: {enabled: false}',
      'mtu: 9000, ipv4: {enabled: true, dhcp: true}',
    );
    expect(
      problemsOf(text, { host, cluster }, 'worker-0.yml')
        .filter(({ level }) => level === 'error')
        .map(({ rule }) => rule),
    ).toEqual(['BR07']);
  });

  test('a plain document without br-ex is only asked for it when it is a host’s', () => {
    const text = 'interfaces:\n- {name: eno1, type: ethernet, ipv4: {enabled: true, dhcp: true}}\n';
    expect(problemsOf(text)).toEqual([]);
    expect(problemsOf(text, { role: 'worker' }).map(({ rule }) => rule)).toEqual(['BR01', 'BR02']);
  });

  test('the masquerade address follows the release the cluster was installed with', () => {
    expect(masqueradeAddress('ipv4', '4.16.20')).toEqual({ ip: '169.254.169.2', prefixLength: 29 });
    expect(masqueradeAddress('ipv4', '4.18')).toEqual({ ip: '169.254.0.2', prefixLength: 17 });
    expect(masqueradeAddress('ipv6', '4.14')).toEqual({ ip: 'fd69::2', prefixLength: 125 });
    const text = POLICY(GOOD);
    const problem = problemsOf(text, { openShiftVersion: '4.16' }).find(({ rule }) => rule === 'BR14')!;
    expect(mended(text, problem)).toContain('169.254.169.2');
  });
});
