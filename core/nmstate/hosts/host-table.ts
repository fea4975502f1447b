import type { NmstateProblem } from '../model/finding.ts';
import type { Host } from '../model/host.ts';
import { problemsOf } from './cell-problems.ts';
import { type Column, columnsOf, guessColumns, isHeader } from './columns.ts';
import { type Cell, type Delimiter, delimiterOf, parseDelimited } from './delimited.ts';
import { hostOfRow } from './read-row.ts';
import { readYamlHosts } from './read-yaml-hosts.ts';

/** Hosts as they were read, with what was understood of the columns. */
export interface HostTable {
  hosts: readonly Host[];
  /** Empty for YAML. */
  columns: readonly Column[];
  problems: readonly NmstateProblem[];
  format: 'csv' | 'tsv' | 'yaml';
}

export interface TableOptions {
  file?: string;
  /** Default: told by the text. */
  format?: 'csv' | 'tsv' | 'yaml';
}

/**
 * Reads a table of hosts: CSV with commas, semicolons or bars, TSV as spreadsheets paste it, or YAML (a list of hosts, or
 * `hosts` of agent-config and install-config). Headers may be in any order and wording; without a header, columns are told
 * by what is in them. Never throws: what cannot be understood is in `problems` with line and column.
 */
export function readHostTable(text: string, options: TableOptions = {}): HostTable {
  const format = options.format ?? (isYaml(text) ? 'yaml' : delimiterOf(text) === '\t' ? 'tsv' : 'csv');
  if (format === 'yaml') return { ...readYamlHosts(text, options.file), columns: [], format };
  return { ...readRows(text, format === 'tsv' ? '\t' : delimiterOf(text), options.file), format };
}

/** YAML begins with a mapping, a list or a document marker; a table has cells in its first row. */
function isYaml(text: string): boolean {
  const first = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .find((line) => line.trim() && !line.trimStart().startsWith('#'));
  return (
    first !== undefined && /^\s*(?:---|- |-$|\{|\[|[A-Za-z]\w*:(?:\s|$))/.test(first) && !first.includes('\t')
  );
}

/** Rows of one table. The largest clusters have 2,000 nodes. */
const MOST_ROWS = 20_000;
/** Cells of one row. A host with 100 interfaces has fewer. */
const MOST_COLUMNS = 2_000;

function readRows(text: string, delimiter: Delimiter, file: string | undefined): Omit<HostTable, 'format'> {
  const rows = parseDelimited(text, delimiter, MOST_ROWS);
  const problems: NmstateProblem[] = [];
  const problem = problemsOf(problems, file);
  const [first, ...others] = rows;
  if (!first) {
    problem(
      { text: '', line: 1, column: 1 },
      'empty',
      'The table is empty',
      'Paste one row a host, with a header.',
    );
    return { hosts: [], columns: [], problems };
  }
  if (rows.length > MOST_ROWS) {
    const [row] = rows.at(-1)!;
    const message = `The table has more than ${MOST_ROWS} rows`;
    problem(row!, 'too-many-rows', message, 'Split the table into smaller ones.');
    return { hosts: [], columns: [], problems };
  }
  const wide = rows.find((row) => row.length > MOST_COLUMNS);
  if (wide) {
    const message = `The row has ${wide.length} cells; the limit is ${MOST_COLUMNS}`;
    problem(
      wide[MOST_COLUMNS]!,
      'too-many-columns',
      message,
      'Check the delimiter, and remove columns that no host needs.',
    );
    return { hosts: [], columns: [], problems };
  }
  const words = (row: readonly Cell[]) => row.map((cell) => cell.text);
  const headed = isHeader(words(first));
  const columns = headed ? columnsOf(words(first)) : guessColumns(rows.map(words));
  if (!columns.some((column) => column.kind === 'name'))
    problem(
      first[0]!,
      'no-names',
      headed
        ? `No column holds the names of the hosts: ${words(first).join(', ')}`
        : 'The table has no header, and no column that looks like names of hosts',
      'Call the column `name` or `hostname`.',
    );
  const hosts = (headed ? others : rows).flatMap((row) => hostOfRow(row, columns, problem) ?? []);
  return { hosts, columns, problems };
}
