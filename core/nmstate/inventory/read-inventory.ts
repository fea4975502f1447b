import { notJson, parseJson } from '../../base/document/parse-json.ts';
import { firstWords } from '../../base/document/words.ts';
import { readYaml, valuesOf } from '../../base/document/yaml-text.ts';
import { MOST_PROBLEMS } from '../../base/errors/most-problems.ts';
import { present } from '../../base/objects/present.ts';
import { roleByName, roleOf } from '../hosts/role.ts';
import type { NmstateProblem } from '../model/finding.ts';
import type { Host, Nic } from '../model/host.ts';
import { asFields } from '../model/values.ts';
import { bareMetalMachine, isBareMetalHost, itemsOf } from './bare-metal-host.ts';
import { ironicMachine, isIronic } from './ironic.ts';
import { type InventoryFile, isNetworkAddress, type Machine, shortText, unicastMac } from './machine.ts';
import { t } from './messages.ts';
import { isRedfish, redfishMachines } from './redfish.ts';

/** The machines of an inventory as hosts. Never contains passwords. */
export interface Inventory {
  hosts: readonly Host[];
  problems: readonly NmstateProblem[];
  /** Number of BMC passwords in it, which are ignored. */
  passwords: number;
}

/** Largest clusters have 2,000 nodes. */
const MOST_MACHINES = 5000;
/** NICs of a host in the table. */
const MOST_NICS = 64;

/** Returns whether a text is probably an inventory. Doesn't parse it. */
export function looksLikeInventory(text: string): boolean {
  return (
    /"@odata\.(?:id|type)"\s*:|"inventory"\s*:\s*\{|"kind"\s*:\s*"(?:BareMetalHost|HardwareData)"/.test(
      text,
    ) || /^[ \t-]{0,40}kind:[ \t]{0,8}["']?(?:BareMetalHost|HardwareData)\b/m.test(text)
  );
}

/**
 * Reads the machines of BMC inventories: Redfish (ComputerSystem and EthernetInterface, lists, expanded collections), Ironic
 * introspection data, and BareMetalHosts with their HardwareData. Machines that share a name or a MAC address are one host.
 * Never throws: errors are in `problems`.
 */
export function readInventory(files: readonly InventoryFile[]): Inventory {
  const problems: NmstateProblem[] = [];
  const report: Report = (rule, message, remedy, { level = 'error', file } = {}) => {
    if (problems.length < MOST_PROBLEMS)
      problems.push({
        code: 'host-table',
        level,
        message,
        remedy,
        rule,
        file,
      });
  };
  const { machines, passwords } = machinesOf(files, report);
  if (machines.length > MOST_MACHINES) {
    report('too-many-machines', t('tooManyMachines', { limit: MOST_MACHINES }), t('tooManyMachinesRemedy'));
    return { hosts: [], problems, passwords };
  }
  const hosts = new Map<string, Host>();
  const byMac = new Map<string, string>();
  const addressed = new Set<string>();
  for (const machine of machines) {
    const host = hostOf(machine, report);
    if (!host) continue;
    const macs = [
      ...host.nics.flatMap(({ mac }) => mac ?? []),
      ...(unicastMac(host.bootMac) ? [host.bootMac!] : []),
    ];
    const shared = hosts.has(host.name) ? undefined : macs.find((mac) => byMac.has(mac));
    const name = shared === undefined ? host.name : byMac.get(shared)!;
    if (shared !== undefined)
      report(
        'mac-shared',
        t('machineJoined', { name: host.name, other: name, mac: shared }),
        t('machineJoinedRemedy'),
        { level: 'warning' },
      );
    if (machine.addresses.some(isNetworkAddress)) addressed.add(name);
    const known = hosts.get(name);
    hosts.set(name, known ? joined(known, host) : host);
    for (const mac of macs) if (!byMac.has(mac)) byMac.set(mac, name);
  }
  const found = [...hosts.values()];
  for (const { name, nics } of found)
    if (nics.length === 0)
      report('no-nics', t('nicsMissing', { name }), t('nicsMissingRemedy'), { level: 'warning' });
  if (addressed.size > 0)
    report(
      'addresses-ignored',
      t('addressesIgnored', { count: addressed.size }),
      t('addressesIgnoredRemedy'),
      {
        level: 'warning',
      },
    );
  const guessed = found.filter(({ name, role }) => role === 'worker' && roleByName(name) === undefined);
  if (guessed.length > 0) {
    const names = firstWords(
      guessed.map(({ name }) => name),
      3,
    );
    report('role', t('roleGuessed', { names, count: guessed.length }), t('roleGuessedRemedy'), {
      level: 'warning',
    });
  }
  return { hosts: found, problems, passwords };
}

type Report = (
  rule: string,
  message: string,
  remedy: string,
  options?: { level?: NmstateProblem['level']; file?: string },
) => void;

function machinesOf(
  files: readonly InventoryFile[],
  report: Report,
): { machines: Machine[]; passwords: number } {
  const machines: Machine[] = [];
  const redfish: { value: unknown; path: string }[] = [];
  let passwords = 0;
  for (const { path, text } of files)
    for (const value of resourcesOf(text, path, report)) {
      if (isIronic(value)) machines.push(ironicMachine(value, path));
      else if (isBareMetalHost(value)) {
        const { hadPassword, ...machine } = bareMetalMachine(value, path);
        machines.push(machine);
        if (hadPassword) passwords += 1;
      } else if (isRedfish(value) || Array.isArray(value) || hasRedfishPaths(value))
        redfish.push({ value, path });
      else if (hasPassword(value)) passwords += 1;
    }
  const { machines: systems, loose } = redfishMachines(redfish);
  for (const place of loose)
    report('nic-of-no-system', t('systemUnknown', { place }), t('systemUnknownRemedy'), { level: 'warning' });
  return { machines: [...machines, ...systems], passwords };
}

/** Returns the documents of a text, with the items of lists of resources and of introspection data. */
function resourcesOf(text: string, path: string, report: Report): unknown[] {
  const unreadable = (reason: string) => {
    report('inventory', t('unreadable', { reason }), t('unreadableRemedy'), { file: path });
    return [];
  };
  const body = text.replace(/^\uFEFF/, '');
  let documents: unknown[];
  if (/^\s*[[{]/.test(body)) {
    try {
      documents = [parseJson(body)];
    } catch (error) {
      return unreadable(notJson(error));
    }
  } else {
    const yaml = readYaml(body);
    const [fault] = yaml.faults;
    if (fault) return unreadable(fault.message);
    documents = [...valuesOf(yaml)];
  }
  return documents.flatMap((document) => {
    if (Array.isArray(document) && document.some((one) => isIronic(one) || isBareMetalHost(one)))
      return document;
    return [...itemsOf(document)];
  });
}

function hasRedfishPaths(value: unknown): boolean {
  return Object.keys(asFields(value) ?? {}).some((key) => key.startsWith('/redfish/'));
}

function hasPassword(value: unknown): boolean {
  const fields = asFields(value);
  if (fields?.kind !== 'Secret') return false;
  return [fields.data, fields.stringData].some((data) => asFields(data)?.password !== undefined);
}

const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/i;

function isHostName(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => LABEL.test(label));
}

function hostOf(machine: Machine, report: Report): Host | undefined {
  const { place, names, bmc } = machine;
  const written = names.flatMap((name) => name ?? []);
  const name = written.find(isHostName);
  if (name === undefined) {
    const [first] = written;
    if (first === undefined) report('no-name', t('machineUnnamed', { place }), t('machineUnnamedRemedy'));
    else report('host-name', t('nameInvalid', { name: first }), t('nameInvalidRemedy'));
    return undefined;
  }
  const role = machine.role === undefined ? undefined : roleOf(machine.role)?.role;
  const nics: Nic[] = [];
  const seen = new Set<string>();
  for (const nic of machine.nics) {
    const mac = unicastMac(nic.mac);
    if (mac === undefined) {
      report('mac', t('macInvalid', { mac: nic.mac ?? '', name }), t('macInvalidRemedy'), {
        level: 'warning',
      });
      continue;
    }
    if (seen.has(mac)) continue;
    seen.add(mac);
    if (nics.length === MOST_NICS) {
      report('too-many-nics', t('tooManyNics', { name, limit: MOST_NICS }), t('tooManyNicsRemedy'), {
        level: 'warning',
      });
      break;
    }
    nics.push({ name: isKernelName(nic.name) ? nic.name : undefined, mac });
  }
  const bootMac = unicastMac(machine.bootMac);
  if (machine.bootMac !== undefined && bootMac === undefined)
    report('boot-mac', t('bootMacInvalid', { mac: machine.bootMac, name }), t('bootMacInvalidRemedy'), {
      level: 'warning',
    });
  // The value may contain a password, so the message doesn't quote it.
  if (bmc === 'invalid')
    report('bmc', t('bmcInvalid', { name }), t('bmcInvalidRemedy'), { level: 'warning' });
  const rootDevice = shortText(machine.rootDevice);
  return {
    name,
    role: role !== undefined && LABEL.test(role) ? role : (roleByName(name) ?? 'worker'),
    nics,
    addresses: [],
    variables: {},
    bmc: bmc === 'invalid' ? undefined : bmc,
    // An invalid one stays, so that the table marks it instead of using another NIC.
    bootMac: bootMac ?? machine.bootMac,
    rootDevice,
  };
}

/** Names of the kernel have at most 15 characters, without spaces and slashes. */
function isKernelName(name: string | undefined): name is string {
  return name !== undefined && /^[\w.:-]{1,15}$/.test(name);
}

/** Returns one host of two entries for one machine, such as a BareMetalHost and its HardwareData. */
function joined(known: Host, other: Host): Host {
  const macs = new Set(known.nics.map(({ mac }) => mac));
  return {
    ...other,
    ...present(known),
    role: roleByName(known.name) === undefined && known.role === 'worker' ? other.role : known.role,
    nics: [...known.nics, ...other.nics.filter(({ mac }) => !macs.has(mac))].slice(0, MOST_NICS),
  };
}
