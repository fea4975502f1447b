import { describe, expect, test } from 'vitest';
import { DHCP, DUAL, GOOD } from '../br-ex/documents.fixture.ts';
import { answer, cut, report } from './answers.fixture.ts';
import type { PolicyOptions } from './policy-for.ts';

interface Rejected {
  rule: string;
  from?: string;
  change: (text: string) => string;
  message: string | RegExp;
  path?: string;
  options?: Partial<PolicyOptions>;
}

const REFUSED: readonly Rejected[] = [
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
    message: /the kernel rejects lacp_rate in mode active-backup/,
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
