import { alternativeList, wordList } from '../../base/document/words.ts';
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
import { t } from './messages.ts';

const FAMILIES = ['ipv4', 'ipv6'] as const;
const WORDS = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;

/** Checks the addresses, routes and DNS servers of br-ex: BR06, BR08, BR09, BR11, BR13, BR14, BR19. */
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

/** Returns the configured addresses, without those of DHCP, of the link and of OVN-Kubernetes. */
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
      message: t('addressMissing'),
      remedy: t('addressMissingRemedy'),
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
        message: t('familyMissing', {
          family: WORDS[family],
          families: wordList([...wanted].map((one) => WORDS[one])),
        }),
        remedy: t('familyMissingRemedy', { family: WORDS[family] }),
      });
}

function automatic(ip: IpSettings, family: FamilyKey, report: Report): void {
  if ((!ip.dhcp && ip.autoconf !== true) || ip.autoRouteMetric !== undefined) return;
  report({
    rule: 'BR11',
    path: [...ip.path, 'auto-route-metric'],
    level: 'warning',
    message: t('metricMissing', { source: ip.dhcp ? 'dhcp' : 'advertisements', family: WORDS[family] }),
    remedy: t('metricMissingRemedy'),
    fix: set(t('setFix', { setting: 'auto-route-metric: 48' }), [...ip.path, 'auto-route-metric'], 48),
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
        message: t('masqueradeOnDayOne', { ip: address.ip }),
        remedy: t('masqueradeOnDayOneRemedy'),
        fix: remove(t('removeFix', { setting: address.ip }), address.path),
      });
  else if (stored.length === 0) {
    const wanted = masqueradeAddress(family, openShiftVersion, cluster?.masquerade);
    report({
      rule: 'BR14',
      path: [...ip.path, 'address'],
      message: t('masqueradeMissing', { family: WORDS[family] }),
      remedy: t('masqueradeMissingRemedy', { ip: wanted.ip, prefixLength: wanted.prefixLength }),
      fix: set(t('masqueradeMissingFix'), [...ip.path, 'address', ip.addresses.length], {
        ip: wanted.ip,
        'prefix-length': wanted.prefixLength,
      }),
    });
  }
}

/** Checks BR13 within one document. `checkAddresses` checks that addresses are unique among hosts. */
function place({ cluster, context }: BrExFacts, address: StaticAddress, report: Report): void {
  const ip = knownIp(address.ip);
  if (!ip || isLinkLocal(ip) || isMasquerade(ip, cluster?.masquerade)) return;
  const path = [...address.path, 'ip'];
  const add = (message: string, remedy: string) => report({ rule: 'BR13', path, message, remedy });
  const machine = (cluster?.machineNetworks ?? []).flatMap((text) => parseNetwork(text) ?? []);
  const own = machine.filter(({ family }) => family === ip.family);
  if (own.length > 0 && !own.some((network) => contains(network, ip)))
    add(
      t('addressOutsideMachineNetwork', {
        ip: address.ip,
        networks: alternativeList(cluster!.machineNetworks),
      }),
      t('addressOutsideMachineNetworkRemedy'),
    );
  const same = (text: string) => {
    const other = knownIp(text);
    return other !== undefined && other.family === ip.family && other.value === ip.value;
  };
  if (cluster?.apiVips.some(same)) add(t('addressIsApiVip', { ip: address.ip }), t('addressIsVipRemedy'));
  if (cluster?.ingressVips.some(same))
    add(t('addressIsIngressVip', { ip: address.ip }), t('addressIsVipRemedy'));
  if (
    context.state.routes.some((route) => !route.absent && route.nextHop !== undefined && same(route.nextHop))
  )
    add(t('addressIsGateway', { ip: address.ip }), t('addressIsGatewayRemedy'));
  const length = address.prefixLength;
  if (length === undefined || length > (ip.family === 4 ? 30 : 126) || length < 0) return;
  const network = { ...ip, prefix: length };
  if (firstOf(network) === ip.value)
    add(
      t('addressIsNetwork', { ip: address.ip, length }),
      t('addressIsNetworkRemedy', { first: ipText({ ...ip, value: ip.value + 1n }) }),
    );
  else if (ip.family === 4 && lastOf(network) === ip.value)
    add(t('addressIsBroadcast', { ip: address.ip, length }), t('addressIsBroadcastRemedy'));
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
        ? t('defaultRouteElsewhere', {
            family: WORDS[family],
            nextHopInterface: other.nextHopInterface ?? 'no interface',
          })
        : t('defaultRouteMissing', { family: WORDS[family] }),
      remedy: t('defaultRouteRemedy', { destination }),
      fix:
        other &&
        set(
          t('setFix', { setting: 'next-hop-interface: br-ex' }),
          [...other.path, 'next-hop-interface'],
          internal.name,
        ),
    });
    return;
  }
  // Another rule reports a missing prefix length.
  const networks = own.flatMap(({ ip: text, prefixLength }) =>
    prefixLength === undefined ? [] : `${text}/${prefixLength}`,
  );
  for (const route of mine)
    if (route.nextHop === undefined)
      report({
        rule: 'BR08',
        path: route.path,
        message: t('nextHopMissing', { family: WORDS[family] }),
        remedy: t('nextHopMissingRemedy'),
      });
    else if (
      networks.length > 0 &&
      !route.nextHop.includes('{{') &&
      knownIp(route.nextHop) &&
      !reaches(networks, route.nextHop)
    )
      report({
        rule: 'BR08',
        path: [...route.path, 'next-hop-address'],
        others: own.map(({ ip: address }) => address),
        message: t('gatewayOutsideNetworks', { nextHop: route.nextHop, networks: networks.join(', ') }),
        remedy: t('gatewayOutsideNetworksRemedy'),
      });
}

function servers(facts: BrExFacts, internal: Interface, report: Report): void {
  const { context } = facts;
  const isStatic = ownAddresses(facts, internal.ipv4).length + ownAddresses(facts, internal.ipv6).length > 0;
  const gets = (ip: IpSettings | undefined) =>
    isOn(ip) && (ip.dhcp || ip.autoconf === true) && ip.autoDns !== false;
  if (!isStatic || gets(internal.ipv4) || gets(internal.ipv6)) return;
  if ((context.state.dns?.servers.length ?? 0) > 0) return;
  // `server: {{ dns }}` is a string until it is rendered for a host.
  if (JSON.stringify(context.state.fields['dns-resolver'] ?? null).includes('{{')) return;
  report({
    rule: 'BR09',
    path: ['dns-resolver', 'config', 'server'],
    message: t('dnsMissing'),
    remedy: t('dnsMissingRemedy', { setting: 'dns-resolver: {config: {server: [ADDRESS]}}' }),
  });
}

/** Reports a static address in `cluster.yml`, which all hosts of the role use. */
function shared(facts: BrExFacts, internal: Interface, report: Report): void {
  const [first] = [...ownAddresses(facts, internal.ipv4), ...ownAddresses(facts, internal.ipv6)];
  if (!first || !/(?:^|[\\/])cluster\.ya?ml$/.test(facts.file ?? '')) return;
  report({
    rule: 'BR13',
    path: [...first.path, 'ip'],
    level: 'warning',
    message: t('addressInClusterFile', { ip: first.ip }),
    remedy: t('addressInClusterFileRemedy'),
  });
}

function advertisements(facts: BrExFacts, ip: IpSettings, report: Report): void {
  if (ownAddresses(facts, ip).length === 0 || ip.autoconf === false || ip.dhcp) return;
  report({
    rule: 'BR19',
    path: [...ip.path, 'autoconf'],
    level: 'warning',
    message: ip.autoconf === true ? t('autoconfCompetes') : t('autoconfUnset'),
    remedy: t('autoconfRemedy'),
    fix: set(t('setFix', { setting: 'autoconf: false' }), [...ip.path, 'autoconf'], false),
  });
}
