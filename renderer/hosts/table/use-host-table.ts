import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type ImportedHost,
  importedHostOf,
  type MergeMode,
  type PartName,
  readHostTable,
} from '../../../core/contract/documents/nmstate.ts';
import { useWide } from '../../parts/use-wide.ts';
import { columnsOf } from '../columns.ts';
import { hasHeader, PASTED } from '../import-text.ts';
import { removeHosts, writeCells } from '../table-edits.ts';
import { useHosts } from '../use-hosts.tsx';
import type { SetProblem } from '../verdict.ts';
import { at, FIRST, type Range, rangeOf, type Selection, within } from './grid-moves.ts';
import { t } from './messages.ts';
import {
  type Filter,
  filledInto,
  pastedInto,
  placeOfCell,
  type Shown,
  shownRows,
  type TableEdit,
  withImported,
  writtenInto,
} from './shown.ts';

/** The table of hosts: what is shown and selected, and its actions. */
export type HostTable = ReturnType<typeof useHostTable>;

/** Returns the open set as a table. @param goal the problem whose cell is selected at first */
export function useHostTable(goal?: Pick<SetProblem, 'hosts' | 'part'>) {
  const { set, verdict, change } = useHosts();
  const wide = useWide();
  const [filter, setFilter] = useState<Filter>('all');
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<PartName>>();
  const [selection, setSelection] = useState<Selection>(FIRST);
  const columns = useMemo(
    () => columnsOf(set, chosen).filter(({ secondary }) => wide || chosen || !secondary),
    [set, chosen, wide],
  );
  const rows = useMemo(() => shownRows(set, verdict, { filter, query }), [set, verdict, filter, query]);
  const shown: Shown = { set, rows, columns };
  const range = rangeOf(within(selection, rows.length, columns.length));
  const put = ({ edits, status }: TableEdit) => change(status, (now) => writeCells(now, edits));
  const importHosts = (hosts: readonly ImportedHost[], from: { source: string; mode: MergeMode }) => {
    const { status, set: after } = withImported(set, hosts, from);
    change(status, () => after);
  };
  /** Goes to the cell of a problem. */
  const goTo = ({ hosts: [first = 0], part }: Pick<SetProblem, 'hosts' | 'part'>) => {
    const place = placeOfCell(columns, first, part);
    setFilter('all');
    setQuery('');
    if (place.columns) setChosen(place.columns);
    setSelection(place.selection);
    document.querySelector<HTMLElement>('.al-hosts-grid')?.focus();
  };
  const latest = useRef(goTo);
  useEffect(() => {
    if (goal) latest.current(goal);
  }, [goal]);
  return {
    shown,
    filter,
    setFilter,
    query,
    setQuery,
    setColumns: setChosen,
    /** As the user selected it; may be larger than the shown rows and columns. */
    selection,
    select: setSelection,
    /** The selected range of the shown rows and columns. */
    range,
    /** Writes a text to all cells of a range. */
    write: (text: string, to: Range) => put(writtenInto(shown, text, to)),
    fillDown: (to: Range, series: boolean) => put(filledInto(shown, to, series)),
    /** Pastes cells, or rows with a header as hosts. */
    paste(text: string, to: Range) {
      const table = readHostTable(text);
      if (hasHeader(table)) importHosts(table.hosts.map(importedHostOf), { source: PASTED, mode: 'table' });
      else put(pastedInto(shown, text, to));
    },
    importHosts,
    /** Removes the selected hosts. */
    remove() {
      const removed = new Set(rows.slice(range.top, range.bottom + 1));
      change(t('hostsRemoved', { hosts: removed.size }), (now) => removeHosts(now, removed));
      setSelection(at(range.top, 0));
    },
    goTo,
  };
}
