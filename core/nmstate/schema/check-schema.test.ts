import { describe, expect, test } from 'vitest';
import { afterFix, one, problemsOf } from '../validation/checked.fixture.ts';
import { t } from './messages.ts';

const plain = { purpose: 'plain' } as const;

describe('schema', () => {
  const rows: [rule: string, text: string, message: string | RegExp, fixed?: string][] = [
    // An empty field is unset, but nmstate reads these with functions that require a value.
    ...['mtu:', 'ipv4: {enabled: }', 'state:', 'ethernet: {sr-iov: {total-vfs: }}', 'alt-names: [null]'].map(
      (field): [string, string, RegExp] => [
        'wrong-type',
        one(`name: e, type: ethernet, ${field}`),
        /, found nothing$/,
      ],
    ),
    ['wrong-type', 'interfaces:\n', /, found nothing$/],
    ['wrong-type', 'interfaces: []\nroutes:\n', /, found nothing$/],
    ['wrong-type', one('name: , type: ethernet'), /, found nothing$/],
    ['wrong-type', one('name: b, type: bond, link-aggregation: {mode: , port: []}'), /, found nothing$/],
    ['wrong-type', one('name: b, type: linux-bridge, bridge: {port: [{name: }]}'), /, found nothing$/],
    [
      'out-of-range',
      one('name: e, type: ethernet, ipv4: {enabled: true, dhcp: true, auto-route-metric: 5000000000}'),
      /auto-route-metric/,
    ],
    [
      'unknown-field',
      one('name: e, type: ethernet, mtuu: 9000'),
      'unknown field `mtuu`, did you mean `mtu`?',
      'mtu: 9000',
    ],
    [
      'unknown-field',
      one('name: e, type: ethernet, ipv4: {enabled: true, address: [{ip: 192.0.2.1, prefix-lenght: 24}]}'),
      'unknown field `prefix-lenght`, did you mean `prefix-length`?',
      'prefix-length: 24',
    ],
    [
      'unknown-field',
      one('name: e, type: ethernet, copy_mac_from: a'),
      'unknown field `copy_mac_from`, did you mean `copy-mac-from`?',
      'copy-mac-from: a',
    ],
    [
      'unknown-field',
      'dns: {config: {server: [192.0.2.1]}}\ninterfaces: []\n',
      'unknown field `dns`, did you mean `dns-resolver`?',
      'dns-resolver: {',
    ],
    [
      'unknown-field',
      one('name: e, type: ethernet, ipv4: {enabled: true, dhcp: true, tint: red}'),
      /^unknown field `tint`, expected one of `enabled`, `dhcp`, /,
    ],
    [
      'unknown-field',
      one('name: b, type: bond, link-aggregation: {mode: 1, port: [], options: {mii-mon: 1}}'),
      'unknown field `mii-mon`, did you mean `miimon`?',
      'miimon: 1',
    ],
    [
      'block-of-other-type',
      one('name: e, type: ethernet, vlan: {base-iface: a, id: 5}'),
      t('fieldOfOtherType', { key: 'vlan', count: 1, types: 'vlan', type: 'ethernet' }),
    ],
    [
      'unknown-type',
      one('name: e, type: ovs-brige'),
      t('typeMisspelled', { type: 'ovs-brige', meant: 'ovs-bridge' }),
      'type: ovs-bridge',
    ],
    [
      'unknown-value',
      one('name: e, type: ethernet, state: upp'),
      /^unknown variant `upp`, expected one of `up`, `down`/,
      'state: up',
    ],
    [
      'unknown-value',
      one('name: b, type: bond, link-aggregation: {mode: lacp, port: []}'),
      /^unknown variant `lacp`/,
    ],
    ['wrong-type', one('name: e, type: ethernet, mtu: big'), 'mtu: expected an integer, found `big`'],
    [
      'wrong-type',
      one('name: e, type: ethernet, ipv4: {enabled: maybe}'),
      'enabled: expected `true` or `false`, found `maybe`',
    ],
    ['wrong-type', one('name: e, type: ethernet, ipv4: []'), 'ipv4: expected a mapping, found a list'],
    ['wrong-type', 'interfaces: {name: e}\n', 'interfaces: expected a list of interfaces, found a mapping'],
    ['missing-field', 'interfaces:\n- type: ethernet\n', 'missing field `name`'],
    ['missing-field', one('name: v, type: vlan, vlan: {base-iface: a}'), 'missing field `id`'],
    ['missing-field', one('name: e, type: ethernet, lldp: {}'), 'missing field `enabled`'],
    ['missing-field', one('name: m, type: mac-vlan, mac-vlan: {base-iface: a}'), 'missing field `mode`'],
    ['missing-field', one('name: m, type: macsec, macsec: {base-iface: a}'), 'missing field `encrypt`'],
    ['missing-field', one('name: i, type: infiniband, infiniband: {mode: datagram}'), 'missing field `pkey`'],
    ['missing-field', one('name: c, type: ipsec, libreswan: {left: 192.0.2.1}'), 'missing field `right`'],
    [
      'missing-field',
      one('name: b, type: linux-bridge, bridge: {port: [{name: e, vlan: {trunk-tags: [{}]}}]}'),
      'missing field `id`',
    ],
    [
      'unknown-field',
      one('name: c, type: ipsec, libreswan: {right: 192.0.2.1, leftids: a}'),
      'unknown field `leftids`, did you mean `leftid`?',
      'leftid: a',
    ],
    [
      'unknown-field',
      'interfaces: []\nroutes: {running: [{destinations: 0.0.0.0/0}]}\n',
      'unknown field `destinations`, did you mean `destination`?',
      'destination: 0.0.0.0/0',
    ],
    [
      'unknown-field',
      'interfaces: []\nroutes: {config: [{initial-cwnd: 10}]}\n',
      /^unknown field `initial-cwnd`/,
    ],
    [
      'out-of-range',
      one('name: v, type: vlan, vlan: {base-iface: a, id: 65536}'),
      t('numberOutOfRange', { field: 'id', number: 65536, min: 0, max: 65535 }),
    ],
    [
      'out-of-range',
      one('name: b, type: bond, link-aggregation: {mode: 4, port: [], options: {ad_user_port_key: 1024}}'),
      t('numberOutOfRange', { field: 'ad_user_port_key', number: 1024, min: 0, max: 1023 }),
    ],
    [
      'mac-syntax',
      one('name: e, type: ethernet, mac-address: 52-54-00-AA-BB-07'),
      t('macInvalid', { text: '52-54-00-AA-BB-07' }),
      '52:54:00:aa:bb:07',
    ],
    [
      'address-syntax',
      one('name: e, type: ethernet, ipv4: {enabled: true, address: [{ip: 192.0.2.1/24, prefix-length: 24}]}'),
      'Invalid IP address 192.0.2.1/24: invalid IP address syntax',
      'ip: 192.0.2.1,',
    ],
  ];
  test.each(rows)('%s %s', (rule, text, message, fixed) => {
    const problem = problemsOf(text, plain).find((one) => one.rule === rule);
    expect(problem, JSON.stringify(problemsOf(text, plain))).toMatchObject({
      code: 'nmstate-schema',
      level: 'error',
    });
    if (typeof message === 'string') expect(problem!.message).toBe(message);
    else expect(problem!.message).toMatch(message);
    if (fixed) expect(afterFix(text, problem!)).toContain(fixed);
    if (problem!.fix)
      expect(problemsOf(afterFix(text, problem!), plain).filter((one) => one.rule === rule)).toEqual([]);
  });

  test('accepts all settings of routes, bonds, VLANs and addresses that nmstate reads', () => {
    const text = [
      "interfaces:\n- {name: b, type: bond, link-aggregation: {mode: 1, port: [], options: {ns_ip6_target: ['2001:db8::1']}}}",
      '- {name: v, type: vlan, vlan: {id: 5, base-iface: b, ingress-qos-map: [{from: 1, to: 2}]}}',
      '- {name: e, type: ethernet, ipv4: {enabled: true, prefix-route-metric: 5, address: [{ip: 192.0.2.1, prefix-length: 24, valid-lft: forever}]}}',
      '- {name: o, type: ovs-bridge, bridge: {options: {stp: {enabled: true, max-age: 20}}, port: [{name: p, bond: {mode: lacp, port: [{name: e2}]}}]}}',
      'routes: {config: [{destination: 198.51.100.0/24, next-hop-interface: e, initcwnd: 10, advmss: 1400, lock-mtu: true}]}',
    ].join('\n');
    expect(problemsOf(text, plain).filter(({ level }) => level !== 'info')).toEqual([]);
  });

  test('ignores the settings of an interface that is removed, as nmstate does', () => {
    expect(problemsOf(one('name: v, type: vlan, state: absent, vlan: {idd: 5}, mtuu: 9'), plain)).toEqual([]);
    expect(
      problemsOf(one('name: v, type: vlan, state: absent, identifier: macaddress'), plain),
    ).toMatchObject([{ rule: 'unknown-value' }]);
  });

  test('warns about unknown interface types', () => {
    expect(problemsOf(one('name: t0, type: team'), plain)).toMatchObject([
      { rule: 'unknown-type', level: 'warning' },
    ]);
  });

  test('messages never contain secrets', () => {
    const text = one(
      'name: e, type: ethernet, 802.1x: {identity: a, password: [hunter2], private-key-password: {a: hunter3}}',
    );
    const reported = JSON.stringify(problemsOf(text, plain));
    expect(reported).toContain('password');
    expect(reported).not.toContain('hunter');
  });

  test('rejects quoted MTUs for the installer', () => {
    const text =
      'kind: AgentConfig\nhosts:\n- hostname: a\n  networkConfig:\n    interfaces:\n    - {name: e, type: ethernet, mtu: "9000"}\n';
    const [problem] = problemsOf(text).filter(({ rule }) => rule === 'mtu-quoted');
    expect(problem?.message).toBe('mtu must be an integer (not quoted string)');
    expect(afterFix(text, problem!)).toContain('mtu: 9000');
  });

  test('reports of nodes never contain errors', () => {
    const text =
      'kind: NodeNetworkState\nstatus:\n  currentState:\n    interfaces:\n    - {name: e, type: ethernet, brand-new: 1, mtu: 100, ipv6: {enabled: true}}\n';
    expect(problemsOf(text)).toMatchObject([{ rule: 'unknown-field', level: 'info' }]);
  });
});
