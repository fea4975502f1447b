// biome-ignore-all lint/a11y/useSemanticElements: a virtualizer can't position rows of a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid; aria-activedescendant names its row
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { HEAD_HEIGHT, rowForKey, rowsPerPage } from './grid-keys.ts';

interface GridOptions<Row> {
  /** Identifies the filters of these rows: other filters start at the first match. */
  listed: string | undefined;
  total: number;
  rowAt: (index: number) => Row | undefined;
  /** Reports the first and last visible index. */
  onVisible?: ((first: number, last: number) => void) | undefined;
  /** px; an estimate where rows are measured. */
  rowHeight: number;
  /** Additional rows that are rendered beyond each edge. */
  overscan: number;
  /** Actions of keys on the active row, in addition to those that move. */
  keys: Readonly<Record<string, ((row: Row) => void) | undefined>>;
  /** The arrow keys also move from a checkbox in a row. */
  fromCheckboxes?: boolean;
  /** Scrolls to the end while rows are added. */
  follow?: boolean | undefined;
  /** The grid's element, for screens that focus it. */
  ref?: RefObject<HTMLDivElement | null> | undefined;
}

/** A grid of any length in which only the visible rows are rendered. */
export interface Grid {
  total: number;
  /** The row that was selected with arrow keys; -1: none. */
  active: number;
  setActive(index: number): void;
  scroller: RefObject<HTMLDivElement | null>;
  /** Attributes of the grid's element. */
  frame: HTMLAttributes<HTMLDivElement> & { ref: RefObject<HTMLDivElement | null> };
  rows: readonly { index: number; frame: HTMLAttributes<HTMLDivElement> & { 'data-index': number } }[];
  /** Height of all rows, px. */
  height: number;
  /** The `ref` of rows whose height differs. */
  measure(element: HTMLElement | null): void;
}

/** Positions, focus and keys of a grid: the arrow keys, Page Up/Down, Home and End move. */
export function useGrid<Row>({
  listed,
  total,
  rowAt,
  onVisible,
  rowHeight,
  overscan,
  keys,
  fromCheckboxes = false,
  follow = false,
  ref,
}: GridOptions<Row>): Grid {
  const id = useId();
  const own = useRef<HTMLDivElement>(null);
  const scroller = ref ?? own;
  const [active, setActive] = useState(-1);
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollPaddingEnd: HEAD_HEIGHT,
    // Waiting for a frame would show empty rows on fast scrolling.
    useFlushSync: false,
  });
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onVisible?.(first, last), [first, last, onVisible]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `follow` alone doesn't move the list
  useLayoutEffect(() => {
    setActive(-1);
    if (!follow && scroller.current) scroller.current.scrollTop = 0;
  }, [listed]);
  useEffect(() => {
    if (follow && total > 0) rows.scrollToIndex(total - 1, { align: 'end' });
  }, [follow, total, rows]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const element = scroller.current;
    const arrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    const fromCheckbox = fromCheckboxes && arrow && event.target instanceof HTMLInputElement;
    if (!element || (event.target !== element && !fromCheckbox) || total === 0) return;
    element.focus();
    const act = keys[event.key];
    const row = active >= 0 ? rowAt(active) : undefined;
    if (act && row !== undefined) act(row);
    else {
      // The first key selects a visible row, not the first of 20,000.
      const visible = rows.getVirtualItemForOffset(element.scrollTop)?.index ?? 0;
      const page = rowsPerPage(element.clientHeight, rowHeight);
      const to = rowForKey(event.key, { from: active < 0 ? visible - 1 : active, page, total });
      if (to === undefined) return;
      setActive(to);
      rows.scrollToIndex(to);
    }
    event.preventDefault();
  };
  return {
    total,
    active,
    setActive,
    scroller,
    frame: {
      'aria-rowcount': total + 1,
      'aria-activedescendant': items.some(({ index }) => index === active) ? `${id}-${active}` : undefined,
      ref: scroller,
      tabIndex: 0,
      onKeyDown,
    },
    rows: items.map(({ index, start }) => ({
      index,
      frame: {
        id: `${id}-${index}`,
        'data-index': index,
        'aria-rowindex': index + 2,
        style: { transform: `translateY(${start}px)` },
      },
    })),
    height: rows.getTotalSize(),
    measure: rows.measureElement,
  };
}

/** The rendered rows of a grid, or a text for an empty grid. */
export function GridRows({
  grid,
  empty,
  children,
}: {
  grid: Grid;
  empty: ReactNode;
  children: (row: Grid['rows'][number]) => ReactNode;
}) {
  if (grid.total === 0)
    return (
      <div role="row" aria-rowindex={2}>
        <div role="gridcell" className="al-table-empty">
          {empty}
        </div>
      </div>
    );
  return (
    <div className="al-table-space" role="rowgroup" style={{ height: grid.height }}>
      {grid.rows.map(children)}
    </div>
  );
}
