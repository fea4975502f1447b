import { capitalized } from '../../base/document/words.ts';
import {
  contains,
  firstOf,
  isLinkLocal,
  knownIp,
  networkText,
  parseNetwork,
} from '../../base/network/addresses.ts';
import type { Report } from '../model/finding.ts';
import { remove, set } from '../model/fixes.ts';
import { isOn, type Route } from '../model/model.ts';
import { asInt, asText } from '../model/values.ts';
import { find, isStandalone, type RuleContext } from './context.ts';
import { t } from './messages.ts';

const ZERO_NETWORK = parseNetwork('0.0.0.0/8')!;

/** Checks routes and routing rules (nmstate: rust/src/lib/route.rs and route_rule.rs). */
export function checkRoutes(context: RuleContext, report: Report): void {
  for (const route of context.state.routes) {
    if (route.absent) {
      removed(route, report);
      continue;
    }
    const fine = destination(route, report);
    hop(route, report);
    if (fine) interfaceOfRoute(context, route, report);
    weight(route, report);
  }
  for (const { fields, path, absent } of context.state.rules) {
    if (absent) continue;
    const [from, to] = [asText(fields['ip-from']), asText(fields['ip-to'])];
    const family = asText(fields.family);
    if (!from && !to && !family)
      report({
        rule: 'rule-empty',
        path,
        message: 'Neither ip-from, ip-to nor family is defined in this route rule',
        remedy: t('ruleEmptyRemedy'),
      });
    for (const [key, value] of [
      ['ip-from', from],
      ['ip-to', to],
    ] as const) {
      if (!value || value.includes('{{')) continue;
      const network = parseNetwork(value) ?? knownIp(value);
      if (!network) notNetwork(value, [...path, key], report);
      else if (family && network.family !== (family === 'ipv4' ? 4 : 6))
        report({
          rule: 'rule-family',
          path: [...path, key],
          message: t('ruleFamily', { key, family }),
          remedy: t('ruleFamilyRemedy', { family, other: network.family === 4 ? 'ipv4' : 'ipv6' }),
          fix: set(t('ruleFamilyFix'), [...path, 'family'], network.family === 4 ? 'ipv4' : 'ipv6'),
        });
    }
    if (fields.fwmask !== undefined && !asInt(fields.fwmark))
      report({
        rule: 'rule-fwmask',
        path: [...path, 'fwmask'],
        message: 'fwmask is present but fwmark is not defined or is zero',
        remedy: t('ruleMaskRemedy'),
        fix: remove(t('removeFix', { setting: 'fwmask' }), [...path, 'fwmask']),
      });
  }
}

function notNetwork(text: string, path: readonly (string | number)[], report: Report): void {
  report({
    rule: 'network-syntax',
    path,
    message: t('networkSyntax', { text }),
    remedy: t('networkSyntaxRemedy'),
  });
}

/** Checks the addresses of routes that NMState removes. An empty next hop stands for routes without one. */
function removed({ destination: text, nextHop, path }: Route, report: Report): void {
  if (text && !text.includes('{{') && !parseNetwork(text) && !knownIp(text))
    notNetwork(text, [...path, 'destination'], report);
  if (nextHop && !nextHop.includes('{{') && !knownIp(nextHop)) notAddress(nextHop, path, report);
}

function notAddress(nextHop: string, path: readonly (string | number)[], report: Report): void {
  report({
    rule: 'address-syntax',
    path: [...path, 'next-hop-address'],
    message: t('nextHopSyntax', { nextHop }),
    remedy: t('nextHopSyntaxRemedy'),
  });
}

/** Returns false if no further checks apply. */
function destination(route: Route, report: Report): boolean {
  const text = route.destination;
  const path = [...route.path, 'destination'];
  if (text === undefined || text.includes('{{')) {
    if (text === undefined)
      report({
        rule: 'route-destination',
        path: route.path,
        message: 'Route with empty destination is not supported',
        remedy: t('routeDestinationRemedy'),
      });
    return text !== undefined;
  }
  const network = parseNetwork(text);
  if (!network) {
    const single = knownIp(text);
    if (!single) notNetwork(text, path, report);
    return single !== undefined;
  }
  const unicast = (asText(route.fields['route-type']) ?? 'unicast') === 'unicast';
  if (unicast && network.family === 4 && network.prefix > 0 && contains(ZERO_NETWORK, network))
    report({
      rule: 'route-zero-network',
      path,
      message:
        '0.0.0.0/8 and its subnet cannot be used as the route destination for unicast route, please use the default gateway 0.0.0.0/0 instead',
      remedy: t('routeZeroRemedy'),
      fix: set(t('setFix', { setting: 'destination: 0.0.0.0/0' }), path, '0.0.0.0/0'),
    });
  if (firstOf(network) !== network.value)
    report({
      rule: 'route-host-bits',
      path,
      level: 'info',
      message: t('routeBits', { text, network: networkText(network) }),
      remedy: t('routeBitsRemedy', { network: networkText(network) }),
      fix: set(t('setFix', { setting: `destination: ${networkText(network)}` }), path, networkText(network)),
    });
  return true;
}

function hop(route: Route, report: Report): void {
  const type = asText(route.fields['route-type']) ?? 'unicast';
  if (type !== 'unicast') {
    if (route.nextHop || (route.nextHopInterface && route.nextHopInterface !== 'lo'))
      report({
        rule: 'route-typed-hop',
        path: [...route.path, route.nextHop ? 'next-hop-address' : 'next-hop-interface'],
        message: t('routeTypeNextHop', { type: capitalized(type), route: printRoute(route) }),
        remedy: t('routeTypeNextHopRemedy'),
      });
    return;
  }
  if (!route.nextHopInterface)
    report({
      rule: 'route-interface',
      path: route.path,
      message: t('routeInterfaceEmpty', { route: printRoute(route) }),
      remedy: t('routeInterfaceEmptyRemedy'),
    });
  if (!route.nextHop || route.nextHop.includes('{{')) return;
  const ip = knownIp(route.nextHop);
  const target =
    route.destination === undefined
      ? undefined
      : (parseNetwork(route.destination) ?? knownIp(route.destination));
  if (!ip) notAddress(route.nextHop, route.path, report);
  else if (target && target.family !== ip.family && ip.family === 4)
    report({
      rule: 'route-family',
      path: [...route.path, 'next-hop-address'],
      message: t('routeFamily', { destination: route.destination!, nextHop: route.nextHop }),
      remedy: t('routeFamilyRemedy', { family: target.family }),
    });
}

function interfaceOfRoute(context: RuleContext, route: Route, report: Report): void {
  const name = route.nextHopInterface;
  if (!name || name.includes('{{')) return;
  const path = [...route.path, 'next-hop-interface'];
  const iface = find(context.graph, name);
  const text = printRoute(route);
  if (!iface) {
    report({
      rule: 'route-interface-unknown',
      path,
      level: isStandalone(context) ? 'error' : 'info',
      message: t('routeInterfaceUnknown', { name, text }),
      remedy: t('routeInterfaceUnknownRemedy', { name }),
    });
    return;
  }
  const version = (route.destination ?? '').includes(':') ? 'ipv6' : 'ipv4';
  const add = (rule: string, state: string, remedy: string) =>
    report({
      rule,
      path,
      message: t('routeInterfaceState', { text, state }),
      remedy,
    });
  if (iface.state === 'absent' || (iface.state === 'down' && isStandalone(context)))
    add('route-interface-absent', iface.state, t('routeInterfaceAbsentRemedy', { name }));
  else if (iface.state === 'up') {
    const family = iface[version];
    const off = family?.enabled === false || (isStandalone(context) && !isOn(family));
    if (off)
      add(
        'route-interface-ip',
        `${version === 'ipv4' ? 'IPv4' : 'IPv6'} disabled`,
        // The addresses of a VRF are on its ports.
        iface.type === 'vrf' && iface.ports?.[0]
          ? t('routeInterfaceVrfRemedy', { port: iface.ports[0].name, name })
          : t('routeInterfaceIpRemedy', { version, name }),
      );
  }
}

function weight(route: Route, report: Report): void {
  const value = asInt(route.fields.weight);
  if (value === undefined) return;
  const path = [...route.path, 'weight'];
  if (value < 1 || value > 256)
    report({
      rule: 'route-weight',
      path,
      message: t('routeWeight', { value }),
      remedy: t('routeWeightRemedy'),
    });
  else if (route.destination?.includes(':'))
    report({
      rule: 'route-weight-ipv6',
      path,
      message: 'IPv6 ECMP route with weight is not supported yet',
      remedy: t('routeWeightIpv6Remedy'),
      fix: remove(t('removeFix', { setting: 'weight' }), path),
    });
}

/** Returns a short form of a route. */
function printRoute({ destination, nextHop, nextHopInterface, table }: Route): string {
  return [
    destination ?? '',
    nextHop && `via ${nextHop}`,
    nextHopInterface && `dev ${nextHopInterface}`,
    table && table !== 254 && `table ${table}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns whether a gateway is reachable: link-local, or in one of the networks. */
export function reaches(networks: readonly string[], gateway: string): boolean {
  const ip = knownIp(gateway);
  return (
    ip !== undefined &&
    (isLinkLocal(ip) ||
      networks.some((text) => {
        const network = parseNetwork(text);
        return network !== undefined && contains(network, ip);
      }))
  );
}
