import { readYaml } from '../../base/document/yaml-text.ts';
import { documentHost, type ImportedHost, importedHostOf, setHostOf } from '../host-set/host-set.ts';
import { mergeHosts, nameOf } from '../host-set/merge-hosts.ts';
import { looksLikeYaml, readHostTable } from '../hosts/host-table.ts';
import { listsHosts, readYamlHosts } from '../hosts/read-yaml-hosts.ts';
import { roleByName } from '../hosts/role.ts';
import type { InventoryFile } from '../inventory/machine.ts';
import { looksLikeInventory, readInventory } from '../inventory/read-inventory.ts';
import { CLUSTER_FILE, nodeFileOf } from '../machine-config/node-files.ts';
import { containsMachineConfig, machineConfigOf } from '../machine-config/read.ts';
import { nmstateOf } from '../model/document.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { t } from './messages.ts';

/** The hosts of files. Never contains passwords. */
export interface HostFiles {
  /** `inventory` if a file is an inventory, `documents` for a mixture of the others. */
  kind: 'table' | 'machine-config' | 'documents' | 'inventory';
  hosts: readonly ImportedHost[];
  problems: readonly NmstateProblem[];
  /** Number of BMC passwords in them, which are ignored. */
  passwords: number;
}

/**
 * Reads hosts from a file or a folder: tables, MachineConfigs, network documents named after the hosts, and BMC
 * inventories. Inventories are read together, because a machine may be in several files. A row of a table has the document
 * with its name. Never throws: errors are in `problems`.
 */
export async function readHostFiles(files: readonly InventoryFile[]): Promise<HostFiles> {
  const inventories = new Set(files.filter(({ text }) => looksLikeInventory(text)));
  const read: HostFiles[] = [];
  for (const file of files) if (!inventories.has(file)) read.push(await readHostFile(file));
  const ofKind = (isTable: boolean) =>
    read.filter(({ kind }) => (kind === 'table') === isTable).flatMap(({ hosts }) => hosts);
  const hosts = withDocuments(ofKind(true), ofKind(false));
  const problems = read.flatMap((one) => one.problems);
  const passwords = read.reduce((sum, one) => sum + one.passwords, 0);
  if (inventories.size === 0) {
    const kinds = new Set(read.filter((one) => one.hosts.length > 0).map(({ kind }) => kind));
    const [kind = 'documents'] = kinds.size === 1 ? kinds : [];
    return { kind, hosts, problems, passwords };
  }
  const machines = readInventory([...inventories]);
  return {
    kind: 'inventory',
    hosts: mergeHosts(hosts, machines.hosts.map(setHostOf), 'inventory').hosts,
    problems: [...problems, ...machines.problems],
    passwords: passwords + machines.passwords,
  };
}

/** Returns the rows of a table with the documents of their hosts, then the other hosts with documents. */
function withDocuments(rows: readonly ImportedHost[], documents: readonly ImportedHost[]): ImportedHost[] {
  const left = new Map<string, ImportedHost>();
  for (const host of documents) if (!left.has(nameOf(host))) left.set(nameOf(host), host);
  const known = rows.map((row) => {
    const document = left.get(nameOf(row));
    left.delete(nameOf(row));
    return document ? { ...row, own: document.own } : row;
  });
  return [...known, ...left.values()];
}

async function readHostFile({ path: file, text }: InventoryFile): Promise<HostFiles> {
  const yaml = looksLikeYaml(text) ? readYaml(text) : undefined;
  if (!yaml || yaml.faults.length > 0 || listsHosts(yaml)) {
    const { hosts, problems } = yaml ? readYamlHosts(yaml, file) : readHostTable(text, { file });
    const passwords = hosts.filter(({ bmc }) => bmc?.password !== undefined).length;
    return { kind: 'table', hosts: hosts.map(importedHostOf), problems, passwords };
  }
  if (containsMachineConfig(yaml)) {
    const { hosts, problems } = await machineConfigOf(yaml, { file });
    return {
      kind: 'machine-config',
      hosts: hosts.map(documentHost),
      problems,
      passwords: 0,
    };
  }
  const { name } = nodeFileOf(file);
  const { length: states } = nmstateOf(yaml, { file }).states;
  const none = { kind: 'documents' as const, hosts: [], problems: [], passwords: 0 };
  if (name === CLUSTER_FILE) return none;
  if (states !== 1) return { ...none, problems: [notOneHost(file, states)] };
  const host = { name, role: roleByName(name) ?? 'worker', nics: [], addresses: [], variables: {} };
  return { ...none, hosts: [{ ...host, own: text }] };
}

function notOneHost(file: string, states: number): NmstateProblem {
  return {
    code: 'nmstate-hosts',
    level: 'info',
    message: t('notOneHost', { file: file.split(/[\\/]/).at(-1)!, states }),
    remedy: t('notOneHostRemedy'),
    rule: 'not-one-host',
    file,
  };
}
