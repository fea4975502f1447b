import { contains, knownIp, parseNetwork } from '../../base/network/addresses.ts';
import { BR_EX } from '../br-ex/layout.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import { isMasquerade } from '../model/masquerade.ts';
import { entries } from '../model/model.ts';
import { asFields, asInt, asList, asText, type Fields } from '../model/values.ts';
import { type Decide, listed } from './decision.ts';
import { t } from './messages.ts';

const MAIN_TABLE = 254;
/** Fields of a route that belong in a document (nmstate: route.rs). */
const ROUTE_FIELDS = ['destination', 'next-hop-address', 'next-hop-interface', 'metric', 'source', 'mtu'];

/**
 * Returns the routes and DNS servers that belong to br-ex. A report counts the routes of OVN-Kubernetes as configured, because
 * it adds them with the protocol boot (nmstate: nispor/route.rs).
 * @param nodes static addresses of br-ex in CIDR form
 */
export function routeParts(
  report: Fields,
  { cluster, nodes }: { cluster: Partial<ClusterNetwork>; nodes: readonly string[] },
  decide: Decide,
): { routes: Fields | undefined; dns: Fields | undefined } {
  const configured = entries(asFields(report.routes)?.config, []).map(([route]) => route);
  const through = configured.filter((route) => route['next-hop-interface'] === BR_EX);
  const others = configured.filter((route) => isOfOvn(route, cluster));
  if (others.length > 0)
    decide(
      'omitted',
      t('ovnRoutesOmitted', { destinations: listed(others.map((route) => asText(route.destination) ?? '')) }),
      t('ovnRoutesOmittedReason'),
    );
  const isMain = (route: Fields) => (asInt(route['table-id']) ?? MAIN_TABLE) === MAIN_TABLE;
  const mine = through.filter((route) => !isOfOvn(route, cluster));
  const tables = mine.filter((route) => !isMain(route)).map((route) => asText(route['table-id']) ?? '');
  if (tables.length > 0)
    decide('omitted', t('otherTableOmitted', { tables: listed(tables) }), t('otherTableOmittedReason'));
  const routes = mine.filter(isMain).map(routeOf);
  if (routes.length > 0)
    decide('included', t('routesIncluded', { count: routes.length }), t('routesIncludedReason'));
  return { routes: routes.length > 0 ? { config: routes } : undefined, dns: dnsOf(report, nodes, decide) };
}

function routeOf(route: Fields): Fields {
  const onLink = ['0.0.0.0', '::', ''].includes(asText(route['next-hop-address']) ?? '');
  return Object.fromEntries(
    ROUTE_FIELDS.flatMap((key) => {
      const value = route[key];
      const isUnset = value === undefined || (key === 'metric' && asInt(value)! <= 0);
      return isUnset || (key === 'next-hop-address' && onLink) ? [] : [[key, value]];
    }),
  );
}

/** Checks whether OVN-Kubernetes adds a route: to services and pods, and in its masquerade networks. */
function isOfOvn(route: Fields, cluster: Partial<ClusterNetwork>): boolean {
  const isIn = (text: string | undefined) => {
    const ip = knownIp(text?.split('/')[0] ?? '');
    return ip !== undefined && isMasquerade(ip, cluster.masquerade);
  };
  const destination = asText(route.destination);
  if (/^ovn-k8s-mp\d+/.test(asText(route['next-hop-interface']) ?? '')) return true;
  if (isIn(asText(route['next-hop-address'])) || isIn(destination)) return true;
  const network = parseNetwork(destination ?? '');
  return [...(cluster.serviceNetworks ?? []), ...(cluster.clusterNetworks ?? [])].some((text) => {
    const own = parseNetwork(text);
    return (
      own !== undefined && network !== undefined && network.prefix >= own.prefix && contains(own, network)
    );
  });
}

/** Returns configured DNS servers. With only static addresses, the running ones if the report has no configured ones. */
function dnsOf(report: Fields, nodes: readonly string[], decide: Decide): Fields | undefined {
  const dns = asFields(report['dns-resolver']);
  const words = (key: string, field: string) =>
    asList(asFields(dns?.[key])?.[field]).flatMap((item) => asText(item) ?? []);
  const configured = words('config', 'server');
  const server = configured.length > 0 || nodes.length === 0 ? configured : words('running', 'server');
  const search = words('config', 'search');
  const options = words('config', 'options');
  if (server.length === 0 && search.length === 0) return undefined;
  if (server.length > 0)
    decide('included', t('dnsIncluded', { servers: server.join(', ') }), t('dnsIncludedReason'));
  const present = (list: string[]) => (list.length > 0 ? list : undefined);
  return { config: { server: present(server), search: present(search), options: present(options) } };
}
