import { parseIp, parseMac } from '../../base/network/addresses.ts';
import { roleOf } from '../hosts/role.ts';
import { hostVariables } from '../validation/template.ts';
import type { PartName, SetHost } from './host-set.ts';

/** Returns the text of a part; empty if the host has none. */
export function partOf(host: SetHost, name: PartName): string {
  switch (name) {
    case 'name':
      return host.name;
    case 'addresses':
      return host.addresses.join(' ');
    case 'bmc_user':
      return host.bmc?.username ?? '';
    case 'preset':
      return host.preset ?? '';
    case 'root_device':
      return host.rootDevice ?? '';
    default:
      return hostVariables(host)[name] ?? '';
  }
}

/** Returns the host with changed parts. An empty text removes a part. Invalid values are stored as written. */
export function withParts(host: SetHost, parts: Readonly<Record<PartName, string>>): SetHost {
  return Object.entries(parts).reduce((changed, [name, text]) => withPart(changed, name, text.trim()), host);
}

function withPart(host: SetHost, name: PartName, text: string): SetHost {
  if (partOf(host, name) === text) return host;
  const nic = /^(nic|mac)(\d{1,2})$/.exec(name);
  if (nic) return withNic(host, Number(nic[2]) - 1, nic[1] === 'nic' ? 'name' : 'mac', text);
  const address = /^(address|prefix|cidr)(6?)$/.exec(name);
  if (address) return withAddress(host, address[1]!, address[2] === '6' ? 6 : 4, text);
  switch (name) {
    case 'name':
      return { ...host, name: text };
    case 'role':
      return { ...host, role: roleOf(text)?.role ?? 'worker' };
    case 'addresses':
      return { ...host, addresses: text.split(/[\s,;]+/).filter(Boolean) };
    case 'bmc':
    case 'bmc_user': {
      const bmc = {
        address: name === 'bmc' ? text : (host.bmc?.address ?? ''),
        username: (name === 'bmc_user' ? text : host.bmc?.username) || undefined,
      };
      return without({ ...host, bmc }, bmc.address === '' && !bmc.username ? ['bmc'] : []);
    }
    case 'boot_mac':
      return without({ ...host, bootMac: parseMac(text) ?? text }, text ? [] : ['bootMac']);
    case 'preset':
      return without({ ...host, preset: text }, text ? [] : ['preset']);
    case 'root_device':
      return without({ ...host, rootDevice: text }, text ? [] : ['rootDevice']);
    default: {
      const variables = { ...host.variables };
      if (text) variables[name] = text;
      else delete variables[name];
      return { ...host, variables };
    }
  }
}

function without(host: SetHost, names: readonly (keyof SetHost)[]): SetHost {
  if (names.length === 0) return host;
  const rest = { ...host };
  for (const name of names) delete rest[name];
  return rest;
}

function withNic(host: SetHost, index: number, part: 'name' | 'mac', text: string): SetHost {
  const nics = Array.from({ length: Math.max(host.nics.length, index + 1) }, (_, at) => host.nics[at] ?? {});
  const { [part]: _before, ...rest } = nics[index]!;
  nics[index] = text ? { ...rest, [part]: part === 'mac' ? (parseMac(text) ?? text) : text } : rest;
  while (nics.length > 0 && Object.values(nics.at(-1)!).every((value) => value === undefined)) nics.pop();
  return { ...host, nics };
}

/** Returns the first address of the family, or its prefix. */
function withAddress(host: SetHost, part: string, family: 4 | 6, text: string): SetHost {
  const at = host.addresses.findIndex((one) => parseIp(one.split('/')[0]!)?.family === family);
  const [ip = '', prefix = ''] = (host.addresses[at] ?? '').split('/');
  const parts = part === 'cidr' ? text.split('/') : part === 'address' ? [text, prefix] : [ip, text];
  // The prefix of an address takes precedence.
  const [address, length] = parts[0]!.includes('/') ? parts[0]!.split('/') : parts;
  const written = address ? (length ? `${address}/${length}` : address) : '';
  const addresses =
    at < 0
      ? [...host.addresses, written]
      : host.addresses.map((one, position) => (position === at ? written : one));
  return { ...host, addresses: addresses.filter(Boolean) };
}
