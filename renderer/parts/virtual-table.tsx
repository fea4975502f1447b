import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';

export interface Column<Row> {
  key: string;
  title: string;
  /** A CSS grid track: `minmax(0, 2fr)`, `9rem`. */
  width: string;
  align?: 'end';
  /** Left out below 1200 px. */
  secondary?: boolean;
  cell: (row: Row) => ReactNode;
}

const ROW_HEIGHT = 36;

/**
 * A table of any length: only the rows that are seen exist. Rows come from `rowAt`, which may not have a row yet (it is
 * asked for by {@link useWindowed}); the arrow keys, Page Up/Down, Home and End move.
 */
export function VirtualTable<Row>({
  label,
  columns,
  total,
  rowAt,
  onVisible,
  onOpen,
  empty,
}: {
  label: string;
  columns: Column<Row>[];
  total: number;
  rowAt: (index: number) => Row | undefined;
  /** First and last index that are needed now. */
  onVisible?: (first: number, last: number) => void;
  onOpen?: (row: Row) => void;
  empty?: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    onChange: (instance) => {
      const shown = instance.getVirtualItems();
      if (shown.length > 0) onVisible?.(shown[0]!.index, shown.at(-1)!.index);
    },
  });
  const template = { gridTemplateColumns: columns.map(({ width }) => width).join(' ') };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const element = scroller.current;
    if (!element) return;
    const steps: Record<string, number> = {
      ArrowDown: ROW_HEIGHT,
      ArrowUp: -ROW_HEIGHT,
      PageDown: element.clientHeight - ROW_HEIGHT,
      PageUp: ROW_HEIGHT - element.clientHeight,
      Home: -element.scrollHeight,
      End: element.scrollHeight,
    };
    const step = steps[event.key];
    if (step === undefined || event.target !== element) return;
    event.preventDefault();
    element.scrollTop += step;
  };
  return (
    <div className="al-table" role="table" aria-label={label} aria-rowcount={total + 1}>
      <div className="al-table-head" role="row" style={template} aria-rowindex={1}>
        {columns.map((column) => (
          <div key={column.key} role="columnheader" className={cellClass(column)}>
            {column.title}
          </div>
        ))}
      </div>
      {total === 0 && <div className="al-table-empty">{empty ?? 'Nothing here.'}</div>}
      <div
        className="al-table-body"
        role="rowgroup"
        ref={scroller}
        onKeyDown={onKeyDown}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={`${label}, rows`}
      >
        <div className="al-table-space" role="presentation" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const row = rowAt(index);
            return (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                className={onOpen ? 'al-table-row al-table-row-opens' : 'al-table-row'}
                style={{ ...template, transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
                {...(onOpen && row && { onDoubleClick: () => onOpen(row) })}
              >
                {columns.map((column) => (
                  <div key={column.key} role="cell" className={cellClass(column)}>
                    {row === undefined ? <span className="al-table-pending" /> : column.cell(row)}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function cellClass({ align, secondary }: Pick<Column<never>, 'align' | 'secondary'>): string {
  return `al-cell${align === 'end' ? ' al-cell-end' : ''}${secondary ? ' al-wide-only' : ''}`;
}
