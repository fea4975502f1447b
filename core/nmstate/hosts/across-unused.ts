import { RULE } from '../../base/errors/rules.ts';
import { knownIp } from '../../base/network/addresses.ts';
import { isOn } from '../model/model.ts';
import type { ReportAcross } from './across.ts';
import { hostNames, ofHosts } from './across-addresses.ts';
import { type HostFactsOf, ipKey } from './host-facts.ts';
import { t } from './messages.ts';

/**
 * Reports addresses of the table that the documents of their hosts don't use, because br-ex gets its address from DHCP or
 * has none of this family: one problem for each of these causes, and one for each of these addresses that several hosts
 * have.
 */
export function checkUnusedAddresses(facts: readonly HostFactsOf[], report: ReportAcross): void {
  const causes = new Map<Cause, { host: number }[]>();
  const holders = new Map<string, { text: string; at: { host: number }[] }>();
  facts.forEach((fact, host) => {
    for (const { text, key, cause } of unusedOf(fact)) {
      const at = causes.get(cause) ?? [];
      if (at.at(-1)?.host !== host) at.push({ host });
      causes.set(cause, at);
      const holder = holders.get(key) ?? { text, at: [] };
      holder.at.push({ host });
      holders.set(key, holder);
    }
  });
  for (const [cause, at] of causes) {
    report({
      rule: 'address-unused',
      level: 'warning',
      ...ofHosts(facts, at, (hosts) => t(cause, { hosts, count: at.length }), t(`${cause}OfHost`)),
      remedy: t('addressUnusedRemedy'),
      at,
    });
  }
  for (const { text, at } of holders.values()) {
    const hosts = new Set(at.map(({ host }) => host));
    if (hosts.size < 2) continue;
    const title = t('addressSharedTitle', { count: hosts.size, text });
    report({
      rule: 'address-shared',
      level: 'warning',
      message: t('addressShared', { count: hosts.size, text, hosts: hostNames(facts, at) }),
      remedy: t('addressSharedRemedy'),
      at,
      [RULE]: { id: 'address-shared', title, ofHost: undefined },
    });
  }
}

type Cause = 'addressWithDhcp' | 'addressWithAutoconf' | 'ipv4Unused' | 'ipv6Unused';

function unusedOf({ host, document, addresses }: HostFactsOf): { text: string; key: string; cause: Cause }[] {
  const interfaces = document.states.flatMap(({ state }) => state.interfaces);
  const bridges = interfaces.filter(({ name }) => name === 'br-ex');
  const own = bridges.length > 0 ? bridges : interfaces;
  // The document has an error about an address that is missing or can't be read.
  if (own.some(({ ipv4, ipv6 }) => [ipv4, ipv6].some((one) => one?.addresses.some(({ ip }) => !knownIp(ip)))))
    return [];
  const used = new Set(addresses.map(({ ip }) => ipKey(ip)));
  return host.addresses.flatMap((written) => {
    const text = written.split('/')[0]!;
    const ip = knownIp(text);
    if (!ip || interfaces.length === 0 || used.has(ipKey(ip))) return [];
    const on = own.map((iface) => (ip.family === 4 ? iface.ipv4 : iface.ipv6)).filter(isOn);
    if (on.some((one) => one.addresses.length > 0)) return [];
    const none = ip.family === 4 ? 'ipv4Unused' : 'ipv6Unused';
    const automatic = on.some(({ autoconf }) => autoconf) ? 'addressWithAutoconf' : none;
    const cause = on.some(({ dhcp }) => dhcp) ? 'addressWithDhcp' : automatic;
    return [{ text, key: ipKey(ip), cause }];
  });
}
