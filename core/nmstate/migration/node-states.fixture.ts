/**
 * States that Kubernetes-NMState reports of nodes with a br-ex of configure-ovs. They are derived, not recorded: Debian's
 * NetworkManager has no Open vSwitch plugin, so the script doesn't run here. Numbers like L228 are lines of the script
 * (machine-config-operator: templates/common/_base/files/configure-ovs-network.yaml). Fields and their order are those of
 * nmstate 2.2.62 (nm/show.rs, ovsdb/show.rs, nispor/route.rs).
 */
import type { ReportedNode } from '../gather/judge-nodes.ts';

type Fields = Record<string, unknown>;

export interface NodeStateOptions {
  uplink?: 'nic' | 'bond' | 'vlan' | 'bond-vlan';
  addressing?: 'dhcp' | 'static' | 'dual' | 'slaac';
  /** Last byte of addresses and MAC addresses. */
  number?: number;
  mtu?: number;
  /** `fail_over_mac` of an active-backup bond: the script doesn't clone the MAC address (L272). */
  bond?: 'lacp' | 'fail-over-mac';
  /** Creator of br-ex. */
  by?: 'configure-ovs' | 'nmstate' | 'hand';
  /** Changes interfaces by name and type, such as `br-ex ovs-interface`. Null removes one. */
  change?: Record<string, Fields | null>;
  more?: readonly Fields[];
}

const OFF = { enabled: false };

/** Returns the state of a node. */
export function nodeState(options: NodeStateOptions = {}): Fields {
  const { uplink = 'nic', number = 21, mtu = 1500, change = {}, more = [] } = options;
  const [mac, second] = ['a', 'b'].map((digit) => `52:54:00:00:0${digit}:${number}`) as [string, string];
  const bonded = uplink === 'bond' || uplink === 'bond-vlan';
  const base = bonded ? 'bond0' : 'eno1';
  const top = uplink === 'nic' ? 'eno1' : uplink === 'bond' ? 'bond0' : `${base}.110`;
  const interfaces: Fields[] = [
    nic('eno1', { mac, permanent: mac, mtu, controller: bonded ? 'bond0' : undefined, top }),
    ...(bonded
      ? [
          // All ports of a bond have its MAC address.
          nic('eno2', { mac, permanent: second, mtu, controller: 'bond0', top }),
          bond({ mac, mtu, top, failOver: options.bond === 'fail-over-mac' }),
        ]
      : []),
    ...(top.includes('.') ? [vlan(top, base, { mac, mtu })] : []),
    ...brEx(top, mac, mtu, options),
    ...ovnInterfaces(),
    ...more,
  ];
  return {
    'dns-resolver': dns(options),
    interfaces: interfaces
      .map((iface) => {
        const changed = change[`${iface.name} ${iface.type}`];
        return changed === null ? undefined : { ...iface, ...changed };
      })
      .filter((iface) => iface !== undefined),
    // ovnkube sets the mapping and all IDs.
    ovn: { 'bridge-mappings': [{ localnet: 'physnet', bridge: 'br-ex' }] },
    'ovs-db': { external_ids: { 'ovn-encap-type': 'geneve', 'ovn-bridge-mappings': 'physnet:br-ex' } },
    'route-rules': { config: [{ 'route-table': 7, fwmark: '0x1745ec', priority: 30, family: 'ipv4' }] },
    routes: routes(options),
  };
}

/** Returns a node with its report. */
export function reportedNode(name: string, options: NodeStateOptions = {}, role = 'worker'): ReportedNode {
  return { name, role, pool: role, state: nodeState(options) };
}

interface Link {
  mac: string;
  mtu: number;
  /** The port of br-ex. */
  top?: string;
}

function nic(
  name: string,
  { mac, mtu, permanent, controller, top }: Link & { permanent: string; controller?: string | undefined },
): Fields {
  return {
    ...{ name, type: 'ethernet', state: 'up' },
    // ovs-if-phys0 is the profile of the port of br-ex (L72, L325), and clones end with -slave-ovs-clone (L41, L130).
    'profile-name': name === top ? 'ovs-if-phys0' : controller ? `${name}-slave-ovs-clone` : undefined,
    ...{ 'mac-address': mac.toUpperCase(), 'permanent-mac-address': permanent.toUpperCase() },
    // L209: the MTU of the interface that had the default route.
    ...{ mtu, 'min-mtu': 68, 'max-mtu': 9710 },
    controller: controller ?? (name === top ? 'br-ex' : undefined),
    ...{ ipv4: OFF, ipv6: OFF, 'accept-all-mac-addresses': false, lldp: OFF },
    ethernet: { 'auto-negotiation': true, speed: 25000, duplex: 'full' },
  };
}

/** L266 to L277: all options of the bond before, and its MAC address unless fail_over_mac sets it. */
function bond({ mac, mtu, top, failOver }: Link & { failOver: boolean }): Fields {
  const defaults = { all_slaves_active: 'dropped', arp_interval: 0, resend_igmp: 1, use_carrier: true };
  return {
    ...{ name: 'bond0', type: 'bond', state: 'up' },
    'profile-name': top === 'bond0' ? 'ovs-if-phys0' : undefined,
    ...{ 'mac-address': mac.toUpperCase(), mtu, controller: top === 'bond0' ? 'br-ex' : undefined },
    ...{ ipv4: OFF, ipv6: OFF },
    'link-aggregation': failOver
      ? {
          mode: 'active-backup',
          options: { ...defaults, fail_over_mac: 'active', miimon: 100, primary_reselect: 'always' },
          port: ['eno1', 'eno2'],
        }
      : {
          mode: '802.3ad',
          options: {
            ...defaults,
            ad_select: 'stable',
            lacp_rate: 'fast',
            miimon: 100,
            xmit_hash_policy: 'layer3+4',
          },
          port: ['eno1', 'eno2'],
        },
  };
}

/** L246 to L265. */
function vlan(name: string, base: string, { mac, mtu }: Link): Fields {
  return {
    ...{ name, type: 'vlan', state: 'up', 'profile-name': 'ovs-if-phys0' },
    ...{ 'mac-address': mac.toUpperCase(), mtu, controller: 'br-ex', ipv4: OFF, ipv6: OFF },
    vlan: { 'base-iface': base, id: 110, protocol: '802.1q' },
  };
}

/** L226 to L242: the bridge and its ports. L350 to L436: its interface. */
function brEx(top: string, mac: string, mtu: number, options: NodeStateOptions): Fields[] {
  const { by = 'configure-ovs' } = options;
  const profile = { 'configure-ovs': 'ovs-if-br-ex', nmstate: 'br-ex-if', hand: 'uplink-bridge' }[by];
  return [
    {
      ...{ name: 'br-ex', type: 'ovs-bridge', state: 'up', ipv4: OFF, ipv6: OFF },
      bridge: {
        options: { 'fail-mode': 'standalone', 'mcast-snooping-enable': false, rstp: false, stp: OFF },
        // The patch port of OVN-Kubernetes.
        port: [{ name: 'br-ex' }, { name: top }, { name: 'patch-br-ex_node-to-br-int' }],
      },
      'ovs-db': { external_ids: { 'bridge-id': 'br-ex', 'bridge-uplink': top }, other_config: {} },
    },
    {
      ...{ name: 'br-ex', type: 'ovs-interface', state: 'up', 'profile-name': profile, controller: 'br-ex' },
      // L376, L432: MTU and MAC address of the interface before.
      ...{ 'mac-address': mac.toUpperCase(), mtu },
      ...families(options),
    },
  ];
}

/** The masquerade addresses of ovnkube, and L338 to L342: the methods of the connection before. */
function families({ addressing = 'dhcp', number = 21 }: NodeStateOptions): Fields {
  const masquerade = { ip: '169.254.0.2', 'prefix-length': 17 };
  const own = { ip: `192.0.2.${number}`, 'prefix-length': 24 };
  const local = { ip: 'fe80::5054:ff:fe00:a21', 'prefix-length': 64 };
  const lease = { 'preferred-life-time': '3214sec', 'valid-life-time': '3214sec' };
  // L433, L435 and L377: the metric of the bridge.
  const automatic = { 'auto-dns': true, 'auto-gateway': true, 'auto-routes': true, 'auto-route-metric': 48 };
  const fixed = {
    ipv4: { enabled: true, dhcp: false, address: [own, masquerade] },
    ipv6: { enabled: true, autoconf: false, dhcp: false, address: [local], 'addr-gen-mode': 'eui64' },
  };
  switch (addressing) {
    case 'static':
      return { ...fixed, 'wait-ip': 'any' };
    case 'dual': {
      const own6 = { ip: `2001:db8:1::${number}`, 'prefix-length': 64 };
      const address = [own6, local, { ip: 'fd69::2', 'prefix-length': 112 }];
      return { ipv4: fixed.ipv4, ipv6: { ...fixed.ipv6, address } };
    }
    case 'slaac': {
      const own6 = { ip: '2001:db8:1::a1b2:c3d4:e5f6:7', 'prefix-length': 64, ...lease };
      const ipv6 = {
        enabled: true,
        autoconf: true,
        dhcp: true,
        ...automatic,
        'addr-gen-mode': 'stable-privacy',
      };
      return { ipv4: { ...fixed.ipv4, address: [own] }, ipv6: { ...ipv6, address: [own6, local] } };
    }
    default:
      return {
        // L383 to L386: an address is required.
        'wait-ip': 'ipv4',
        ipv4: {
          ...{ enabled: true, dhcp: true, ...automatic, 'dhcp-client-id': 'll' },
          address: [{ ...own, ...lease }, masquerade],
        },
        ipv6: {
          enabled: true,
          dhcp: true,
          autoconf: true,
          ...automatic,
          address: [local],
          'addr-gen-mode': 'eui64',
        },
      };
  }
}

/** What OVN-Kubernetes adds: br-int with its ports, the management port and the tunnel. */
function ovnInterfaces(): Fields[] {
  const [up, down] = [
    { state: 'up', ipv4: OFF, ipv6: OFF },
    { state: 'down', ipv4: OFF, ipv6: OFF },
  ];
  return [
    { ...{ name: 'lo', type: 'loopback' }, ...up },
    {
      ...{ name: 'br-int', type: 'ovs-bridge', ...up },
      bridge: { port: [{ name: 'ovn-k8s-mp0' }, { name: 'patch-br-int-to-br-ex_node' }] },
    },
    { name: 'br-int', type: 'ovs-interface', ...down },
    {
      ...{ name: 'patch-br-ex_node-to-br-int', type: 'ovs-interface', controller: 'br-ex', ...up },
      patch: { peer: 'patch-br-int-to-br-ex_node' },
    },
    {
      ...{ name: 'ovn-k8s-mp0', type: 'ovs-interface', mtu: 1400, ...up },
      ipv4: { enabled: true, dhcp: false, address: [{ ip: '10.129.0.2', 'prefix-length': 23 }] },
    },
    { name: 'genev_sys_6081', type: 'unknown', ...up, state: 'ignore' },
    { name: 'ovs-system', type: 'unknown', ...up, state: 'ignore' },
  ];
}

function dns({ addressing }: NodeStateOptions): Fields {
  const servers = addressing === undefined || addressing === 'dhcp' ? [] : ['192.0.2.53'];
  return {
    config: servers.length > 0 ? { search: ['lab.example'], server: servers } : { search: [], server: [] },
    running: { search: ['lab.example'], server: ['192.0.2.53'] },
  };
}

/** nmstate counts routes with the protocols boot and static as configured, so also those that ovnkube adds. */
function routes({ addressing = 'dhcp' }: NodeStateOptions): Fields {
  const route = (destination: string, hop: string, out: string, metric = 0) => ({
    ...{ destination, 'next-hop-interface': out, 'next-hop-address': hop, metric, 'table-id': 254 },
  });
  const gateways = [
    route('0.0.0.0/0', '192.0.2.1', 'br-ex', 48),
    ...(addressing === 'dual' ? [route('::/0', 'fe80::1', 'br-ex', 48)] : []),
  ];
  const ovn = [
    route('10.128.0.0/14', '10.129.0.1', 'ovn-k8s-mp0'),
    route('169.254.0.1/32', '0.0.0.0', 'br-ex'),
    route('169.254.0.3/32', '10.129.0.1', 'ovn-k8s-mp0'),
    { ...route('172.30.0.0/16', '169.254.0.4', 'br-ex'), mtu: 1400 },
  ];
  return {
    config: [...(addressing === 'dhcp' ? [] : gateways), ...ovn],
    running: [...gateways, ...ovn],
  };
}
