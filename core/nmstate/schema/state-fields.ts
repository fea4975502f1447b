import { any, type FieldTable, flag, integer, list, object, text, word } from '../../base/document/fields.ts';
import { ip, ovsDb, texts, u16, u32 } from './fields.ts';

const absent = word('absent');

const route = object({
  state: absent,
  destination: text,
  'next-hop-interface': text,
  'next-hop-address': text,
  metric: integer(-1, 4294967295),
  'table-id': u32,
  weight: u16,
  'route-type': word('blackhole', 'unreachable', 'prohibit', 'unicast'),
  cwnd: u32,
  initcwnd: u32,
  initrwnd: u32,
  quickack: flag,
  mtu: u32,
  advmss: u32,
  'lock-mtu': flag,
  source: ip,
  'vrf-name': text,
});

const rule = object({
  state: absent,
  family: word('ipv4', 'ipv6'),
  'ip-from': text,
  'ip-to': text,
  priority: integer(-1, 4294967295),
  'route-table': u32,
  fwmark: u32,
  fwmask: u32,
  action: word('blackhole', 'unreachable', 'prohibit'),
  iif: text,
  'suppress-prefix-length': integer(0, 128),
  suppress_prefixlength: integer(0, 128),
});

const resolver = object({ server: texts, search: texts, options: texts });

/**
 * Top-level fields of a state (nmstate: rust/src/lib/net_state.rs). `interfaces` is checked separately, by the type of each.
 */
export const STATE: FieldTable = {
  description: text,
  hostname: object({ running: text, config: text }),
  'dns-resolver': object({ running: resolver, config: resolver }),
  'route-rules': object({ config: list(rule) }),
  // The node reports the running routes. They are never applied, but nmstate reads them.
  routes: object({ running: list(route), config: list(route) }),
  interfaces: any,
  'ovs-db': ovsDb,
  ovn: object({
    'bridge-mappings': list(object({ localnet: text, bridge: text, state: word('present', 'absent') })),
  }),
};

/** Fields of a policy file in addition to the state: captures refer to parts of the current state. */
export const POLICY_FIELDS: readonly string[] = ['capture', 'desired', 'desiredState'];
