import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { PasteIcon } from '@patternfly/react-icons/dist/esm/icons/paste-icon';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useKeys } from '../../app-state/keys.ts';
import { useDo, useRejection } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestFields, RequestNote } from '../../parts/fields/request-fields.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Announcement, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useGoal } from '../goal.ts';
import { hostsSentence, layoutText, savedNote } from '../host-words.ts';
import { HostsFrame, HostsViews } from '../hosts-frame.tsx';
import { ImportDialog } from '../import-dialog.tsx';
import { PASTED } from '../import-text.ts';
import { t as common } from '../messages.ts';
import { TableProblems } from '../table-problems.tsx';
import { UnreadableTables } from '../unreadable-tables.tsx';
import { forgetSet, useHosts, useUndoKeys } from '../use-hosts.tsx';
import { clusterWords } from './cluster-text.ts';
import { cellsIn } from './grid-moves.ts';
import { HostGrid } from './host-grid.tsx';
import { ColumnsMenu, HostsMenu } from './hosts-menu.tsx';
import { LayoutDialog } from './layout-dialog.tsx';
import { t } from './messages.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { filterChoices } from './shown.ts';
import { type HostTable, useHostTable } from './use-host-table.ts';

/** The table of hosts, checked while the user types. */
export default function HostsScreen() {
  return (
    <HostsFrame>
      <HostsTable />
    </HostsFrame>
  );
}

type Dialog = 'import' | 'layout' | 'rename';

/** The open set as a table. */
export function HostsTable() {
  const hosts = useHosts();
  const { set, verdict } = hosts;
  const goal = useGoal();
  const table = useHostTable(goal?.problem);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog | undefined>(() => (goal?.layout ? 'layout' : undefined));
  const close = () => setDialog(undefined);
  const remove = useDo('hosts.remove');
  useUndoKeys();
  const ready = (verdict?.errors ?? 1) === 0 && set.hosts.length > 0;
  return (
    <Screen
      scroll={false}
      eyebrow={[
        common('topic'),
        <strong key="name">{set.name}</strong>,
        ...(set.source === '' ? [] : [set.source === PASTED ? common('pastedNote') : set.source]),
        savedNote(hosts.saved),
      ]}
      sentence={hostsSentence(set, verdict)}
      actions={
        <>
          <Button
            isDisabled={!ready}
            title={ready ? undefined : t('writeTip')}
            onClick={() => void navigate('/hosts/outputs')}
          >
            {t('writeButton')}
          </Button>
          <RequestButton
            request="hosts.save"
            variant="secondary"
            icon={<PasteIcon />}
            onClick={() => setDialog('import')}
          >
            {common('importButton')}
          </RequestButton>
          <HostsMenu
            onLayout={() => setDialog('layout')}
            onRename={() => setDialog('rename')}
            onRemove={() => remove.mutate({ id: set.id }, { onSuccess: () => forgetSet(set.id) })}
          />
        </>
      }
    >
      <HostsViews />
      {hosts.saved.error !== undefined && (
        <FailureAlert
          error={hosts.saved.error}
          title={t('saveFailedTitle')}
          actions={
            <button type="button" className="al-link" onClick={() => void hosts.save()}>
              {t('saveButton')}
            </button>
          }
        />
      )}
      {remove.error && <FailureAlert error={remove.error} title={t('removeFailedTitle')} />}
      {verdict?.clusterFault !== undefined && (
        <FailureAlert error={verdict.clusterFault} title={t('clusterFailedTitle')} />
      )}
      <UnreadableTables />
      <RequestNote request="hosts.save" />
      <TableProblems onGo={table.goTo} onLayout={() => setDialog('layout')} />
      <TableCard table={table} onLayout={() => setDialog('layout')} />
      <Foot table={table} />
      {dialog === 'import' && (
        <ImportDialog
          known={set.hosts}
          onImport={(incoming, from) => {
            table.importHosts(incoming, from);
            close();
          }}
          onClose={close}
        />
      )}
      {dialog === 'layout' && <LayoutDialog onClose={close} />}
      {dialog === 'rename' && <RenameDialog onClose={close} />}
    </Screen>
  );
}

/** The table with its filters. */
function TableCard({ table, onLayout }: { table: HostTable; onLayout: () => void }) {
  const { set } = useHosts();
  const rejection = useRejection('hosts.save');
  const search = useRef<HTMLInputElement>(null);
  useKeys([{ key: '/', label: t('searchLabel'), run: () => search.current?.focus() }]);
  return (
    <section className="al-card al-hosts-card" aria-label={t('tableLabel')}>
      <header>
        <h2>{common('hostCount', { hosts: set.hosts.length })}</h2>
        <Filters table={table} />
        <span className="al-end al-row">
          <button
            type="button"
            className="al-link al-small al-wide-only"
            disabled={rejection !== undefined}
            title={rejection}
            onClick={onLayout}
          >
            {t('layoutButton', { layout: layoutText(set) })}
          </button>
          <SearchInput
            ref={search}
            aria-label={t('searchLabel')}
            placeholder={t('searchPlaceholder')}
            value={table.query}
            onChange={(_event, text) => table.setQuery(text)}
            onClear={() => table.setQuery('')}
          />
          <ColumnsMenu shown={table.shown.columns.map(({ part }) => part)} onChange={table.setColumns} />
        </span>
      </header>
      <HostGrid table={table} />
    </section>
  );
}

/** The actions for the selected cells; for a single cell, the cluster settings and the keys. */
function Foot({ table }: { table: HostTable }) {
  const { set, status, announced } = useHosts();
  const { range, shown } = table;
  return (
    <footer className="al-hosts-foot al-small">
      {cellsIn(range) > 1 && shown.rows.length > 0 ? (
        <RequestFields request="hosts.save" quiet>
          <SelectionBar
            rows={range.bottom - range.top + 1}
            cells={cellsIn(range)}
            columns={shown.columns.slice(range.left, range.right + 1).map(({ title }) => title)}
            onWrite={(text) => table.write(text, range)}
            onFillDown={() => table.fillDown(range, false)}
            onSeries={() => table.fillDown(range, true)}
            onRemove={table.remove}
          />
        </RequestFields>
      ) : (
        <>
          <span className="al-sub al-cut" title={clusterWords(set.cluster)}>
            {clusterWords(set.cluster)}
          </span>
          <span className="al-sub al-end al-hosts-keys">
            <KeyHint of="pasteKey" /> · <KeyHint of="selectKey" />
            <span className="al-wide-only">
              {' '}
              · <KeyHint of="fillKey" /> · <KeyHint of="undoKey" />
            </span>
          </span>
        </>
      )}
      <Announcement event={announced}>{status}</Announcement>
    </footer>
  );
}

/** A key and what it does. */
function KeyHint({ of }: { of: 'pasteKey' | 'selectKey' | 'fillKey' | 'undoKey' }) {
  const key = (inner: ReactNode[]) => (
    <kbd key="key" className="al-kbd">
      {inner}
    </kbd>
  );
  return <>{t.parts<typeof of, ReactNode>(of, { key })}</>;
}

/** Filters for all hosts, one role, or hosts with problems. */
function Filters({ table: { filter, setFilter } }: { table: HostTable }) {
  const { set, verdict } = useHosts();
  return (
    <fieldset className="al-hosts-filters" aria-label={t('filtersLabel')}>
      {filterChoices(set, verdict).map(({ name, text, wrong }) => (
        <button
          key={name}
          type="button"
          className="al-hosts-chip"
          aria-pressed={filter === name}
          onClick={() => setFilter(filter === name ? 'all' : name)}
        >
          {wrong ? <StateMark mark="bad">{text}</StateMark> : text}
        </button>
      ))}
    </fieldset>
  );
}
