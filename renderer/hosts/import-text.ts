import {
  type HostTable,
  type NmstateProblem,
  readHostTable,
  readMachineConfig,
  type SetHost,
  setHostOf,
} from '../../core/contract/documents/nmstate.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { counted } from '../parts/format.ts';
import { partTitle } from './columns.ts';

/** Hosts that are about to be taken into the table. */
export interface Incoming {
  hosts: readonly SetHost[];
  problems: readonly (NmstateProblem | ContractProblem)[];
  /** Passwords of BMCs that were not taken. */
  passwords: number;
  /** What was understood of the columns: `Host, Role, NIC 1 MAC`. Empty for other sources than tables. */
  columns: string;
}

/** Reads what was pasted: a table, or MachineConfigs. */
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

/** Whether a paste into the table is rows with a header, not a block of cells. */
export function hasHeader({ columns }: HostTable): boolean {
  return columns.some(({ kind, header }) => kind === 'name' && header !== '');
}

function columnsText({ columns, hosts }: HostTable): string {
  if (hosts.length === 0) return '';
  return columns
    .map(({ kind, index = 0, variable, header }) => {
      if (kind === 'nic') return partTitle(`nic${index + 1}`);
      if (kind === 'mac') return partTitle(`mac${index + 1}`);
      if (kind === 'address') return 'Address';
      if (kind === 'bmc-password') return 'BMC password (not taken)';
      const title = partTitle(kind === 'variable' ? variable! : kind.replaceAll('-', '_'));
      return kind === 'variable' && header === '' ? `${title} (no header)` : title;
    })
    .join(', ');
}

/** `12 hosts: 10 new, 2 already in the table`. */
export function incomingText({ hosts }: Incoming, known: readonly string[]): string {
  const names = new Set(known.map((name) => name.toLowerCase()));
  const there = hosts.filter(({ name }) => names.has(name.toLowerCase())).length;
  if (there === 0) return counted(hosts.length, 'host');
  return `${counted(hosts.length, 'host')}: ${hosts.length - there} new, ${there} already in the table`;
}
