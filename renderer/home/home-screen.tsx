import './home.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { PlusIcon } from '@patternfly/react-icons/dist/esm/icons/plus-icon';
import { useNavigate } from 'react-router';
import type { LiveRun } from '../../core/contract/topics/run.ts';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import type { WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import { SIDES } from '../app-state/sides.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { readyAddress, receiveAddress, runAddress } from '../parts/addresses.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { runTitle } from '../parts/run-words.ts';
import { Screen } from '../parts/screen.tsx';
import { useRunsUnderWay } from '../run/live/running-runs.tsx';
import { EmptyHome, PracticeStrip } from './empty-home.tsx';
import { EnclaveBlock, EnclaveCard } from './enclave-card.tsx';
import { type BlockKey, blockOf, homeTask, runBlock, workspaceBlock } from './home-task.ts';
import { t } from './messages.ts';
import { OverviewCards } from './overview-cards.tsx';
import { type PracticeNext, practiceNext, practiceView } from './practice-next.ts';
import { WorkspaceList } from './workspace-list.tsx';

export default function HomeScreen() {
  const settings = useAsk('settings.read', {});
  const host = useAsk('host.describe', {});
  const list = useAsk('workspaces.list', {}, { every: 60_000 });
  const hasPractice = list.data?.workspaces.some(({ practice }) => practice) ?? false;
  const practiceState = useAsk('practice.state', {}, { enabled: hasPractice }).data;
  const underWay = useRunsUnderWay();
  const navigate = useNavigate();
  const side = settings.data?.side ?? 'both';
  const eyebrow = [
    SIDES.find((entry) => entry.side === settings.data?.side)?.label ?? t('topic'),
    host.data?.hostName ?? '',
  ].filter(Boolean);

  if (!list.data)
    return (
      <Screen eyebrow={eyebrow} sentence={t('topic')}>
        {list.error && <FailureAlert error={list.error} title={t('readFailedTitle')} />}
      </Screen>
    );
  const { workspaces } = list.data;
  if (workspaces.length === 0 && underWay.length === 0) return <EmptyHome side={side} eyebrow={eyebrow} />;

  const shown = new Set(
    workspaces.flatMap(({ directory, enclaves }) => enclaves.map(({ name }) => `${directory}\n${name}`)),
  );
  const elsewhere = underWay.filter(({ run, enclave }) => !shown.has(`${run.root}\n${enclave ?? 'default'}`));
  const current = workspaces.find(({ state }) => state === 'ready' || state === 'empty');
  const practice = practiceNext(workspaces, practiceState);
  const task = homeTask(workspaces, underWay, side, practice);
  const start =
    side === 'disconnected'
      ? { label: t('receiveButton'), to: '/receive' }
      : {
          label: t('newTransferButton'),
          to: current ? `/fetch?${new URLSearchParams({ workspace: current.directory })}` : '/fetch',
        };
  return (
    <Screen
      eyebrow={eyebrow}
      sentence={task.title}
      actions={
        // Practice has one next step, at its block.
        !practice && (
          <Button variant="secondary" icon={<PlusIcon />} onClick={() => navigate(start.to)}>
            {start.label}
          </Button>
        )
      }
    >
      {list.error && <FailureAlert error={list.error} title={t('refreshFailedTitle')} />}
      {elsewhere.map((run) => (
        <RunBlock key={runBlock(run)} run={run} primary={task.block === runBlock(run)} />
      ))}
      {workspaces.map((workspace) => (
        <WorkspaceBlocks
          key={workspace.directory}
          workspace={workspace}
          workspaces={workspaces}
          side={side}
          practice={practice}
          primary={task.block}
          onCheckAgain={() => void list.refetch()}
        />
      ))}
      {current && <OverviewCards workspace={current.directory} side={side} />}
      {workspaces.length > 0 && (
        <WorkspaceList workspaces={workspaces} onCheckAgain={() => void list.refetch()} />
      )}
      {settings.data && settings.data.side === undefined && <SideStrip />}
      {side === 'disconnected' && <p className="al-strip al-sub">{t('disconnectedNote')}</p>}
      {!workspaces.some(({ practice }) => practice) && <PracticeStrip />}
    </Screen>
  );
}

/** The first question, if Home had content before it was answered. */
function SideStrip() {
  const write = useDo('settings.write');
  return (
    <section className="al-strip" aria-label={t('sideLabel')}>
      <p className="al-grow">
        <strong>{t('sideTitle')}</strong> <span className="al-sub">{t('sideText')}</span>
      </p>
      <div className="al-actions">
        {SIDES.map(({ side, name }) => (
          <RequestButton
            request="settings.write"
            key={side}
            variant="secondary"
            size="sm"
            onClick={() => write.mutate({ side })}
          >
            {name}
          </RequestButton>
        ))}
      </div>
      {write.error && <FailureAlert error={write.error} title={t('sideFailedTitle')} />}
    </section>
  );
}

/** The enclaves of a workspace, or the first step for an empty workspace. */
function WorkspaceBlocks({
  workspace,
  workspaces,
  side,
  practice: nextOfPractice,
  primary,
  onCheckAgain,
}: {
  workspace: WorkspaceLine;
  /** All listed workspaces. */
  workspaces: readonly WorkspaceLine[];
  side: GapSide;
  /** The next step of practice, if Home shows nothing else. */
  practice: PracticeNext | undefined;
  /** The block of Home with the primary button. */
  primary: BlockKey | undefined;
  onCheckAgain: () => void;
}) {
  const { directory, enclaves, arriving, practice, state, detail } = workspace;
  const name = practice ? t('practiceName') : workspace.name;
  const place = t('workspaceLabel', { workspace: name });
  if (enclaves.length + arriving.length > 0)
    return (
      <>
        {arriving.map((transfer) => (
          <EnclaveBlock
            key={transfer}
            name={transfer}
            place={place}
            primary={primary === blockOf('arriving', directory, transfer)}
            view={{
              mark: 'warning',
              sentence: t('incompleteText', { transfer }),
              details: '',
              action: { label: t('receiveMissingButton'), to: receiveAddress(directory) },
              also: { label: t('readyButton'), to: readyAddress(directory) },
            }}
          />
        ))}
        {enclaves.map((enclave) => (
          <EnclaveCard
            key={enclave.name}
            {...{ enclave, workspace, workspaces, side, place }}
            practice={nextOfPractice}
            primary={primary === blockOf('enclave', directory, enclave.name)}
          />
        ))}
      </>
    );
  if (state === 'empty')
    return (
      <EnclaveBlock
        name={name}
        place={t('workspaceNote')}
        primary={primary === workspaceBlock(workspace)}
        view={
          practice
            ? {
                ...practiceView(nextOfPractice),
                details: '',
              }
            : side === 'disconnected'
              ? {
                  mark: 'waiting',
                  sentence: t('noneReceivedHereText'),
                  details: '',
                  action: {
                    label: t('receiveButton'),
                    to: receiveAddress(directory),
                  },
                  also: { label: t('pushDirectoryButton'), to: '/push' },
                }
              : {
                  mark: 'waiting',
                  sentence: t('emptyText'),
                  details: '',
                  action: {
                    label: t('chooseButton'),
                    to: `/choose?${new URLSearchParams({ workspace: directory })}`,
                  },
                  also:
                    side === 'both'
                      ? { label: t('receiveButton'), to: receiveAddress(directory) }
                      : undefined,
                }
        }
      />
    );
  return (
    <EnclaveBlock
      name={name}
      place={t('workspaceNote')}
      // Nothing can be done until the directory is available.
      primary={false}
      view={{
        mark: state === 'absent' ? 'left-out' : state === 'locked' ? 'running' : 'bad',
        sentence:
          state === 'absent'
            ? t('absentText', { directory })
            : (detail ?? t('unreadableText', { workspace: name })),
        details: '',
        action: { label: t('checkButton'), run: onCheckAgain },
      }}
    />
  );
}

/** A run in a folder that isn't on the list, such as a state folder or the workspace of a terminal. */
function RunBlock({ run, primary }: { run: LiveRun; primary: boolean }) {
  return (
    <EnclaveBlock
      name={runTitle(run)}
      place={
        run.own
          ? t('startedHere')
          : run.user
            ? t('startedInTerminalBy', { user: run.user })
            : t('startedInTerminal')
      }
      view={{
        mark: 'running',
        sentence: run.target ? t('destinationText', { target: run.target }) : t('runningText'),
        details: '',
        action: { label: t('viewRunButton'), to: runAddress(run.run) },
      }}
      progress={run.progress}
      primary={primary}
    />
  );
}
