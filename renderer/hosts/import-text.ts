import {
  documentHost,
  type HostMerge,
  type HostTable,
  type ImportedHost,
  importedHostOf,
  looksLikeInventory,
  type MergeMode,
  type NmstateProblem,
  readHostTable,
  readInventory,
  readMachineConfig,
  setHostOf,
} from '../../core/contract/documents/nmstate.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { partTitle } from './columns.ts';
import { t } from './messages.ts';

/** The value of `source` of a table whose hosts were pasted. */
export const PASTED = 'pasted';

/** Hosts to import into the table. */
export interface Incoming {
  mode: MergeMode;
  hosts: readonly ImportedHost[];
  problems: readonly (NmstateProblem | ContractProblem)[];
  /** Number of BMC passwords that aren't imported. */
  passwords: number;
  /** The columns that were recognized: `Host, Role, NIC 1 MAC`. Empty for other sources than tables. */
  columns: string;
}

/** Reads a pasted text: a table, MachineConfigs, or an inventory of BMCs. */
export async function readPasted(text: string): Promise<Incoming> {
  if (looksLikeInventory(text)) {
    const { hosts, problems, passwords } = readInventory([{ path: '', text }]);
    return { mode: 'inventory', hosts: hosts.map(setHostOf), problems, passwords, columns: '' };
  }
  if (/^\s*kind:\s*"?(?:MachineConfig|List)/m.test(text)) {
    const { hosts, problems } = await readMachineConfig(text);
    return {
      mode: 'table',
      hosts: hosts.map(documentHost),
      problems,
      passwords: 0,
      columns: '',
    };
  }
  const table = readHostTable(text);
  return {
    mode: 'table',
    hosts: table.hosts.map(importedHostOf),
    problems: table.problems,
    passwords: table.hosts.filter(({ bmc }) => bmc?.password !== undefined).length,
    columns: columnsText(table),
  };
}

/** Returns whether a paste into the table is rows with a header instead of a block of cells. */
export function hasHeader({ columns }: HostTable): boolean {
  return columns.some(({ kind, header }) => kind === 'name' && header !== '');
}

function columnsText({ columns, hosts }: HostTable): string {
  if (hosts.length === 0) return '';
  return columns
    .map(({ kind, index = 0, variable, header }) => {
      if (kind === 'nic') return partTitle(`nic${index + 1}`);
      if (kind === 'mac') return partTitle(`mac${index + 1}`);
      if (kind === 'address') return t('addressColumn');
      if (kind === 'bmc-password') return t('bmcPasswordColumn');
      const column = partTitle(kind === 'variable' ? variable! : kind.replaceAll('-', '_'));
      return kind === 'variable' && header === '' ? t('withoutHeaderColumn', { column }) : column;
    })
    .join(', ');
}

/** Returns how many hosts an import contains, and how many of them it adds and changes in the table. */
export function incomingText({ hosts }: Incoming, merges: readonly HostMerge[]): string {
  const changed = merges.filter(({ kind }) => kind === 'changed').length;
  const added = merges.length - changed;
  return added === hosts.length
    ? t('hostsFound', { hosts: hosts.length })
    : t('hostsFoundSome', { hosts: hosts.length, added, changed });
}

/** Returns what an import adds to a host or changes, in words. */
export function mergeText({ kind, parts }: HostMerge): string {
  return parts
    .map(({ part, from, to }) =>
      kind === 'added' || from === ''
        ? t('partAdded', { part: partTitle(part), to })
        : t('partChanged', { part: partTitle(part), from, to: to || '–' }),
    )
    .join(', ');
}
