import { Address4, Address6 } from 'ip-address';

export type Family = 4 | 6;

export interface Ip {
  readonly family: Family;
  /** The address as a number of 32 or 128 bits. */
  readonly value: bigint;
}

export interface Network extends Ip {
  /** Bits of the network part. */
  readonly prefix: number;
}

const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Returns an address without prefix and zone; undefined for anything else. No leading zeros, as Go and nmstate read it. */
export function parseIp(text: string): Ip | undefined {
  if (V4.test(text)) return { family: 4, value: new Address4(text).bigInt() };
  if (!text.includes(':') || /[%/]/.test(text) || !Address6.isValid(text)) return undefined;
  return { family: 6, value: new Address6(text).bigInt() };
}

/** Returns `ip/prefix`, with the bits of the host; undefined when it is none. */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', length, more] = text.split('/');
  if (more !== undefined || length === undefined || !/^\d{1,3}$/.test(length)) return undefined;
  const ip = parseIp(address);
  const prefix = Number(length);
  return ip && prefix <= bitsOf(ip.family) ? { ...ip, prefix } : undefined;
}

/** Returns how many bits an address of this family has. */
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

/** Returns the address as people and Go write it: dotted, or IPv6 in its short form. */
export function ipText({ family, value }: Ip): string {
  return family === 4 ? Address4.fromBigInt(value).correctForm() : Address6.fromBigInt(value).correctForm();
}

/** Returns the network as people write it, host bits cleared. */
export function networkText(network: Network): string {
  return `${ipText({ family: network.family, value: firstOf(network) })}/${network.prefix}`;
}

/** Whether this is a link-local IPv6 address (fe80::/10). */
export function isLinkLocal(ip: Ip): boolean {
  return ip.family === 6 && ip.value >> 118n === 0x3fan;
}

/** A MAC address in lower case with colons, or undefined. Takes `-` and bare or dotted hex, as spreadsheets have them. */
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

/** `parseIp` with a memory: tables of hosts name the same gateways, servers and VIPs hundreds of times. */
export function knownIp(text: string): Ip | undefined {
  if (cache.has(text)) return cache.get(text);
  if (cache.size > 10_000) cache.clear();
  const ip = parseIp(text);
  cache.set(text, ip);
  return ip;
}
