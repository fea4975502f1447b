// biome-ignore-all lint/a11y/useSemanticElements: rows of a <table> cannot be placed by a virtualizer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus; aria-activedescendant names its row
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

export interface Column<Row> {
  key: string;
  title: string;
  /** A CSS grid track: `minmax(0, 2fr)`, `9rem`. */
  width: string;
  /** The track below 1200 px, where it is another one. */
  narrowWidth?: string;
  align?: 'end';
  /** Left out below 1200 px. */
  secondary?: boolean;
  cell: (row: Row) => ReactNode;
}

const ROW_HEIGHT = 34;
const HEAD_HEIGHT = 32;
const NARROW = '(max-width: 1199px)';

/**
 * A table of any length: only the rows that are seen exist. Rows come from `rowAt`, which may not have a row yet (it is
 * asked for by `useWindowed`). The arrow keys, Page Up/Down, Home and End move, Enter opens.
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
  /** Names the filters of these rows: other filters begin at the first match. */
  listed?: string | undefined;
  total: number;
  rowAt: (index: number) => Row | undefined;
  /** First and last index that are needed now. */
  onVisible?: (first: number, last: number) => void;
  onOpen?: (row: Row) => void;
  /** Marks the row that is open. */
  isOpen?: (row: Row) => boolean;
  empty?: ReactNode;
  /** Stays at the end while rows are added. */
  follow?: boolean;
  /** The reader scrolled away from the end, or back to it. */
  onFollow?: (follow: boolean) => void;
}) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const narrow = useNarrow();
  const shown = narrow ? columns.filter(({ secondary }) => !secondary) : columns;
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollPaddingEnd: HEAD_HEIGHT,
    // Row positions are written as they come; waiting for a frame shows empty rows on fast scrolling.
    useFlushSync: false,
  });
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onVisible?.(first, last), [first, last, onVisible]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever follows stays at the end, and whoever ceases to stays there
  useLayoutEffect(() => {
    setActive(-1);
    if (!follow && scroller.current) scroller.current.scrollTop = 0;
  }, [listed]);
  useEffect(() => {
    if (follow && total > 0) rows.scrollToIndex(total - 1, { align: 'end' });
  }, [follow, total, rows]);

  const move = (to: number) => {
    const index = Math.max(0, Math.min(total - 1, to));
    setActive(index);
    rows.scrollToIndex(index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const element = scroller.current;
    if (!element || event.target !== element || total === 0) return;
    const page = Math.max(1, Math.floor((element.clientHeight - HEAD_HEIGHT) / ROW_HEIGHT) - 1);
    // The first key goes to a row that is seen, not to the top of 20,000.
    const from = active < 0 ? Math.floor(element.scrollTop / ROW_HEIGHT) - 1 : active;
    const targets: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: total - 1,
    };
    const row = active >= 0 ? rowAt(active) : undefined;
    if (event.key === 'Enter' && onOpen && row !== undefined) onOpen(row);
    else if (targets[event.key] !== undefined) move(targets[event.key]!);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent, index: number) => {
    setActive(index);
    const row = rowAt(index);
    const inner = event.target instanceof Element && event.target.closest('button, a');
    if (row !== undefined && !inner && !window.getSelection()?.toString()) onOpen?.(row);
  };
  const onScroll = () => {
    const element = scroller.current;
    if (!onFollow || !element) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < ROW_HEIGHT;
    if (atEnd !== follow) onFollow(atEnd);
  };
  const template = {
    gridTemplateColumns: shown.map(({ width, narrowWidth }) => (narrow && narrowWidth) || width).join(' '),
  };
  const activeIsThere = items.some(({ index }) => index === active);
  return (
    <div
      className="al-table"
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-readonly="true"
      {...(activeIsThere && { 'aria-activedescendant': `${id}-${active}` })}
      ref={scroller}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
    >
      <div className="al-table-head" role="row" style={template} aria-rowindex={1}>
        {shown.map((column) => (
          <div key={column.key} role="columnheader" className={cellClass(column)}>
            {column.title}
          </div>
        ))}
      </div>
      {total === 0 ? (
        <div role="row" aria-rowindex={2}>
          <div role="gridcell" className="al-table-empty">
            {empty ?? 'Nothing here.'}
          </div>
        </div>
      ) : (
        <div className="al-table-space" role="rowgroup" style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rowAt(index);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the grid keeps the focus and has the keys
              <div
                key={index}
                id={`${id}-${index}`}
                role="row"
                aria-rowindex={index + 2}
                className={rowClass(
                  index === active,
                  onOpen !== undefined,
                  row !== undefined && isOpen?.(row),
                )}
                style={{ ...template, transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
                onClick={(event) => onClick(event, index)}
              >
                {shown.map((column) => (
                  <div key={column.key} role="gridcell" className={cellClass(column)}>
                    {row === undefined ? <span className="al-table-pending" /> : column.cell(row)}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}

/** Whether secondary columns are left out now. */
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
