import { one } from '../validation/checked.fixture.ts';
import { t } from './messages.ts';
import { dns, firstBoot, policy, type Row, route, rule } from './rule-rows.fixture.ts';

const DUAL =
  '- {name: eth1, type: ethernet, ipv4: {enabled: true, dhcp: true}, ipv6: {enabled: true, dhcp: true, autoconf: true}}';

/** Rules for routes, DNS, OVN and policies. */
export const ROUTE_ROWS: readonly Row[] = [
  // routes and rules
  {
    rule: 'route-interface',
    text: route('destination: 0.0.0.0/0, next-hop-address: 192.0.2.1'),
    message: t('routeInterfaceEmpty', { route: '0.0.0.0/0 via 192.0.2.1' }),
  },
  {
    rule: 'route-destination',
    text: route('next-hop-interface: eth1'),
    message: 'Route with empty destination is not supported',
  },
  {
    rule: 'route-typed-hop',
    text: route('destination: 198.51.100.0/24, route-type: blackhole, next-hop-address: 192.0.2.1'),
    message: t('routeTypeNextHop', { type: 'Blackhole', route: '198.51.100.0/24 via 192.0.2.1' }),
  },
  {
    rule: 'route-weight',
    text: route('destination: 0.0.0.0/0, next-hop-interface: eth1, weight: 257'),
    message: t('routeWeight', { value: '257' }),
  },
  {
    rule: 'route-weight-ipv6',
    text: route('destination: "::/0", next-hop-interface: eth1, weight: 2'),
    message: 'IPv6 ECMP route with weight is not supported yet',
  },
  {
    rule: 'route-zero-network',
    text: route('destination: 0.0.0.0/8, next-hop-interface: eth1'),
    message:
      '0.0.0.0/8 and its subnet cannot be used as the route destination for unicast route, please use the default gateway 0.0.0.0/0 instead',
  },
  {
    rule: 'network-syntax',
    text: route('destination: 192.0.2.0/33, next-hop-interface: eth1'),
    message: t('networkSyntax', { text: '192.0.2.0/33' }),
  },
  {
    rule: 'route-host-bits',
    text: route('destination: 192.0.2.10/24, next-hop-interface: eth1'),
    level: 'info',
    message: /changes the route destination .* to 192\.0\.2\.0\/24/,
  },
  {
    rule: 'route-family',
    text: route('destination: "::/0", next-hop-interface: eth1, next-hop-address: 192.0.2.1', DUAL),
    message: t('routeFamily', { destination: '::/0', nextHop: '192.0.2.1' }),
  },
  {
    rule: 'address-syntax',
    text: route('destination: 0.0.0.0/0, next-hop-interface: eth1, next-hop-address: 192.0.2'),
    message: t('nextHopSyntax', { nextHop: '192.0.2' }),
  },
  {
    rule: 'route-interface-unknown',
    options: firstBoot,
    text: route('destination: 0.0.0.0/0, next-hop-interface: eth9'),
    message: t('routeInterfaceUnknown', { name: 'eth9', text: '0.0.0.0/0 dev eth9' }),
  },
  {
    rule: 'route-interface-absent',
    text: route(
      'destination: 0.0.0.0/0, next-hop-interface: eth1',
      '- {name: eth1, type: ethernet, state: absent}',
    ),
    message: t('routeInterfaceState', { text: '0.0.0.0/0 dev eth1', state: 'absent' }),
  },
  {
    rule: 'route-interface-absent',
    options: firstBoot,
    text: route(
      'destination: 0.0.0.0/0, next-hop-interface: eth1',
      '- {name: eth1, type: ethernet, state: down}',
    ),
    message: t('routeInterfaceState', { text: '0.0.0.0/0 dev eth1', state: 'down' }),
  },
  {
    rule: 'network-syntax',
    text: route('state: absent, destination: 0.0.0.0/x'),
    message: t('networkSyntax', { text: '0.0.0.0/x' }),
  },
  {
    rule: 'address-syntax',
    text: route('state: absent, destination: 0.0.0.0/0, next-hop-address: 192.0.2'),
    message: t('nextHopSyntax', { nextHop: '192.0.2' }),
  },
  {
    rule: 'route-interface-ip',
    text: route(
      'destination: 0.0.0.0/0, next-hop-interface: eth1',
      '- {name: eth1, type: ethernet, ipv4: {enabled: false}}',
    ),
    message: t('routeInterfaceState', { text: '0.0.0.0/0 dev eth1', state: 'IPv4 disabled' }),
  },
  {
    rule: 'route-interface-ip',
    text: route(
      'destination: "::/0", next-hop-interface: eth1',
      '- {name: eth1, type: ethernet, ipv6: {enabled: false}}',
    ),
    message: t('routeInterfaceState', { text: '::/0 dev eth1', state: 'IPv6 disabled' }),
  },
  {
    rule: 'route-interface-ip',
    options: firstBoot,
    text: route(
      'destination: 0.0.0.0/0, next-hop-interface: v, table-id: 5',
      '- {name: v, type: vrf, vrf: {port: [eth1], route-table-id: 5}}',
    ),
    message: t('routeInterfaceState', { text: '0.0.0.0/0 dev v table 5', state: 'IPv4 disabled' }),
  },
  {
    rule: 'rule-empty',
    text: rule('route-table: 100'),
    message: /^Neither ip-from, ip-to nor family is defined/,
  },
  {
    rule: 'rule-family',
    text: rule('ip-from: 192.0.2.0/24, family: ipv6'),
    message: t('ruleFamily', { key: 'ip-from', family: 'ipv6' }),
  },
  {
    rule: 'rule-fwmask',
    text: rule('family: ipv4, fwmask: 255'),
    message: /^fwmask is present but fwmark is not defined or is zero/,
  },
  // DNS
  {
    rule: 'dns-server',
    text: dns('server: [dns.example.org]'),
    message: t('dnsServerSyntax', { server: 'dns.example.org' }),
  },
  {
    rule: 'dns-server-scope',
    level: 'warning',
    text: dns('server: ["fe80::1"]'),
    message: t('dnsServerScope', { server: 'fe80::1' }),
  },
  {
    rule: 'dns-server-interface',
    options: firstBoot,
    text: dns(
      'server: ["fe80::1%eth9"]',
      '[{name: eth1, type: ethernet, ipv6: {enabled: true, autoconf: true, auto-dns: false}}]',
    ),
    message: t('dnsServerInterface', { server: 'fe80::1%eth9', iface: 'eth9' }),
  },
  { rule: 'dns-option', text: dns('options: [rotat]'), message: /^Unsupported DNS option rotat, / },
  {
    rule: 'dns-no-interface',
    options: firstBoot,
    text: dns('server: [192.0.2.53]'),
    message: t('dnsServersUnassigned', { servers: '192.0.2.53' }),
  },
  {
    rule: 'dns-no-interface',
    options: firstBoot,
    text: dns('search: [example.org]'),
    message: t('dnsSearchUnassigned', { search: 'example.org' }),
  },
  {
    rule: 'dns-auto',
    options: firstBoot,
    level: 'info',
    text: dns('server: [192.0.2.53]', '[{name: eth1, type: ethernet, ipv4: {enabled: true, dhcp: true}}]'),
    message: t('dnsAutomaticToo', { name: 'eth1', source: 'dhcp' }),
  },
  // OVN
  {
    rule: 'ovn-duplicate',
    text: 'ovn:\n  bridge-mappings:\n  - {localnet: a, bridge: b}\n  - {localnet: a, bridge: c}\n',
    line: 4,
    message: t('localnetTwice', { localnet: 'a' }),
  },
  {
    rule: 'ovn-bridge-unknown',
    options: firstBoot,
    text: 'ovn: {bridge-mappings: [{localnet: a, bridge: br-data}]}\n',
    message: t('mappingBridgeUnknown', { bridge: 'br-data', localnet: 'a' }),
  },
  {
    rule: 'ovn-bridge-unknown',
    text: `${one('name: br-data, type: ovs-bridge, state: absent')}ovn: {bridge-mappings: [{localnet: a, bridge: br-data}]}\n`,
    message: t('mappingBridgeAbsent', { bridge: 'br-data', localnet: 'a' }),
  },
  {
    rule: 'ovn-bridge',
    text: 'ovn: {bridge-mappings: [{localnet: a}]}\n',
    message: t('mappingWithoutBridge', { localnet: 'a' }),
  },
  {
    rule: 'ovn-localnet',
    text: 'ovn: {bridge-mappings: [{bridge: a}]}\n',
    message: 'missing field `localnet`',
  },
  {
    rule: 'ovn-external-ids',
    text: 'ovs-db: {external_ids: {ovn-bridge-mappings: "a:b"}}\n',
    message: /^The `ovn-bridge-mappings` key of `external_ids`/,
  },
  {
    rule: 'mac-name',
    level: 'warning',
    options: {},
    line: 4,
    text: 'kind: NMStateConfig\nspec:\n  interfaces:\n  - {name: eno7, macAddress: "52:54:00:aa:bb:07"}\n  config: {interfaces: [{name: eth1, type: ethernet, ipv4: {enabled: false}}]}\n',
    message: t('macNameUnknown', { name: 'eno7', names: 'eth1' }),
  },
  // policies
  {
    rule: 'policy-desired-state',
    text: policy('  nodeSelector:\n    desiredState: {interfaces: []}\n'),
    message: t('desiredStateBelowSelector'),
  },
  {
    rule: 'policy-selector',
    text: policy('  nodeSelector: {"a/b/c": x}\n  desiredState: {interfaces: []}\n'),
    message: t('selectorKey', { key: 'a/b/c' }),
  },
  {
    rule: 'policy-max-unavailable',
    text: policy('  maxUnavailable: some\n  desiredState: {interfaces: []}\n'),
    level: 'warning',
    message: t('maxUnavailable', { value: 'some' }),
  },
  {
    rule: 'capture',
    text: policy('  capture: {a: \'interfac.name=="x"\'}\n  desiredState: {interfaces: []}\n'),
    message: t('captureKeyword', { first: 'interfac' }),
  },
  {
    rule: 'capture',
    text: policy("  capture: {a: 'interfaces.name==\"x'}\n  desiredState: {interfaces: []}\n"),
    message: 'No ending double quote',
  },
  {
    rule: 'capture',
    text: policy("  capture: {a: 'x | interfaces.state:=down'}\n  desiredState: {interfaces: []}\n"),
    message: "The pipe action should always in format of 'capture.<capture_name>'",
  },
  {
    rule: 'capture',
    text: policy(
      "  capture: {a: 'interfaces.name==capture.b.interfaces.0.name'}\n  desiredState: {interfaces: []}\n",
    ),
    message: t('captureUnknown', { name: 'b' }),
  },
  {
    rule: 'capture',
    text: policy("  desiredState: {interfaces: '{{ capture.c.interfaces }}'}\n"),
    message: t('captureUnknown', { name: 'c' }),
  },
];
