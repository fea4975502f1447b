import type { PartName, SetHost } from '../../../core/contract/documents/nmstate.ts';
import { capitalized } from '../../../core/contract/documents/words.ts';
import type { KeptHostSet } from '../../../core/contract/topics/hosts.ts';
import { count, counted } from '../../parts/format.ts';
import { cellText, partsOf, type TableColumn } from '../columns.ts';
import { type CellEdit, likelyLayout, matching, mergeHosts } from '../table-edits.ts';
import type { Verdict } from '../verdict.ts';
import { at, filledDown, pasted, type Range, readBlock, type Selection } from './grid-moves.ts';

/** `all`, `problems`, or a role. */
export type Filter = 'all' | 'problems' | (string & {});

/** What of a set is shown. */
export interface Shown {
  set: KeptHostSet;
  /** Positions of the hosts. */
  rows: readonly number[];
  columns: readonly TableColumn[];
}

/** A change of the table, and what is said of it. */
export interface TableEdit {
  edits: CellEdit[];
  said: string;
}

/** What can be filtered by: all, each role, and those with problems where there are any. */
export function filterChoices(
  { hosts }: Pick<KeptHostSet, 'hosts'>,
  verdict: Pick<Verdict, 'hosts' | 'errors'> | undefined,
): { name: Filter; text: string; wrong: boolean }[] {
  const roles = [...new Set(hosts.map(({ role }) => role))].sort();
  const problems = verdict?.hosts.filter(({ level }) => level !== undefined).length ?? 0;
  const choices = [
    { name: 'all', text: 'All', wrong: false },
    ...roles.map((role) => {
      const many = hosts.filter((host) => host.role === role).length;
      return { name: role, text: `${capitalized(role)}s ${count(many)}`, wrong: false };
    }),
  ];
  if (problems > 0)
    choices.push({
      name: 'problems',
      text: `With problems ${count(problems)}`,
      wrong: (verdict?.errors ?? 0) > 0,
    });
  return choices;
}

/** Positions of the hosts that pass a filter and have a word in one of their cells. */
export function shownRows(
  set: KeptHostSet,
  verdict: Pick<Verdict, 'hosts'> | undefined,
  { filter, query }: { filter: Filter; query: string },
): number[] {
  const found = matching(set, partsOf(set), query);
  return set.hosts.flatMap((host, index) => {
    const passes =
      filter === 'all' ||
      (filter === 'problems' ? verdict?.hosts[index]?.level !== undefined : host.role === filter);
    return passes && found(index) ? [index] : [];
  });
}

/** The host of a shown row; below the last one, those that are to be added. */
export function hostAt({ set, rows }: Shown, row: number): number {
  return rows[row] ?? set.hosts.length + row - rows.length;
}

/** What the host of a shown row has in a column; nothing for rows that are to be added. */
function textAt(shown: Shown, row: number, part: PartName): string {
  const host = shown.set.hosts[hostAt(shown, row)];
  return host ? cellText(shown.set, host, part).text : '';
}

/** One text into all cells of a range. */
export function writtenInto(shown: Shown, text: string, { top, bottom, left, right }: Range): TableEdit {
  const edits: CellEdit[] = [];
  for (let row = top; row <= bottom; row++)
    for (const { part } of shown.columns.slice(left, right + 1))
      edits.push({ host: hostAt(shown, row), part, text });
  return {
    edits,
    said:
      edits.length === 1 ? `${shown.columns[left]?.title} was written` : `${edits.length} cells were written`,
  };
}

/** The first row of a range down to its last. @param series numbers at the end count up */
export function filledInto(shown: Shown, { top, bottom, left, right }: Range, series: boolean): TableEdit {
  const rows = bottom - top + 1;
  return {
    edits: shown.columns.slice(left, right + 1).flatMap(({ part }) =>
      filledDown(textAt(shown, top, part), rows, series).map((text, step) => ({
        host: hostAt(shown, top + step),
        part,
        text,
      })),
    ),
    said: `Filled down ${counted(rows, 'row')}`,
  };
}

/** A block of cells of the clipboard, as far as there are columns for it. */
export function pastedInto(shown: Shown, text: string, to: Range): TableEdit {
  const edits = pasted(readBlock(text), to).flatMap((cell) => {
    const column = shown.columns[cell.column];
    return column ? [{ host: hostAt(shown, cell.row), part: column.part, text: cell.text }] : [];
  });
  return { edits, said: `Pasted ${counted(edits.length, 'cell')}` };
}

/** The texts of a range, as they are copied. */
export function blockOf(shown: Shown, { top, bottom, left, right }: Range): string[][] {
  return Array.from({ length: bottom - top + 1 }, (_, row) =>
    shown.columns
      .slice(left, right + 1)
      .map(({ part }) => (shown.rows[top + row] === undefined ? '' : textAt(shown, top + row, part))),
  );
}

/** Hosts of an import into the table; they replace a table without any hardware, which takes the layout they look like. */
export function takenOver(
  set: KeptHostSet,
  incoming: readonly SetHost[],
  source: string,
): { set: KeptHostSet; said: string } {
  const empty = set.hosts.every(({ nics, addresses }) => nics.length === 0 && addresses.length === 0);
  const merged = mergeHosts(empty ? { ...set, hosts: [] } : set, incoming);
  const unanswered = Object.keys(set.layout.answers).length === 0;
  return {
    set: { ...merged.set, source, layout: empty && unanswered ? likelyLayout(incoming) : set.layout },
    said: `${merged.added} added, ${merged.changed} changed`,
  };
}

/** Where a cell of a host is, and the columns that must be shown for it; undefined where they are. */
export function placeOfCell(
  columns: readonly TableColumn[],
  host: number,
  part: PartName | undefined,
): { selection: Selection; columns: ReadonlySet<PartName> | undefined } {
  const shown = columns.map((column) => column.part);
  const column = part === undefined ? -1 : shown.indexOf(part);
  return {
    selection: at(host, Math.max(0, column)),
    columns: part !== undefined && column < 0 ? new Set([...shown, part]) : undefined,
  };
}
