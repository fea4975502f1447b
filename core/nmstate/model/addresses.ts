import { Address4, Address6 } from 'ip-address';

export interface Ip {
  family: 4 | 6;
  /** The address as a number of 32 or 128 bits. */
  value: bigint;
}

export interface Network extends Ip {
  /** Bits of the network part. */
  prefix: number;
}

const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** An address without prefix and zone; undefined for anything else. No leading zeros, as nmstate reads it. */
export function parseIp(text: string): Ip | undefined {
  if (V4.test(text)) return { family: 4, value: new Address4(text).bigInt() };
  if (!text.includes(':') || /[/%\s]/.test(text) || !Address6.isValid(text)) return undefined;
  return { family: 6, value: new Address6(text).bigInt() };
}

/** `ip/prefix`, the host part kept; undefined when it is not one. */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', length, more] = text.split('/');
  if (more !== undefined || length === undefined || !/^\d{1,3}$/.test(length)) return undefined;
  const ip = parseIp(address);
  const prefix = Number(length);
  return ip && prefix <= bits(ip) ? { ...ip, prefix } : undefined;
}

/** How many bits an address of this family has. */
function bits({ family }: Ip): number {
  return family === 4 ? 32 : 128;
}

/** The first address of a network. */
export function firstOf(network: Network): bigint {
  const host = BigInt(bits(network) - network.prefix);
  return (network.value >> host) << host;
}

/** The last address of a network: the broadcast address for IPv4. */
export function lastOf(network: Network): bigint {
  return firstOf(network) + (1n << BigInt(bits(network) - network.prefix)) - 1n;
}

/** Whether the address lies in the network. */
export function contains(network: Network, ip: Ip): boolean {
  if (network.family !== ip.family) return false;
  const host = BigInt(bits(network) - network.prefix);
  return network.value >> host === ip.value >> host;
}

/** The address as people write it: dotted, or IPv6 in its short form. */
export function printIp(ip: Ip): string {
  return ip.family === 4
    ? Address4.fromBigInt(ip.value).address
    : Address6.fromBigInt(ip.value).correctForm();
}

/** The network as people write it, host bits cleared. */
export function printNetwork(network: Network): string {
  return `${printIp({ family: network.family, value: firstOf(network) })}/${network.prefix}`;
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
