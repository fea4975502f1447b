// biome-ignore-all lint/a11y/useSemanticElements: rows of a <table> cannot be placed by a virtualizer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus; aria-activedescendant names its cell
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { partOf } from '../../../core/contract/documents/nmstate.ts';
import { useRejection } from '../../engine/requests.ts';
import { useWide } from '../../parts/use-wide.ts';
import { gridTracks, leastWidth } from '../columns.ts';
import { t as common } from '../messages.ts';
import { useHosts } from '../use-hosts.tsx';
import { actionOf, at, moved, pageRows, printBlock, rangeOf, within } from './grid-moves.ts';
import { HostRow, ROW_HEIGHT } from './host-row.tsx';
import { t } from './messages.ts';
import { blockOf } from './shown.ts';
import type { HostTable } from './use-host-table.ts';

const HEAD_HEIGHT = 32;

/**
 * The hosts as a spreadsheet: arrow keys move, Shift selects, typing or Enter edits, Ctrl+C and Ctrl+V copy and paste,
 * Ctrl+D fills down, Delete empties. Only visible rows exist.
 */
export function HostGrid({ table }: { table: HostTable }) {
  const { set, columns, rows } = table.shown;
  const { verdict } = useHosts();
  // Why this session can't change the hosts; undefined if it can.
  const rejection = useRejection('hosts.save');
  const id = useId();
  const wide = useWide();
  const grid = useGrid(table, rejection !== undefined);
  const { virtual, range, now } = grid;
  const template = gridTracks(columns, wide);
  const minWidth = leastWidth(template);
  const items = virtual.getVirtualItems();
  const active = rows.length > 0 && items.some(({ index }) => index === now.row);
  return (
    <div
      className="al-table al-hosts-grid"
      role="grid"
      aria-label={common('topic')}
      aria-readonly={rejection !== undefined}
      title={rejection}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 2}
      aria-multiselectable="true"
      aria-activedescendant={active ? `${id}-${now.row}-${now.column}` : undefined}
      ref={grid.scroller}
      tabIndex={0}
      onKeyDown={grid.onKeyDown}
      onCopy={grid.onCopy}
      onPaste={grid.onPaste}
    >
      <div
        className="al-table-head"
        role="row"
        style={{ gridTemplateColumns: template, minWidth }}
        aria-rowindex={1}
      >
        {columns.map(({ part, title }) => (
          <div key={part} role="columnheader" className="al-cell">
            {title}
          </div>
        ))}
        <div role="columnheader" className="al-cell">
          {t('stateColumn')}
        </div>
        <div role="columnheader" className="al-cell al-hosts-edit">
          <span className="al-unseen">{t('editColumn')}</span>
        </div>
      </div>
      <div className="al-table-space" role="rowgroup" style={{ height: virtual.getTotalSize(), minWidth }}>
        {items.map(({ index, start }) => {
          const position = rows[index]!;
          if (!set.hosts[position]) return null;
          const inRange = index >= range.top && index <= range.bottom;
          return (
            <HostRow
              key={index}
              id={id}
              index={index}
              start={start}
              template={template}
              columns={columns}
              set={set}
              position={position}
              state={verdict?.hosts[position]}
              left={inRange ? range.left : -1}
              right={inRange ? range.right : -1}
              active={index === now.row ? now.column : -1}
              editing={index === now.row ? grid.editing : undefined}
              onMouse={grid.handlers.onMouse}
              onDone={grid.handlers.onDone}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Handles keys, mouse and clipboard of the grid. */
function useGrid(table: HostTable, readOnly: boolean) {
  const { shown, select } = table;
  const { set, rows, columns } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  /** Initial text of the cell editor; undefined while no cell is edited. */
  const [editing, setEditing] = useState<string>();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollPaddingStart: HEAD_HEIGHT,
    useFlushSync: false,
  });
  const now = within(table.selection, rows.length, columns.length);
  const range = rangeOf(now);
  const { row: activeRow, column: activeColumn } = now;
  // A problem may lead to a row or a column that isn't visible.
  useEffect(() => {
    if (activeRow > 0) virtual.scrollToIndex(activeRow);
  }, [virtual, activeRow]);
  useEffect(() => {
    const box = scroller.current;
    const title = box?.querySelectorAll('[role="columnheader"]')[activeColumn]?.getBoundingClientRect();
    if (!box || !title) return;
    // Only the table scrolls: `scrollIntoView` would also move the page.
    const { left } = box.getBoundingClientRect();
    // The link to the host covers the last column.
    const right = box.querySelector('.al-hosts-edit')!.getBoundingClientRect().left;
    if (title.left < left) box.scrollLeft -= left - title.left;
    else if (title.right > right) box.scrollLeft += title.right - right;
  }, [activeColumn]);
  /** Moves the selection by a key. @returns whether the key moves it */
  const go = (key: string, shift = false, ctrl = false): boolean => {
    const page = pageRows((scroller.current?.clientHeight ?? 0) - HEAD_HEIGHT, ROW_HEIGHT);
    const next = moved(now, { key, shift, ctrl }, { rows: rows.length, columns: columns.length, page });
    if (!next) return false;
    select(next);
    if (rows.length > 0) virtual.scrollToIndex(Math.min(next.row, rows.length - 1));
    return true;
  };
  const own = (row: number, column: number) => {
    const host = set.hosts[rows[row] ?? -1];
    return host ? partOf(host, columns[column]!.part) : '';
  };
  const onDone = (text: string | undefined, key?: string) => {
    const initial = editing;
    setEditing(undefined);
    scroller.current?.focus({ preventScroll: true });
    if (text !== undefined && initial !== undefined && text !== own(now.row, now.column))
      table.write(text, rangeOf(at(now.row, now.column)));
    if (key) go(key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== scroller.current || rows.length === 0 || event.altKey) return;
    const ctrl = event.ctrlKey || event.metaKey;
    if (!go(event.key, event.shiftKey, ctrl)) {
      const action = actionOf({ key: event.key, ctrl }, readOnly);
      if (action === undefined) return;
      if (action === 'unselect') select(at(now.row, now.column));
      else if (action === 'edit') setEditing(own(now.row, now.column));
      else if (action === 'empty') table.write('', range);
      else if (action === 'fill') table.fillDown(range, false);
      else setEditing(event.key);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const onCopy = (event: ClipboardEvent) => {
    if (event.target !== scroller.current) return;
    event.clipboardData.setData('text/plain', printBlock(blockOf(shown, range)));
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.target !== scroller.current || readOnly) return;
    table.paste(event.clipboardData.getData('text/plain'), range);
    event.preventDefault();
  };
  const onMouse = (event: MouseEvent, row: number, column: number) => {
    if (event.target instanceof Element && event.target.closest('a, input')) return;
    if (event.type === 'dblclick') return readOnly ? undefined : setEditing(own(row, column));
    const extend = event.shiftKey || (event.type === 'mouseenter' && event.buttons === 1);
    if (event.type === 'mouseenter' && !extend) return;
    select(extend ? { ...now, row, column } : at(row, column));
  };
  // The handlers of rows never change, so that only changed rows are rendered again.
  const latest = useRef({ onMouse, onDone });
  latest.current = { onMouse, onDone };
  const [handlers] = useState(() => ({
    onMouse: (event: MouseEvent, row: number, column: number) => latest.current.onMouse(event, row, column),
    onDone: (text: string | undefined, key?: string) => latest.current.onDone(text, key),
  }));
  return { scroller, virtual, now, range, editing, onKeyDown, onCopy, onPaste, handlers };
}
