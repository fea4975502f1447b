import {
  contains,
  firstOf,
  ipText,
  isLinkLocal,
  knownIp,
  lastOf,
  parseNetwork,
} from '../../base/network/addresses.ts';
import type { Report } from '../model/finding.ts';
import { remove, set } from '../model/fixes.ts';
import { isMasquerade, masqueradeAddress } from '../model/masquerade.ts';
import { type FamilyKey, type Interface, type IpSettings, isOn, type StaticAddress } from '../model/model.ts';
import { reaches } from '../rules/route-rules.ts';
import type { BrExFacts } from './facts.ts';
import type { BrExLayout } from './layout.ts';

const FAMILIES = ['ipv4', 'ipv6'] as const;
const WORDS = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;

/** Addresses of br-ex and what goes with them: BR06, BR08, BR09, BR11, BR13, BR14, BR19. */
export function checkAddressing(facts: BrExFacts, { internal }: BrExLayout, report: Report): void {
  if (!internal) return;
  families(facts, internal, report);
  for (const family of FAMILIES) {
    const ip = internal[family];
    if (!isOn(ip)) continue;
    automatic(ip, family, report);
    masquerade(facts, ip, family, report);
    for (const address of ip.addresses) place(facts, address, report);
    if (facts.context.purpose === 'day1') defaultRoute(facts, internal, ip, family, report);
  }
  if (facts.context.purpose === 'day1') {
    servers(facts, internal, report);
    shared(facts, internal, report);
  }
  if (isOn(internal.ipv6)) advertisements(facts, internal.ipv6, report);
}

/** Addresses a person wrote: not those of DHCP, of the link, or of OVN. */
function ownAddresses({ cluster }: BrExFacts, ip: IpSettings | undefined): StaticAddress[] {
  if (!isOn(ip)) return [];
  return ip.addresses.filter((address) => {
    const parsed = knownIp(address.ip);
    return (
      !address.automatic && !(parsed && (isLinkLocal(parsed) || isMasquerade(parsed, cluster?.masquerade)))
    );
  });
}

function families(facts: BrExFacts, internal: Interface, report: Report): void {
  const { cluster, context } = facts;
  const given = FAMILIES.filter((family) => {
    const ip = internal[family];
    return (
      isOn(ip) &&
      (ip.dhcp ||
        ip.autoconf === true ||
        ownAddresses(facts, ip).length > 0 ||
        ip.addresses.some(({ ip: text }) => text.includes('{{')))
    );
  });
  if (given.length === 0) {
    report({
      rule: 'BR06',
      path: internal.path,
      message: 'br-ex gets no address: neither DHCP, autoconf nor an address is set on the ovs-interface',
      remedy: 'Write `dhcp: true`, or an `address` with `ip` and `prefix-length`.',
    });
    return;
  }
  const wanted = new Set(
    (cluster?.machineNetworks ?? []).flatMap((text) => {
      const network = parseNetwork(text);
      return network ? [network.family === 4 ? ('ipv4' as const) : ('ipv6' as const)] : [];
    }),
  );
  if (context.purpose !== 'day1' && context.purpose !== 'day2') return;
  for (const family of wanted)
    if (!given.includes(family))
      report({
        rule: 'BR06',
        path: internal[family]?.path ?? internal.path,
        message: `br-ex has no ${WORDS[family]} address, and the machine network of the cluster is ${[...wanted].map((one) => WORDS[one]).join(' and ')}`,
        remedy: `Give br-ex an ${WORDS[family]} address.`,
      });
}

function automatic(ip: IpSettings, family: FamilyKey, report: Report): void {
  if ((!ip.dhcp && ip.autoconf !== true) || ip.autoRouteMetric !== undefined) return;
  report({
    rule: 'BR11',
    path: [...ip.path, 'auto-route-metric'],
    level: 'warning',
    message: `The default route of br-ex from ${ip.dhcp ? 'DHCP' : 'router advertisements'} (${WORDS[family]}) has no metric: another NIC with DHCP may win over it`,
    remedy: 'Write `auto-route-metric: 48`, as br-ex made by the cluster has.',
    fix: set('Write auto-route-metric: 48', [...ip.path, 'auto-route-metric'], 48),
  });
}

function masquerade(
  { context, cluster, openShiftVersion }: BrExFacts,
  ip: IpSettings,
  family: FamilyKey,
  report: Report,
): void {
  const stored = ip.addresses.filter(({ ip: text }) => {
    const parsed = knownIp(text);
    return parsed !== undefined && isMasquerade(parsed, cluster?.masquerade);
  });
  if (context.purpose === 'day1')
    for (const address of stored)
      report({
        rule: 'BR14',
        path: [...address.path, 'ip'],
        message: `${address.ip} is OVN's masquerade address: OVN adds it by itself, and refuses a node that has it on day 1`,
        remedy: 'Take it out; only day-2 policies repeat it.',
        fix: remove('Take it out', address.path),
      });
  else if (stored.length === 0) {
    const wanted = masqueradeAddress(family, openShiftVersion, cluster?.masquerade);
    report({
      rule: 'BR14',
      path: [...ip.path, 'address'],
      message: `The policy lacks OVN's masquerade address on br-ex (${WORDS[family]}): applied like this, it is removed and traffic stops`,
      remedy: `Add \`ip: ${wanted.ip}\`, \`prefix-length: ${wanted.prefixLength}\`, or what the state of the node shows for br-ex.`,
      fix: set('Add it', [...ip.path, 'address', ip.addresses.length], {
        ip: wanted.ip,
        'prefix-length': wanted.prefixLength,
      }),
    });
  }
}

/** BR13, as far as one document tells; that addresses are unique is checked over all hosts. */
function place({ cluster, context }: BrExFacts, address: StaticAddress, report: Report): void {
  const ip = knownIp(address.ip);
  if (!ip || isLinkLocal(ip) || isMasquerade(ip, cluster?.masquerade)) return;
  const path = [...address.path, 'ip'];
  const add = (message: string, remedy: string) => report({ rule: 'BR13', path, message, remedy });
  const machine = (cluster?.machineNetworks ?? []).flatMap((text) => parseNetwork(text) ?? []);
  const own = machine.filter(({ family }) => family === ip.family);
  if (own.length > 0 && !own.some((network) => contains(network, ip)))
    add(
      `${address.ip} of br-ex is not in the machine network ${cluster!.machineNetworks.join(', ')}`,
      'Choose an address of the machine network, or add its network to the install-config.',
    );
  const same = (text: string) => {
    const other = knownIp(text);
    return other !== undefined && other.family === ip.family && other.value === ip.value;
  };
  if (cluster?.apiVips.some(same))
    add(`${address.ip} of br-ex is the API VIP of the cluster`, 'Choose another address.');
  if (cluster?.ingressVips.some(same))
    add(`${address.ip} of br-ex is the ingress VIP of the cluster`, 'Choose another address.');
  if (
    context.state.routes.some((route) => !route.absent && route.nextHop !== undefined && same(route.nextHop))
  )
    add(
      `${address.ip} of br-ex is its own gateway`,
      'Choose another address, or mend the next hop of the route.',
    );
  const length = address.prefixLength;
  if (length === undefined || length > (ip.family === 4 ? 30 : 126) || length < 0) return;
  const network = { ...ip, prefix: length };
  if (firstOf(network) === ip.value)
    add(
      `${address.ip} is the address of its network /${length} itself`,
      `Choose an address from ${ipText({ ...ip, value: ip.value + 1n })} on.`,
    );
  else if (ip.family === 4 && lastOf(network) === ip.value)
    add(`${address.ip} is the broadcast address of its network /${length}`, 'Choose a lower address.');
}

function defaultRoute(
  facts: BrExFacts,
  internal: Interface,
  ip: IpSettings,
  family: FamilyKey,
  report: Report,
): void {
  const { context } = facts;
  const own = ownAddresses(facts, ip);
  if (own.length === 0 || ip.dhcp || ip.autoconf === true) return;
  const destination = family === 'ipv4' ? '0.0.0.0/0' : '::/0';
  const routes = context.state.routes.filter(
    (route) => !route.absent && route.destination === destination && (!route.table || route.table === 254),
  );
  const mine = routes.filter((route) => route.nextHopInterface === internal.name);
  if (mine.length === 0) {
    const other = routes[0];
    report({
      rule: 'BR08',
      path: other ? [...other.path, 'next-hop-interface'] : ['routes', 'config'],
      message: other
        ? `The default route (${WORDS[family]}) leaves by ${other.nextHopInterface ?? 'no interface'}, not by br-ex`
        : `br-ex has static ${WORDS[family]} addresses and there is no default route by br-ex`,
      remedy: `Add a route to ${destination} with the gateway as \`next-hop-address\` and \`next-hop-interface: br-ex\`.`,
      fix: other && set('Write br-ex', [...other.path, 'next-hop-interface'], internal.name),
    });
    return;
  }
  const networks = own.map(({ ip: text, prefixLength }) => `${text}/${prefixLength}`);
  for (const route of mine)
    if (route.nextHop === undefined)
      report({
        rule: 'BR08',
        path: route.path,
        message: `The default route (${WORDS[family]}) by br-ex has no next-hop-address`,
        remedy: 'Add the address of the gateway.',
      });
    else if (!route.nextHop.includes('{{') && knownIp(route.nextHop) && !reaches(networks, route.nextHop))
      report({
        rule: 'BR08',
        path: [...route.path, 'next-hop-address'],
        others: own.map(({ ip: address }) => address),
        message: `The gateway ${route.nextHop} is in none of the networks of br-ex (${networks.join(', ')})`,
        remedy: 'Mend the gateway, the address or the length of its prefix.',
      });
}

function servers(facts: BrExFacts, internal: Interface, report: Report): void {
  const { context } = facts;
  const isStatic = ownAddresses(facts, internal.ipv4).length + ownAddresses(facts, internal.ipv6).length > 0;
  const gets = (ip: IpSettings | undefined) =>
    isOn(ip) && (ip.dhcp || ip.autoconf === true) && ip.autoDns !== false;
  if (!isStatic || gets(internal.ipv4) || gets(internal.ipv6)) return;
  if ((context.state.dns?.servers.length ?? 0) > 0) return;
  // `server: {{ dns }}` is a text until hosts are filled in.
  if (JSON.stringify(context.state.fields['dns-resolver'] ?? null).includes('{{')) return;
  report({
    rule: 'BR09',
    path: ['dns-resolver', 'config', 'server'],
    message:
      'br-ex has static addresses and there is no DNS server: the node would find neither its registry nor the API',
    remedy: 'Add `dns-resolver: {config: {server: [ADDRESS]}}`.',
  });
}

/** `cluster.yml` is what every host of the role takes: an address in it would be that of all of them. */
function shared(facts: BrExFacts, internal: Interface, report: Report): void {
  const [first] = [...ownAddresses(facts, internal.ipv4), ...ownAddresses(facts, internal.ipv6)];
  if (!first || !/(?:^|[\\/])cluster\.ya?ml$/.test(facts.file ?? '')) return;
  report({
    rule: 'BR13',
    path: [...first.path, 'ip'],
    level: 'warning',
    message: `cluster.yml is for every host of the role, and all of them would have ${first.ip}`,
    remedy: 'Write a file for each host, or use DHCP.',
  });
}

function advertisements(facts: BrExFacts, ip: IpSettings, report: Report): void {
  if (ownAddresses(facts, ip).length === 0 || ip.autoconf === false || ip.dhcp) return;
  report({
    rule: 'BR19',
    path: [...ip.path, 'autoconf'],
    level: 'warning',
    message:
      ip.autoconf === true
        ? 'br-ex has a static IPv6 address and autoconf: the default route of router advertisements competes with the static one'
        : 'br-ex has a static IPv6 address and does not say `autoconf: false`: router advertisements may give it a second default route',
    remedy: 'Write `autoconf: false`.',
    fix: set('Write autoconf: false', [...ip.path, 'autoconf'], false),
  });
}
