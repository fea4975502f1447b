import './schedules.css';
import { PlusIcon } from '@patternfly/react-icons/dist/esm/icons/plus-icon';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ScheduleLine } from '../../core/contract/topics/schedules/schedules.ts';
import { useCurrentWorkspace } from '../app-state/workspace-menu.tsx';
import { useAsk } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { baseName } from '../parts/paths.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { useNow } from '../parts/time.tsx';
import { useAddress } from '../parts/use-address.ts';
import { CommandText } from '../parts/words.tsx';
import { driftDraft } from './draft.ts';
import { t } from './messages.ts';
import { Queue, rowId } from './queue.tsx';
import { Results } from './results.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { schedulesSentence } from './schedule-words.ts';

const CREATE_ID = 'al-schedule-create';

/** `/schedules?workspace=&show=&new=`: the queue of a workspace, the results of one schedule, and the form for a new one. */
export default function SchedulesScreen() {
  const [address] = useAddress();
  const current = useCurrentWorkspace();
  const workspace = address.get('workspace') ?? current ?? '';
  // An open form belongs to its workspace.
  return <Schedules key={workspace} workspace={workspace} />;
}

function Schedules({ workspace }: { workspace: string }) {
  const [address, setAddress] = useAddress();
  const list = useAsk(
    'schedules.list',
    { workspace },
    { enabled: workspace !== '', staleTime: 0, every: 30_000 },
  );
  const lines = useAsk('workspaces.list', {}).data?.workspaces;
  const practice = lines?.some((line) => line.directory === workspace && line.practice);
  const now = useNow();
  const [opened, setOpened] = useState<ScheduleLine | 'new'>();
  const editing = opened ?? (address.has('new') || address.has('compare') ? 'new' : undefined);
  const returnFocus = useReturnedFocus();
  const schedules = list.data?.schedules ?? [];
  const shown = schedules.find(({ name }) => name === address.get('show')) ?? schedules[0];
  const create = (
    <RequestButton
      id={CREATE_ID}
      request="schedules.save"
      variant="primary"
      icon={<PlusIcon />}
      onClick={() => setOpened('new')}
    >
      {t('createButton')}
    </RequestButton>
  );
  const command = `airlock schedule run file://${workspace}`;
  if (workspace === '')
    return (
      <Screen eyebrow={[t('topic')]} sentence={t('noWorkspaceTitle')}>
        <Empty title={t('noWorkspaceTitle')} action={<Link to="/">{t('homeLink')}</Link>}>
          {t('noWorkspaceText')}
        </Empty>
      </Screen>
    );
  return (
    <Screen
      eyebrow={[t('topic'), <strong key="name">{practice ? t('practiceName') : baseName(workspace)}</strong>]}
      sentence={
        list.data ? schedulesSentence(schedules, now) : t(list.error ? 'readFailedTitle' : 'loadingTitle')
      }
      actions={list.data && !editing && create}
    >
      {list.error && (
        <FailureAlert
          error={list.error}
          title={t('readFailedTitle')}
          actions={<Link to="/">{t('homeLink')}</Link>}
        />
      )}
      {editing && list.data && (
        <ScheduleForm
          key={editing === 'new' ? '' : editing.name}
          workspace={workspace}
          schedule={editing === 'new' ? undefined : editing}
          names={schedules.map(({ name }) => name)}
          given={
            editing === 'new'
              ? driftDraft(
                  address,
                  schedules.map(({ name }) => name),
                )
              : undefined
          }
          onDone={(name) => {
            const row = name ?? (editing === 'new' ? undefined : editing.name);
            returnFocus(row === undefined ? CREATE_ID : rowId(row));
            setOpened(undefined);
            setAddress((parameters) => {
              for (const given of ['new', 'compare', 'state', 'tls']) parameters.delete(given);
              if (name !== undefined) parameters.set('show', name);
            });
          }}
        />
      )}
      {list.data && schedules.length === 0 && !editing && (
        <Card>
          <p>{t('noneText')}</p>
          <Command command={command} />
        </Card>
      )}
      {list.data && schedules.length > 0 && (
        <>
          {!list.data.own && list.data.holder !== undefined && (
            <p className="al-sub">{t('notOwnText', { holder: list.data.holder })}</p>
          )}
          {list.data.holder === undefined && !list.data.own && (
            <Card>
              <p>{t('readOnlyText')}</p>
              <Command command={command} />
            </Card>
          )}
          <Queue
            workspace={workspace}
            schedules={schedules}
            shown={shown?.name}
            onShow={(name) => setAddress((parameters) => parameters.set('show', name))}
            onEdit={setOpened}
          />
          {shown && shown.occasions.length > 0 && <Results workspace={workspace} schedule={shown} />}
        </>
      )}
    </Screen>
  );
}

/** Returns what moves the focus to an element, by its ID, once it is shown. Not if the user moved the focus meanwhile. */
function useReturnedFocus(): (id: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const element = document.getElementById(wanted.current);
    if (element && document.activeElement === document.body) element.focus();
    if (element) wanted.current = undefined;
  });
  return (id) => {
    wanted.current = id;
  };
}

function Command({ command }: { command: string }) {
  return (
    <p className="al-schedule-command">
      <CommandText command={command} />
      <CopyButton text={command} what={t('copyCommandButton')} />
    </p>
  );
}
