import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { afterFix, one, problemsOf } from '../validation/checked.fixture.ts';
import type { ValidateOptions } from '../validation/validate.ts';
import { INTERFACE_ROWS } from './interface-rows.fixture.ts';
import { LINK_ROWS } from './link-rows.fixture.ts';
import { ROUTE_ROWS } from './route-rows.fixture.ts';
import { bond, known, linux, policy } from './rule-rows.fixture.ts';

/** All rules of NMState with a document that breaks them and the message (nmstate: rust/src/lib). */
const ROWS = [...INTERFACE_ROWS, ...LINK_ROWS, ...ROUTE_ROWS];

describe("NMState's own rules", () => {
  test.each(ROWS.map((row) => [`${row.rule}: ${row.message}`, row] as const))('%s', (_, row) => {
    const problems = problemsOf(
      row.text,
      row.options ?? { purpose: row.text.includes('kind:') ? 'day2' : 'plain' },
    );
    const found = problems.filter(
      ({ rule: id, message }) => id === row.rule && matches(message, row.message),
    );
    expect(found.length, JSON.stringify(problems, null, 1)).toBeGreaterThan(0);
    const [problem] = found;
    expect(problem!.level).toBe(row.level ?? 'error');
    expect(problem!.remedy).not.toBe('');
    expect(problem!.file).toBe('host.yml');
    expect(problem!.line).toBe(row.line ?? problem!.line);
    expect(problem!.line).toBeGreaterThan(0);
    if (!problem!.fix) return;
    const after = problemsOf(afterFix(row.text, problem!), row.options ?? { purpose: 'plain' });
    expect(
      after.filter(({ rule: id, message }) => id === row.rule && matches(message, row.message)),
      afterFix(row.text, problem!),
    ).toEqual([]);
    expect(after.filter(({ rule: id }) => id === 'yaml')).toEqual([]);
  });

  test('all rules in the code have a row', () => {
    const folder = new URL('.', import.meta.url);
    const rules = readdirSync(folder)
      .filter((name) => name.endsWith('-rules.ts'))
      .flatMap((name) => [
        ...readFileSync(new URL(name, folder), 'utf8').matchAll(
          /(?:rule: '|say\('(?=route-))([a-z0-9.-]+)'/g,
        ),
      ])
      .map((match) => match[1]!);
    expect(rules.length).toBeGreaterThan(70);
    expect([...new Set(rules)].filter((id) => !ROWS.some((row) => row.rule === id))).toEqual([]);
  });
});

test.each([
  ['stp-range', linux('stp: {enabled: true, max-age: 5}').replace('type', 'state: down, type')],
  ['bond-option-mode', bond('mode: active-backup, options: {lacp_rate: fast}', ', state: down')],
  [
    'mtu-ipv6',
    one('name: e1, type: ethernet, state: down, mtu: 1279, ipv6: {enabled: true, autoconf: true}'),
  ],
  ['vlan-base', one('name: v1, type: vlan, state: down, vlan: {id: 5}')],
  ['loopback-ip', one('name: lo, type: loopback, state: down, ipv4: {enabled: false}')],
])('checks %s of an interface that is down', (rule, text) => {
  expect(problemsOf(text, { purpose: 'day1' })).toContainEqual(
    expect.objectContaining({ rule, level: 'error' }),
  );
});

test('checks the ports of an HSR interface and the bond of an OVS bridge', () => {
  const hsr = one('name: h0, type: hsr, hsr: {port1: eno1, port2: eno9, protocol: prp, multicast-spec: 1}');
  expect(problemsOf(hsr, known)).toMatchObject([{ rule: 'unknown-port', path: 'interfaces[0].hsr.port2' }]);
  const ovs = one('name: b, type: ovs-bridge, bridge: {port: [{name: p, bond: {port: [{name: eno9}]}}]}');
  expect(problemsOf(ovs, known)).toContainEqual(
    expect.objectContaining({ rule: 'unknown-port', level: 'error' }),
  );
});

describe('accepts', () => {
  const fine: [string, string, ValidateOptions?][] = [
    [
      'an address on the port of a VRF',
      `${one('name: v, type: vrf, vrf: {port: [eth1], route-table-id: 5}')}- {name: eth1, type: ethernet, ipv4: {enabled: true, dhcp: true}}\n`,
    ],
    [
      'booleans and numbers as strings',
      one('name: e1, type: ethernet, mtu: "9000", ipv4: {enabled: "yes", dhcp: "on"}'),
    ],
    ['hex numbers', linux('group-forward-mask: 0x8')],
    [
      'references to captures',
      policy(
        "  capture: {gw: 'routes.running.destination==\"0.0.0.0/0\"', base: 'interfaces.name==capture.gw.routes.running.0.next-hop-interface'}\n  desiredState: {interfaces: [{name: br1, type: linux-bridge, mac-address: '{{ capture.base.interfaces.0.mac-address }}', bridge: {port: [{name: '{{ capture.base.interfaces.0.name }}'}]}}]}\n",
      ),
      { purpose: 'day2' },
    ],
    [
      'five levels, each controller before its ports',
      `interfaces:\n${['b4', 'b3', 'b2', 'b1', 'e'].map((port, index) => `- {name: b${5 - index}, type: linux-bridge, bridge: {port: [{name: ${port}}]}}`).join('\n')}\n- {name: e, type: ethernet}\n`,
    ],
    [
      'trunk tags of a port whose mode the node knows',
      linux('', '{name: eth1, vlan: {trunk-tags: [{id: 6}], enable-native: true}}'),
    ],
    ['removal of an interface without details', one('name: br0, type: linux-bridge, state: absent')],
    ['a purged resolver', 'dns-resolver: {config: {}}\n'],
  ];
  test.each(fine)('%s', (_, text, options = { purpose: 'plain' }) => {
    expect(problemsOf(text, options).filter(({ level }) => level !== 'info')).toEqual([]);
  });
});

function matches(message: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? message === wanted : wanted.test(message);
}
