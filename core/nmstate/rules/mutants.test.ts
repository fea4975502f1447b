import { describe, test } from 'vitest';
import {
  expectMutants,
  type MutantRule,
  mutantRule as rule,
} from '../../base/document/mutant-rules.fixture.ts';
import { readNmstate } from '../model/document.ts';
import { type ValidateOptions, validateNmstate } from '../validation/validate.ts';

/** The host's complete network, without br-ex, whose requirements are those of OVN-Kubernetes. */
const VLAN_ON_BOND = `interfaces:
- name: bond0
  type: bond
  state: up
  link-aggregation:
    mode: active-backup
    options: {miimon: 100}
    port: [eno1, eno2]
- name: bond0.110
  type: vlan
  state: up
  mtu: 1500
  vlan: {base-iface: bond0, id: 110}
  ipv4:
    enabled: true
    dhcp: false
    address:
    - {ip: 192.0.2.21, prefix-length: 24}
  ipv6: {enabled: false}
routes:
  config:
  - {destination: 0.0.0.0/0, next-hop-address: 192.0.2.1, next-hop-interface: bond0.110, metric: 100}
dns-resolver:
  config:
    server: [192.0.2.53]
    search: [example.com]
`;

const errorsOf = (purpose: ValidateOptions['purpose']) => (text: string) =>
  validateNmstate(readNmstate(text), { purpose })
    .filter(({ level, code }) => level === 'error' && code !== 'nmstate-br-ex')
    .map(({ rule: id, message }) => `${id}: ${message}`);

const SERDE = 'nmstate: rust/src/lib (serde, deny_unknown_fields)';
const MISSING = 'removed|empty|misspelled';
const A = 'interfaces.N.ipv4.address.N';
const R = 'routes.config.N';

/** Rules on the form of a document, in every purpose. */
const FORM: MutantRule[] = [
  { change: / misspelled$/, error: /^(?:unknown-field|route-interface-unknown)/, upstream: SERDE },
  { change: / text$/, error: /^wrong-type/, upstream: SERDE },
  rule('interfaces.N|routes|dns-resolver.config.\\w+.N|interfaces', 'empty', /^wrong-type/, SERDE),
  rule(`${A}|${R}|interfaces.N.link-aggregation.port.N`, 'empty', /^wrong-type/, SERDE),
  rule(
    `interfaces.N.name|interfaces.N.state|interfaces.N.mtu|interfaces.N.vlan.id|${R}.metric`,
    'empty',
    /^wrong-type/,
    SERDE,
  ),
  rule('interfaces.N.ipv4.(?:enabled|dhcp)|interfaces.N.ipv6.enabled', 'empty|broken', /^wrong-type/, SERDE),
  rule(
    `${A}.ip|${A}.prefix-length|interfaces.N.link-aggregation.options.miimon`,
    'empty',
    /^wrong-type/,
    SERDE,
  ),
  rule(
    `${A}.ip|${A}.prefix-length|interfaces.N.vlan.id|interfaces.N.name`,
    'removed',
    /^missing-field/,
    SERDE,
  ),
  rule('interfaces.N.state|interfaces.N.link-aggregation.mode', 'broken', /^unknown-value/, SERDE),
  rule('interfaces.N.link-aggregation.mode', 'empty', /^wrong-type/, SERDE),
  rule(
    `interfaces.N.mtu|interfaces.N.vlan.id|${R}.metric|interfaces.N.link-aggregation.options.miimon`,
    'broken',
    /^out-of-range/,
    SERDE,
  ),
  rule(
    'interfaces.N',
    'duplicated',
    /^duplicate-interface/,
    'nmstate: rust/src/lib/ifaces/interfaces.rs (a map by name)',
  ),
  rule(
    'interfaces.N.link-aggregation.port.N',
    'duplicated',
    /^port-overbooked/,
    'nmstate: rust/src/lib/ifaces/inter_ifaces_controller.rs: check_overbook_ports',
  ),
  rule(`${A}.ip`, 'broken', /^address-syntax/, 'nmstate: rust/src/lib/ip.rs: InterfaceIpAddr'),
  rule(`${A}.prefix-length`, 'broken', /^prefix-length/, 'nmstate: rust/src/lib/ip.rs: sanitize'),
  rule(`${R}.next-hop-address`, 'broken', /^address-syntax/, 'nmstate: rust/src/lib/route.rs: sanitize'),
  rule(`${R}.destination`, 'broken', /^network-syntax/, 'nmstate: rust/src/lib/ip.rs: sanitize_ip_network'),
  rule(`${R}.destination`, 'removed|empty', /^route-destination/, 'nmstate: rust/src/lib/route.rs: validate'),
  rule(
    `${R}.next-hop-interface`,
    'removed|empty',
    /^route-interface:/,
    'nmstate: rust/src/lib/route.rs: validate',
  ),
  rule('dns-resolver.config.server.N', 'broken', /^dns-server/, 'nmstate: rust/src/lib/dns.rs: sanitize'),
];

const ROUTES = 'nmstate: rust/src/lib/route.rs: MergedRoutes::new';
const VLAN = 'nmstate: rust/src/lib/ifaces/vlan.rs: sanitize';
/** Rules that need the complete network, because a policy may change what the node already has. */
const STANDALONE: MutantRule[] = [
  rule('interfaces|interfaces.1', 'removed', /^route-interface-unknown/, ROUTES),
  rule('interfaces.1.name', 'broken', /^route-interface-unknown/, ROUTES),
  rule(`${R}.next-hop-interface`, 'broken', /^route-interface-unknown/, ROUTES),
  rule('interfaces.1.ipv4', 'removed|empty', /^route-interface-ip/, ROUTES),
  rule(
    'interfaces.N.ipv4.enabled',
    'removed',
    /^ip-not-enabled/,
    'nmstate: rust/src/lib/ip.rs (addresses without enabled are dropped)',
  ),
  rule('interfaces.N.vlan|interfaces.N.vlan.base-iface', MISSING, /^vlan-base/, VLAN),
  rule(
    'interfaces.N.link-aggregation|interfaces.N.link-aggregation.mode',
    MISSING,
    /^bond-mode/,
    'nmstate: rust/src/lib/ifaces/bond.rs: validate_new_iface_with_no_mode',
  ),
];

describe('rejects the mutants of a state that NMState rejects, and no others', () => {
  test('complete network of a host', () => {
    expectMutants({ VLAN_ON_BOND }, STANDALONE, errorsOf('day1'), {
      common: FORM,
    });
  });
  test('policy for an existing node', () => {
    expectMutants({ VLAN_ON_BOND }, [], errorsOf('day2'), { common: FORM });
  });
});
