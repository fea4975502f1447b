// biome-ignore-all lint/a11y/useSemanticElements: rows of a <table> cannot be placed by a virtualizer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus; aria-activedescendant names its cell
import { type MouseEvent, memo, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { PartName } from '../../../core/contract/documents/nmstate.ts';
import { withoutPeriod } from '../../../core/contract/documents/words.ts';
import type { SavedHostSet } from '../../../core/contract/topics/hosts.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words, withoutTicks } from '../../parts/words.tsx';
import { bmcHost, cellText, type TableColumn } from '../columns.ts';
import { hostAddress } from '../places.ts';
import type { HostState } from '../verdict.ts';
import { isInRange } from './grid-moves.ts';
import { t } from './messages.ts';

export const ROW_HEIGHT = 36;

interface RowProps {
  id: string;
  index: number;
  start: number;
  template: string;
  columns: readonly TableColumn[];
  set: SavedHostSet;
  position: number;
  state: HostState | undefined;
  left: number;
  right: number;
  active: number;
  editing: string | undefined;
  onMouse: (event: MouseEvent, row: number, column: number) => void;
  onDone: (text: string | undefined, key?: string) => void;
}

/** Rendered again only when the row changes: a key in one row doesn't affect the others. */
export const HostRow = memo(
  function HostRow({ id, index, start, template, columns, set, position, state, ...row }: RowProps) {
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
          const chosen = isInRange({ top: 0, bottom: 0, left: row.left, right: row.right }, 0, column);
          const active = column === row.active;
          return (
            <div
              key={part}
              id={`${id}-${index}-${column}`}
              role="gridcell"
              aria-selected={chosen}
              aria-invalid={wrong ? true : undefined}
              title={
                wrong &&
                t('cellProblemTip', {
                  problem: withoutPeriod(withoutTicks(wrong.message)),
                  remedy: withoutTicks(wrong.remedy),
                })
              }
              className={`al-cell${mono ? ' al-mono' : ''}${chosen ? ' al-hosts-chosen' : ''}${active ? ' al-hosts-active' : ''}`}
              onMouseDown={(event) => row.onMouse(event, index, column)}
              onMouseEnter={(event) => row.onMouse(event, index, column)}
              onDoubleClick={(event) => row.onMouse(event, index, column)}
            >
              {active && row.editing !== undefined ? (
                <CellInput
                  label={
                    host.name === ''
                      ? t('cellOfRowLabel', { column: title, row: index + 1 })
                      : t('cellLabel', { column: title, host: host.name })
                  }
                  initial={row.editing}
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
          title={state?.problems.map(({ message }) => withoutTicks(message)).join('\n')}
        >
          {state && (
            <StateMark
              mark={state.level === 'error' ? 'bad' : state.level === 'warning' ? 'warning' : 'good'}
            >
              <span className="al-hosts-state" title={withoutTicks(state.words)}>
                <Words text={state.words} />
              </span>
            </StateMark>
          )}
        </div>
        <div role="gridcell" className="al-cell al-hosts-edit">
          {host.name !== '' && (
            <Link to={hostAddress(host.name)} aria-label={t('editHostButton', { host: host.name })}>
              {t('editColumn')}
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
  set: SavedHostSet;
  position: number;
  part: PartName;
  level: 'error' | 'warning' | undefined;
}) {
  const { text, shared } = cellText(set, set.hosts[position]!, part);
  const mark = level === undefined ? '' : level === 'error' ? ' al-hosts-wrong' : ' al-hosts-suspicious';
  if (part === 'role' && text !== '')
    return (
      <span className={`al-hosts-role${text === 'master' ? ' al-hosts-master' : ''}${mark}`}>{text}</span>
    );
  if (text === '')
    return <span className={`al-hosts-empty${mark}`}>{level === undefined ? '' : t('missingValue')}</span>;
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
  initial,
  onDone,
}: {
  label: string;
  initial: string;
  onDone: (text: string | undefined, key?: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const finished = useRef(false);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(initial.length, initial.length);
  }, [initial]);
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
      defaultValue={initial}
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
