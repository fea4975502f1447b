import {
  type ImportedHost,
  type MergeMode,
  mergeHosts,
  type PartName,
  type SetHost,
  withPrefixes,
} from '../../../core/contract/documents/nmstate.ts';
import { capitalized } from '../../../core/contract/documents/words.ts';
import type { SavedHostSet } from '../../../core/contract/topics/hosts.ts';
import { cellText, partsOf, type TableColumn } from '../columns.ts';
import { type CellEdit, emptyHost, likelyLayout, matching } from '../table-edits.ts';
import type { Verdict } from '../verdict.ts';
import { at, filledDown, pasted, type Range, readBlock, type Selection } from './grid-moves.ts';
import { t } from './messages.ts';

/** `all`, `problems`, or a role. */
export type Filter = 'all' | 'problems' | (string & {});

/** The part of a set that is shown. */
export interface Shown {
  set: SavedHostSet;
  /** Positions of the hosts. */
  rows: readonly number[];
  columns: readonly TableColumn[];
}

/** A change of the table, and its description for the live region. */
export interface TableEdit {
  edits: CellEdit[];
  status: string;
}

/** Returns the filters: all hosts, each role, and hosts with problems if there are any. */
export function filterChoices(
  { hosts }: Pick<SavedHostSet, 'hosts'>,
  verdict: Pick<Verdict, 'hosts' | 'errors'> | undefined,
): { name: Filter; text: string; wrong: boolean }[] {
  const roles = [...new Set(hosts.map(({ role }) => role))].sort();
  const problems = verdict?.hosts.filter(({ level }) => level !== undefined).length ?? 0;
  const choices = [
    { name: 'all', text: t('allFilter'), wrong: false },
    ...roles.map((role) => {
      const count = hosts.filter((host) => host.role === role).length;
      return { name: role, text: roleText(role, count), wrong: false };
    }),
  ];
  if (problems > 0)
    choices.push({
      name: 'problems',
      text: t('problemsFilter', { hosts: problems }),
      wrong: (verdict?.errors ?? 0) > 0,
    });
  return choices;
}

function roleText(role: string, hosts: number): string {
  if (role === 'master') return t('controlPlaneFilter', { hosts });
  if (role === 'arbiter') return t('arbitersFilter', { hosts });
  return role === 'worker'
    ? t('workersFilter', { hosts })
    : t('roleFilter', { role: capitalized(role), hosts });
}

/** Returns the positions of the hosts that pass a filter and have a word in one of their cells. */
export function shownRows(
  set: SavedHostSet,
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

/** Returns the position of the host of a shown row; below the last row, those of new hosts. */
export function hostAt({ set, rows }: Shown, row: number): number {
  return rows[row] ?? set.hosts.length + row - rows.length;
}

/** Returns the text of a cell; an empty text for new rows. */
function textAt(shown: Shown, row: number, part: PartName): string {
  const host = shown.set.hosts[hostAt(shown, row)];
  return host ? cellText(shown.set, host, part).text : '';
}

/** Returns the edit of one cell. An address keeps the prefix length of its host or column. */
function cellEdit(shown: Shown, row: number, part: PartName, text: string): CellEdit {
  const host = hostAt(shown, row);
  return { host, part, text: part === 'addresses' ? withPrefixes(shown.set.hosts, host, text) : text };
}

/** Returns the edits that write one text to all cells of a range. */
export function writtenInto(shown: Shown, text: string, { top, bottom, left, right }: Range): TableEdit {
  const edits: CellEdit[] = [];
  for (let row = top; row <= bottom; row++)
    for (const { part } of shown.columns.slice(left, right + 1)) edits.push(cellEdit(shown, row, part, text));
  return {
    edits,
    status:
      edits.length === 1
        ? t('cellChanged', { column: shown.columns[left]?.title ?? '' })
        : t('cellsChanged', { cells: edits.length }),
  };
}

/** Returns the edits that fill the first row of a range down to its last. @param series numbers at the end count up */
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
    status: t('filledDown', { rows }),
  };
}

/** Returns the edits that paste a block of cells from the clipboard. Cells right of the last column are ignored. */
export function pastedInto(shown: Shown, text: string, to: Range): TableEdit {
  const edits = pasted(readBlock(text), to).flatMap((cell) => {
    const column = shown.columns[cell.column];
    return column ? [cellEdit(shown, cell.row, column.part, cell.text)] : [];
  });
  return { edits, status: t('pasted', { cells: edits.length }) };
}

/** Returns the texts of a range, to copy them. */
export function blockOf(shown: Shown, { top, bottom, left, right }: Range): string[][] {
  return Array.from({ length: bottom - top + 1 }, (_, row) =>
    shown.columns
      .slice(left, right + 1)
      .map(({ part }) => (shown.rows[top + row] === undefined ? '' : textAt(shown, top + row, part))),
  );
}

/**
 * Returns the table with imported hosts. Rows replace a table that has only names. A table gets the layout that
 * matches the imported hosts if it had none.
 */
export function withImported(
  set: SavedHostSet,
  incoming: readonly ImportedHost[],
  { source, mode }: { source: string; mode: MergeMode },
): { set: SavedHostSet; status: string } {
  const empty = set.hosts.every(hasOnlyName);
  const { hosts, merges } = mergeHosts(empty && mode === 'table' ? [] : set.hosts, incoming, mode);
  const unanswered = Object.keys(set.layout.answers).length === 0;
  const count = (kind: 'added' | 'changed') => merges.filter((merge) => merge.kind === kind).length;
  return {
    set: { ...set, hosts, source, layout: empty && unanswered ? likelyLayout(incoming) : set.layout },
    status: t('imported', { added: count('added'), changed: count('changed') }),
  };
}

/** Returns whether a host has nothing but a name, and the role in it, as the row of a new table. */
function hasOnlyName({ name, role, ...rest }: SetHost): boolean {
  const bare = { ...emptyHost(), ...rest, role: name.includes(role) ? 'worker' : role };
  return JSON.stringify(bare) === JSON.stringify(emptyHost());
}

/** Returns the position of a host's cell, and the columns to show if its column is hidden. */
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
