import { nearest } from '../../base/document/spelling.ts';
import { readYaml } from '../../base/document/yaml-text.ts';
import type { NmstateProblem } from '../model/finding.ts';
import type { Host } from '../model/host.ts';
import { problemsOf } from './cell-problems.ts';
import { type Column, columnsOf, guessColumns, isHeader, wordsOf } from './columns.ts';
import { type Cell, type Delimiter, delimiterOf, parseDelimited } from './delimited.ts';
import { t } from './messages.ts';
import { hostOfRow } from './read-row.ts';
import { readYamlHosts } from './read-yaml-hosts.ts';

/** The hosts of a table with its columns. */
export interface HostTable {
  hosts: readonly Host[];
  /** Empty for YAML. */
  columns: readonly Column[];
  problems: readonly NmstateProblem[];
  format: 'csv' | 'tsv' | 'yaml';
}

export interface TableOptions {
  file?: string;
  /** Default: detected from the text. */
  format?: 'csv' | 'tsv' | 'yaml';
}

/**
 * Reads a table of hosts: CSV with commas, semicolons or bars, TSV as spreadsheets paste it, or YAML (a list of hosts, or
 * `hosts` of agent-config and install-config). Headers may be in any order and wording. Without a header, columns are
 * detected from their content. Never throws: errors are in `problems` with line and column.
 */
export function readHostTable(text: string, options: TableOptions = {}): HostTable {
  const format =
    options.format ?? (looksLikeYaml(text) ? 'yaml' : delimiterOf(text) === '\t' ? 'tsv' : 'csv');
  if (format === 'yaml') return { ...readYamlHosts(readYaml(text), options.file), columns: [], format };
  return { ...readRows(text, format === 'tsv' ? '\t' : delimiterOf(text), options.file), format };
}

/** Returns whether a text is YAML instead of rows. YAML begins with a mapping, a list or a document marker; a table has cells in its first row. */
export function looksLikeYaml(text: string): boolean {
  const first = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .find((line) => line.trim() && !line.trimStart().startsWith('#'));
  return (
    first !== undefined && /^\s*(?:---|- |-$|\{|\[|[A-Za-z]\w*:(?:\s|$))/.test(first) && !first.includes('\t')
  );
}

/** Most rows of one table. The largest clusters have 2,000 nodes. */
const MOST_ROWS = 20_000;
/** Most cells of one row. A host with 100 interfaces has fewer. */
const MOST_COLUMNS = 2_000;

function readRows(text: string, delimiter: Delimiter, file: string | undefined): Omit<HostTable, 'format'> {
  const rows = parseDelimited(text, delimiter, MOST_ROWS);
  const problems: NmstateProblem[] = [];
  const problem = problemsOf(problems, file);
  const [first, ...others] = rows;
  if (!first) {
    problem({ text: '', line: 1, column: 1 }, 'empty', t('tableEmpty'), t('tableEmptyRemedy'));
    return { hosts: [], columns: [], problems };
  }
  if (rows.length > MOST_ROWS) {
    const [row] = rows.at(-1)!;
    const message = t('tableTooLong', { rows: MOST_ROWS });
    problem(row!, 'too-many-rows', message, t('tableTooLongRemedy'));
    return { hosts: [], columns: [], problems };
  }
  const wide = rows.find((row) => row.length > MOST_COLUMNS);
  if (wide) {
    const message = t('rowTooWide', { count: wide.length, limit: MOST_COLUMNS });
    problem(wide[MOST_COLUMNS]!, 'too-many-columns', message, t('rowTooWideRemedy'));
    return { hosts: [], columns: [], problems };
  }
  const words = (row: readonly Cell[]) => row.map((cell) => cell.text);
  const headed = isHeader(words(first));
  const columns = headed ? columnsOf(words(first)) : guessColumns(rows.map(words));
  const misspelled = headed ? misspelledHeaders(columns) : [];
  if (!columns.some((column) => column.kind === 'name')) {
    const name = misspelled.find(({ meant }) => columnsOf([meant])[0]!.kind === 'name');
    problem(
      first[0]!,
      'no-names',
      headed ? t('nameColumnMissing', { columns: words(first).join(', ') }) : t('nameColumnUnknown'),
      name ? t('nameColumnSimilarRemedy', name) : t('nameColumnRemedy'),
    );
  }
  for (const { position, ...values } of misspelled)
    problem(
      first[position]!,
      'header',
      t('headerSimilar', values),
      t('headerSimilarRemedy', values),
      'warning',
    );
  const hosts = (headed ? others : rows).flatMap((row) => hostOfRow(row, columns, problem) ?? []);
  return { hosts, columns, problems };
}

/** Headers that are often misspelled. Shorter ones are similar to too many words. */
const HEADERS = [
  ...['hostname', 'role', 'address', 'ip address', 'mac address', 'prefix', 'gateway', 'vlan', 'search'],
  ...['bmc user', 'bmc password', 'boot mac', 'root device', 'preset'],
];

/** Returns the columns whose header is nearly a known one. Numbers make a difference: `vlan2` is a variable. */
function misspelledHeaders(
  columns: readonly Column[],
): { position: number; header: string; meant: string }[] {
  return columns.flatMap(({ position, header, recognized }) => {
    const words = recognized ? '' : wordsOf(header).join(' ');
    const meant = words === '' || /\d/.test(words) ? undefined : nearest(words, HEADERS);
    return meant === undefined ? [] : [{ position, header, meant }];
  });
}
