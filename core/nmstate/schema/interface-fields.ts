import {
  any,
  type FieldTable,
  flag,
  integer,
  list,
  map,
  object,
  secret,
  text,
  word,
} from '../../base/document/fields.ts';
import { either, ip, mac, name, ovsDb, texts, u32, uint } from './fields.ts';
import { BLOCKS } from './type-fields.ts';

const mptcpFlags = list(word('signal', 'subflow', 'backup', 'fullmesh'));

const address = object(
  {
    ip,
    'prefix-length': uint,
    'valid-life-time': text,
    'valid-left': text,
    'valid-lft': text,
    'preferred-life-time': text,
    'preferred-left': text,
    'preferred-lft': text,
    protocol: any,
    'mptcp-flags': mptcpFlags,
  },
  ['ip', 'prefix-length'],
);

const anyFamily: FieldTable = {
  enabled: flag,
  dhcp: flag,
  address: list(address),
  'auto-dns': flag,
  'auto-gateway': flag,
  'auto-routes': flag,
  'auto-route-table-id': uint,
  'auto-route-metric': integer(-1, 4294967295),
  'prefix-route-metric': integer(-1, 4294967295),
  'allow-extra-address': flag,
  'dhcp-send-hostname': flag,
  'dhcp-custom-hostname': text,
};

const IPV4 = object({ ...anyFamily, 'dhcp-client-id': text, forwarding: flag });
const IPV6 = object({
  ...anyFamily,
  autoconf: flag,
  'dhcp-duid': text,
  'addr-gen-mode': text,
  token: text,
});

const ethtool = object({
  feature: map(flag),
  pause: object({ rx: flag, tx: flag, autoneg: flag }),
  coalesce: map(any),
  ring: object({
    rx: uint,
    'rx-max': uint,
    'rx-jumbo': uint,
    'rx-jumbo-max': uint,
    'rx-mini': uint,
    'rx-mini-max': uint,
    tx: uint,
    'tx-max': uint,
  }),
  fec: object({ auto: flag, mode: text }),
});

/** Fields of interfaces of all types (nmstate: rust/src/lib/ifaces/base.rs). */
const BASE: FieldTable = {
  name,
  type: text,
  state: word('up', 'down', 'absent', 'ignore', 'unknown'),
  'profile-name': text,
  description: text,
  identifier: word('name', 'mac-address'),
  'mac-address': mac,
  mtu: u32,
  'copy-mac-from': name,
  'accept-all-mac-addresses': flag,
  controller: text,
  'wait-ip': word('any', 'ipv4', 'ipv6', 'ipv4+ipv6'),
  ipv4: IPV4,
  ipv6: IPV6,
  lldp: object({ enabled: flag, neighbors: any }, ['enabled']),
  ethtool,
  '802.1x': object({
    identity: text,
    'eap-methods': texts,
    'private-key': text,
    'client-cert': text,
    'ca-cert': text,
    'private-key-password': secret,
    'phase2-auth': text,
    password: secret,
    'anonymous-identity': text,
  }),
  mptcp: object({ 'address-flags': mptcpFlags }),
  'ovs-db': ovsDb,
  dispatch: object({
    'post-activation': text,
    'post-deactivation': text,
    variables: map(any),
  }),
  'alt-names': list(either(text, object({ name: text, state: word('absent') }, ['name']))),
  // Reported by the node, and ignored when a document is applied.
  'min-mtu': uint,
  'max-mtu': uint,
  'permanent-mac-address': mac,
  driver: text,
  'pci-address': text,
};

/** All interface types of nmstate. */
export const INTERFACE_TYPES: readonly string[] = [...Object.keys(BLOCKS), 'unknown'];

/** The field with the settings of a type, for each type that has one. */
export function fieldsOfType(type: string | undefined): FieldTable {
  if (type !== undefined && Object.hasOwn(BLOCKS, type)) return { ...BASE, ...BLOCKS[type] };
  return Object.assign({}, BASE, ...Object.values(BLOCKS)) as FieldTable;
}

/** Returns the types that have a field of this name, to report a field of another type. */
export function typesWith(field: string): string[] {
  return Object.keys(BLOCKS).filter((type) => Object.hasOwn(BLOCKS[type]!, field));
}
