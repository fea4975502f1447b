import { RULE } from '../../base/errors/rules.ts';
import { knownIp, parseMac } from '../../base/network/addresses.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import { shortName } from '../model/host.ts';
import type { ReportAcross } from './across.ts';
import { bmcHost, hostNames, ofHosts } from './across-addresses.ts';
import { type HostFactsOf, ipKey, type Spot } from './host-facts.ts';

/** The node looks for its file by its short name (BR15): that must be one host's alone. */
export function checkNames(facts: readonly HostFactsOf[], report: ReportAcross): void {
  const byName = new Map<string, number[]>();
  facts.forEach(({ host }, index) => {
    const name = shortName(host.name);
    byName.set(name, [...(byName.get(name) ?? []), index]);
  });
  for (const [name, hosts] of byName) {
    const first = facts[hosts[0]!]!.host.name;
    if (name === 'cluster')
      report({
        rule: 'BR15',
        message: `A host called ${first} has the file cluster.yml, which every host without a file of its own takes`,
        remedy: 'Give the host another name.',
        at: hosts.map((host) => ({ host })),
      });
    if (hosts.length < 2) continue;
    const names = hosts.map((host) => facts[host]!.host.name);
    const at = hosts.map((host) => ({ host }));
    if (new Set(names).size === 1)
      report({
        rule: 'host-name-shared',
        ...ofHosts(facts, at, `is in the list ${hosts.length} times`),
        remedy: 'Take one of them out.',
        at,
      });
    else
      report({
        rule: 'BR15',
        message: `${names.slice(0, 4).join(' and ')} have one short name, ${name}: both would take ${name}.yml`,
        remedy: 'Give one of them another first part of its name.',
        at,
      });
  }
}

/** MAC addresses and BMCs belong to one machine. */
export function checkHardware(facts: readonly HostFactsOf[], report: ReportAcross): void {
  const macs = new Map<string, { host: number; what: string; spot: Spot }[]>();
  const bmcs = new Map<string, number[]>();
  const addresses = new Map<string, number>();
  facts.forEach((fact, host) => {
    for (const { mac, what, spot } of fact.macs)
      if (parseMac(mac)) macs.set(mac, [...(macs.get(mac) ?? []), { host, what, spot }]);
    const boot = fact.host.bootMac;
    // The boot NIC is one of the NICs, as a rule.
    if (boot && parseMac(boot) && !fact.macs.some(({ mac }) => mac === boot))
      macs.set(boot, [
        ...(macs.get(boot) ?? []),
        { host, what: 'boot NIC', spot: { part: undefined, path: [] } },
      ]);
    const bmc = fact.host.bmc?.address
      .trim()
      .toLowerCase()
      .replace(/(?<!\/)\/+$/, '');
    if (bmc) bmcs.set(bmc, [...(bmcs.get(bmc) ?? []), host]);
    for (const { ip } of fact.addresses) addresses.set(ipKey(ip), host);
  });
  for (const [mac, at] of macs) {
    if (at.length < 2) continue;
    const names = new Set(at.map(({ host }) => facts[host]!.host.name));
    report({
      rule: 'mac-shared',
      message:
        names.size === 1 && new Set(at.map(({ host }) => host)).size === 1
          ? `${[...names][0]} has one MAC for ${at.length === 2 ? 'both NICs' : `${at.length} NICs`}: ${mac}`
          : `The MAC ${mac} is given to ${hostNames(facts, at)}`,
      remedy: 'Look at the machines: a MAC belongs to one NIC.',
      at,
      [RULE]: { id: 'network-values', values: [mac] },
    });
  }
  for (const [bmc, hosts] of bmcs)
    if (hosts.length > 1)
      report({
        rule: 'bmc-shared',
        message: `${hostNames(
          facts,
          hosts.map((host) => ({ host })),
        )} have one BMC, ${bmc}`,
        remedy: 'Give each host the address of its own BMC.',
        at: hosts.map((host) => ({ host })),
      });
  facts.forEach(({ host }, index) => {
    const text = bmcHost(host.bmc?.address);
    const ip = text === undefined ? undefined : knownIp(text);
    const holder = ip && addresses.get(ipKey(ip));
    if (holder !== undefined)
      report({
        rule: 'bmc-is-host',
        message: `The BMC of ${host.name} has ${text}, the address of ${facts[holder]!.host.name}`,
        remedy: 'Mend one of the addresses.',
        at: holder === index ? [{ host: index }] : [{ host: index }, { host: holder }],
      });
  });
}

/** What is alike on all hosts but a few is hardly meant to differ. */
export function checkLikeness(facts: readonly HostFactsOf[], report: ReportAcross): void {
  outliers(
    facts,
    ({ mtu }) => mtu && { value: String(mtu.value), spot: mtu.spot },
    (at, own, usual) => {
      const { name } = facts[at[0]!.host]!.host;
      report({
        rule: 'mtu-differs',
        level: 'warning',
        message: `${hostNames(facts, at)} ${at.length === 1 ? 'has' : 'have'} MTU ${own} on br-ex, the others ${usual}`,
        remedy: `Write ${usual} for br-ex and everything below it, if that is not meant.`,
        at,
        suggestion:
          at.length === 1
            ? {
                host: name,
                field: 'mtu',
                from: own,
                to: usual,
                label: `Set ${name} to MTU ${usual}`,
              }
            : undefined,
      });
    },
  );
  outliers(
    facts,
    ({ dns }) => dns && { value: dns.servers, spot: dns.spot },
    (at, own, usual) =>
      report({
        rule: 'dns-differs',
        level: 'info',
        message: `${hostNames(facts, at)} ${at.length === 1 ? 'asks' : 'ask'} ${own} for names, the others ${usual}`,
        remedy: 'Nothing to do if that is meant.',
        at,
      }),
  );
}

/** Groups of hosts that differ from what more than half of them have. */
function outliers(
  facts: readonly HostFactsOf[],
  likenessOf: (fact: HostFactsOf) => { value: string; spot: Spot } | undefined,
  found: (at: { host: number; spot: Spot }[], own: string, usual: string) => void,
): void {
  const groups = new Map<string, { host: number; spot: Spot }[]>();
  let total = 0;
  facts.forEach((fact, host) => {
    const one = likenessOf(fact);
    if (!one) return;
    total += 1;
    groups.set(one.value, [...(groups.get(one.value) ?? []), { host, spot: one.spot }]);
  });
  const [usual, ...others] = [...groups].sort((a, b) => b[1].length - a[1].length);
  if (!usual || usual[1].length * 2 <= total) return;
  for (const [value, at] of others) found(at, value, usual[0]);
}

/** Masters and workers against what the install-config asks for, or what etcd can be made of. */
export function checkCounts(
  facts: readonly HostFactsOf[],
  cluster: ClusterNetwork | undefined,
  report: ReportAcross,
): void {
  const count = (role: string) => facts.filter(({ host }) => host.role === role).length;
  const [masters, workers, arbiters] = [count('master'), count('worker'), count('arbiter')];
  // A list without masters is for more workers of a cluster that runs.
  if (masters === 0) return;
  const few = (rule: string, what: string, found: number, wanted: number | undefined, place: string) => {
    if (wanted === undefined || found === wanted) return;
    report({
      rule,
      level: found < wanted ? 'error' : 'warning',
      message:
        found < wanted
          ? `not enough hosts found (${found}) to support all the configured ${what} replicas (${wanted})`
          : `there are ${found} ${place}, and the cluster has ${wanted} ${what} replicas`,
      remedy:
        found < wanted
          ? `Add ${place} to the table, or lower the replicas.`
          : 'Raise the replicas, or take hosts out.',
      at: [],
    });
  };
  few('masters-count', 'ControlPlane', masters, cluster?.masters, 'masters');
  few('workers-count', 'Compute', workers, cluster?.workers, 'workers');
  few('arbiters-count', 'Arbiter', arbiters, cluster?.arbiters, 'arbiters');
  if (cluster?.masters === undefined && ![1, 3, 4, 5].includes(masters) && !(masters === 2 && arbiters > 0))
    report({
      rule: 'masters-count',
      level: 'warning',
      message: `There ${masters === 1 ? 'is' : 'are'} ${masters} masters: a control plane has 1, 3, 4 or 5, or 2 and an arbiter`,
      remedy: 'Check the roles.',
      at: [],
    });
}
