import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readYaml } from '../../../base/document/yaml-text.ts';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { readRegularFile } from '../../../base/files/regular-file.ts';
import type { RequestOutput } from '../../../contract/contract.ts';
import { type SetHost, setHostOf } from '../../../nmstate/host-set/host-set.ts';
import { mergeHosts } from '../../../nmstate/host-set/merge-hosts.ts';
import { readHostTable } from '../../../nmstate/hosts/host-table.ts';
import { roleByName } from '../../../nmstate/hosts/role.ts';
import type { InventoryFile } from '../../../nmstate/inventory/machine.ts';
import { looksLikeInventory, readInventory } from '../../../nmstate/inventory/read-inventory.ts';
import { CLUSTER_FILE, nodeFileOf } from '../../../nmstate/machine-config/node-files.ts';
import { containsMachineConfig, readMachineConfig } from '../../../nmstate/machine-config/read.ts';
import { readNmstate } from '../../../nmstate/model/document.ts';
import type { NmstateProblem } from '../../../nmstate/model/finding.ts';
import { t } from './messages.ts';

type Imported = RequestOutput<'hosts.import'>;

/** Bytes, above the size of any table or MachineConfig. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_FILES = 5000;

/**
 * Reads hosts from a table, MachineConfigs, an inventory of BMCs, or a folder of inventories or of network documents named
 * after the hosts.
 * @param path absolute
 * @throws AirlockError `config-unreadable`, `config-invalid` when it contains no hosts
 */
export async function importHosts(path: string): Promise<Imported> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const imported = found.isDirectory() ? await documentsIn(path) : await hostsIn(path, await textOf(path));
  if (imported.hosts.length > 0) return imported;
  throw new AirlockError('config-invalid', t('hostsMissing', { path }), {
    side: 'local',
    remedy: t('hostsMissingRemedy'),
    at: { file: path },
    problems: imported.problems,
  });
}

async function hostsIn(file: string, text: string): Promise<Imported> {
  if (looksLikeInventory(text)) return machinesIn([{ path: file, text }]);
  if (/^\s*kind:\s*"?(?:MachineConfig|List)/m.test(text) && containsMachineConfig(readYaml(text))) {
    const { hosts, problems } = await readMachineConfig(text, { file });
    return {
      kind: 'machine-config',
      hosts: hosts.map(({ host, document }) => ({ ...setHostOf(host), own: document.yaml.text })),
      problems: problems.map(plain),
      passwords: 0,
    };
  }
  const { hosts, problems } = readHostTable(text, { file });
  return {
    kind: 'table',
    hosts: hosts.map(setHostOf),
    problems: problems.map(plain),
    passwords: hosts.filter(({ bmc }) => bmc?.password !== undefined).length,
  };
}

function machinesIn(files: readonly InventoryFile[]): Imported {
  const { hosts, problems, passwords } = readInventory(files);
  return { kind: 'inventory', hosts: hosts.map(setHostOf), problems: problems.map(plain), passwords };
}

/** Returns one host for each `<name>.yml` or `<name>.yaml` with a network state, and the hosts of MachineConfigs among them. */
async function documentsIn(folder: string): Promise<Imported> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw unreadable(folder, error);
  });
  const files = names.filter((name) => /\.(?:ya?ml|json)$/.test(name)).sort();
  if (files.length > MOST_FILES)
    throw new AirlockError('config-invalid', t('tooManyFiles', { folder, count: files.length }), {
      side: 'local',
      remedy: t('tooManyFilesRemedy', { most: MOST_FILES }),
    });
  const hosts: SetHost[] = [];
  const problems: Imported['problems'] = [];
  const inventory: InventoryFile[] = [];
  for (const file of files) {
    const path = join(folder, file);
    const text = await textOf(path);
    if (looksLikeInventory(text)) {
      inventory.push({ path, text });
      continue;
    }
    // Other JSON files aren't documents of hosts.
    if (file.endsWith('.json')) continue;
    if (containsMachineConfig(readYaml(text))) {
      const inner = await hostsIn(path, text);
      hosts.push(...inner.hosts);
      problems.push(...inner.problems);
      continue;
    }
    const document = readNmstate(text, { file: path });
    const { name } = nodeFileOf(path);
    if (name === CLUSTER_FILE || document.states.length !== 1) {
      if (name !== CLUSTER_FILE && document.states.length !== 1)
        problems.push({
          code: 'nmstate-hosts',
          level: 'info',
          message: t('notOneHost', { file, states: document.states.length }),
          remedy: t('notOneHostRemedy'),
          file: path,
        });
      continue;
    }
    hosts.push({
      name,
      role: roleByName(name) ?? 'worker',
      nics: [],
      addresses: [],
      variables: {},
      own: text,
    });
  }
  if (inventory.length === 0) return { kind: 'documents', hosts, problems, passwords: 0 };
  const machines = machinesIn(inventory);
  return {
    ...machines,
    hosts: mergeHosts(hosts, machines.hosts, 'inventory').hosts,
    problems: [...problems, ...machines.problems],
  };
}

/** @throws AirlockError `config-unreadable` */
export async function textOf(file: string): Promise<string> {
  try {
    const content = await readRegularFile(file, MOST_BYTES);
    if (typeof content !== 'string') return content.toString('utf8');
    throw new Error(content === 'too-large' ? t('tooLarge', { bytes: MOST_BYTES }) : t('notRegular'));
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(path: string, error: unknown): AirlockError {
  const message = t('unreadable', { path, reason: asAirlockError(error).message });
  return new AirlockError('config-unreadable', message, { side: 'local', at: { file: path } });
}

/** Returns a problem in the form of the contract. */
export function plain(problem: NmstateProblem): Imported['problems'][number] {
  const { code, level, message, remedy, file, line, column, path } = problem;
  return {
    ...{ code, level, message, remedy },
    file,
    line,
    column,
    path,
  };
}
