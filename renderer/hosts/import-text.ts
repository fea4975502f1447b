import {
  type HostTable,
  type NmstateProblem,
  readHostTable,
  readMachineConfig,
  type SetHost,
  setHostOf,
} from '../../core/contract/documents/nmstate.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { partTitle } from './columns.ts';
import { t } from './messages.ts';

/** The value of `source` of a table whose hosts were pasted. */
export const PASTED = 'pasted';

/** Hosts to import into the table. */
export interface Incoming {
  hosts: readonly SetHost[];
  problems: readonly (NmstateProblem | ContractProblem)[];
  /** Number of BMC passwords that aren't imported. */
  passwords: number;
  /** The columns that were recognized: `Host, Role, NIC 1 MAC`. Empty for other sources than tables. */
  columns: string;
}

/** Reads a pasted text: a table, or MachineConfigs. */
export async function readPasted(text: string): Promise<Incoming> {
  if (/^\s*kind:\s*"?(?:MachineConfig|List)/m.test(text)) {
    const { hosts, problems } = await readMachineConfig(text);
    return {
      hosts: hosts.map(({ host, document }) => ({ ...setHostOf(host), own: document.yaml.text })),
      problems,
      passwords: 0,
      columns: '',
    };
  }
  const table = readHostTable(text);
  return {
    hosts: table.hosts.map(setHostOf),
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

/** Returns how many hosts an import contains, and how many of them the table already has. @param known names in the table */
export function incomingText({ hosts }: Incoming, known: readonly string[]): string {
  const names = new Set(known.map((name) => name.toLowerCase()));
  const present = hosts.filter(({ name }) => names.has(name.toLowerCase())).length;
  return present === 0
    ? t('hostsFound', { hosts: hosts.length })
    : t('hostsFoundSome', { hosts: hosts.length, added: hosts.length - present, known: present });
}
