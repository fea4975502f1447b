import { BR_EX } from '../br-ex/layout.ts';
import type { StatePart } from '../model/document.ts';
import { type Interface, type IpSettings, isOn } from '../model/model.ts';
import { asFields, asInt, asText } from '../model/values.ts';
import { bondMode } from '../rules/bond-rules.ts';
import { graphOf, parseVf } from '../rules/context.ts';
import { t } from './messages.ts';

/** Rows of the picture, from the switch up. */
export type Layer = 'nic' | 'bond' | 'vlan' | 'bridge' | 'address';
const LAYERS: readonly Layer[] = ['nic', 'bond', 'vlan', 'bridge', 'address'];

export interface PictureNode {
  /** Unique in the picture, unlike the name, which bridges and their internal interfaces share. */
  id: string;
  name: string;
  layer: Layer;
  type: string;
  /** Short facts below the name: `VLAN 430`, `802.3ad`, `MTU 9000`, `MAC of bond0`. */
  facts: readonly string[];
  /** Addresses in CIDR form, `DHCP`, `DHCPv6`, `router advertisements`. */
  addresses: readonly string[];
  mac: string | undefined;
  /** False for a NIC that only occurs as a port or base. */
  defined: boolean;
  up: boolean;
  /** Path of the interface within the state, to find its lines and problems. */
  path: readonly (string | number)[] | undefined;
}

export interface Picture {
  nodes: readonly PictureNode[];
  /** From the lower to the upper node. */
  links: readonly { from: string; to: string }[];
  /** Localnet networks that OVN-Kubernetes maps to a bridge. */
  localnets: readonly { name: string; bridge: string }[];
}

const STACKED = new Set(['vlan', 'vxlan', 'mac-vlan', 'mac-vtap', 'ipvlan', 'macsec']);
const BRIDGES = new Set(['ovs-bridge', 'linux-bridge', 'vrf']);

/**
 * Returns the interfaces of a document as nodes and links: NICs, bonds, VLANs, bridges, addresses. `macs`: MAC addresses of
 * the machine's NICs by name, for NICs without a MAC address in the document.
 */
export function pictureOf(part: StatePart, macs: Readonly<Record<string, string>> = {}): Picture {
  const { state } = part;
  const graph = graphOf(state);
  const nodes = new Map<string, PictureNode>();
  const links: { from: string; to: string }[] = [];
  const link = (from: string, to: string) => {
    if (!links.some((known) => known.from === from && known.to === to)) links.push({ from, to });
  };
  const known = [...macsByName(part), ...Object.entries(macs)];
  const macOf = (name: string) => known.find(([nic]) => nic === name)?.[1];
  /** Returns the ID of the node that a port, base or controller refers to. */
  const lower = (name: string): string => {
    const iface = graph.kernel.get(name);
    if (iface) return idOf(iface);
    const vf = parseVf(name);
    if (!nodes.has(name))
      nodes.set(name, {
        id: name,
        name: vf ? `${vf.pf} VF ${vf.id}` : name,
        layer: 'nic',
        type: vf ? 'virtual function' : 'ethernet',
        facts: [],
        addresses: [],
        mac: macOf(name),
        defined: false,
        up: true,
        path: undefined,
      });
    if (vf) link(lower(vf.pf), name);
    return name;
  };
  for (const iface of state.interfaces) {
    if (iface.state === 'absent' || !iface.name) continue;
    nodes.set(idOf(iface), {
      id: idOf(iface),
      name: iface.name,
      layer: layerOf(iface),
      type: iface.type ?? 'unknown',
      facts: factsOf(iface),
      addresses: [...addresses(iface.ipv4, t('dhcpText')), ...addresses(iface.ipv6, t('dhcpv6Text'))],
      mac: iface.mac ?? macOf(iface.name),
      defined: true,
      up: iface.state === 'up',
      path: iface.path,
    });
  }
  for (const iface of state.interfaces) {
    if (iface.state === 'absent' || !iface.name) continue;
    for (const port of iface.ports ?? []) {
      const inner = graph.kernel.get(port.name);
      // The internal interface is above its bridge, and all other ports are below it.
      if (inner?.type === 'ovs-interface') link(idOf(iface), idOf(inner));
      else link(lower(port.name), idOf(iface));
    }
    if (iface.base !== undefined) link(lower(iface.base), idOf(iface));
  }
  for (const [name, entries] of graph.controllers)
    for (const { controller, port } of entries)
      if (!port && controller.type !== 'ovs-bridge') link(lower(name), idOf(controller));
  const order = (node: PictureNode) => LAYERS.indexOf(node.layer);
  return {
    nodes: [...nodes.values()].sort((a, b) => order(a) - order(b)),
    links,
    localnets: state.mappings.flatMap(({ localnet, bridge, absent }) =>
      localnet && bridge && !absent ? [{ name: localnet, bridge }] : [],
    ),
  };
}

function macsByName({ macs }: StatePart): [string, string][] {
  return macs.map(({ name, mac }) => [name, mac]);
}

function idOf(iface: Interface): string {
  return iface.type === 'ovs-bridge' ? `${iface.name} bridge` : iface.name;
}

function layerOf({ type, name }: Interface): Layer {
  if (type === 'ovs-interface') return 'address';
  if (type === 'bond') return 'bond';
  if (STACKED.has(type ?? '')) return 'vlan';
  if (BRIDGES.has(type ?? '') || (type === undefined && name === BR_EX)) return 'bridge';
  return 'nic';
}

function factsOf(iface: Interface): string[] {
  const vlan = asInt(asFields(iface.fields.vlan)?.id);
  const bond = asFields(asFields(iface.fields['link-aggregation'])?.options);
  const vfs = asInt(asFields(asFields(iface.fields.ethernet)?.['sr-iov'])?.['total-vfs']);
  const table = asInt(asFields(iface.fields.vrf)?.['route-table-id']);
  const rate = asText(bond?.lacp_rate);
  return [
    ...(vlan === undefined ? [] : [t('vlanText', { id: vlan })]),
    ...(iface.type === 'bond' ? [bondMode(iface) ?? 'bond'] : []),
    ...(rate === undefined
      ? []
      : [t('lacpText', { rate: rate === '1' ? 'fast' : rate === '0' ? 'slow' : rate })]),
    ...iface.ovsBonds.map((port) =>
      `${port.name} ${asText(asFields(port.fields['link-aggregation'])?.mode) ?? ''}`.trim(),
    ),
    ...(vfs === undefined ? [] : [t('vfsText', { count: vfs })]),
    ...(table === undefined ? [] : [t('tableText', { table })]),
    ...(iface.mtu === undefined ? [] : [t('mtuText', { mtu: iface.mtu })]),
    ...(iface.copyMacFrom === undefined ? [] : [t('macText', { name: iface.copyMacFrom })]),
  ];
}

function addresses(ip: IpSettings | undefined, dynamic: string): string[] {
  if (!isOn(ip)) return [];
  return [
    ...ip.addresses.map(({ ip: text, prefixLength }) =>
      prefixLength === undefined ? text : `${text}/${prefixLength}`,
    ),
    ...(ip.dhcp ? [dynamic] : []),
    ...(ip.autoconf ? [t('advertisementsText')] : []),
  ];
}
