import { describe, expect, test } from 'vitest';
import { DHCP, GOOD } from '../br-ex/documents.fixture.ts';
import { readNmstate } from '../model/document.ts';
import type { Host } from '../model/host.ts';
import { problemsOf } from '../validation/checked.fixture.ts';
import { adoptDayOne } from './adopt-day-one.ts';
import { policiesFor } from './group-policies.ts';
import { t } from './messages.ts';
import { selects } from './node-selector.ts';

const host = (name: string, role: string): Host => ({ name, role, nics: [], addresses: [], variables: {} });
const change = (name: string, role: string, present: string, desired: string) => ({
  host: host(name, role),
  present: readNmstate(present),
  desired: readNmstate(desired),
});
const DNS = (text: string, server = '192.0.2.54') => `${text}dns-resolver: {config: {server: [${server}]}}\n`;
const at = (ip: string) => GOOD.replaceAll('192.0.2.21', ip);
const moved = (ip: string) => at(ip).replace('192.0.2.53', '192.0.2.54');
const options = { openShiftVersion: '4.18' };
const names = (grouped: ReturnType<typeof policiesFor>) =>
  grouped.policies.map(({ name, hosts }) => [name, ...hosts]);

describe('policies of many hosts', () => {
  test('hosts of a role with the same change share a policy, and control plane nodes come last', () => {
    const grouped = policiesFor(
      [
        change('master-0', 'master', DHCP, DNS(DHCP)),
        change('worker-0', 'worker', DHCP, DNS(DHCP)),
        change('worker-1', 'worker', DHCP, DNS(DHCP)),
      ],
      options,
    );
    expect(names(grouped)).toEqual([
      ['br-ex-worker', 'worker-0', 'worker-1'],
      ['br-ex-master', 'master-0'],
    ]);
    expect(grouped.policies[0]!.policy).toContain(
      'nodeSelector:\n    node-role.kubernetes.io/worker: ""\n  maxUnavailable: 1\n',
    );
    expect(grouped.policies[0]!.rollback).toContain('name: br-ex-worker\n');
    const step = (role: string, count: number) => ({
      file: `br-ex-${role}.yaml`,
      name: `br-ex-${role}`,
      role,
      count,
      pace: 'serial',
    });
    expect(grouped.order.slice(1, 3)).toEqual([
      t('roleStep', { position: 'first', ...step('worker', 2) }),
      t('roleStep', { position: 'later', ...step('master', 1) }),
    ]);
  });

  test('changes with static addresses or MAC addresses get a policy per host, even for the only host of a role', () => {
    expect(names(policiesFor([change('worker-0', 'worker', GOOD, moved('192.0.2.21'))], options))).toEqual([
      ['br-ex-worker-0', 'worker-0'],
    ]);
    const byMac = DHCP.replace(
      'type: ethernet',
      'type: ethernet, identifier: mac-address, mac-address: "52:54:00:00:00:01"',
    );
    expect(names(policiesFor([change('worker-0', 'worker', byMac, DNS(byMac))], options))).toEqual([
      ['br-ex-worker-0', 'worker-0'],
    ]);
    expect(
      names(
        policiesFor(
          ['192.0.2.21', '192.0.2.22'].map((ip, index) =>
            change(`worker-${index}`, 'worker', at(ip), moved(ip)),
          ),
          options,
        ),
      ),
    ).toEqual([
      ['br-ex-worker-0', 'worker-0'],
      ['br-ex-worker-1', 'worker-1'],
    ]);
  });

  test("hosts of a role with different changes, or one without changes, don't share a policy", () => {
    for (const other of [DNS(DHCP, '192.0.2.55'), DHCP])
      expect(
        names(
          policiesFor(
            [
              change('worker-0', 'worker', DHCP, DNS(DHCP)),
              change('worker-1', 'worker', DHCP, other),
              change('worker-2', 'worker', DHCP, DNS(DHCP)),
            ],
            options,
          ),
        ).map(([name]) => name),
      ).not.toContain('br-ex-worker');
  });

  test('nodes of custom pools are also workers', () => {
    const same = [change('worker-0', 'worker', DHCP, DNS(DHCP)), change('infra-0', 'infra', DHCP, DNS(DHCP))];
    expect(names(policiesFor(same, options))).toEqual([['br-ex-worker', 'worker-0', 'infra-0']]);
    const other = [same[0]!, change('infra-0', 'infra', DHCP, DNS(DHCP, '192.0.2.55'))];
    expect(names(policiesFor(other, options))).toEqual([
      ['br-ex-infra', 'infra-0'],
      ['br-ex-worker-0', 'worker-0'],
    ]);
  });

  test('a host whose change is rejected has no policy, but the others do', () => {
    const grouped = policiesFor(
      [
        change('worker-0', 'worker', GOOD, GOOD.replaceAll('bond0.110', 'bond0.111')),
        change('worker-1', 'worker', at('192.0.2.22'), moved('192.0.2.22')),
      ],
      options,
    );
    expect(grouped.allowed).toBe(false);
    expect(grouped.hosts.map(({ answer }) => answer.allowed)).toEqual([false, true]);
    expect(names(grouped)).toEqual([['br-ex-worker-1', 'worker-1']]);
  });

  test("policies that don't change br-ex use the requested maxUnavailable", () => {
    const bridge = `${DHCP}- {name: br1, type: linux-bridge, state: up, bridge: {port: [{name: eno5}]}}\n`;
    const changes = ['worker-0', 'worker-1'].map((name) => change(name, 'worker', DHCP, bridge));
    const [policy] = policiesFor(changes, { ...options, maxUnavailable: '30%' }).policies;
    expect(policy).toMatchObject({ name: 'network-worker', brEx: false });
    expect(policy!.policy).toContain('maxUnavailable: 30%\n');
    expect(policiesFor(changes, options).policies[0]!.policy).not.toContain('maxUnavailable');
  });

  test('no changes result in no policies and no steps', () => {
    expect(policiesFor([change('worker-0', 'worker', GOOD, GOOD)])).toMatchObject({
      allowed: true,
      policies: [],
      order: [],
    });
  });
});

test('selects the policies for a host', () => {
  const worker = { name: 'worker-0.lab.example', role: 'worker' };
  const role = (name: string) => ({ [`node-role.kubernetes.io/${name}`]: '' });
  for (const [selector, node, expected] of [
    [undefined, worker, true],
    [{ 'kubernetes.io/hostname': 'worker-0' }, worker, true],
    [{ 'kubernetes.io/hostname': 'worker-1' }, worker, false],
    [role('worker'), worker, true],
    [role('worker'), { name: 'infra-0', role: 'infra' }, true],
    [role('infra'), worker, false],
    [role('worker'), { name: 'master-0', role: 'master' }, false],
    [role('control-plane'), { name: 'master-0', role: 'master' }, true],
    [{ 'kubernetes.io/os': 'linux' }, worker, true],
    [{ rack: 'a1' }, worker, undefined],
    [{ rack: 'a1', ...role('master') }, worker, false],
  ] as const)
    expect(selects(selector, node), JSON.stringify([selector, node])).toBe(expected);
});

describe('policies from day-1 documents', () => {
  test('contain the complete document and the masquerade address, and are valid', () => {
    const hosts = ['192.0.2.21', '192.0.2.22'].map((ip, index) => ({
      host: host(`worker-${index}`, 'worker'),
      document: readNmstate(`${at(ip)}hostname: {config: worker-${index}}\n`),
    }));
    const { policies, problems } = adoptDayOne(hosts, [], options);
    expect(problems).toEqual([]);
    expect(policies.map(({ name }) => name)).toEqual(['br-ex-worker-0', 'br-ex-worker-1']);
    const { policy } = policies[1]!;
    expect(policy).toContain(
      '- ip: 192.0.2.22\n              prefix-length: 24\n            - ip: 169.254.0.2\n',
    );
    expect(policy).toContain('next-hop-address: 192.0.2.1');
    expect(policy).not.toContain('hostname: worker-1\n    ');
    expect(problemsOf(policy, options).filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('hosts with the same document, and cluster.yml, result in policies for the role', () => {
    const dhcp = ['worker-0', 'worker-1'].map((name) => ({
      host: host(name, 'worker'),
      document: readNmstate(DHCP),
    }));
    expect(adoptDayOne(dhcp, [], options).policies).toMatchObject([
      { name: 'br-ex-worker', hosts: ['worker-0', 'worker-1'] },
    ]);
    expect(
      adoptDayOne([], [{ role: 'master', document: readNmstate(DHCP) }], options).policies,
    ).toMatchObject([{ name: 'br-ex-master', target: { role: 'master' } }]);
  });

  test('cluster.yml next to files of hosts and an unknown masquerade address are reported', () => {
    const own = [{ host: host('worker-0', 'worker'), document: readNmstate(GOOD) }];
    for (const role of ['worker', undefined]) {
      const { policies, problems } = adoptDayOne(own, [{ role, document: readNmstate(DHCP) }], options);
      expect(policies.map(({ name }) => name)).toEqual(['br-ex-worker-0']);
      expect(problems).toMatchObject([{ rule: 'adopt-cluster-file', level: 'warning' }]);
    }
    expect(adoptDayOne(own).problems).toMatchObject([{ rule: 'day2-masquerade' }]);
  });
});
