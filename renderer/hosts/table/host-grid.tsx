// biome-ignore-all lint/a11y/useSemanticElements: rows of a <table> cannot be placed by a virtualizer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus; aria-activedescendant names its cell
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { type PartName, partOf } from '../../../core/contract/documents/nmstate.ts';
import type { KeptHostSet } from '../../../core/contract/topics/hosts.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { bmcHost, cellText, type TableColumn } from '../columns.ts';
import { hostAddress } from '../places.ts';
import type { HostState, Verdict } from '../verdict.ts';
import { at, holds, moved, printBlock, type Range, rangeOf, type Selection, within } from './grid-moves.ts';

const ROW_HEIGHT = 36;
const HEAD_HEIGHT = 32;

/**
 * The hosts as a spreadsheet: arrow keys move, Shift selects, typing or Enter edits, Ctrl+C and Ctrl+V copy and paste,
 * Ctrl+D fills down, Delete empties. Only rows that are seen exist.
 */
export function HostGrid({
  set,
  rows,
  columns,
  verdict,
  selection,
  refusal,
  onSelect,
  onWrite,
  onPaste,
  onFillDown,
}: {
  set: KeptHostSet;
  /** Positions of the hosts that are shown. */
  rows: readonly number[];
  columns: readonly TableColumn[];
  verdict: Verdict | undefined;
  selection: Selection;
  /** Why this session may not change the hosts: then the table is only read. */
  refusal?: string | undefined;
  onSelect: (selection: Selection) => void;
  /** Writes a text into all cells of a range. */
  onWrite: (text: string, range: Range) => void;
  onPaste: (text: string, range: Range) => void;
  onFillDown: (range: Range) => void;
}) {
  const id = useId();
  const wide = useWide();
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
  const now = within(selection, rows.length, columns.length);
  const range = rangeOf(now);
  const template = {
    gridTemplateColumns: `${columns.map(({ width, narrowWidth }) => (!wide && narrowWidth) || width).join(' ')} ${
      wide ? 'minmax(200px, 1.7fr) 56px' : 'minmax(150px, 1.9fr) 46px'
    }`,
  };
  const select = (next: Selection) => {
    onSelect(next);
    if (rows.length > 0) virtual.scrollToIndex(Math.min(next.row, rows.length - 1));
  };
  const step = (key: string, shift = false, held = false) => {
    const page = Math.max(
      1,
      Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD_HEIGHT) / ROW_HEIGHT) - 1,
    );
    return moved(now, { key, shift, held }, { rows: rows.length, columns: columns.length, page });
  };
  const own = (row: number, column: number) => {
    const host = set.hosts[rows[row] ?? -1];
    return host ? partOf(host, columns[column]!.part) : '';
  };
  const done = (text: string | undefined, key?: string) => {
    const began = editing;
    setEditing(undefined);
    scroller.current?.focus({ preventScroll: true });
    if (text !== undefined && began !== undefined && text !== own(now.row, now.column))
      onWrite(text, { top: now.row, bottom: now.row, left: now.column, right: now.column });
    const next = key && step(key);
    if (next) select(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== scroller.current || rows.length === 0 || event.altKey) return;
    const held = event.ctrlKey || event.metaKey;
    const next = step(event.key, event.shiftKey, held);
    if (next) select(next);
    else if (event.key === 'Escape') onSelect(at(now.row, now.column));
    else if (refusal !== undefined) return;
    else if (event.key === 'Enter' || event.key === 'F2') setEditing(own(now.row, now.column));
    else if (event.key === 'Delete' || event.key === 'Backspace') onWrite('', range);
    else if (event.key.toLowerCase() === 'd' && held) onFillDown(range);
    else if (event.key.length === 1 && !held && event.key !== '/' && event.key !== '?') setEditing(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onCopy = (event: ClipboardEvent) => {
    if (event.target !== scroller.current) return;
    const block = Array.from({ length: range.bottom - range.top + 1 }, (_, row) =>
      columns.slice(range.left, range.right + 1).map(({ part }) => {
        const host = set.hosts[rows[range.top + row] ?? -1];
        return host ? cellText(set, host, part).text : '';
      }),
    );
    event.clipboardData.setData('text/plain', printBlock(block));
    event.preventDefault();
  };
  const onPasteHere = (event: ClipboardEvent) => {
    if (event.target !== scroller.current || refusal !== undefined) return;
    onPaste(event.clipboardData.getData('text/plain'), range);
    event.preventDefault();
  };
  const onMouse = (event: MouseEvent, row: number, column: number) => {
    if (event.target instanceof Element && event.target.closest('a, input')) return;
    if (event.type === 'dblclick') return refusal === undefined ? setEditing(own(row, column)) : undefined;
    const extend = event.shiftKey || (event.type === 'mouseenter' && event.buttons === 1);
    if (event.type === 'mouseenter' && !extend) return;
    onSelect(extend ? { ...now, row, column } : at(row, column));
  };
  // Rows keep the same handlers, so that only those that changed are drawn again.
  const latest = useRef({ onMouse, done });
  latest.current = { onMouse, done };
  const [handlers] = useState(() => ({
    onMouse: (event: MouseEvent, row: number, column: number) => latest.current.onMouse(event, row, column),
    done: (text: string | undefined, key?: string) => latest.current.done(text, key),
  }));
  const items = virtual.getVirtualItems();
  const activeIsThere = items.some(({ index }) => index === now.row);
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
      {...(activeIsThere && rows.length > 0 && { 'aria-activedescendant': `${id}-${now.row}-${now.column}` })}
      ref={scroller}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onPaste={onPasteHere}
    >
      <div className="al-table-head" role="row" style={template} aria-rowindex={1}>
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
          const host = set.hosts[position];
          if (!host) return null;
          const inRange = index >= range.top && index <= range.bottom;
          return (
            <Row
              key={index}
              id={id}
              index={index}
              start={start}
              template={template.gridTemplateColumns}
              columns={columns}
              set={set}
              position={position}
              state={verdict?.hosts[position]}
              left={inRange ? range.left : -1}
              right={inRange ? range.right : -1}
              active={index === now.row ? now.column : -1}
              editing={index === now.row ? editing : undefined}
              onMouse={handlers.onMouse}
              onDone={handlers.done}
            />
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  id: string;
  index: number;
  start: number;
  template: string;
  columns: readonly TableColumn[];
  set: KeptHostSet;
  position: number;
  state: HostState | undefined;
  left: number;
  right: number;
  active: number;
  editing: string | undefined;
  onMouse: (event: MouseEvent, row: number, column: number) => void;
  onDone: (text: string | undefined, key?: string) => void;
}

/** Drawn again only when something of it changed: a key in one row is not the business of the others. */
const Row = memo(
  function Row({ id, index, start, template, columns, set, position, state, ...row }: RowProps) {
    const host = set.hosts[position]!;
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        className="al-table-row al-hosts-row"
        style={{ gridTemplateColumns: template, transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
      >
        {columns.map(({ part, title, mono }, column) => {
          const wrong = state?.cells.get(part);
          const chosen = holds({ top: 0, bottom: 0, left: row.left, right: row.right }, 0, column);
          const active = column === row.active;
          return (
            <div
              key={part}
              id={`${id}-${index}-${column}`}
              role="gridcell"
              aria-selected={chosen}
              {...(wrong && { 'aria-invalid': true, title: wrong.why })}
              className={`al-cell${mono ? ' al-mono' : ''}${chosen ? ' al-hosts-chosen' : ''}${active ? ' al-hosts-active' : ''}`}
              onMouseDown={(event) => row.onMouse(event, index, column)}
              onMouseEnter={(event) => row.onMouse(event, index, column)}
              onDoubleClick={(event) => row.onMouse(event, index, column)}
            >
              {active && row.editing !== undefined ? (
                <CellInput
                  label={`${title} of ${host.name || `row ${index + 1}`}`}
                  began={row.editing}
                  onDone={row.onDone}
                />
              ) : (
                <CellText set={set} position={position} part={part} level={wrong?.level} />
              )}
            </div>
          );
        })}
        <div
          role="gridcell"
          className="al-cell"
          title={state?.problems.map(({ message }) => message).join('\n')}
        >
          {state && (
            <StateMark
              mark={state.level === 'error' ? 'bad' : state.level === 'warning' ? 'warning' : 'good'}
            >
              <span className="al-hosts-state">{state.words}</span>
            </StateMark>
          )}
        </div>
        <div role="gridcell" className="al-cell">
          {host.name !== '' && (
            <Link to={hostAddress(host.name)} aria-label={`Edit ${host.name}`}>
              Edit
            </Link>
          )}
        </div>
      </div>
    );
  },
  (a, b) =>
    a.set.hosts[a.position] === b.set.hosts[b.position] &&
    a.set.layout === b.set.layout &&
    a.state === b.state &&
    a.columns === b.columns &&
    a.template === b.template &&
    a.start === b.start &&
    a.index === b.index &&
    a.position === b.position &&
    a.left === b.left &&
    a.right === b.right &&
    a.active === b.active &&
    a.editing === b.editing,
);

function CellText({
  set,
  position,
  part,
  level,
}: {
  set: KeptHostSet;
  position: number;
  part: PartName;
  level: 'error' | 'warning' | undefined;
}) {
  const { text, shared } = cellText(set, set.hosts[position]!, part);
  const mark = level === undefined ? '' : level === 'error' ? ' al-hosts-wrong' : ' al-hosts-doubtful';
  if (part === 'role' && text !== '')
    return (
      <span className={`al-hosts-role${text === 'master' ? ' al-hosts-master' : ''}${mark}`}>{text}</span>
    );
  if (text === '')
    return <span className={`al-hosts-empty${mark}`}>{level === undefined ? '' : 'missing'}</span>;
  const prefix = part === 'addresses' && !text.includes(' ') ? text.indexOf('/') : -1;
  return (
    <span
      className={`${part === 'name' ? 'al-strong' : ''}${shared || part === 'bmc' ? ' al-sub' : ''}${mark}`}
      title={text}
    >
      {part === 'bmc' ? bmcHost(text) : prefix < 0 ? text : text.slice(0, prefix)}
      {prefix >= 0 && <span className="al-sub">{text.slice(prefix)}</span>}
    </span>
  );
}

function CellInput({
  label,
  began,
  onDone,
}: {
  label: string;
  began: string;
  onDone: (text: string | undefined, key?: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const finished = useRef(false);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(began.length, began.length);
  }, [began]);
  const finish = (text: string | undefined, key?: string) => {
    if (finished.current) return;
    finished.current = true;
    onDone(text, key);
  };
  return (
    <input
      ref={input}
      className="al-hosts-input"
      aria-label={label}
      defaultValue={began}
      spellCheck={false}
      autoComplete="off"
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        const { value } = event.currentTarget;
        if (event.key === 'Enter') finish(value, event.shiftKey ? 'ArrowUp' : 'ArrowDown');
        else if (event.key === 'Tab') finish(value, event.shiftKey ? 'ArrowLeft' : 'ArrowRight');
        else if (event.key === 'Escape') finish(undefined);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
