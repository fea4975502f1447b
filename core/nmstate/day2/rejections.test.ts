import { describe, expect, test } from 'vitest';
import { DHCP, DUAL, GOOD } from '../br-ex/documents.fixture.ts';
import { answer, cut, report } from './answers.fixture.ts';
import { t } from './messages.ts';
import type { PolicyOptions } from './policy-for.ts';

interface Rejected {
  rule: string;
  from?: string;
  change: (text: string) => string;
  message: string | RegExp;
  path?: string;
  options?: Partial<PolicyOptions>;
}

const REJECTED: readonly Rejected[] = [
  {
    rule: 'day2-uplink',
    change: (text) => text.replaceAll('bond0.110', 'bond0.111'),
    message: t('uplinkChange', { from: 'bond0.110', to: 'bond0.111' }),
    path: 'interfaces[4].bridge.port[0]',
  },
  {
    rule: 'day2-uplink',
    change: cut('id: 110', 'id: 120'),
    message: t('carrierVlan', { name: 'bond0.110', from: '110', to: '120' }),
    path: 'interfaces[3].vlan.id',
  },
  {
    rule: 'day2-uplink',
    change: cut('base-iface: bond0', 'base-iface: eno1'),
    message: t('carrierBase', { name: 'bond0.110', from: 'bond0', to: 'eno1' }),
  },
  {
    rule: 'day2-uplink',
    from: DHCP,
    change: cut('type: ethernet, state: up', 'type: ethernet, state: down'),
    message: t('carrierState', { name: 'eno1', state: 'down' }),
  },
  {
    rule: 'day2-uplink',
    from: DHCP,
    change: cut('{name: eno1, type: ethernet', '{name: eno1, type: dummy'),
    message: t('carrierType', { name: 'eno1', from: 'ethernet', to: 'dummy' }),
  },
  {
    rule: 'day2-uplink',
    from: DHCP.replace(
      'type: ethernet',
      'type: ethernet, identifier: mac-address, mac-address: "52:54:00:00:00:01"',
    ),
    change: cut('52:54:00:00:00:01', '52:54:00:00:00:02'),
    message: t('carrierNic', { name: 'eno1', from: '52:54:00:00:00:01', to: '52:54:00:00:00:02' }),
  },
  {
    rule: 'day2-bridge-missing',
    change: (text) => text.replace(/- name: br-ex\n {2}type: ovs-bridge\n(?: {2}.*\n)+/, ''),
    message: t('bridgeRemoved'),
  },
  {
    rule: 'day2-bridge-name',
    change: (text) =>
      text.replaceAll('name: br-ex', 'name: br-new').replace('interface: br-ex', 'interface: br-new'),
    message: t('bridgeRenamed', { name: 'br-new' }),
  },
  {
    rule: 'day2-bridge-new',
    from: 'interfaces:\n- {name: eno1, type: ethernet, state: up, ipv4: {enabled: true, dhcp: true}}\n',
    change: () => DHCP,
    message: t('bridgeNew'),
  },
  {
    rule: 'day2-primary-address',
    change: cut('ip: 192.0.2.21', 'ip: 192.0.2.22'),
    message: t('primaryAddressChange', { family: 'IPv4', from: '192.0.2.21/24', to: '192.0.2.22/24' }),
    path: 'interfaces[5].ipv4.address',
  },
  {
    rule: 'day2-primary-address',
    change: cut('prefix-length: 24}', 'prefix-length: 25}'),
    message: t('primaryAddressChange', { family: 'IPv4', from: '192.0.2.21/24', to: '192.0.2.21/25' }),
  },
  {
    rule: 'day2-primary-address',
    change: cut(
      'dhcp: false\n    address: [{ip: 192.0.2.21, prefix-length: 24}]',
      'dhcp: true\n    auto-route-metric: 48',
    ),
    message: t('addressToAutomatic', { address: '192.0.2.21/24', source: 'dhcp' }),
  },
  {
    rule: 'day2-primary-address',
    from: DHCP,
    change: (text) =>
      `${cut('{enabled: true, dhcp: true, auto-route-metric: 48}', '{enabled: true, dhcp: false, address: [{ip: 192.0.2.21, prefix-length: 24}]}')(text)}dns-resolver: {config: {server: [192.0.2.53]}}\nroutes: {config: [{destination: 0.0.0.0/0, next-hop-address: 192.0.2.1, next-hop-interface: br-ex}]}\n`,
    message: t('addressFromAutomatic', { family: 'ipv4', addresses: '192.0.2.21/24' }),
  },
  {
    rule: 'day2-primary-address',
    from: DUAL,
    change: () => GOOD,
    message: t('familyDisabledStatic', { family: 'IPv6', address: '2001:db8:1::21/64' }),
  },
  {
    rule: 'day2-mac',
    change: cut('copy-mac-from: eno1\n  ipv4:\n', 'copy-mac-from: eno2\n  ipv4:\n'),
    message: t('macChange', { from: 'eno1', to: 'eno2' }),
  },
  {
    rule: 'day2-hostname',
    from: `${GOOD}hostname: {config: worker-0}\n`,
    change: cut('config: worker-0', 'config: worker-9'),
    message: t('hostnameChange', { from: 'worker-0', to: 'worker-9' }),
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
    message: t('mtuTooLow', { own: 1500, clusterMtu: 8900, needed: 9000 }),
  },
  {
    rule: 'bond-option-mode',
    change: cut('mode: 802.3ad', 'mode: active-backup'),
    message: /the kernel rejects lacp_rate in mode active-backup/,
  },
];

describe("changes that OVN-Kubernetes can't follow are rejected with the reason", () => {
  test.each(REJECTED.map((row) => [`${row.rule}: ${row.message}`, row] as const))('%s', (_, row) => {
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
    // The rejected change contains the reason.
    if (row.rule.startsWith('day2'))
      expect(result.changes.filter(({ allowed }) => !allowed).map(({ how }) => how)).toContain(
        problem!.message,
      );
  });

  test('accepts another source of the same MAC address', () => {
    const desired = GOOD.replace('copy-mac-from: eno1\n  ipv4:\n', 'copy-mac-from: bond0.110\n  ipv4:\n');
    expect(answer(GOOD, desired)).toMatchObject({
      allowed: true,
      changes: [{ what: 'br-ex: copy-mac-from', from: 'eno1', to: 'bond0.110' }],
    });
  });

  test('rejects unreadable documents, and reports as the wanted state', () => {
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
