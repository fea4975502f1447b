import { Address4, Address6 } from 'ip-address';

export type Family = 4 | 6;
export interface Ip {
  readonly family: Family;
  readonly value: bigint;
}
export interface Network extends Ip {
  /** Length of the mask in bits. */
  readonly prefix: number;
  /** As it is written in the file. */
  readonly text: string;
}

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const V4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/** An address as Go's `net.ParseIP` takes it: no zone, no leading zeros; undefined when it is none. */
export function parseIp(text: string): Ip | undefined {
  if (V4.test(text)) return { family: 4, value: new Address4(text).bigInt() };
  if (!text.includes(':') || /[%/]/.test(text) || !Address6.isValid(text)) return undefined;
  return { family: 6, value: new Address6(text).bigInt() };
}

/** A network as Go's `net.ParseCIDR` takes it; bits of the host may be set. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const ip = parseIp(address);
  const prefix = Number(length);
  if (!ip || prefix > bitsOf(ip.family) || (length.length > 1 && length.startsWith('0'))) return undefined;
  return { ...ip, prefix, text };
}

export function bitsOf(family: Family): number {
  return family === 4 ? 32 : 128;
}

/** The first address of a network. */
export function firstOf(network: Network): bigint {
  const host = BigInt(bitsOf(network.family) - network.prefix);
  return (network.value >> host) << host;
}

export function lastOf(network: Network): bigint {
  return firstOf(network) + (1n << BigInt(bitsOf(network.family) - network.prefix)) - 1n;
}

export function contains(network: Network, ip: Ip): boolean {
  return network.family === ip.family && firstOf(network) <= ip.value && ip.value <= lastOf(network);
}

export function overlap(a: Network, b: Network): boolean {
  return a.family === b.family && firstOf(a) <= lastOf(b) && firstOf(b) <= lastOf(a);
}

/** An address as Go writes it. */
export function ipText({ family, value }: Ip): string {
  return family === 4 ? Address4.fromBigInt(value).correctForm() : Address6.fromBigInt(value).correctForm();
}

/** The network with the bits of the host cleared, as text. */
export function networkText(network: Network): string {
  return `${ipText({ family: network.family, value: firstOf(network) })}/${network.prefix}`;
}
