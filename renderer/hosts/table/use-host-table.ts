import { useMemo, useState } from 'react';
import {
  type PartName,
  readHostTable,
  type SetHost,
  setHostOf,
} from '../../../core/contract/documents/nmstate.ts';
import { counted } from '../../parts/format.ts';
import { useWide } from '../../parts/use-wide.ts';
import { columnsOf } from '../columns.ts';
import { hasHeader } from '../import-text.ts';
import { removeHosts, writeCells } from '../table-edits.ts';
import { useHosts } from '../use-hosts.tsx';
import type { SetProblem } from '../verdict.ts';
import { at, FIRST, type Range, rangeOf, type Selection, within } from './grid-moves.ts';
import {
  type Filter,
  filledInto,
  pastedInto,
  placeOfCell,
  type Shown,
  shownRows,
  type TableEdit,
  takenOver,
  writtenInto,
} from './shown.ts';

/** The table of hosts: what of it is shown and selected, and what can be done with that. */
export type HostTable = ReturnType<typeof useHostTable>;

/** The open set as a table. */
export function useHostTable() {
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
  const put = ({ edits, said }: TableEdit) => change(said, (now) => writeCells(now, edits));
  const take = (hosts: readonly SetHost[], source: string) => {
    const { said, set: after } = takenOver(set, hosts, source);
    change(said, () => after);
  };
  return {
    shown,
    filter,
    setFilter,
    query,
    setQuery,
    setColumns: setChosen,
    /** As it was chosen; it may be larger than what is shown now. */
    selection,
    select: setSelection,
    /** What is selected of what is shown. */
    range,
    /** Writes a text into all cells of a range. */
    write: (text: string, to: Range) => put(writtenInto(shown, text, to)),
    fillDown: (to: Range, series: boolean) => put(filledInto(shown, to, series)),
    /** Pastes cells, or rows with a header as hosts. */
    paste(text: string, to: Range) {
      const table = readHostTable(text);
      if (hasHeader(table)) take(table.hosts.map(setHostOf), 'pasted');
      else put(pastedInto(shown, text, to));
    },
    take,
    /** Removes the selected hosts. */
    remove() {
      const gone = new Set(rows.slice(range.top, range.bottom + 1));
      change(`${counted(gone.size, 'host')} removed`, (now) => removeHosts(now, gone));
      setSelection(at(range.top, 0));
    },
    /** Goes to the cell of a problem. */
    goTo({ hosts: [first = 0], part }: Pick<SetProblem, 'hosts' | 'part'>) {
      const place = placeOfCell(columns, first, part);
      setFilter('all');
      setQuery('');
      if (place.columns) setChosen(place.columns);
      setSelection(place.selection);
      document.querySelector<HTMLElement>('.al-hosts-grid')?.focus();
    },
  };
}
