import { bitsOf, type Ip, knownIp, parseMac } from '../../base/network/addresses.ts';
import { brExLayout, mtuOf } from '../br-ex/layout.ts';
import type { NmstateDocument, StatePart } from '../model/document.ts';
import type { Host } from '../model/host.ts';
import { isMasquerade } from '../model/masquerade.ts';
import { isOn, isUp, type Path } from '../model/model.ts';
import { graphOf } from '../rules/context.ts';
import { t } from './messages.ts';

/** A machine with its document. */
export interface HostDocument {
  host: Host;
  document: NmstateDocument;
}

/** A place in a host's document. An empty path is the host itself. */
export interface Spot {
  part: StatePart | undefined;
  path: Path;
}

/** Facts of a host that are compared with other hosts, read once from its document. */
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

/** Returns the facts of one host. Of several documents, the last one with an MTU of br-ex or name servers applies. */
export function factsOf({ host, document }: HostDocument): HostFactsOf {
  const macs: HostFactsOf['macs'][number][] = host.nics.flatMap((nic, index) =>
    nic.mac === undefined
      ? []
      : [{ mac: nic.mac, what: nic.name ?? t('nicNumber', { number: index + 1 }), spot: NOWHERE }],
  );
  // Documents often repeat the MAC address of the table.
  for (const found of document.states.flatMap(macsOf))
    if (!macs.some((known) => known.mac === found.mac)) macs.push(found);
  return {
    host,
    document,
    addresses: document.states.flatMap(addressesOf),
    gateways: document.states.flatMap(gatewaysOf),
    macs,
    mtu: document.states.map(brExMtu).findLast((mtu) => mtu !== undefined),
    dns: document.states.map(dnsOf).findLast((dns) => dns !== undefined),
  };
}

/** Returns the static addresses of a document, without loopback and masquerade addresses. */
function addressesOf(part: StatePart): HostFactsOf['addresses'][number][] {
  return part.state.interfaces.filter(isUp).flatMap((iface) =>
    [iface.ipv4, iface.ipv6]
      .flatMap((settings) => (isOn(settings) ? settings.addresses : []))
      .flatMap((address) => {
        const ip = knownIp(address.ip);
        if (!ip || address.automatic || isMasquerade(ip) || iface.type === 'loopback') return [];
        const spot = { part, path: [...address.path, 'ip'] };
        // The check of the document reports an impossible prefix length.
        const { prefixLength = -1 } = address;
        const prefix = prefixLength >= 0 && prefixLength <= bitsOf(ip.family) ? prefixLength : undefined;
        return [{ ip, text: address.ip, prefix, brEx: iface.name === 'br-ex', spot }];
      }),
  );
}

function macsOf(part: StatePart): HostFactsOf['macs'][number][] {
  return part.state.interfaces.filter(isUp).flatMap((iface) => {
    const mac = iface.type === 'ethernet' && iface.mac !== undefined ? parseMac(iface.mac) : undefined;
    return mac ? [{ mac, what: iface.name, spot: { part, path: [...iface.path, 'mac-address'] } }] : [];
  });
}

/** Returns the next hops of the default routes in the main table. */
function gatewaysOf(part: StatePart): HostFactsOf['gateways'][number][] {
  return part.state.routes.flatMap(({ nextHop, absent, destination, table, path }) => {
    const ip = nextHop === undefined || absent ? undefined : knownIp(nextHop);
    const isDefault = destination === '0.0.0.0/0' || destination === '::/0';
    if (!ip || !isDefault || (table && table !== 254)) return [];
    return [{ ip, text: nextHop!, spot: { part, path: [...path, 'next-hop-address'] } }];
  });
}

/** Returns the MTU of br-ex, otherwise the lowest MTU below it, otherwise 1500. */
function brExMtu(part: StatePart): HostFactsOf['mtu'] {
  const graph = graphOf(part.state);
  const { internal, uplinks } = brExLayout(part.state, graph);
  if (!internal) return undefined;
  const { mtu, path } = internal;
  if (mtu !== undefined) return { value: mtu, spot: { part, path: [...path, 'mtu'] } };
  const below = uplinks.flatMap(({ members }) => members.flatMap(({ name }) => mtuOf(graph, name) ?? []));
  return { value: below.length > 0 ? Math.min(...below) : 1500, spot: { part, path } };
}

function dnsOf(part: StatePart): HostFactsOf['dns'] {
  const servers = part.state.dns?.servers ?? [];
  if (servers.length === 0) return undefined;
  return { servers: servers.join(', '), spot: { part, path: ['dns-resolver', 'config', 'server'] } };
}

/** Returns the same text for equal addresses. */
export function ipKey({ family, value }: Ip): string {
  return `${family} ${value.toString(36)}`;
}
