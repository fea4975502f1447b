import { any, type FieldTable, int, ip, list, map, object, text, texts, word } from './fields.ts';

const absent = word('absent');

const route = object({
  state: absent,
  destination: text,
  'next-hop-interface': text,
  'next-hop-address': text,
  metric: int(-1, 4294967295),
  'table-id': int(0, 4294967295),
  weight: int(0, 65535),
  'route-type': word('blackhole', 'unreachable', 'prohibit', 'unicast'),
  cwnd: int(0, 4294967295),
  'initial-cwnd': int(0, 4294967295),
  'initial-rwnd': int(0, 4294967295),
  quickack: any,
  mtu: int(0),
  source: ip,
  'vrf-name': text,
});

const rule = object({
  state: absent,
  family: word('ipv4', 'ipv6'),
  'ip-from': text,
  'ip-to': text,
  priority: int(-1, 4294967295),
  'route-table': int(0, 4294967295),
  fwmark: int(0, 4294967295),
  fwmask: int(0, 4294967295),
  action: word('blackhole', 'unreachable', 'prohibit'),
  iif: text,
  'suppress-prefix-length': int(0, 128),
});

const resolver = object({ server: texts, search: texts, options: texts });
const ovsDb = object({ external_ids: map(any), other_config: map(any) });

/**
 * Top-level fields of a state (nmstate: rust/src/lib/net_state.rs). `interfaces` has a check of its own, by the type of
 * each.
 */
export const STATE: FieldTable = {
  description: text,
  hostname: object({ running: text, config: text }),
  'dns-resolver': object({ running: resolver, config: resolver }),
  'route-rules': object({ running: list(any), config: list(rule) }),
  // What runs is told by the node: read, never applied.
  routes: object({ running: list(any), config: list(route) }),
  interfaces: any,
  'ovs-db': ovsDb,
  ovn: object({
    'bridge-mappings': list(object({ localnet: text, bridge: text, state: word('present', 'absent') })),
  }),
};

/** Fields of a policy file that are beside the state: captures name parts of the current state. */
export const POLICY_FIELDS: readonly string[] = ['capture', 'desired', 'desiredState'];
