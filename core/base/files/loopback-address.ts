import { networkInterfaces } from 'node:os';

/** Addresses by interface, as in `os.networkInterfaces()`. */
type Interfaces = Readonly<Record<string, readonly { address: string }[] | undefined>>;

/**
 * Returns the loopback address that servers listen on by default: 127.0.0.1, or ::1 on a host that has only that one.
 * @param interfaces the network interfaces of this host
 */
export function loopbackAddress(interfaces: Interfaces = networkInterfaces()): '127.0.0.1' | '::1' {
  const addresses = new Set(
    Object.values(interfaces)
      .flatMap((each) => each ?? [])
      .map(({ address }) => address),
  );
  return !addresses.has('127.0.0.1') && addresses.has('::1') ? '::1' : '127.0.0.1';
}

/** Returns an address as in URLs and image references: IPv6 in brackets. */
export function inUrl(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}
