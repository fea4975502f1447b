import { parseIp, parseMac, parseNetwork } from '../../base/network/addresses.ts';
import { type ColumnKind, INDEXED, KNOWN, SYNONYMS } from './column-words.ts';
import { roleOf } from './role.ts';

export interface Column {
  /** Position in the text, from 0. */
  position: number;
  /** The header as written, empty for tables without a header. */
  header: string;
  kind: ColumnKind;
  /** Number of the NIC from 0, for `nic` and `mac`. */
  index?: number;
  /** The name in templates, for `variable`. */
  variable?: string;
  /** Whether the meaning is known from the header or the content, false for unknown variables. */
  recognized: boolean;
}

/** Returns the words of a name, which are the same for `bootMACAddress`, `boot-mac address` and `BOOT_MAC_ADDRESS`. */
export function wordsOf(name: string): string[] {
  return (
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      // `IPv4`, `iDRAC` and `iLO5` aren't split.
      .replaceAll(/([a-z0-9]{2})([A-Z])/g, '$1 $2')
      .replaceAll(/(?<![A-Z])([A-Z]+)([A-Z][a-z]{2})/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean)
  );
}

/** Returns the name of a variable: its words with underscores. */
export function variableName(name: string): string {
  return wordsOf(name).join('_');
}

/** Returns the columns of a header. If a column that must be unique occurs again, it becomes a variable. */
export function columnsOf(headers: readonly string[]): Column[] {
  const accepted = new Set<string>();
  const numbers = new Map<string, number>();
  const next = { nic: 0, mac: 0 };
  return headers.map((header, position): Column => {
    const words = wordsOf(header).join(' ');
    for (const [kind, pattern] of INDEXED) {
      const match = pattern.exec(words);
      if (!match) continue;
      const written = match.slice(1).find((group) => group !== undefined);
      const index = written === undefined ? next[kind] : Math.max(0, Number(written) - 1);
      if (accepted.has(`${kind}${index}`)) break;
      accepted.add(`${kind}${index}`);
      next[kind] = index + 1;
      return { position, header, kind, index, recognized: true };
    }
    for (const [kind, pattern] of SYNONYMS) {
      // Two addresses belong to two families or two networks.
      if (!pattern.test(words) || (accepted.has(kind) && kind !== 'address')) continue;
      accepted.add(kind);
      return { position, header, kind, recognized: true };
    }
    const known = KNOWN.find(([name, pattern]) => pattern.test(words) && !accepted.has(name))?.[0];
    const variable = free(
      known ?? (words.replaceAll(' ', '_') || `column_${position + 1}`),
      accepted,
      numbers,
    );
    accepted.add(variable);
    return { position, header, kind: 'variable', variable, recognized: known !== undefined };
  });
}

/** @param numbers the last number used for each name, so that a thousand columns with one name need only a thousand steps */
function free(name: string, accepted: ReadonlySet<string>, numbers: Map<string, number>): string {
  if (!accepted.has(name)) return name;
  let number = numbers.get(name) ?? 2;
  while (accepted.has(`${name}_${number}`)) number += 1;
  numbers.set(name, number + 1);
  return `${name}_${number}`;
}

/** Returns whether the first row is a header: at least one column is known, and none contains a MAC or IP address. */
export function isHeader(cells: readonly string[]): boolean {
  if (cells.some((cell) => parseMac(cell) || parseIp(cell) || parseNetwork(cell))) return false;
  return columnsOf(cells).some((column) => column.recognized);
}

/** Returns the columns of a table without a header from their content. The first text is the name. */
export function guessColumns(rows: readonly (readonly string[])[]): Column[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const seen = new Set<ColumnKind>();
  let macs = 0;
  return Array.from({ length: width }, (_, position): Column => {
    const cells = rows.map((row) => row[position] ?? '').filter(Boolean);
    const all = (test: (cell: string) => unknown) => cells.length > 0 && cells.every((cell) => test(cell));
    const column = (kind: ColumnKind, index?: number): Column => {
      seen.add(kind);
      return { position, header: '', kind, recognized: true, index };
    };
    if (all(parseMac)) return column('mac', macs++);
    if (all((cell) => cell.includes('://')) && !seen.has('bmc')) return column('bmc');
    if (all((cell) => parseIp(cell) ?? parseNetwork(cell))) {
      if (!seen.has('address')) return column('address');
      if (!seen.has('bmc') && all(parseIp)) return column('bmc');
    }
    if (all((cell) => roleOf(cell)?.known) && !seen.has('role')) return column('role');
    if (!seen.has('name') && cells.length > 0) return column('name');
    return { position, header: '', kind: 'variable', variable: `column_${position + 1}`, recognized: false };
  });
}
