// biome-ignore-all lint/a11y/useSemanticElements: rows of a <table> cannot be placed by a virtualizer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus; aria-activedescendant names its row
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';

/** A row without a hint, px; rows are measured when they are there. */
const ROW_HEIGHT = 50;
const HEAD_HEIGHT = 32;

/**
 * Packages of a catalog: only those that are seen exist. The arrows move, Space selects, Enter opens, and Tab goes on to
 * what is in the row.
 */
export function PackageList({
  label,
  listed,
  total,
  cardAt,
  onVisible,
  onToggle,
  onOpen,
  row,
  empty,
  ref,
}: {
  label: string;
  /** Names the filters of these rows: other filters begin at the first match. */
  listed: string | undefined;
  total: number;
  cardAt: (index: number) => CatalogCard | undefined;
  onVisible: (first: number, last: number) => void;
  onToggle: (card: CatalogCard) => void;
  onOpen: (card: CatalogCard) => void;
  row: (card: CatalogCard, active: boolean) => ReactNode;
  empty: ReactNode;
  ref: Ref<HTMLDivElement>;
}) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
    scrollPaddingStart: HEAD_HEIGHT,
    useFlushSync: false,
  });
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onVisible(first, last), [first, last, onVisible]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters begin at the top
  useLayoutEffect(() => {
    setActive(-1);
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [listed]);
  const move = (to: number) => {
    const index = Math.max(0, Math.min(total - 1, to));
    setActive(index);
    rows.scrollToIndex(index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const element = scroller.current;
    const arrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    // From a checkbox the arrows go on as well; a menu has its own.
    const own = event.target === element || (arrow && event.target instanceof HTMLInputElement);
    if (!element || !own || total === 0) return;
    element.focus();
    const page = Math.max(1, Math.floor(element.clientHeight / ROW_HEIGHT) - 2);
    // The first key goes to a row that is seen.
    const from = active < 0 ? first - 1 : active;
    const targets: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: total - 1,
    };
    const card = active >= 0 ? cardAt(active) : undefined;
    if (event.key === 'Enter' && card) onOpen(card);
    else if (event.key === ' ' && card) onToggle(card);
    else if (targets[event.key] !== undefined) move(targets[event.key]!);
    else return;
    event.preventDefault();
  };
  const setScroller = (element: HTMLDivElement | null) => {
    scroller.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  const activeIsThere = items.some(({ index }) => index === active);
  return (
    <div
      className="al-operators-list"
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-multiselectable="true"
      {...(activeIsThere && { 'aria-activedescendant': `${id}-${active}` })}
      ref={setScroller}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className="al-operators-head" role="row" aria-rowindex={1}>
        <div role="columnheader" className="al-operators-check">
          <span className="al-unseen">Selected</span>
        </div>
        <div role="columnheader">Package</div>
        <div role="columnheader">Channel, version</div>
        <div role="columnheader" className="al-cell-end">
          Adds
        </div>
      </div>
      {total === 0 ? (
        <div role="row" aria-rowindex={2}>
          <div role="gridcell" className="al-table-empty">
            {empty}
          </div>
        </div>
      ) : (
        <div className="al-table-space" role="rowgroup" style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const card = cardAt(index);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the grid keeps the focus and has the keys
              <div
                key={index}
                id={`${id}-${index}`}
                data-index={index}
                ref={rows.measureElement}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={card?.selected ?? false}
                className={`al-operators-row${index === active ? ' al-operators-row-active' : ''}`}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => setActive(index)}
              >
                {card ? (
                  row(card, index === active)
                ) : (
                  <div role="gridcell" className="al-operators-pending">
                    <span className="al-table-pending" />
                  </div>
                )}
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}
