import { asBool, asFields, asInt, asList, asText, type Fields } from './values.ts';

export type Path = readonly (string | number)[];
export type FamilyKey = 'ipv4' | 'ipv6';

export interface StaticAddress {
  ip: string;
  prefixLength: number | undefined;
  /** A finite lifetime marks an address from DHCP or router advertisements, which nmstate ignores. */
  automatic: boolean;
  path: Path;
}

export interface IpSettings {
  enabled: boolean | undefined;
  dhcp: boolean;
  autoconf: boolean | undefined;
  addresses: readonly StaticAddress[];
  autoDns: boolean | undefined;
  autoRouteMetric: number | undefined;
  fields: Fields;
  path: Path;
}

/** A port in the list of its controller. Ports of an OVS bond are also ports of the bridge, with the bond's name as `bond`. */
export interface Port {
  name: string;
  path: Path;
  fields: Fields;
  bond?: string;
}

export interface Interface {
  name: string;
  /** Undefined if the current state of the node determines it. */
  type: string | undefined;
  state: string;
  mtu: number | undefined;
  mac: string | undefined;
  copyMacFrom: string | undefined;
  controller: string | undefined;
  byMac: boolean;
  ipv4: IpSettings | undefined;
  ipv6: IpSettings | undefined;
  /** Ports of a bond, bridge or VRF, including members of OVS bonds. Undefined if the document has no list. */
  ports: readonly Port[] | undefined;
  /** Names of the OVS bonds of this bridge, which are ports but not interfaces. */
  ovsBonds: readonly Port[];
  /** The base interface of a VLAN, MAC VLAN, VXLAN and similar interfaces. */
  base: string | undefined;
  fields: Fields;
  path: Path;
}

export interface Route {
  destination: string | undefined;
  nextHop: string | undefined;
  nextHopInterface: string | undefined;
  metric: number | undefined;
  table: number | undefined;
  absent: boolean;
  fields: Fields;
  path: Path;
}

/** A desired state of NMState with native types and canonical names. Invalid parts are omitted. */
export interface NetworkState {
  interfaces: readonly Interface[];
  routes: readonly Route[];
  rules: readonly { fields: Fields; path: Path; absent: boolean }[];
  dns: { servers: readonly string[]; search: readonly string[]; options: readonly string[] } | undefined;
  mappings: readonly { localnet?: string; bridge?: string; absent: boolean; path: Path }[];
  hostname: string | undefined;
  fields: Fields;
}

/** Types that only exist in Open vSwitch or a VPN. Their names don't collide with those of the kernel. */
export const USER_SPACE: ReadonlySet<string> = new Set(['ovs-bridge', 'ipsec']);

const BASED = ['vlan', 'vxlan', 'mac-vlan', 'mac-vtap', 'ipvlan', 'macsec', 'infiniband'] as const;

/** Returns the model of a YAML value. Never throws: invalid parts are omitted, and the schema reports them. */
export function modelOf(value: unknown): NetworkState {
  const fields = asFields(value) ?? {};
  const dns = asFields(asFields(fields['dns-resolver'])?.config);
  const words = (list: unknown) => asList(list).flatMap((item) => asText(item) ?? []);
  return {
    interfaces: entries(fields.interfaces, ['interfaces']).map(([item, path]) => interfaceOf(item, path)),
    routes: entries(asFields(fields.routes)?.config, ['routes', 'config']).map(([item, path]) =>
      routeOf(item, path),
    ),
    rules: entries(asFields(fields['route-rules'])?.config, ['route-rules', 'config']).map(
      ([item, path]) => ({ fields: item, path, absent: item.state === 'absent' }),
    ),
    dns: dns && { servers: words(dns.server), search: words(dns.search), options: words(dns.options) },
    mappings: entries(asFields(fields.ovn)?.['bridge-mappings'], ['ovn', 'bridge-mappings']).map(
      ([item, path]) => ({
        localnet: asText(item.localnet),
        bridge: asText(item.bridge),
        absent: item.state === 'absent',
        path,
      }),
    ),
    hostname: asText(asFields(fields.hostname)?.config),
    fields,
  };
}

/** Returns the mappings in a list with their paths. */
export function entries(list: unknown, path: Path): [Fields, Path][] {
  return asList(list).flatMap((item, index) => {
    const fields = asFields(item);
    return fields ? [[fields, [...path, index]] as [Fields, Path]] : [];
  });
}

function interfaceOf(fields: Fields, path: Path): Interface {
  const type = asText(fields.type);
  const block = BASED.map((name) => asFields(fields[name])).find(
    (found) => found?.['base-iface'] !== undefined,
  );
  const { ports, ovsBonds } = portsOf(fields, path);
  return {
    name: asText(fields.name) ?? '',
    type: type === 'unknown' ? undefined : type,
    state: asText(fields.state) ?? 'up',
    mtu: asInt(fields.mtu),
    mac: asText(fields['mac-address']),
    copyMacFrom: asText(fields['copy-mac-from']),
    controller: asText(fields.controller),
    byMac: fields.identifier === 'mac-address',
    ipv4: ipOf(fields, 'ipv4', path),
    ipv6: ipOf(fields, 'ipv6', path),
    ports,
    ovsBonds,
    base: asText(block?.['base-iface']),
    fields,
    path,
  };
}

function ipOf(owner: Fields, key: FamilyKey, path: Path): IpSettings | undefined {
  const fields = asFields(owner[key]);
  if (!fields) return undefined;
  const here = [...path, key];
  return {
    enabled: asBool(fields.enabled),
    dhcp: asBool(fields.dhcp) ?? false,
    autoconf: asBool(fields.autoconf),
    addresses: entries(fields.address, [...here, 'address']).map(([item, place]) => ({
      ip: asText(item.ip) ?? '',
      prefixLength: asInt(item['prefix-length']),
      automatic: /sec$/.test(asText(item['valid-life-time']) ?? ''),
      path: place,
    })),
    autoDns: asBool(fields['auto-dns']),
    autoRouteMetric: asInt(fields['auto-route-metric']),
    fields,
    path: here,
  };
}

/** Returns the ports in `port` or its alias `ports`, of bonds also in `ports-config`, of HSR in `port1` and `port2`. */
function portsOf(fields: Fields, path: Path): { ports: Port[] | undefined; ovsBonds: Port[] } {
  const bond = asFields(fields['link-aggregation']);
  const vrf = asFields(fields.vrf);
  const bridge = asFields(fields.bridge);
  const ovsBonds: Port[] = [];
  if (bridge) {
    const key = 'port' in bridge ? 'port' : 'ports';
    if (!Array.isArray(bridge[key])) return { ports: undefined, ovsBonds };
    const ports = entries(bridge[key], [...path, 'bridge', key]).flatMap(([item, place]): Port[] => {
      const port = { name: asText(item.name) ?? '', path: place, fields: item };
      const bondKey = 'bond' in item ? 'bond' : 'link-aggregation';
      const members = asFields(item[bondKey]);
      if (!members) return [port];
      ovsBonds.push(port);
      const list = 'port' in members ? 'port' : 'ports';
      return entries(members[list], [...place, bondKey, list]).map(([member, at]) => ({
        name: asText(member.name) ?? '',
        path: at,
        fields: member,
        bond: port.name,
      }));
    });
    return { ports, ovsBonds };
  }
  const hsr = asFields(fields.hsr);
  if (hsr)
    return {
      ports: ['port1', 'port2'].flatMap((key): Port[] => {
        const text = asText(hsr[key]);
        // Its own rule reports an interface that is both ports.
        return text === undefined || (key === 'port2' && hsr.port1 === hsr.port2)
          ? []
          : [{ name: text, path: [...path, 'hsr', key], fields: { name: text } }];
      }),
      ovsBonds,
    };
  const [owner, name] = bond ? [bond, 'link-aggregation'] : [vrf, 'vrf'];
  if (!owner) return { ports: undefined, ovsBonds };
  const key = ['port', 'ports', 'ports-config'].find((candidate) => Array.isArray(owner[candidate]));
  if (!key) return { ports: undefined, ovsBonds };
  const ports = asList(owner[key]).flatMap((item, index): Port[] => {
    const port = asFields(item) ?? { name: item };
    const text = asText(port.name);
    return text === undefined ? [] : [{ name: text, path: [...path, name!, key, index], fields: port }];
  });
  return { ports, ovsBonds };
}

function routeOf(fields: Fields, path: Path): Route {
  return {
    destination: asText(fields.destination),
    nextHop: asText(fields['next-hop-address']) || undefined,
    nextHopInterface: asText(fields['next-hop-interface']) || undefined,
    metric: asInt(fields.metric),
    table: asInt(fields['table-id']),
    absent: fields.state === 'absent',
    fields,
    path,
  };
}

/** Checks whether the family is enabled. Addresses without `enabled` don't enable it. */
export function isOn(ip: IpSettings | undefined): ip is IpSettings {
  return ip?.enabled === true;
}

/** Checks whether the interface exists and is up after the document was applied. */
export function isUp(iface: Interface): boolean {
  return iface.state === 'up';
}

/** Returns whether NMState configures an interface. It checks the settings of an interface that is down, too. */
export function isConfigured(iface: Interface): boolean {
  return iface.state === 'up' || iface.state === 'down';
}
