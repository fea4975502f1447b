// biome-ignore-all lint/a11y/useSemanticElements: rows of a <table> cannot be placed by a virtualizer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus; aria-activedescendant names its cell
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { partOf } from '../../../core/contract/documents/nmstate.ts';
import { useRefusal } from '../../engine/requests.ts';
import { useWide } from '../../parts/use-wide.ts';
import { gridTracks } from '../columns.ts';
import { useHosts } from '../use-hosts.tsx';
import { actionOf, at, moved, pageRows, printBlock, rangeOf, within } from './grid-moves.ts';
import { HostRow, ROW_HEIGHT } from './host-row.tsx';
import { blockOf } from './shown.ts';
import type { HostTable } from './use-host-table.ts';

const HEAD_HEIGHT = 32;

/**
 * The hosts as a spreadsheet: arrow keys move, Shift selects, typing or Enter edits, Ctrl+C and Ctrl+V copy and paste,
 * Ctrl+D fills down, Delete empties. Only rows that are seen exist.
 */
export function HostGrid({ table }: { table: HostTable }) {
  const { set, columns, rows } = table.shown;
  const { verdict } = useHosts();
  // Why this session may not change the hosts: then the table is only read.
  const refusal = useRefusal('hosts.save');
  const id = useId();
  const wide = useWide();
  const grid = useGrid(table, refusal !== undefined);
  const { virtual, range, now } = grid;
  const template = gridTracks(columns, wide);
  const items = virtual.getVirtualItems();
  const active = rows.length > 0 && items.some(({ index }) => index === now.row);
  return (
    <div
      className="al-table al-hosts-grid"
      role="grid"
      aria-label="Hosts"
      aria-readonly={refusal !== undefined}
      title={refusal}
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
      <div className="al-table-head" role="row" style={{ gridTemplateColumns: template }} aria-rowindex={1}>
        {columns.map(({ part, title }) => (
          <div key={part} role="columnheader" className="al-cell">
            {title}
          </div>
        ))}
        <div role="columnheader" className="al-cell">
          State
        </div>
        <div role="columnheader" className="al-cell">
          <span className="al-unseen">Edit</span>
        </div>
      </div>
      <div className="al-table-space" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
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

/** What keys, mouse and clipboard do in the grid. */
function useGrid(table: HostTable, readOnly: boolean) {
  const { shown, select } = table;
  const { set, rows, columns } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  /** The cell is written into; the text that it began with. */
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
  /** Moves the selection as a key does. @returns whether it is a key that moves */
  const go = (key: string, shift = false, held = false): boolean => {
    const page = pageRows((scroller.current?.clientHeight ?? 0) - HEAD_HEIGHT, ROW_HEIGHT);
    const next = moved(now, { key, shift, held }, { rows: rows.length, columns: columns.length, page });
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
    const began = editing;
    setEditing(undefined);
    scroller.current?.focus({ preventScroll: true });
    if (text !== undefined && began !== undefined && text !== own(now.row, now.column))
      table.write(text, rangeOf(at(now.row, now.column)));
    if (key) go(key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== scroller.current || rows.length === 0 || event.altKey) return;
    const held = event.ctrlKey || event.metaKey;
    if (!go(event.key, event.shiftKey, held)) {
      const action = actionOf({ key: event.key, held }, readOnly);
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
  // Rows keep the same handlers, so that only those that changed are drawn again.
  const latest = useRef({ onMouse, onDone });
  latest.current = { onMouse, onDone };
  const [handlers] = useState(() => ({
    onMouse: (event: MouseEvent, row: number, column: number) => latest.current.onMouse(event, row, column),
    onDone: (text: string | undefined, key?: string) => latest.current.onDone(text, key),
  }));
  return { scroller, virtual, now, range, editing, onKeyDown, onCopy, onPaste, handlers };
}
