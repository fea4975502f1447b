import { alternativeList, firstWords } from '../../base/document/words.ts';
import { RULE } from '../../base/errors/rules.ts';
import {
  contains,
  firstOf,
  type Ip,
  ipText,
  knownIp,
  lastOf,
  type Network,
  parseNetwork,
} from '../../base/network/addresses.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import type { AcrossFinding, ReportAcross, Suggestion } from './across.ts';
import { type HostFactsOf, ipKey, type Spot } from './host-facts.ts';
import { t } from './messages.ts';

/** Compares the addresses of all hosts with each other and with the cluster. */
export function checkAddresses(
  facts: readonly HostFactsOf[],
  cluster: ClusterNetwork | undefined,
  report: ReportAcross,
): void {
  const accepted = usedAddresses(facts, cluster);
  shared(facts, accepted, report);
  gateways(facts, report);
  clusterNetworks(facts, cluster, report);
  vips(cluster, report);
}

type Holders = Map<string, { text: string; at: { host: number; spot: Spot }[] }>;

function shared(facts: readonly HostFactsOf[], accepted: ReadonlySet<string>, report: ReportAcross): void {
  const holders: Holders = new Map();
  facts.forEach(({ addresses }, host) => {
    for (const { ip, text, spot } of addresses) {
      const key = ipKey(ip);
      const known = holders.get(key) ?? { text, at: [] };
      known.at.push({ host, spot });
      holders.set(key, known);
    }
  });
  for (const { text, at } of holders.values()) {
    if (at.length < 2) continue;
    const names = [...new Set(at.map(({ host }) => facts[host]!.host.name))];
    const suggestion = suggest(facts, at[0]!.host, text, accepted);
    const ofHost = names.length === 1 ? t('addressTwiceOfHost', { text }) : undefined;
    const title = ofHost
      ? t('addressTwice', { name: names[0]!, text })
      : t('addressSharedTitle', { count: names.length, text });
    const listed = `${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : ''}`;
    report({
      rule: 'address-shared',
      message: names.length === 1 ? title : t('addressShared', { count: names.length, text, hosts: listed }),
      [RULE]: { id: 'address-shared', title, ofHost },
      remedy: suggestion ? `${suggestion.label}.` : t('addressSharedRemedy'),
      at,
      suggestion,
    });
  }
}

/** Returns all used addresses: of hosts, gateways, VIPs, DNS servers and BMCs. */
function usedAddresses(facts: readonly HostFactsOf[], cluster: ClusterNetwork | undefined): Set<string> {
  const accepted = new Set<string>();
  const add = (text: string | undefined) => {
    const ip = text === undefined ? undefined : knownIp(text.trim());
    if (ip) accepted.add(ipKey(ip));
  };
  for (const { addresses, gateways: own, dns, host } of facts) {
    for (const { ip } of addresses) accepted.add(ipKey(ip));
    for (const { ip } of own) accepted.add(ipKey(ip));
    for (const server of dns?.servers.split(', ') ?? []) add(server);
    add(bmcHost(host.bmc?.address));
  }
  for (const vip of [...(cluster?.apiVips ?? []), ...(cluster?.ingressVips ?? [])]) add(vip);
  return accepted;
}

/** Returns the host part of a BMC's address, which may be a URL with any scheme. */
export function bmcHost(address: string | undefined): string | undefined {
  if (!address) return undefined;
  const rest = address.replace(/^[a-z][\w+-]*:\/\//i, '').split('/')[0]!;
  return /^\[(.+)\]/.exec(rest)?.[1] ?? (rest.split(':').length === 2 ? rest.split(':')[0] : rest);
}

/** Returns the address after that of the previous host in the list, or the next unused one. */
function suggest(
  facts: readonly HostFactsOf[],
  host: number,
  text: string,
  accepted: ReadonlySet<string>,
): Suggestion | undefined {
  const own = facts[host]!.addresses.find((address) => address.text === text);
  if (own?.prefix === undefined) return undefined;
  const network: Network = { ...own.ip, prefix: own.prefix };
  const before = facts[host - 1]?.addresses.find(({ ip }) => contains(network, ip))?.ip;
  for (const start of before ? [before, own.ip] : [own.ip])
    for (let step = 1n; step <= 4096n; step++) {
      const ip: Ip = { family: own.ip.family, value: start.value + step };
      if (ip.value >= lastOf(network) || ip.value <= firstOf(network)) break;
      if (accepted.has(ipKey(ip))) continue;
      const to = ipText(ip);
      const { name } = facts[host]!.host;
      return { host: name, field: 'address', from: text, to, label: t('freeAddressFix', { name, to }) };
    }
  return undefined;
}

/** Reports gateways that are addresses of hosts, and hosts of one network with different gateways. */
function gateways(facts: readonly HostFactsOf[], report: ReportAcross): void {
  const holders = new Map<string, number>();
  facts.forEach(({ addresses }, host) => {
    for (const { ip } of addresses) holders.set(ipKey(ip), host);
  });
  const seen = new Set<string>();
  const byNetwork = new Map<string, Map<string, { host: number; spot: Spot }[]>>();
  facts.forEach((fact, host) => {
    for (const { ip, text, spot } of fact.gateways) {
      const holder = holders.get(ipKey(ip));
      if (holder !== undefined && holder !== host && !seen.has(ipKey(ip))) {
        seen.add(ipKey(ip));
        report({
          rule: 'gateway-is-host',
          message: t('gatewayIsHost', { text, name: fact.host.name, other: facts[holder]!.host.name }),
          remedy: t('gatewayIsHostRemedy', { other: facts[holder]!.host.name }),
          at: [{ host, spot }, { host: holder }],
        });
      }
      const inside = fact.addresses.find(
        ({ ip: own, prefix }) => prefix !== undefined && contains({ ...own, prefix }, ip),
      );
      if (inside?.prefix === undefined) continue;
      const network = { ...inside.ip, prefix: inside.prefix };
      const key = `${network.family} ${firstOf(network).toString(36)}/${network.prefix}`;
      const groups = byNetwork.get(key) ?? new Map<string, { host: number; spot: Spot }[]>();
      groups.set(text, [...(groups.get(text) ?? []), { host, spot }]);
      byNetwork.set(key, groups);
    }
  });
  for (const groups of byNetwork.values()) {
    if (groups.size < 2) continue;
    const [usual, ...others] = [...groups].sort((a, b) => b[1].length - a[1].length);
    for (const [text, at] of others)
      report({
        rule: 'gateway-differs',
        level: 'warning',
        ...ofHosts(
          facts,
          at,
          (hosts) => t('gatewayDiffers', { hosts, count: at.length, text, usual: usual![0] }),
          t('gatewayDiffersOfHost', { text, usual: usual![0] }),
        ),
        remedy: t('gatewayDiffersRemedy', { usual: usual![0] }),
        at,
      });
  }
}

/** Returns the message about some hosts. @param ofHost the same without the name, for a single host */
export function ofHosts(
  facts: readonly HostFactsOf[],
  at: readonly { host: number }[],
  message: (hosts: string) => string,
  ofHost: string,
): Pick<AcrossFinding, 'message' | typeof RULE> {
  const single = new Set(at.map(({ host }) => facts[host]!.host.name)).size === 1;
  return {
    message: message(hostNames(facts, at)),
    [RULE]: single ? { id: 'host-differs', ofHost } : undefined,
  };
}

/** Returns the names of some hosts, shortened if there are more than three. */
export function hostNames(facts: readonly HostFactsOf[], at: readonly { host: number }[]): string {
  const names = [...new Set(at.map(({ host }) => facts[host]!.host.name))];
  return firstWords(names, names.length <= 3 ? 3 : 2);
}

/** Reports nodes with addresses in the networks of pods and services. */
function clusterNetworks(
  facts: readonly HostFactsOf[],
  cluster: ClusterNetwork | undefined,
  report: ReportAcross,
): void {
  for (const [texts, key] of [
    [cluster?.clusterNetworks ?? [], 'addressInPodNetwork'],
    [cluster?.serviceNetworks ?? [], 'addressInServiceNetwork'],
  ] as const)
    for (const text of texts) {
      const network = parseNetwork(text);
      if (!network) continue;
      const at = facts.flatMap(({ addresses }, host) =>
        addresses.filter(({ ip }) => contains(network, ip)).map(({ spot }) => ({ host, spot })),
      );
      if (at.length > 0)
        report({
          rule: 'address-in-cluster-network',
          ...ofHosts(
            facts,
            at,
            (hosts) => t(key, { hosts, count: at.length, text }),
            t(`${key}OfHost`, { text }),
          ),
          remedy: t('addressInClusterNetworkRemedy'),
          at,
        });
    }
}

function vips(cluster: ClusterNetwork | undefined, report: ReportAcross): void {
  if (!cluster) return;
  const machine = cluster.machineNetworks.flatMap((text) => parseNetwork(text) ?? []);
  for (const [addresses, what] of [
    [cluster.apiVips, 'API VIP'],
    [cluster.ingressVips, 'ingress VIP'],
  ] as const)
    for (const text of addresses) {
      const ip = knownIp(text);
      if (ip && machine.length > 0 && !machine.some((network) => contains(network, ip)))
        report({
          rule: 'vip-network',
          message: t('vipOutsideMachineNetwork', {
            vip: what,
            text,
            networks: alternativeList(cluster.machineNetworks),
          }),
          remedy: t('vipOutsideMachineNetworkRemedy'),
          at: [],
        });
    }
  for (const text of cluster.apiVips)
    if (cluster.ingressVips.includes(text))
      report({
        rule: 'vip-shared',
        message: t('vipShared', { text }),
        remedy: t('vipSharedRemedy'),
        level: 'warning',
        at: [],
      });
}
