import { describe, expect, test } from 'vitest';
import { DHCP, DUAL, GOOD, POLICY } from '../br-ex/documents.fixture.ts';
import { readClusterNetwork } from '../model/cluster-network.ts';
import { readNmstate } from '../model/document.ts';
import type { Host } from '../model/host.ts';
import { answer, report } from './answers.fixture.ts';
import { policiesFor } from './group-policies.ts';
import { t } from './messages.ts';
import { policyFor } from './policy-for.ts';
import { refreshDayOne } from './refresh-day-one.ts';

const WORKER: Host = { name: 'worker-0', role: 'worker', nics: [], addresses: [], variables: {} };

describe('the masquerade address', () => {
  const desired = GOOD.replace('192.0.2.53', '192.0.2.54');

  test.each([
    ['4.16.3', '169.254.169.2', 29],
    ['4.17.0', '169.254.0.2', 17],
    ['4.20', '169.254.0.2', 17],
  ])('of a cluster installed with %s is %s', (version, ip, prefix) => {
    const { policy, problems } = answer(GOOD, desired, { openShiftVersion: version });
    expect(policy).toContain(
      `- ip: 192.0.2.21\n              prefix-length: 24\n            - ip: ${ip}\n              prefix-length: ${prefix}\n`,
    );
    expect(problems.filter(({ rule }) => rule === 'day2-masquerade')).toEqual([]);
  });

  test('is added for both families', () => {
    const { policy } = answer(DUAL, DUAL.replace('192.0.2.53', '192.0.2.54'), { openShiftVersion: '4.15' });
    expect(policy).toContain('ip: 169.254.169.2\n              prefix-length: 29');
    expect(policy).toContain('ip: fd69::2\n              prefix-length: 125');
  });

  test('is added next to DHCP', () => {
    const changed = `${DHCP}dns-resolver: {config: {server: [192.0.2.53]}}\n`;
    const { policy, problems } = answer(DHCP, changed);
    expect(policy).toContain(
      'dhcp: true\n          auto-route-metric: 48\n          address:\n            - ip: 169.254.0.2',
    );
    expect(problems.map(({ rule }) => rule)).toContain('dns-auto');
  });

  test('is read from the present state, and otherwise reported as unknown', () => {
    const earlier = POLICY(
      GOOD.replace('prefix-length: 24}]', 'prefix-length: 24}, {ip: 169.254.169.2, prefix-length: 29}]'),
    );
    const known = policyFor(readNmstate(earlier), readNmstate(desired), { host: 'worker-0' });
    expect(known.changes).toHaveLength(1);
    expect(known.policy).toContain('ip: 169.254.169.2\n              prefix-length: 29');
    expect(known.problems).toEqual([]);
    const guessed = policyFor(readNmstate(GOOD), readNmstate(desired), { host: 'worker-0' });
    expect(guessed.problems).toMatchObject([
      { rule: 'day2-masquerade', level: 'warning', message: expect.stringContaining('169.254.0.2/17') },
    ]);
  });

  test('is reported as assumed if only the version is known', () => {
    const { problems } = policyFor(readNmstate(GOOD), readNmstate(desired), {
      host: 'worker-0',
      openShiftVersion: '4.18',
    });
    expect(problems).toMatchObject([
      {
        rule: 'day2-masquerade',
        level: 'info',
        message: t('masqueradeAssumed', { ip: '169.254.0.2', prefixLength: 17, version: '4.18' }),
      },
    ]);
  });

  describe('of a cluster with its own masquerade network', () => {
    const cluster = readClusterNetwork(
      `apiVersion: operator.openshift.io/v1
kind: Network
metadata: {name: cluster}
spec:
  clusterNetwork: [{cidr: 10.128.0.0/14, hostPrefix: 23}]
  defaultNetwork:
    type: OVNKubernetes
    ovnKubernetesConfig:
      mtu: 1400
      gatewayConfig: {ipv4: {internalMasqueradeSubnet: 198.18.0.0/20}, ipv6: {}}
---
machineNetwork: 192.0.2.0/24
apiVIPs: [192.0.2.5]
`,
    );
    const options = { host: 'worker-0', openShiftVersion: '4.18', cluster };

    test('is read from the Network object, with the MTU', () => {
      expect(cluster).toMatchObject({
        masquerade: { ipv4: '198.18.0.0/20' },
        clusterMtu: 1400,
        clusterNetworks: ['10.128.0.0/14'],
        machineNetworks: ['192.0.2.0/24'],
        apiVips: ['192.0.2.5'],
      });
    });

    test('is read from the short form', () => {
      const { masquerade } = readClusterNetwork('internalMasqueradeSubnet: [198.18.0.0/20, "fd70::/112"]\n');
      expect(masquerade).toEqual({ ipv4: '198.18.0.0/20', ipv6: 'fd70::/112' });
    });

    test('is the second address of the network, without warnings', () => {
      const { policy, problems } = policyFor(readNmstate(GOOD), readNmstate(desired), options);
      expect(policy).toContain('- ip: 198.18.0.2\n              prefix-length: 20\n');
      expect(policy).not.toContain('169.254');
      expect(problems).toEqual([]);
    });

    test("isn't an address of the node in reports and policies", () => {
      const has = (text: string) =>
        text.replace('prefix-length: 24}]', 'prefix-length: 24}, {ip: 198.18.0.2, prefix-length: 20}]');
      expect(has(GOOD)).not.toBe(GOOD);
      for (const [present, next] of [
        [report(has(GOOD)), desired],
        [POLICY(has(GOOD)), POLICY(has(desired))],
      ] as const) {
        const { changes, problems, policy } = policyFor(readNmstate(present), readNmstate(next), options);
        expect(changes.map(({ what }) => what)).toEqual(['DNS servers']);
        expect(problems).toEqual([]);
        expect(policy!.match(/ip: 198\.18\.0\.2/g)).toHaveLength(1);
      }
      const [day1] = refreshDayOne(
        [{ host: WORKER, document: readNmstate(GOOD) }],
        [readNmstate(POLICY(has(GOOD)))],
        [],
        cluster.masquerade,
      );
      expect(day1).toMatchObject({ drift: [], text: GOOD });
    });

    test('is in the one policy of a role with DHCP', () => {
      const names = ['worker-0', 'worker-1'];
      const hosts = names.map((name) => ({
        host: { ...WORKER, name },
        present: readNmstate(DHCP),
        desired: readNmstate(DHCP.replace('dhcp: true', 'dhcp: true, auto-dns: false')),
      }));
      const { policies } = policiesFor(hosts, { openShiftVersion: '4.18', cluster });
      expect(policies).toHaveLength(1);
      expect(policies[0]!.policy).toContain('ip: 198.18.0.2');
    });
  });

  test("nodes of releases that can't create br-ex with NMState", () => {
    expect(answer(GOOD, desired, { openShiftVersion: '4.14' }).problems).toMatchObject([
      { rule: 'day2-version', message: t('releaseWithoutBrEx', { version: '4.14' }) },
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

  test('is reduced to the settings of the wanted document', () => {
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

  test("rejects a primary address that the node doesn't have, and accepts the one from DHCP", () => {
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
