import { contains, parseIp, parseNetwork } from '../../base/network/addresses.ts';
import type { HostSet } from './host-set.ts';

/**
 * Returns typed addresses with the prefix lengths they are missing: that of the host's address, else the most frequent one
 * of the other hosts' networks that contain the address, else of their other networks. An address of another family stays
 * as typed.
 * @param index position of the host; a new row has the position after the last host
 */
export function withPrefixes(hosts: HostSet['hosts'], index: number, typed: string): string {
  if (!typed.split(SEPARATORS).some((word) => parseIp(word))) return typed;
  return typed
    .split(SEPARATORS)
    .filter(Boolean)
    .map((word) => {
      const prefix = parseIp(word) && prefixFor(hosts, index, word);
      return prefix === undefined ? word : `${word}/${prefix}`;
    })
    .join(' ');
}

/** Returns addresses of a host with the prefix length of the host's network that contains them, if they have none. */
export function withOwnPrefixes(
  { addresses }: Pick<HostSet['hosts'][number], 'addresses'>,
  written: readonly string[],
): string[] {
  return written.map((address) => {
    const ip = parseIp(address);
    const prefixes = new Set(
      addresses.flatMap((text) => {
        const network = text.includes('/') ? parseNetwork(text) : undefined;
        return ip && network && contains(network, ip) ? [network.prefix] : [];
      }),
    );
    const [prefix] = prefixes;
    return prefixes.size === 1 ? `${address}/${prefix}` : address;
  });
}

const SEPARATORS = /[\s,;]+/;

function prefixFor(hosts: HostSet['hosts'], index: number, address: string): number | undefined {
  const ip = parseIp(address)!;
  const prefixes = (others: HostSet['hosts']) =>
    others.flatMap(({ addresses }) =>
      addresses.flatMap((text) => {
        const network = text.includes('/') ? parseNetwork(text) : undefined;
        return network?.family === ip.family ? [network] : [];
      }),
    );
  const [own] = prefixes(hosts.slice(index, index + 1));
  if (own) return own.prefix;
  const known = prefixes(hosts);
  const around = known.filter((network) => contains(network, ip));
  return mostFrequent((around.length > 0 ? around : known).map(({ prefix }) => prefix));
}

function mostFrequent(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
