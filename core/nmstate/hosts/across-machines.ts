import { RULE } from '../../base/errors/rules.ts';
import { knownIp, parseMac } from '../../base/network/addresses.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import { shortName } from '../model/host.ts';
import type { ReportAcross } from './across.ts';
import { bmcHost, hostNames, ofHosts } from './across-addresses.ts';
import { type HostFactsOf, ipKey, type Spot } from './host-facts.ts';
import { t } from './messages.ts';

/** Checks that short names are unique, because a node reads the file with its short name (BR15). */
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
        message: t('hostNamedCluster', { name: first }),
        remedy: t('hostNamedClusterRemedy'),
        at: hosts.map((host) => ({ host })),
      });
    if (hosts.length < 2) continue;
    const names = hosts.map((host) => facts[host]!.host.name);
    const at = hosts.map((host) => ({ host }));
    if (new Set(names).size === 1)
      report({
        rule: 'host-name-shared',
        ...ofHosts(
          facts,
          at,
          (host) => t('hostTwice', { host, count: hosts.length }),
          t('hostTwiceOfHost', { count: hosts.length }),
        ),
        remedy: t('hostTwiceRemedy'),
        at,
      });
    else
      report({
        rule: 'BR15',
        message: t('shortNameShared', { hosts: names.slice(0, 4).join(' and '), name }),
        remedy: t('shortNameSharedRemedy'),
        at,
      });
  }
}

/** Checks that MAC addresses and BMCs belong to one machine. */
export function checkHardware(facts: readonly HostFactsOf[], report: ReportAcross): void {
  const macs = new Map<string, { host: number; what: string; spot: Spot }[]>();
  const bmcs = new Map<string, number[]>();
  const addresses = new Map<string, number>();
  facts.forEach((fact, host) => {
    for (const { mac, what, spot } of fact.macs)
      if (parseMac(mac)) macs.set(mac, [...(macs.get(mac) ?? []), { host, what, spot }]);
    const boot = fact.host.bootMac;
    // The boot NIC is usually one of the NICs.
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
  for (const [host, fact] of facts.entries()) checkBootMac(fact, host, report);
  for (const [mac, at] of macs) {
    if (at.length < 2) continue;
    const names = new Set(at.map(({ host }) => facts[host]!.host.name));
    report({
      rule: 'mac-shared',
      message:
        names.size === 1 && new Set(at.map(({ host }) => host)).size === 1
          ? t('macTwice', { name: [...names][0]!, mac, count: at.length })
          : t('macShared', { mac, hosts: hostNames(facts, at) }),
      remedy: t('macSharedRemedy'),
      at,
      [RULE]: { id: 'network-values', values: [mac] },
    });
  }
  for (const [bmc, hosts] of bmcs)
    if (hosts.length > 1)
      report({
        rule: 'bmc-shared',
        message: t('bmcShared', {
          hosts: hostNames(
            facts,
            hosts.map((host) => ({ host })),
          ),
          bmc,
        }),
        remedy: t('bmcSharedRemedy'),
        at: hosts.map((host) => ({ host })),
      });
  facts.forEach(({ host }, index) => {
    const text = bmcHost(host.bmc?.address);
    const ip = text === undefined ? undefined : knownIp(text);
    const holder = ip && addresses.get(ipKey(ip));
    if (holder !== undefined)
      report({
        rule: 'bmc-is-host',
        message: t('bmcIsHost', { name: host.name, address: text!, other: facts[holder]!.host.name }),
        remedy: t('bmcIsHostRemedy'),
        at: holder === index ? [{ host: index }] : [{ host: index }, { host: holder }],
      });
  });
}

/**
 * Warns of a boot MAC address that isn't one of the host's NICs, if all their MAC addresses are known. A NIC of the
 * provisioning network has no network settings and may be missing in the table, so this isn't an error.
 */
function checkBootMac({ host, macs }: HostFactsOf, index: number, report: ReportAcross): void {
  const boot = host.bootMac && parseMac(host.bootMac);
  const known = macs.flatMap(({ mac }) => parseMac(mac) ?? []);
  if (!boot || known.length === 0 || known.includes(boot) || host.nics.some(({ mac }) => !mac)) return;
  report({
    rule: 'boot-mac-unlisted',
    level: 'warning',
    message: t('bootMacUnlisted', { name: host.name, mac: boot, macs: known.join(', ') }),
    remedy: t('bootMacUnlistedRemedy'),
    at: [{ host: index }],
  });
}

/** Reports values that differ only on a few hosts, which is probably unintended. */
export function checkLikeness(facts: readonly HostFactsOf[], report: ReportAcross): void {
  outliers(
    facts,
    ({ mtu }) => mtu && { value: String(mtu.value), spot: mtu.spot },
    (at, own, usual) => {
      const { name } = facts[at[0]!.host]!.host;
      report({
        rule: 'mtu-differs',
        level: 'warning',
        message: t('mtuDiffers', { count: at.length, hosts: hostNames(facts, at), own, usual }),
        remedy: t('mtuDiffersRemedy', { usual }),
        at,
        suggestion:
          at.length === 1
            ? {
                host: name,
                field: 'mtu',
                from: own,
                to: usual,
                label: t('mtuDiffersFix', { name, usual }),
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
        message: t('dnsDiffers', { count: at.length, hosts: hostNames(facts, at), own, usual }),
        remedy: t('dnsDiffersRemedy'),
        at,
      }),
  );
}

/** Finds groups of hosts whose value differs from the value of the majority. */
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

/** Compares the numbers of hosts with the replicas of the install-config, or with the sizes that etcd allows. */
export function checkCounts(
  facts: readonly HostFactsOf[],
  cluster: ClusterNetwork | undefined,
  report: ReportAcross,
): void {
  const count = (role: string) => facts.filter(({ host }) => host.role === role).length;
  const [masters, workers, arbiters] = [count('master'), count('worker'), count('arbiter')];
  // A list without control plane hosts adds workers to an existing cluster.
  if (masters === 0) return;
  const few = (rule: string, kind: string, found: number, wanted: number | undefined, role: string) => {
    if (wanted === undefined || found === wanted) return;
    report({
      rule,
      level: found < wanted ? 'error' : 'warning',
      message:
        found < wanted
          ? t('replicasMissing', { found, role: kind, wanted })
          : t('replicasSurplus', { found, role, wanted }),
      remedy: found < wanted ? t('replicasMissingRemedy', { role }) : t('replicasSurplusRemedy'),
      at: [],
    });
  };
  few('masters-count', 'ControlPlane', masters, cluster?.masters, 'master');
  few('workers-count', 'Compute', workers, cluster?.workers, 'worker');
  few('arbiters-count', 'Arbiter', arbiters, cluster?.arbiters, 'arbiter');
  if (cluster?.masters === undefined && ![1, 3, 4, 5].includes(masters) && !(masters === 2 && arbiters > 0))
    report({
      rule: 'masters-count',
      level: 'warning',
      message: t('controlPlaneCount', { count: masters }),
      remedy: t('controlPlaneCountRemedy'),
      at: [],
    });
}
