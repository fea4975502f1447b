import { Address4, Address6 } from 'ip-address';

export type Family = 4 | 6;

export interface Ip {
  readonly family: Family;
  /** The address as a number of 32 or 128 bits. */
  readonly value: bigint;
}

export interface Network extends Ip {
  /** Length in bits. */
  readonly prefix: number;
}

const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Parses an address without prefix and zone. Rejects leading zeros, as Go and nmstate do. Undefined if the text isn't an address. */
export function parseIp(text: string): Ip | undefined {
  if (V4.test(text)) return { family: 4, value: new Address4(text).bigInt() };
  if (!text.includes(':') || /[%/]/.test(text) || !Address6.isValid(text)) return undefined;
  return { family: 6, value: new Address6(text).bigInt() };
}

/** Parses `ip/prefix` and keeps the host bits. Undefined if the text isn't a network. */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', length, more] = text.split('/');
  if (more !== undefined || length === undefined || !/^\d{1,3}$/.test(length)) return undefined;
  const ip = parseIp(address);
  const prefix = Number(length);
  return ip && prefix <= bitsOf(ip.family) ? { ...ip, prefix } : undefined;
}

/** Returns the number of bits of an address in this family. */
export function bitsOf(family: Family): number {
  return family === 4 ? 32 : 128;
}

/** Returns the first address of a network. */
export function firstOf(network: Network): bigint {
  const host = BigInt(bitsOf(network.family) - network.prefix);
  return (network.value >> host) << host;
}

/** Returns the last address of a network: the broadcast address for IPv4. */
export function lastOf(network: Network): bigint {
  return firstOf(network) + (1n << BigInt(bitsOf(network.family) - network.prefix)) - 1n;
}

/** Returns whether the address lies in the network. */
export function contains(network: Network, ip: Ip): boolean {
  return network.family === ip.family && firstOf(network) <= ip.value && ip.value <= lastOf(network);
}

/** Returns whether two networks have an address in common. */
export function overlap(a: Network, b: Network): boolean {
  return a.family === b.family && firstOf(a) <= lastOf(b) && firstOf(b) <= lastOf(a);
}

/** Returns the address in Go's notation: dotted decimal, or the short form of IPv6. */
export function ipText({ family, value }: Ip): string {
  return family === 4 ? Address4.fromBigInt(value).correctForm() : Address6.fromBigInt(value).correctForm();
}

/** Returns the network as `ip/prefix` with the host bits cleared. */
export function networkText(network: Network): string {
  return `${ipText({ family: network.family, value: firstOf(network) })}/${network.prefix}`;
}

/** Returns whether this is a link-local IPv6 address (fe80::/10). */
export function isLinkLocal(ip: Ip): boolean {
  return ip.family === 6 && ip.value >> 118n === 0x3fan;
}

/** Returns a MAC address in lower case with colons, or undefined. Also accepts `-`, plain and dotted hex, as in spreadsheets. */
export function parseMac(text: string): string | undefined {
  const trimmed = text.trim();
  if (!/^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$|^[0-9a-f]{12}$|^[0-9a-f]{4}(\.[0-9a-f]{4}){2}$/i.test(trimmed))
    return;
  return trimmed
    .replace(/[^0-9a-f]/gi, '')
    .toLowerCase()
    .match(/../g)!
    .join(':');
}

const cache = new Map<string, Ip | undefined>();

/** Like `parseIp`, with a cache, because host tables repeat the same gateways, servers and VIPs hundreds of times. */
export function knownIp(text: string): Ip | undefined {
  if (cache.has(text)) return cache.get(text);
  if (cache.size > 10_000) cache.clear();
  const ip = parseIp(text);
  cache.set(text, ip);
  return ip;
}
