import type { NeededHost } from '../../contract/topics/doctor.ts';
import { t } from './messages.ts';

/** The hosts of a content network. A response names only one of them. */
const FAMILIES: readonly { member: RegExp; hosts: readonly string[] }[] = [
  {
    member: /^cdn\d*\.quay\.io$/,
    hosts: ['cdn.quay.io', ...[1, 2, 3, 4, 5, 6].map((number) => `cdn0${number}.quay.io`)],
  },
];
/** Registries that redirect to a content network. */
const SENDS_TO_FAMILY = new Map([
  ['quay.io', FAMILIES[0]!],
  ['registry.redhat.io', FAMILIES[0]!],
  ['registry.access.redhat.com', FAMILIES[0]!],
]);

export interface AllowList {
  add(origin: string, why: string, facts?: { reached?: boolean; via?: string; port?: number }): void;
  /** By host. */
  hosts(): NeededHost[];
}

/** Collects the hosts that a configuration needs, each with all reasons. */
export function createAllowList(): AllowList {
  const entries = new Map<string, NeededHost>();
  const add: AllowList['add'] = (origin, why, { reached = false, via, port: dialled } = {}) => {
    const url = new URL(origin);
    const protocol = url.protocol === 'http:' ? 'http' : 'https';
    const port = dialled ?? (Number(url.port) || (protocol === 'http' ? 80 : 443));
    const key = `${protocol} ${url.hostname} ${port}`;
    const entry = entries.get(key) ?? { host: url.hostname, port, protocol, why: [], reached: false };
    entries.set(key, entry);
    if (!entry.why.includes(why)) entry.why.push(why);
    entry.reached ||= reached;
    if (via !== undefined) entry.via = via;
  };
  return {
    add,
    hosts() {
      for (const { host, protocol, via } of [...entries.values()]) {
        const family = SENDS_TO_FAMILY.get(host) ?? FAMILIES.find(({ member }) => member.test(host));
        for (const other of protocol === 'https' ? (family?.hosts ?? []) : [])
          add(`https://${other}`, t('contentNetworkNeed'), { via });
      }
      return [...entries.values()].sort((a, b) =>
        a.host < b.host ? -1 : a.host > b.host ? 1 : a.port - b.port,
      );
    },
  };
}
