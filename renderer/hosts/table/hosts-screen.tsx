import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { PasteIcon } from '@patternfly/react-icons/dist/esm/icons/paste-icon';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type PartName,
  readHostTable,
  type SetHost,
  setHostOf,
} from '../../../core/contract/documents/nmstate.ts';
import { capitalized } from '../../../core/contract/documents/words.ts';
import { useKeys } from '../../app-state/keys.ts';
import { useRefusal } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { count, counted } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestFields, RequestNote } from '../../parts/request-fields.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { cellText, columnsOf, partsOf } from '../columns.ts';
import { hostsSentence, layoutText } from '../host-words.ts';
import { HostsFrame, HostsViews } from '../hosts-frame.tsx';
import { ImportDialog } from '../import-dialog.tsx';
import { hasHeader } from '../import-text.ts';
import {
  type CellEdit,
  likelyLayout,
  matching,
  mergeHosts,
  removeHosts,
  writeCells,
} from '../table-edits.ts';
import { useHosts } from '../use-hosts.tsx';
import type { SetProblem } from '../verdict.ts';
import { clusterWords } from './cluster-text.ts';
import {
  at,
  cellsIn,
  FIRST,
  filledDown,
  pasted,
  type Range,
  rangeOf,
  readBlock,
  type Selection,
  within,
} from './grid-moves.ts';
import { HostGrid } from './host-grid.tsx';
import { ColumnsMenu, HostsMenu } from './hosts-menu.tsx';
import { LayoutDialog } from './layout-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TopProblems } from './top-problems.tsx';

/** Machines as a table, checked while one types. */
export default function HostsScreen() {
  return (
    <HostsFrame>
      <Table />
    </HostsFrame>
  );
}

type Filter = 'all' | 'problems' | (string & {});
type Dialog = 'import' | 'layout' | 'rename';

function Table() {
  const hosts = useHosts();
  const { set, verdict, change } = hosts;
  const refusal = useRefusal('hosts.save');
  const navigate = useNavigate();
  const wide = useWide();
  const search = useRef<HTMLInputElement>(null);
  const [dialog, setDialog] = useState<Dialog>();
  const [filter, setFilter] = useState<Filter>('all');
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<PartName>>();
  const [selection, setSelection] = useState<Selection>(FIRST);
  const all = useMemo(() => columnsOf(set, chosen), [set, chosen]);
  const columns = useMemo(
    () => all.filter(({ secondary }) => wide || chosen || !secondary),
    [all, wide, chosen],
  );
  const rows = useMemo(() => {
    const found = matching(set, partsOf(set), query);
    return set.hosts.flatMap((host, index) => {
      const kept =
        filter === 'all' ||
        (filter === 'problems' ? verdict?.hosts[index]?.level !== undefined : host.role === filter);
      return kept && found(index) ? [index] : [];
    });
  }, [set, verdict, filter, query]);
  const range = rangeOf(within(selection, rows.length, columns.length));

  useKeys([
    { key: '/', label: 'Search the table', run: () => search.current?.focus() },
    { key: 'Ctrl+Z', label: 'Undo', run: hosts.undo, when: hosts.past.length > 0, outsideFields: true },
    { key: 'Ctrl+Y', label: 'Redo', run: hosts.redo, when: hosts.future.length > 0, outsideFields: true },
  ]);

  const write = (edits: readonly CellEdit[], said: string) => change(said, (now) => writeCells(now, edits));
  /** The host of a shown row; below the last one, those that are to be added. */
  const hostAt = (row: number) => rows[row] ?? set.hosts.length + row - rows.length;
  const writeAll = (text: string, { top, bottom, left, right }: Range) => {
    const edits: CellEdit[] = [];
    for (let row = top; row <= bottom; row++)
      for (const { part } of columns.slice(left, right + 1)) edits.push({ host: hostAt(row), part, text });
    write(
      edits,
      edits.length === 1 ? `${columns[left]?.title} was written` : `${edits.length} cells were written`,
    );
  };
  const fillDown = ({ top, bottom, left, right }: Range, series: boolean) => {
    const edits = columns.slice(left, right + 1).flatMap(({ part }) => {
      const host = set.hosts[hostAt(top)];
      const first = host ? cellText(set, host, part).text : '';
      return filledDown(first, bottom - top + 1, series).map((text, step) => ({
        host: hostAt(top + step),
        part,
        text,
      }));
    });
    write(edits, `Filled down ${counted(bottom - top + 1, 'row')}`);
  };
  const paste = (text: string, to: Range) => {
    const table = readHostTable(text);
    if (hasHeader(table)) return take(table.hosts.map(setHostOf), 'pasted');
    const cells = pasted(readBlock(text), to).filter(({ column }) => column < columns.length);
    write(
      cells.map((cell) => ({ host: hostAt(cell.row), part: columns[cell.column]!.part, text: cell.text })),
      `Pasted ${counted(cells.length, 'cell')}`,
    );
  };
  const take = (incoming: readonly SetHost[], source: string) => {
    const empty = set.hosts.every(({ nics, addresses }) => nics.length === 0 && addresses.length === 0);
    const merged = mergeHosts(empty ? { ...set, hosts: [] } : set, incoming);
    change(`${merged.added} added, ${merged.changed} changed`, () => ({
      ...merged.set,
      source,
      ...(empty && Object.keys(set.layout.answers).length === 0 && { layout: likelyLayout(incoming) }),
    }));
    setDialog(undefined);
  };
  const removeRows = () => {
    const gone = new Set(rows.slice(range.top, range.bottom + 1));
    change(`${counted(gone.size, 'host')} removed`, (now) => removeHosts(now, gone));
    setSelection(at(range.top, 0));
  };
  const goTo = ({ hosts: [first = 0], part }: SetProblem) => {
    setFilter('all');
    setQuery('');
    if (part !== undefined && !columns.some((column) => column.part === part))
      setChosen(new Set([...columns.map((column) => column.part), part]));
    const column = Math.max(
      0,
      columns.findIndex((each) => each.part === part),
    );
    setSelection(at(first, column < 0 ? columns.length : column));
    document.querySelector<HTMLElement>('.al-hosts-grid')?.focus();
  };
  const ready = (verdict?.errors ?? 1) === 0 && set.hosts.length > 0;
  return (
    <Screen
      scroll={false}
      eyebrow={[
        'Hosts',
        <strong key="name">{set.name}</strong>,
        ...(set.source === '' ? [] : [set.source]),
        hosts.saved.pending ? 'not kept yet' : 'kept',
      ]}
      sentence={hostsSentence(set, verdict)}
      actions={
        <>
          <Button isDisabled={!ready} onClick={() => void navigate('/hosts/outputs')}>
            Write MachineConfigs
          </Button>
          <RequestButton
            request="hosts.save"
            variant="secondary"
            icon={<PasteIcon />}
            onClick={() => setDialog('import')}
          >
            Paste or import
          </RequestButton>
          <HostsMenu onLayout={() => setDialog('layout')} onRename={() => setDialog('rename')} />
        </>
      }
    >
      <HostsViews />
      {hosts.saved.error !== undefined && (
        <FailureAlert
          error={hosts.saved.error}
          title="The hosts are not kept"
          actions={
            <button type="button" className="al-link" onClick={() => void hosts.keep()}>
              Keep them now
            </button>
          }
        />
      )}
      {verdict?.clusterFault !== undefined && (
        <FailureAlert error={verdict.clusterFault} title="The cluster is not taken into account" />
      )}
      <RequestNote request="hosts.save" />
      <TopProblems onGo={goTo} onLayout={() => setDialog('layout')} />
      <section className="al-card al-hosts-card" aria-label="Table of hosts">
        <header>
          <h2>{counted(set.hosts.length, 'host')}</h2>
          <Filters filter={filter} onFilter={setFilter} />
          <span className="al-end al-row">
            <button
              type="button"
              className="al-link al-small al-wide-only"
              disabled={refusal !== undefined}
              title={refusal}
              onClick={() => setDialog('layout')}
            >
              Layout: {layoutText(set)}
            </button>
            <SearchInput
              ref={search}
              aria-label="Search the table"
              placeholder="Host, MAC, address"
              value={query}
              onChange={(_event, text) => setQuery(text)}
              onClear={() => setQuery('')}
            />
            <ColumnsMenu shown={columns.map(({ part }) => part)} onChange={setChosen} />
          </span>
        </header>
        <HostGrid
          set={set}
          rows={rows}
          columns={columns}
          verdict={verdict}
          selection={selection}
          refusal={refusal}
          onSelect={setSelection}
          onWrite={writeAll}
          onPaste={paste}
          onFillDown={(to) => fillDown(to, false)}
        />
      </section>
      <footer className="al-hosts-foot al-small">
        {cellsIn(range) > 1 && rows.length > 0 ? (
          <RequestFields request="hosts.save" quiet>
            <SelectionBar
              rows={range.bottom - range.top + 1}
              cells={cellsIn(range)}
              columns={columns.slice(range.left, range.right + 1).map(({ title }) => title)}
              onWrite={(text) => writeAll(text, range)}
              onFillDown={() => fillDown(range, false)}
              onSeries={() => fillDown(range, true)}
              onRemove={removeRows}
            />
          </RequestFields>
        ) : (
          <>
            <span className="al-sub al-cut">{clusterWords(set.cluster)}</span>
            <span className="al-sub al-end al-hosts-keys">
              <kbd className="al-kbd">Ctrl V</kbd> pastes · <kbd className="al-kbd">Shift ↓</kbd> selects
              <span className="al-wide-only">
                {' '}
                · <kbd className="al-kbd">Ctrl D</kbd> fills down · <kbd className="al-kbd">Ctrl Z</kbd> takes
                back
              </span>
            </span>
          </>
        )}
        <span className="al-unseen" role="status">
          {hosts.said}
        </span>
      </footer>
      {dialog === 'import' && (
        <ImportDialog
          known={set.hosts.map(({ name }) => name)}
          onTake={take}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'layout' && <LayoutDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'rename' && <RenameDialog onClose={() => setDialog(undefined)} />}
    </Screen>
  );
}

/** All, one role, or those with problems. */
function Filters({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  const { set, verdict } = useHosts();
  const roles = [...new Set(set.hosts.map(({ role }) => role))].sort();
  const wrong = verdict?.hosts.filter(({ level }) => level !== undefined).length ?? 0;
  const chip = (name: Filter, text: string, mark = false) => (
    <button
      key={name}
      type="button"
      className="al-hosts-chip"
      aria-pressed={filter === name}
      onClick={() => onFilter(filter === name ? 'all' : name)}
    >
      {mark ? <StateMark mark="bad">{text}</StateMark> : text}
    </button>
  );
  return (
    <fieldset className="al-hosts-filters" aria-label="Shown hosts">
      {chip('all', 'All')}
      {roles.map((role) => {
        const many = set.hosts.filter((host) => host.role === role).length;
        return chip(role, `${capitalized(role)}s ${count(many)}`);
      })}
      {wrong > 0 && chip('problems', `With problems ${count(wrong)}`, (verdict?.errors ?? 0) > 0)}
    </fieldset>
  );
}
