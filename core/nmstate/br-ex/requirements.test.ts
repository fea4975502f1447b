import { describe, expect, test } from 'vitest';
import { masqueradeAddress } from '../model/masquerade.ts';
import { afterFix, problemsOf } from '../validation/checked.fixture.ts';
import type { ValidateOptions } from '../validation/validate.ts';
import { cluster, DHCP, DUAL, GOOD, host, POLICY } from './documents.fixture.ts';
import { t } from './messages.ts';

interface Row {
  rule: string;
  /** The good document that is changed, default: `GOOD`. */
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
    message: t('addressInClusterFile', { ip: '192.0.2.21' }),
  },
  { rule: 'BR01', change: entry('ovs-bridge'), message: t('bridgeMissing') },
  {
    rule: 'BR01',
    change: cut('type: ovs-bridge\n  state: up', 'type: ovs-bridge\n  state: down'),
    message: t('bridgeNotUp', { state: 'down' }),
    path: 'interfaces[4].state',
  },
  { rule: 'BR02', change: entry('ovs-interface'), message: t('internalMissing') },
  {
    rule: 'BR02',
    change: cut('type: ovs-interface\n  state: up', 'type: ovs-interface\n  state: ignore'),
    message: t('internalNotUp', { state: 'ignore' }),
  },
  { rule: 'BR03', change: cut(', {name: br-ex}]', ']'), message: t('internalPortMissing') },
  { rule: 'BR04', change: cut('{name: bond0.110}, '), message: t('uplinkMissing') },
  {
    rule: 'BR04',
    change: cut('{name: bond0.110}, ', '{name: bond0.110}, {name: eno3}, '),
    message: t('uplinksSeveral', { count: 2, uplinks: 'bond0.110, eno3' }),
  },
  {
    rule: 'BR04',
    change: cut('{name: bond0.110}, ', '{name: eno7}, '),
    message: t('uplinkUndefined', { level: 'info', name: 'eno7' }),
    options: { purpose: 'day1' },
  },
  {
    rule: 'BR04',
    change: cut('{name: bond0.110}, ', '{name: eno7}, '),
    message: t('uplinkUndefined', { level: 'error', name: 'eno7' }),
  },
  {
    rule: 'BR04',
    change: cut(
      '- name: bond0.110\n  type: vlan\n  state: up',
      '- name: bond0.110\n  type: vlan\n  state: down',
    ),
    message: t('uplinkNotUp', { name: 'bond0.110', state: 'down' }),
  },
  {
    rule: 'BR04',
    change: cut(
      '{name: bond0.110}',
      '{name: b, link-aggregation: {mode: balance-slb, port: [{name: eno2}]}}',
    ),
    message: t('ovsBondTooSmall', { name: 'b' }),
  },
  {
    rule: 'BR05',
    change: cut(
      'type: ovs-bridge\n  state: up\n  ipv4: {enabled: false}',
      'type: ovs-bridge\n  state: up\n  ipv4: {enabled: true, dhcp: true}',
    ),
    message: t('bridgeHasIp', { family: 'ipv4' }),
  },
  {
    rule: 'BR05',
    change: cut('type: ovs-bridge\n', 'type: ovs-bridge\n  mac-address: "52:54:00:aa:bb:07"\n'),
    message: /^OVS Bridge br-ex can not hold MAC address, /,
  },
  {
    rule: 'BR06',
    change: cut('address: [{ip: 192.0.2.21, prefix-length: 24}]', 'address: []'),
    message: t('addressMissing'),
  },
  {
    rule: 'BR06',
    change: (text) => text,
    options: { cluster: { ...cluster, machineNetworks: ['192.0.2.0/24', '2001:db8:1::/64'] } },
    message: t('familyMissing', { family: 'IPv6', families: 'IPv4 and IPv6' }),
  },
  {
    rule: 'BR07',
    change: cut(
      '{name: eno1, type: ethernet, state: up, mtu: 9000, ipv4: {enabled: false}',
      '{name: eno1, type: ethernet, state: up, mtu: 9000, ipv4: {enabled: true, dhcp: true}',
    ),
    message: t('controllerForbidsIp', { name: 'eno1' }),
  },
  {
    rule: 'BR07',
    change: cut(
      'copy-mac-from: eno1\n  ipv4: {enabled: false}',
      'copy-mac-from: eno1\n  ipv4: {enabled: true, dhcp: true}',
    ),
    message: t('controllerForbidsIp', { name: 'bond0' }),
  },
  {
    rule: 'BR08',
    change: cut(
      '  - {destination: 0.0.0.0/0, next-hop-address: 192.0.2.1, next-hop-interface: br-ex}\n',
      '    []\n',
    ),
    message: t('defaultRouteMissing', { family: 'IPv4' }),
  },
  {
    rule: 'BR08',
    change: cut('next-hop-interface: br-ex', 'next-hop-interface: eno2'),
    message: t('defaultRouteElsewhere', { family: 'IPv4', nextHopInterface: 'eno2' }),
  },
  {
    rule: 'BR08',
    change: cut('next-hop-address: 192.0.2.1,', 'next-hop-address: 198.51.100.1,'),
    message: t('gatewayOutsideNetworks', { nextHop: '198.51.100.1', networks: '192.0.2.21/24' }),
  },
  {
    rule: 'BR08',
    change: cut('next-hop-address: 192.0.2.1, '),
    message: t('nextHopMissing', { family: 'IPv4' }),
  },
  {
    rule: 'BR09',
    change: cut('dns-resolver: {config: {server: [192.0.2.53]}}\n'),
    message: t('dnsMissing'),
  },
  {
    rule: 'BR10',
    change: cut('  copy-mac-from: eno1\n  ipv4:\n', '  ipv4:\n'),
    level: 'warning',
    message: t('copyMacMissing'),
  },
  {
    rule: 'BR10',
    change: cut('copy-mac-from: eno1\n  ipv4:\n', 'copy-mac-from: eno9\n  ipv4:\n'),
    message: t('copyMacUnknown', { source: 'eno9' }),
  },
  {
    rule: 'BR10',
    change: twice(
      cut('copy-mac-from: eno1\n  ipv4:\n', 'copy-mac-from: eno3\n  ipv4:\n'),
      cut('- name: bond0\n', '- {name: eno3, type: dummy}\n- name: bond0\n'),
    ),
    level: 'warning',
    message: t('copyMacElsewhere', { source: 'eno3' }),
  },
  {
    rule: 'BR11',
    from: DHCP,
    change: cut(', auto-route-metric: 48'),
    options: {},
    level: 'warning',
    message: t('metricMissing', { source: 'dhcp', family: 'IPv4' }),
  },
  {
    rule: 'BR12',
    change: cut('    options: {mcast-snooping-enable: true}\n'),
    level: 'warning',
    message: t('snoopingOff'),
  },
  {
    rule: 'BR13',
    change: cut('ip: 192.0.2.21', 'ip: 198.51.100.21'),
    message: t('addressOutsideMachineNetwork', { ip: '198.51.100.21', networks: '192.0.2.0/24' }),
  },
  {
    rule: 'BR13',
    change: cut('ip: 192.0.2.21', 'ip: 192.0.2.5'),
    message: t('addressIsApiVip', { ip: '192.0.2.5' }),
  },
  {
    rule: 'BR13',
    change: cut('ip: 192.0.2.21', 'ip: 192.0.2.6'),
    message: t('addressIsIngressVip', { ip: '192.0.2.6' }),
  },
  {
    rule: 'BR13',
    change: cut('ip: 192.0.2.21', 'ip: 192.0.2.1'),
    message: t('addressIsGateway', { ip: '192.0.2.1' }),
  },
  {
    rule: 'BR13',
    change: cut('ip: 192.0.2.21', 'ip: 192.0.2.0'),
    message: t('addressIsNetwork', { ip: '192.0.2.0', length: '24' }),
  },
  {
    rule: 'BR13',
    change: cut('ip: 192.0.2.21', 'ip: 192.0.2.255'),
    message: t('addressIsBroadcast', { ip: '192.0.2.255', length: '24' }),
  },
  {
    rule: 'BR14',
    change: cut('prefix-length: 24}]', 'prefix-length: 24}, {ip: 169.254.0.2, prefix-length: 17}]'),
    message: t('masqueradeOnDayOne', { ip: '169.254.0.2' }),
  },
  {
    rule: 'BR14',
    from: DUAL,
    options: {},
    change: cut('prefix-length: 64}]', 'prefix-length: 64}, {ip: "fd69::2", prefix-length: 112}]'),
    message: t('masqueradeOnDayOne', { ip: 'fd69::2' }),
  },
  {
    rule: 'BR14',
    from: POLICY(
      GOOD.replace('prefix-length: 24}]', 'prefix-length: 24}, {ip: 169.254.0.2, prefix-length: 17}]'),
    ),
    options: {},
    change: cut(', {ip: 169.254.0.2, prefix-length: 17}'),
    message: t('masqueradeMissing', { family: 'IPv4' }),
  },
  {
    rule: 'BR15',
    change: (text) => text,
    file: 'worker-1.yml',
    message: t('fileOfAnotherHost', {
      name: 'worker-0.lab.example',
      base: 'worker-1.yml',
      expected: 'worker-0',
    }),
  },
  {
    rule: 'BR15',
    change: (text) => text,
    file: '/etc/nmstate/openshift/worker-0.yaml',
    message: t('fileExtension', { base: 'worker-0.yaml' }),
  },
  {
    rule: 'BR15',
    change: (text) => text,
    options: { host, cluster, role: 'master' },
    message: t('roleMismatch', { name: 'worker-0.lab.example', role: 'worker', other: 'master' }),
  },
  {
    rule: 'BR16',
    change: cut('mtu: 9000\n  copy-mac-from: eno1\n  ipv4:\n', 'mtu: 9100\n  copy-mac-from: eno1\n  ipv4:\n'),
    level: 'warning',
    message: t('mtuAboveUplink', { mtu: '9100', uplink: '9000' }),
  },
  {
    rule: 'BR16',
    change: cut('mtu: 9000\n  copy-mac-from: eno1\n  ipv4:\n', 'mtu: 1500\n  copy-mac-from: eno1\n  ipv4:\n'),
    level: 'warning',
    message: t('mtuBelowCluster', { own: '1500', clusterMtu: '8900', needed: '9000' }),
  },
  {
    rule: 'BR17',
    change: cut('interfaces:\n', 'interfaces:\n- {name: br-int, type: ovs-bridge}\n'),
    level: 'warning',
    message: t('interfaceOfOvn', { name: 'br-int' }),
  },
  {
    rule: 'BR17',
    change: cut('interfaces:\n', 'interfaces:\n- {name: br-ex1, type: ovs-bridge}\n'),
    level: 'warning',
    message: t('secondGatewayBridge', { name: 'br-ex1' }),
  },
  {
    rule: 'BR18',
    change: cut('{name: bond0.110}, ', '{name: bond0.110}, {name: lo}, '),
    message: t('systemPort', { name: 'lo' }),
  },
  {
    rule: 'BR18',
    change: cut(
      'interfaces:\n',
      'interfaces:\n- {name: br1, type: linux-bridge, bridge: {port: [{name: bond0.110}]}}\n',
    ),
    message: t('portOverbooked', { name: 'bond0.110', a: 'br1', b: 'br-ex' }),
  },
  {
    rule: 'BR19',
    from: DUAL,
    options: {},
    change: cut('autoconf: false, '),
    level: 'warning',
    message: t('autoconfUnset'),
  },
  {
    rule: 'BR19',
    from: DUAL,
    options: {},
    change: cut('autoconf: false, ', 'autoconf: true, '),
    level: 'warning',
    message: t('autoconfCompetes'),
  },
  {
    rule: 'BR20',
    from: DHCP,
    options: {},
    change: () => GOOD,
    level: 'info',
    message: t('firstBootNetwork', { reasons: 'static addresses, a VLAN and an LACP bond' }),
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
        problemsOf(afterFix(text, problem!), options, 'worker-0.yml').filter(
          ({ rule, message }) => rule === row.rule && message === problem!.message,
        ),
        afterFix(text, problem!),
      ).toEqual([]);
  });

  test('all 20 requirements have a failing and a passing document', () => {
    const ids = Array.from({ length: 20 }, (_, index) => `BR${String(index + 1).padStart(2, '0')}`);
    expect(ids.filter((id) => !ROWS.some(({ rule }) => rule === id))).toEqual([]);
  });

  test('reports only notes for good documents', () => {
    for (const [text, options] of [
      [GOOD, { host, cluster, role: 'worker' }],
      [DHCP, {}],
      [DUAL, {}],
    ] as const)
      expect(problemsOf(text, options, 'worker-0.yml').filter(({ rule }) => rule !== 'BR20')).toEqual([]);
  });

  test('reports one problem per fault, of the requirements first', () => {
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

  test('does not compare the gateway with an address that has no prefix length', () => {
    const text = GOOD.replace('{ip: 192.0.2.21, prefix-length: 24}', '{ip: 192.0.2.21}');
    const problems = problemsOf(text, { host, cluster }, 'worker-0.yml');
    expect(problems.map(({ rule }) => rule)).not.toContain('BR08');
    expect(problems.filter(({ level }) => level === 'error')).not.toEqual([]);
  });

  test('requires br-ex only in the document of a host', () => {
    const text = 'interfaces:\n- {name: eno1, type: ethernet, ipv4: {enabled: true, dhcp: true}}\n';
    expect(problemsOf(text)).toEqual([]);
    expect(problemsOf(text, { role: 'worker' }).map(({ rule }) => rule)).toEqual(['BR01', 'BR02']);
  });

  test('the masquerade address depends on the version of the installation', () => {
    expect(masqueradeAddress('ipv4', '4.16.20')).toEqual({ ip: '169.254.169.2', prefixLength: 29 });
    expect(masqueradeAddress('ipv4', '4.18')).toEqual({ ip: '169.254.0.2', prefixLength: 17 });
    expect(masqueradeAddress('ipv6', '4.14')).toEqual({ ip: 'fd69::2', prefixLength: 125 });
    const text = POLICY(GOOD);
    const problem = problemsOf(text, { openShiftVersion: '4.16' }).find(({ rule }) => rule === 'BR14')!;
    expect(afterFix(text, problem)).toContain('169.254.169.2');
  });
});
