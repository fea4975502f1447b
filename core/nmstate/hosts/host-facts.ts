import { type Ip, knownIp, parseMac } from '../../base/network/addresses.ts';
import { brExLayout, mtuOf } from '../br-ex/layout.ts';
import type { NmstateDocument, StatePart } from '../model/document.ts';
import type { Host } from '../model/host.ts';
import { isMasquerade } from '../model/masquerade.ts';
import { isOn, isUp, type Path } from '../model/model.ts';
import { graphOf } from '../rules/context.ts';

/** A machine with its document. */
export interface HostDocument {
  host: Host;
  document: NmstateDocument;
}

/** A place in a host's document; without path, the host as such. */
export interface Spot {
  part: StatePart | undefined;
  path: Path;
}

/** What is compared between hosts, read once from each document. */
export interface HostFactsOf {
  host: Host;
  document: NmstateDocument;
  addresses: readonly { ip: Ip; text: string; prefix: number | undefined; brEx: boolean; spot: Spot }[];
  gateways: readonly { ip: Ip; text: string; spot: Spot }[];
  macs: readonly { mac: string; what: string; spot: Spot }[];
  mtu: { value: number; spot: Spot } | undefined;
  dns: { servers: string; spot: Spot } | undefined;
}

const NOWHERE: Spot = { part: undefined, path: [] };

/** The facts of one host. */
export function factsOf({ host, document }: HostDocument): HostFactsOf {
  const addresses: { ip: Ip; text: string; prefix: number | undefined; brEx: boolean; spot: Spot }[] = [];
  const gateways: { ip: Ip; text: string; spot: Spot }[] = [];
  const macs: { mac: string; what: string; spot: Spot }[] = host.nics.flatMap((nic, index) =>
    nic.mac === undefined ? [] : [{ mac: nic.mac, what: nic.name ?? `NIC ${index + 1}`, spot: NOWHERE }],
  );
  let mtu: HostFactsOf['mtu'];
  let dns: HostFactsOf['dns'];
  for (const part of document.states) {
    const graph = graphOf(part.state);
    for (const iface of part.state.interfaces.filter(isUp)) {
      for (const settings of [iface.ipv4, iface.ipv6])
        for (const address of isOn(settings) ? settings.addresses : []) {
          const ip = knownIp(address.ip);
          if (ip && !address.automatic && !isMasquerade(ip) && iface.type !== 'loopback')
            addresses.push({
              ip,
              text: address.ip,
              prefix: address.prefixLength,
              brEx: iface.name === 'br-ex',
              spot: { part, path: [...address.path, 'ip'] },
            });
        }
      const mac = iface.type === 'ethernet' && iface.mac !== undefined ? parseMac(iface.mac) : undefined;
      // Documents often repeat the MAC that the table has.
      if (mac && !macs.some((known) => known.mac === mac))
        macs.push({ mac, what: iface.name, spot: { part, path: [...iface.path, 'mac-address'] } });
    }
    for (const route of part.state.routes) {
      const ip = route.nextHop === undefined || route.absent ? undefined : knownIp(route.nextHop);
      if (
        ip &&
        (route.destination === '0.0.0.0/0' || route.destination === '::/0') &&
        (!route.table || route.table === 254)
      )
        gateways.push({
          ip,
          text: route.nextHop!,
          spot: { part, path: [...route.path, 'next-hop-address'] },
        });
    }
    const { internal, uplinks } = brExLayout(part.state, graph);
    if (internal) {
      const below = uplinks.flatMap(({ members }) => members.flatMap(({ name }) => mtuOf(graph, name) ?? []));
      mtu = {
        value: internal.mtu ?? (below.length > 0 ? Math.min(...below) : 1500),
        spot: { part, path: internal.mtu === undefined ? internal.path : [...internal.path, 'mtu'] },
      };
    }
    const servers = part.state.dns?.servers ?? [];
    if (servers.length > 0)
      dns = { servers: servers.join(', '), spot: { part, path: ['dns-resolver', 'config', 'server'] } };
  }
  return { host, document, addresses, gateways, macs, mtu, dns };
}

/** One text for equal addresses. */
export function ipKey({ family, value }: Ip): string {
  return `${family} ${value.toString(36)}`;
}
