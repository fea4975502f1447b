import { parseIp } from '../../base/network/addresses.ts';
import type { Nic } from '../model/host.ts';
import { asFields, asList, type Fields } from '../model/values.ts';
import { hostName, type Machine, shortText, stemOf } from './machine.ts';

/** Resources of Redfish with their files. */
interface Resource {
  fields: Fields;
  path: string;
}

/** Nested collections below this are ignored. */
const MOST_LEVELS = 8;

/** Returns whether a value is a resource of Redfish (DMTF DSP0266). */
export function isRedfish(value: unknown): boolean {
  const fields = asFields(value);
  return fields !== undefined && (typeOf(fields) !== '' || shortText(fields['@odata.id']) !== undefined);
}

/**
 * Returns the ComputerSystems of Redfish exports with their EthernetInterfaces: single resources, lists, and collections
 * with expanded members (`$expand`). An interface belongs to the system before it in its file whose `@odata.id` it is
 * below, else to the only such system of all files.
 * @returns `loose`: places of interfaces without a system
 */
export function redfishMachines(inputs: readonly { value: unknown; path: string }[]): {
  machines: Machine[];
  loose: string[];
} {
  const systems: (Resource & { id: string; nics: Fields[] })[] = [];
  const interfaces: (Resource & { id: string })[] = [];
  const loose: string[] = [];
  /** The systems of all files by their ID. */
  const byId = new Map<string, (typeof systems)[number][]>();
  for (const { value, path } of inputs) {
    /** The latest system of the file by its ID. */
    const inFile = new Map<string, (typeof systems)[number]>();
    for (const fields of resourcesIn(value)) {
      const id = (shortText(fields['@odata.id']) ?? '').replace(/\/$/, '');
      if (isSystem(fields)) {
        const system = { fields, path, id, nics: expanded(fields.EthernetInterfaces) };
        systems.push(system);
        inFile.set(id, system);
        byId.set(id, [...(byId.get(id) ?? []).slice(0, 1), system]);
      } else if (isInterface(fields)) {
        const own = ancestor(inFile, id);
        if (own) own.nics.push(fields);
        else interfaces.push({ fields, path, id });
      }
    }
  }
  for (const { fields, path, id } of interfaces) {
    const owners = ancestor(byId, id) ?? [];
    if (owners.length === 1) owners[0]!.nics.push(fields);
    else loose.push(`${path} ${id}`.trim());
  }
  const ofFile = new Map<string, number>();
  for (const { path } of systems) ofFile.set(path, (ofFile.get(path) ?? 0) + 1);
  return {
    machines: systems.map(({ fields, path, id, nics }) =>
      machineOf({ fields, path, id, nics }, ofFile.get(path) === 1),
    ),
    loose,
  };
}

function machineOf(
  { fields, path, id, nics }: Resource & { id: string; nics: readonly Fields[] },
  alone: boolean,
): Machine {
  const stem = stemOf(path);
  const ofBmc = alone && parseIp(stem) !== undefined;
  const usable = nics.filter(isUsable);
  const linkUp = (nic: Fields) => shortText(nic.LinkStatus) === 'LinkUp';
  return {
    place: `${path} ${id}`.trim(),
    names: [
      hostName(fields.HostName),
      ...usable.flatMap((nic) => [hostName(nic.FQDN), hostName(nic.HostName)]),
      alone && !ofBmc ? hostName(stem) : undefined,
      hostName(fields.SerialNumber),
    ],
    // A bond uses the first NICs, so those with a link are first.
    nics: [...usable.filter(linkUp), ...usable.filter((nic) => !linkUp(nic))].map(nicOf),
    addresses: usable.flatMap(({ IPv4Addresses, IPv6Addresses }) =>
      [...asList(IPv4Addresses), ...asList(IPv6Addresses)].map((one) => asFields(one)?.Address),
    ),
    bmc:
      ofBmc && id
        ? { address: `redfish-virtualmedia://${parseIp(stem)!.family === 6 ? `[${stem}]` : stem}${id}` }
        : undefined,
  };
}

/** The name of a resource isn't that of the kernel, so only the MAC address is read. */
function nicOf(nic: Fields): Nic {
  return { mac: shortText(nic.PermanentMACAddress) ?? shortText(nic.MACAddress) };
}

/** Excludes disabled interfaces, VLANs, and the interface from the host to its BMC. */
function isUsable(nic: Fields): boolean {
  const state = shortText(asFields(nic.Status)?.State);
  const mac = shortText(nic.PermanentMACAddress) ?? shortText(nic.MACAddress);
  const type = shortText(nic.EthernetInterfaceType);
  return (
    mac !== undefined &&
    nic.InterfaceEnabled !== false &&
    state !== 'Disabled' &&
    state !== 'Absent' &&
    (type === undefined || type === 'Physical') &&
    !/manager|usb/i.test(shortText(nic.Name) ?? '')
  );
}

/** Returns the resources of a value: itself, elements of a list, expanded members of collections. */
function resourcesIn(value: unknown, level = 0): Fields[] {
  if (level > MOST_LEVELS) return [];
  if (Array.isArray(value)) return value.flatMap((one) => resourcesIn(one, level + 1));
  const fields = asFields(value);
  if (!fields) return [];
  if (isSystem(fields) || isInterface(fields)) return [fields];
  // A collection, the service root with `$expand`, or an object that contains responses by their paths.
  const parts = Array.isArray(fields.Members) ? [fields.Members] : [fields.Systems, ...byPath(fields)];
  return parts.flatMap((one) => resourcesIn(one, level + 1));
}

function byPath(fields: Fields): unknown[] {
  return Object.entries(fields).flatMap(([key, value]) => (key.startsWith('/redfish/') ? [value] : []));
}

function expanded(value: unknown): Fields[] {
  return asList(asFields(value)?.Members ?? value).flatMap((one) => {
    const fields = asFields(one);
    return fields && isInterface(fields) ? [fields] : [];
  });
}

function typeOf(fields: Fields): string {
  return /^#(\w+)\./.exec(shortText(fields['@odata.type']) ?? '')?.[1] ?? '';
}

function isSystem(fields: Fields): boolean {
  return typeOf(fields) === 'ComputerSystem' || (typeOf(fields) === '' && 'SystemType' in fields);
}

function isInterface(fields: Fields): boolean {
  return typeOf(fields) === 'EthernetInterface' || (typeOf(fields) === '' && 'MACAddress' in fields);
}

/** Returns the entry of the nearest resource above an `@odata.id`. */
function ancestor<Entry>(entries: ReadonlyMap<string, Entry>, id: string): Entry | undefined {
  if (id === '') return entries.get('');
  for (let end = id.lastIndexOf('/'); end > 0; end = id.lastIndexOf('/', end - 1)) {
    const entry = entries.get(id.slice(0, end));
    if (entry) return entry;
  }
  return undefined;
}
