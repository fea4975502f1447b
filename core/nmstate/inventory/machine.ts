import { parseIp, parseMac } from '../../base/network/addresses.ts';
import type { Bmc, Nic } from '../model/host.ts';

/** A machine as an inventory describes it, before it is checked. */
export interface Machine {
  /** The place in the input, for messages. */
  place: string;
  /** Possible host names, the best first. */
  names: readonly (string | undefined)[];
  /** As written, with MAC addresses that may be invalid. */
  nics: readonly Nic[];
  /** IP addresses of its NICs, as written. They aren't imported. */
  addresses: readonly unknown[];
  role?: string | undefined;
  /** `invalid`: the value isn't an address. */
  bmc?: Bmc | 'invalid' | undefined;
  bootMac?: string | undefined;
  rootDevice?: string | undefined;
}

/** A file of an inventory. */
export interface InventoryFile {
  /** As shown in messages. Its name may be that of the host, or the address of its BMC. */
  path: string;
  text: string;
}

/** Characters of a value. Longer ones aren't host names, MAC addresses or URLs. */
const MOST_CHARACTERS = 1024;

/** Returns a short printable text, or undefined for anything else. */
export function shortText(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MOST_CHARACTERS) return undefined;
  const text = value.trim();
  return text === '' || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) ? undefined : text;
}

/** Returns the name of a file without its directory and extension. */
export function stemOf(path: string): string {
  return path
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.(?:json|ya?ml)$/i, '');
}

/** Returns a host name, or undefined for names that firmware and live systems have by default. */
export function hostName(value: unknown): string | undefined {
  const name = shortText(value)?.toLowerCase();
  return name === undefined || DEFAULT_NAMES.test(name) ? undefined : name;
}

const DEFAULT_NAMES =
  /^(?:localhost|localhost\..*|.*\.localdomain|n\/a|none|null|not available|unknown|default|system|computer system|system\.embedded\.1)$/;

/** Returns a unicast MAC address in canonical form, or undefined. */
export function unicastMac(text: string | undefined): string | undefined {
  const mac = text === undefined ? undefined : parseMac(text);
  if (mac === undefined || mac === '00:00:00:00:00:00' || Number.parseInt(mac.slice(0, 2), 16) & 1)
    return undefined;
  return mac;
}

/** Returns whether a value is an IP address of a network: not unspecified, link-local or loopback. */
export function isNetworkAddress(value: unknown): boolean {
  const text = shortText(value)?.split('/')[0];
  return (
    text !== undefined &&
    parseIp(text) !== undefined &&
    !/^(?:0\.|127\.|169\.254\.|::1?$|fe[89ab])/i.test(text)
  );
}

/** Values of a BMC without an address. `::/0`: ironic-python-agent, get_bmc_v6address. */
const NO_ADDRESS: readonly unknown[] = [undefined, null, '', '0.0.0.0', '::', '::/0'];

/**
 * Returns the BMC with its address without a user and password, and whether it contained a password. `invalid` for a value
 * that isn't a URL or an IP address.
 */
export function bmcOf(value: unknown): Pick<Machine, 'bmc'> & { hadPassword: boolean } {
  if (NO_ADDRESS.includes(typeof value === 'string' ? value.trim() : value)) return { hadPassword: false };
  const text = shortText(value) ?? '';
  if (parseIp(text)) return { bmc: { address: text }, hadPassword: false };
  const [, scheme, login, rest] = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/@]*)@)?([^\s@]+)$/i.exec(text) ?? [];
  if (!scheme || !rest) return { bmc: 'invalid', hadPassword: hasPassword(text) };
  return { bmc: { address: `${scheme}${rest}` }, hadPassword: login?.includes(':') ?? false };
}

/** Returns whether an invalid address seems to contain a user and password: `scheme://user:password@…`. */
function hasPassword(text: string): boolean {
  const scheme = text.indexOf('://');
  if (scheme === -1) return false;
  const colon = text.indexOf(':', scheme + '://'.length);
  return colon !== -1 && text.includes('@', colon);
}
