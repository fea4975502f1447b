import {
  any,
  type Field,
  type FieldTable,
  flag,
  integer,
  list,
  object,
  secret,
  text,
  word,
} from '../../base/document/fields.ts';
import { either, ip, mac, name, names, numbered, open, ovsDb, u8, u16, u32, uint } from './fields.ts';

/** VLAN settings of a port of an OVS or Linux bridge. */
const portVlan = object({
  mode: word('trunk', 'access'),
  tag: u16,
  'enable-native': flag,
  'trunk-tags': list(
    either(
      object({ id: u16 }, ['id']),
      object({ 'id-range': object({ min: u16, max: u16 }, ['min', 'max']) }, ['id-range']),
    ),
  ),
});

export const BOND_MODES = [
  'balance-rr',
  'active-backup',
  'balance-xor',
  'broadcast',
  '802.3ad',
  'balance-tlb',
  'balance-alb',
] as const;

/** Options of the kernel's bonds, which are spelled in snake_case. */
const BOND_OPTIONS: FieldTable = {
  miimon: u32,
  updelay: u32,
  downdelay: u32,
  arp_interval: u32,
  arp_ip_target: text,
  arp_all_targets: numbered('any', 'all'),
  arp_validate: numbered('none', 'active', 'backup', 'all', 'filter', 'filter_active', 'filter_backup'),
  arp_missed_max: integer(0, 255),
  lacp_rate: numbered('slow', 'fast'),
  lacp_active: numbered('off', 'on'),
  xmit_hash_policy: numbered('layer2', 'layer3+4', 'layer2+3', 'encap2+3', 'encap3+4', 'vlan+srcmac'),
  primary: text,
  primary_reselect: numbered('always', 'better', 'failure'),
  fail_over_mac: numbered('none', 'active', 'follow'),
  ad_select: numbered('stable', 'bandwidth', 'count'),
  ad_actor_sys_prio: integer(1, 65535),
  ad_actor_system: mac,
  ad_user_port_key: integer(0, 1023),
  all_slaves_active: numbered('dropped', 'delivered'),
  lp_interval: integer(1),
  min_links: u32,
  num_grat_arp: integer(0, 255),
  num_unsol_na: integer(0, 255),
  packets_per_slave: u16,
  resend_igmp: integer(0, 255),
  tlb_dynamic_lb: flag,
  use_carrier: flag,
  balance_slb: flag,
  'balance-slb': flag,
  ns_ip6_target: list(ip),
};

const bondPort = object({ name, priority: integer(-2147483648, 2147483647), 'queue-id': u16 }, ['name']);

const linkAggregation = object({
  mode: numbered(...BOND_MODES),
  port: names,
  ports: names,
  'ports-config': list(bondPort),
  options: object(BOND_OPTIONS),
});

const linuxBridgeOptions: FieldTable = {
  'group-forward-mask': u16,
  'group-fwd-mask': u16,
  'group-addr': mac,
  'hash-max': u32,
  'mac-ageing-time': u32,
  'multicast-snooping': flag,
  'multicast-querier': flag,
  'multicast-router': any,
  'multicast-last-member-count': u32,
  'multicast-last-member-interval': uint,
  'multicast-membership-interval': uint,
  'multicast-querier-interval': uint,
  'multicast-query-interval': uint,
  'multicast-query-response-interval': uint,
  'multicast-query-use-ifaddr': flag,
  'multicast-startup-query-count': u32,
  'multicast-startup-query-interval': uint,
  'vlan-protocol': word('802.1q', '802.1ad'),
  'vlan-default-pvid': u16,
  // Only reported by the node.
  'gc-timer': uint,
  'hello-timer': uint,
  stp: object({
    enabled: flag,
    'forward-delay': u8,
    'hello-time': u8,
    'max-age': u8,
    priority: u16,
  }),
};

const linuxBridgePort = object(
  { name, 'stp-hairpin-mode': flag, 'stp-path-cost': u32, 'stp-priority': u16, vlan: portVlan },
  ['name'],
);

const ovsBond = object({
  mode: text,
  port: list(object({ name }, ['name'])),
  ports: list(object({ name }, ['name'])),
  'bond-downdelay': u32,
  'bond-updelay': u32,
  'ovs-db': ovsDb,
});

const ovsPort = object({ name, vlan: portVlan, 'link-aggregation': ovsBond, bond: ovsBond }, ['name']);

const based: FieldTable = { 'base-iface': name };
const vlanProtocol = word('802.1q', '802.1ad');
const qosMapping = object({ from: u32, to: u32 }, ['from', 'to']);
const macVlan = object(
  {
    ...based,
    mode: word('vepa', 'bridge', 'private', 'passthru', 'source', 'unknown'),
    promiscuous: flag,
    'accept-all-mac': flag,
  },
  ['base-iface', 'mode'],
);
const veth: Field = object({ peer: name }, ['peer']);

const ethernet = object({
  'auto-negotiation': flag,
  speed: u32,
  duplex: word('full', 'half'),
  'sr-iov': object({
    'total-vfs': u32,
    // Only reported by the node.
    'max-vfs': u32,
    'drivers-autoprobe': flag,
    vfs: list(
      object(
        {
          id: u32,
          'iface-name': text,
          'mac-address': mac,
          'spoof-check': flag,
          trust: flag,
          'min-tx-rate': u32,
          'max-tx-rate': u32,
          'vlan-id': integer(0, 4095),
          qos: integer(0, 7),
          'vlan-proto': vlanProtocol,
        },
        ['id'],
      ),
    ),
  }),
});

const family = word('ipv4', 'ipv6');
/** Settings of a VPN connection, with the names of Libreswan. */
const libreswan = object(
  {
    'nm-auto-defaults': flag,
    right: text,
    rightid: text,
    rightrsasigkey: text,
    rightcert: text,
    left: text,
    leftid: text,
    leftrsasigkey: text,
    leftcert: text,
    ikev2: text,
    psk: secret,
    ikelifetime: text,
    salifetime: text,
    ike: text,
    esp: text,
    dpddelay: uint,
    dpdtimeout: uint,
    dpdaction: text,
    'ipsec-interface': either(u32, word('yes', 'no')),
    authby: text,
    rightsubnet: text,
    rightsubnets: text,
    leftsubnet: text,
    leftsubnets: text,
    leftmodecfgclient: flag,
    type: word('tunnel', 'transport'),
    hostaddrfamily: family,
    clientaddrfamily: family,
    'require-id-on-certificate': flag,
    leftsendcert: text,
    rightca: text,
    leftprotoport: text,
    rightprotoport: text,
  },
  ['right'],
);

/** For each type, its fields in addition to those of all interfaces (nmstate: rust/src/lib/ifaces). */
export const BLOCKS: Readonly<Record<string, FieldTable>> = {
  ethernet: { ethernet, veth },
  veth: { veth, ethernet },
  bond: { 'link-aggregation': linkAggregation },
  vlan: {
    vlan: object(
      {
        ...based,
        id: u16,
        protocol: vlanProtocol,
        'registration-protocol': word('gvrp', 'mvrp', 'none'),
        'reorder-headers': flag,
        'loose-binding': flag,
        'ingress-qos-map': list(qosMapping),
        'egress-qos-map': list(qosMapping),
      },
      ['id'],
    ),
  },
  vxlan: {
    vxlan: object(
      {
        ...based,
        id: integer(0, 16777215),
        remote: text,
        local: text,
        learning: flag,
        'destination-port': u16,
      },
      ['id'],
    ),
  },
  vrf: { vrf: object({ port: names, ports: names, 'route-table-id': u32 }) },
  dummy: {},
  'linux-bridge': {
    bridge: object({
      port: list(linuxBridgePort),
      ports: list(linuxBridgePort),
      'allow-extra-ports': flag,
      options: object(linuxBridgeOptions),
    }),
  },
  'ovs-bridge': {
    bridge: object({
      port: list(ovsPort),
      ports: list(ovsPort),
      'allow-extra-patch-ports': flag,
      'allow-extra-ports': flag,
      options: object({
        stp: either(
          flag,
          object({ enabled: flag, 'forward-delay': u8, 'hello-time': u8, 'max-age': u8, priority: u16 }),
        ),
        rstp: flag,
        'mcast-snooping-enable': flag,
        'fail-mode': word('standalone', 'secure', ''),
        datapath: word('system', 'netdev', ''),
      }),
    }),
  },
  'ovs-interface': {
    patch: object({ peer: name }, ['peer']),
    dpdk: object(
      {
        devargs: text,
        'rx-queue': u32,
        n_rxq: u32,
        n_rxq_desc: u32,
        n_txq_desc: u32,
        'lsc-interrupt': flag,
        'dpdk-lsc-interrupt': flag,
      },
      ['devargs'],
    ),
  },
  infiniband: {
    infiniband: object({ ...based, mode: word('datagram', 'connected'), pkey: either(u16, text) }, [
      'mode',
      'pkey',
    ]),
  },
  'mac-vlan': { 'mac-vlan': macVlan },
  'mac-vtap': { 'mac-vtap': macVlan },
  ipvlan: { ipvlan: object({ ...based, mode: word('l2', 'l3', 'l3s'), private: flag, vepa: flag }) },
  macsec: {
    macsec: object(
      {
        ...based,
        encrypt: flag,
        'mka-cak': secret,
        'mka-ckn': text,
        port: u32,
        validation: word('disabled', 'check', 'strict'),
        'send-sci': flag,
        offload: word('off', 'phy', 'mac'),
      },
      ['encrypt', 'base-iface', 'port', 'validation', 'send-sci'],
    ),
  },
  hsr: {
    hsr: object(
      {
        port1: name,
        port2: name,
        interlink: name,
        'supervision-address': mac,
        'multicast-spec': integer(0, 255),
        protocol: word('prp', 'hsr', 'hsr-2010', 'hsr-2012'),
      },
      ['port1', 'port2', 'multicast-spec', 'protocol'],
    ),
  },
  loopback: {},
  ipsec: { libreswan },
  xfrm: {},
  tun: { tun: open({ mode: text }) },
};
