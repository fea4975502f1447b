import { present } from '../../base/objects/present.ts';
import { bmcHost } from '../hosts/across-addresses.ts';
import type { Nic } from '../model/host.ts';
import { withOwnPrefixes } from './address-prefix.ts';
import type { ImportedHost, PartName, SetHost } from './host-set.ts';
import { partOf, withParts } from './parts.ts';

/**
 * How hosts are merged. `table`: a row replaces the parts of the host with its name that its table contains, and an empty
 * cell clears its part. The role and the prefix length of an address in the same network remain if the row has none.
 * `inventory`: a machine is found by its name or a MAC address, adds what is missing, and keeps the name, the role and the
 * order of NICs.
 */
export type MergeMode = 'table' | 'inventory';

/** A host that a merge adds or changes. */
export interface HostMerge {
  name: string;
  kind: 'added' | 'changed';
  /** The parts that change. */
  parts: readonly { part: PartName; from: string; to: string }[];
}

/** Merges hosts into those of a table. @returns all hosts in the order of the table, and what changes */
export function mergeHosts(
  hosts: readonly SetHost[],
  incoming: readonly ImportedHost[],
  mode: MergeMode,
): { hosts: SetHost[]; merges: HostMerge[] } {
  const result = [...hosts];
  const positions = new Map(hosts.map((host, index) => [nameOf(host), index]));
  /** Positions of hosts that a row of this import has. */
  const taken = new Set<number>();
  const byMac = new Map<string, number>();
  const addMacs = (host: SetHost, index: number) => {
    for (const mac of macsOf(host)) if (!byMac.has(mac)) byMac.set(mac, index);
  };
  hosts.forEach(addMacs);
  for (const other of incoming) {
    const index =
      positions.get(nameOf(other)) ??
      (mode === 'inventory' ? macsOf(other).flatMap((mac) => byMac.get(mac) ?? [])[0] : undefined);
    // A second row of the same table stays, so that the table reports both instead of losing one.
    const again = mode === 'table' && index !== undefined && taken.has(index);
    if (index !== undefined && !again) {
      taken.add(index);
      result[index] = merged(result[index]!, other, mode);
      continue;
    }
    taken.add(result.length);
    positions.set(nameOf(other), result.length);
    addMacs(other, result.length);
    const { given: _given, ...added } = other;
    result.push(added);
  }
  const merges = result.flatMap((after, index): HostMerge[] => {
    const before = hosts[index];
    if (before && JSON.stringify(before) === JSON.stringify(after)) {
      result[index] = before;
      return [];
    }
    return [{ name: after.name, kind: before ? 'changed' : 'added', parts: changedParts(before, after) }];
  });
  return { hosts: result, merges };
}

type SetBmc = NonNullable<SetHost['bmc']>;

/** Returns the name by which hosts of imports are found. */
export function nameOf({ name }: SetHost): string {
  return name.trim().toLowerCase();
}

function macsOf({ nics, bootMac }: SetHost): string[] {
  return [...nics.flatMap(({ mac }) => mac ?? []), ...(bootMac ? [bootMac] : [])].map((mac) =>
    mac.toLowerCase(),
  );
}

function merged(host: SetHost, { given, ...other }: ImportedHost, mode: MergeMode): SetHost {
  return mode === 'inventory' ? completed(host, other) : replaced(host, other, given ?? []);
}

function replaced(host: SetHost, other: SetHost, given: readonly PartName[]): SetHost {
  const parts = Object.fromEntries(given.map((part) => [part, textFor(host, other, part)]));
  return { ...withParts(host, parts), own: other.own ?? host.own };
}

/** Returns the text of a part of a row. A bare address keeps the prefix length of the host's network. */
function textFor(host: SetHost, other: SetHost, part: PartName): string {
  const family = part === 'cidr' ? 4 : part === 'cidr6' ? 6 : undefined;
  if (family === undefined && part !== 'addresses') return partOf(other, part);
  const addresses = other.addresses.filter(
    (one) => family === undefined || one.includes(':') === (family === 6),
  );
  return withOwnPrefixes(host, addresses).join(' ');
}

function completed(host: SetHost, other: SetHost): SetHost {
  return {
    ...host,
    nics: withNics(host.nics, other.nics),
    addresses: host.addresses.length > 0 ? host.addresses : other.addresses,
    bmc: host.bmc ? completedBmc(host.bmc, other.bmc) : other.bmc,
    bootMac: host.bootMac ?? other.bootMac,
    preset: host.preset ?? other.preset,
    rootDevice: host.rootDevice ?? other.rootDevice,
    own: host.own ?? other.own,
    variables: { ...other.variables, ...host.variables },
  };
}

/** Returns the BMC with the URL of the inventory if only its host was known. */
function completedBmc(bmc: SetBmc, other: SetBmc | undefined): SetBmc {
  if (!other || bmcHost(other.address) !== bmc.address) return bmc;
  return { ...other, ...present(bmc), address: other.address };
}

/** The NICs of a machine are those with the same MAC address, else the same name. Others are added after them. */
function withNics(nics: readonly Nic[], others: readonly Nic[]): readonly Nic[] {
  const result = [...nics];
  for (const other of others) {
    const sameMac = result.findIndex(({ mac }) => mac !== undefined && mac.toLowerCase() === other.mac);
    const at =
      sameMac >= 0
        ? sameMac
        : result.findIndex(({ name, mac }) => mac === undefined && name !== undefined && name === other.name);
    if (at < 0) result.push(other);
    // The name in the table may be intended, so an inventory only adds missing names.
    else result[at] = { ...present(other), ...present(result[at]!) };
  }
  return result;
}

function changedParts(before: SetHost | undefined, after: SetHost): HostMerge['parts'] {
  const nics = Math.max(before?.nics.length ?? 0, after.nics.length);
  const names: PartName[] = [
    'role',
    ...Array.from({ length: nics }, (_, index) => [`nic${index + 1}`, `mac${index + 1}`]).flat(),
    ...['addresses', 'bmc', 'bmc_user', 'boot_mac', 'preset', 'root_device'],
    ...new Set([...Object.keys(before?.variables ?? {}), ...Object.keys(after.variables)]),
  ];
  return names.flatMap((part) => {
    const [from, to] = [before ? partOf(before, part) : '', partOf(after, part)];
    return from === to ? [] : [{ part, from, to }];
  });
}
