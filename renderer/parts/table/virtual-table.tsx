// biome-ignore-all lint/a11y/useSemanticElements: a virtualizer can't position rows of a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid; aria-activedescendant names its row
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { t } from '../messages.ts';
import { GridRows, useGrid } from './use-grid.tsx';

export interface Column<Row> {
  key: string;
  title: string;
  /** A CSS grid track: `minmax(0, 2fr)`, `9rem`. */
  width: string;
  /** The track below 1200 px, if it differs. */
  narrowWidth?: string;
  align?: 'end';
  /** Hidden below 1200 px. */
  secondary?: boolean;
  cell: (row: Row) => ReactNode;
}

const ROW_HEIGHT = 34;
const NARROW = '(max-width: 1199px)';

/**
 * A table of any length in which only the visible rows are rendered. `rowAt` returns undefined for rows that
 * `useWindowed` still requests. The arrow keys, Page Up/Down, Home and End move, Enter opens.
 */
export function VirtualTable<Row>({
  label,
  columns,
  listed,
  total,
  rowAt,
  onVisible,
  onOpen,
  isOpen,
  empty,
  follow,
  onFollow,
}: {
  label: string;
  columns: Column<Row>[];
  /** Identifies the filters of these rows: other filters start at the first match. */
  listed?: string | undefined;
  total: number;
  rowAt: (index: number) => Row | undefined;
  /** Reports the first and last visible index. */
  onVisible?: (first: number, last: number) => void;
  onOpen?: (row: Row) => void;
  /** Returns whether a row is open, to mark it. */
  isOpen?: (row: Row) => boolean;
  empty?: ReactNode;
  /** Scrolls to the end while rows are added. */
  follow?: boolean;
  /** Called when the user scrolls away from the end, or back to it. */
  onFollow?: (follow: boolean) => void;
}) {
  const grid = useGrid<Row>({
    ...{ listed, total, rowAt, onVisible, follow },
    rowHeight: ROW_HEIGHT,
    overscan: 8,
    keys: { Enter: onOpen },
  });
  const narrow = useNarrow();
  const shown = narrow ? columns.filter(({ secondary }) => !secondary) : columns;
  const onClick = (event: MouseEvent, index: number) => {
    grid.setActive(index);
    const row = rowAt(index);
    const inner = event.target instanceof Element && event.target.closest('button, a');
    if (row !== undefined && !inner && !window.getSelection()?.toString()) onOpen?.(row);
  };
  const onScroll = () => {
    const element = grid.scroller.current;
    if (!onFollow || !element) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < ROW_HEIGHT;
    if (atEnd !== follow) onFollow(atEnd);
  };
  const gridTemplateColumns = shown
    .map(({ width, narrowWidth }) => (narrow && narrowWidth) || width)
    .join(' ');
  return (
    <div
      role="grid"
      {...grid.frame}
      className="al-table"
      aria-label={label}
      aria-readonly="true"
      onScroll={onScroll}
    >
      <div className="al-table-head" role="row" style={{ gridTemplateColumns }} aria-rowindex={1}>
        {shown.map((column) => (
          <div key={column.key} role="columnheader" className={cellClass(column)}>
            {column.title}
          </div>
        ))}
      </div>
      <GridRows grid={grid} empty={empty ?? t('noRows')}>
        {({ index, frame }) => {
          const row = rowAt(index);
          const open = row !== undefined && isOpen?.(row);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the focus and the keys are on the grid
            <div
              key={index}
              role="row"
              {...frame}
              className={rowClass(index === grid.active, onOpen !== undefined, open)}
              style={{ ...frame.style, gridTemplateColumns, height: ROW_HEIGHT }}
              onClick={(event) => onClick(event, index)}
            >
              {shown.map((column) => (
                <div key={column.key} role="gridcell" className={cellClass(column)}>
                  {row === undefined ? <span className="al-table-pending" /> : column.cell(row)}
                </div>
              ))}
            </div>
          );
        }}
      </GridRows>
    </div>
  );
}

/** Returns whether secondary columns are hidden. */
function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => window.matchMedia(NARROW).matches);
  useEffect(() => {
    const query = window.matchMedia(NARROW);
    const changed = () => setNarrow(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, []);
  return narrow;
}

function rowClass(active: boolean, opens: boolean, open: boolean | undefined): string {
  return `al-table-row${active ? ' al-table-row-active' : ''}${opens ? ' al-table-row-opens' : ''}${open ? ' al-table-row-open' : ''}`;
}

function cellClass({ align }: Pick<Column<never>, 'align'>): string {
  return `al-cell${align === 'end' ? ' al-cell-end' : ''}`;
}
