import { knownIp } from '../../base/network/addresses.ts';
import { brExLayout, chainBelow, mtuOf } from '../br-ex/layout.ts';
import { isMasquerade } from '../model/masquerade.ts';
import type { NetworkState } from '../model/model.ts';
import { type Interface, type IpSettings, isOn, isUp } from '../model/model.ts';
import { graphOf } from '../rules/context.ts';
import { t } from './messages.ts';

/** Addresses of an interface in a document. */
export interface AddressSummary {
  interface: string;
  /** In CIDR form, or without prefix if the document has none. */
  static: readonly string[];
  /** Sources of other addresses. */
  automatic: readonly ('dhcp' | 'dhcpv6' | 'router-advertisements')[];
}

const AUTOMATIC = {
  dhcp: 'dhcpText',
  dhcpv6: 'dhcpv6Text',
  'router-advertisements': 'advertisementsText',
} as const;

/** Returns the addresses of an interface, and the sources of other addresses, as texts. */
export function addressTexts(addresses: readonly string[], automatic: AddressSummary['automatic']): string[] {
  return [...addresses, ...automatic.map((source) => t(AUTOMATIC[source]))];
}

/** The state that a document defines, in plain values. It excludes state that the node already has. */
export interface StateSummary {
  /** Undefined if the document doesn't define br-ex. */
  brEx:
    | {
        /** External ports of the bridge. */
        uplinks: readonly string[];
        /** NICs at the bottom of the chain. */
        nics: readonly string[];
        /** All interfaces below the bridge, from the top. */
        chain: readonly string[];
        addresses: readonly string[];
        automatic: AddressSummary['automatic'];
        macFrom: string | undefined;
        mtu: number | undefined;
      }
    | undefined;
  addresses: readonly AddressSummary[];
  routes: readonly {
    destination: string;
    nextHop: string | undefined;
    interface: string | undefined;
    table: number;
  }[];
  dns: { servers: readonly string[]; search: readonly string[] };
  localnets: readonly { name: string; bridge: string }[];
  removed: readonly string[];
  hostname: string | undefined;
}

/** Summarizes a state. Main routes have table 254, the kernel's number for it. */
export function summaryOf(state: NetworkState): StateSummary {
  const graph = graphOf(state);
  const { bridge, internal, uplinks } = brExLayout(state, graph);
  const members = uplinks.flatMap((uplink) => uplink.members.map((member) => member.name));
  const chain = [...new Set(members.flatMap((name) => chainBelow(graph, name)))];
  const isNic = (name: string) => {
    const iface = graph.kernel.get(name);
    return !iface || (iface.base === undefined && iface.type !== 'bond');
  };
  const own = internal && addressesOf(internal);
  const below = members.flatMap((name) => mtuOf(graph, name) ?? []);
  return {
    brEx:
      bridge && internal && own
        ? {
            uplinks: uplinks.map((uplink) => uplink.name),
            nics: chain.filter(isNic),
            chain,
            addresses: own.static.filter((text) => {
              const ip = knownIp(text.split('/')[0]!);
              return !ip || !isMasquerade(ip);
            }),
            automatic: own.automatic,
            macFrom: internal.copyMacFrom,
            mtu: internal.mtu ?? (below.length > 0 ? Math.min(...below) : undefined),
          }
        : undefined,
    addresses: state.interfaces
      .filter(isUp)
      .map(addressesOf)
      .filter((one) => one.static.length > 0 || one.automatic.length > 0),
    routes: state.routes.flatMap((route) =>
      route.absent || route.destination === undefined
        ? []
        : [
            {
              destination: route.destination,
              nextHop: route.nextHop,
              interface: route.nextHopInterface,
              table: route.table || 254,
            },
          ],
    ),
    dns: { servers: state.dns?.servers ?? [], search: state.dns?.search ?? [] },
    localnets: state.mappings.flatMap(({ localnet, bridge: name, absent }) =>
      localnet && name && !absent ? [{ name: localnet, bridge: name }] : [],
    ),
    removed: state.interfaces.filter((iface) => iface.state === 'absent').map((iface) => iface.name),
    hostname: state.hostname,
  };
}

function addressesOf(iface: Interface): AddressSummary {
  const texts = (ip: IpSettings | undefined) =>
    isOn(ip)
      ? ip.addresses.map((one) => (one.prefixLength === undefined ? one.ip : `${one.ip}/${one.prefixLength}`))
      : [];
  return {
    interface: iface.name,
    static: [...texts(iface.ipv4), ...texts(iface.ipv6)],
    automatic: [
      ...(isOn(iface.ipv4) && iface.ipv4.dhcp ? (['dhcp'] as const) : []),
      ...(isOn(iface.ipv6) && iface.ipv6.dhcp ? (['dhcpv6'] as const) : []),
      ...(isOn(iface.ipv6) && iface.ipv6.autoconf ? (['router-advertisements'] as const) : []),
    ],
  };
}
