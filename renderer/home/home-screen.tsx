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
import { ExpiringCard } from './expiring-card.tsx';
import { homeSentence } from './home-sentence.ts';
import { WorkspaceList } from './workspace-list.tsx';

export default function HomeScreen() {
  const settings = useAsk('settings.read', {});
  const host = useAsk('host.describe', {});
  const list = useAsk('workspaces.list', {}, { every: 60_000 });
  const underWay = useRunsUnderWay();
  const navigate = useNavigate();
  const side = settings.data?.side ?? 'both';
  const eyebrow = [
    SIDES.find((entry) => entry.side === settings.data?.side)?.label ?? 'Home',
    host.data?.hostName ?? '',
  ].filter(Boolean);

  if (!list.data)
    return (
      <Screen eyebrow={eyebrow} sentence="Home">
        {list.error && <FailureAlert error={list.error} title="The workspaces were not read" />}
      </Screen>
    );
  const { workspaces } = list.data;
  if (workspaces.length === 0 && underWay.length === 0) return <EmptyHome side={side} eyebrow={eyebrow} />;

  const shown = new Set(
    workspaces.flatMap(({ directory, enclaves }) => enclaves.map(({ name }) => `${directory}\n${name}`)),
  );
  const elsewhere = underWay.filter(({ run, enclave }) => !shown.has(`${run.root}\n${enclave ?? 'default'}`));
  const current = workspaces.find(({ state }) => state === 'ready' || state === 'empty');
  const begin =
    side === 'disconnected'
      ? { label: 'Receive from media', to: '/receive' }
      : {
          label: 'New transfer',
          to: current ? `/fetch?${new URLSearchParams({ workspace: current.directory })}` : '/fetch',
        };
  return (
    <Screen
      eyebrow={eyebrow}
      sentence={homeSentence(workspaces, underWay, side)}
      actions={
        <Button variant="secondary" icon={<PlusIcon />} onClick={() => navigate(begin.to)}>
          {begin.label}
        </Button>
      }
    >
      {list.error && <FailureAlert error={list.error} title="The workspaces were not read again" />}
      {elsewhere.map((run) => (
        <RunBlock key={`${run.run.root} ${run.run.sequence}`} run={run} />
      ))}
      {workspaces.map((workspace) => (
        <WorkspaceBlocks
          key={workspace.directory}
          workspace={workspace}
          side={side}
          onLookAgain={() => void list.refetch()}
        />
      ))}
      {workspaces.length > 0 && (
        <WorkspaceList workspaces={workspaces} onLookAgain={() => void list.refetch()} />
      )}
      {current && <ExpiringCard workspace={current.directory} />}
      {settings.data && settings.data.side === undefined && <SideStrip />}
      {side === 'disconnected' && (
        <p className="al-strip al-sub">
          This side never waits for the internet: what it needs was carried here or is in the mirror registry.
        </p>
      )}
      {!workspaces.some(({ practice }) => practice) && <PracticeStrip />}
    </Screen>
  );
}

/** The first question, where Home had something to show before it was answered. */
function SideStrip() {
  const write = useDo('settings.write');
  return (
    <section className="al-strip" aria-label="Side of the gap">
      <p className="al-grow">
        <strong>Which side of the gap is this machine on?</strong>{' '}
        <span className="al-sub">It decides which screens come first.</span>
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
      {write.error && <FailureAlert error={write.error} title="The side was not saved" />}
    </section>
  );
}

/** The enclaves of a workspace, or the one thing to do with an empty one. */
function WorkspaceBlocks({
  workspace,
  side,
  onLookAgain,
}: {
  workspace: WorkspaceLine;
  side: GapSide;
  onLookAgain: () => void;
}) {
  const { directory, enclaves, arriving, practice, state, detail } = workspace;
  const name = practice ? 'Practice' : workspace.name;
  if (enclaves.length + arriving.length > 0)
    return (
      <>
        {arriving.map((transfer) => (
          <EnclaveBlock
            key={transfer}
            name={transfer}
            place={`in ${name}`}
            view={{
              mark: 'warning',
              sentence: 'It is arriving: something of it is not here yet.',
              aside: '',
              action: { label: 'Receive the rest', to: receiveAddress(directory) },
              also: { label: 'Ready?', to: readyAddress(directory) },
            }}
          />
        ))}
        {enclaves.map((enclave) => (
          <EnclaveCard
            key={enclave.name}
            enclave={enclave}
            workspace={workspace}
            side={side}
            place={`in ${name}`}
          />
        ))}
      </>
    );
  if (state === 'empty')
    return (
      <EnclaveBlock
        name={name}
        place="workspace"
        view={
          practice
            ? {
                mark: 'waiting',
                sentence: 'Plan, fetch, verify and push with the real screens.',
                aside: '',
                action: { label: 'Go on with the practice', to: '/practice' },
              }
            : side === 'disconnected'
              ? {
                  mark: 'waiting',
                  sentence: 'No transfer is in this folder yet.',
                  aside: '',
                  action: {
                    label: 'Receive from media',
                    to: receiveAddress(directory),
                  },
                  also: { label: 'Push from a folder', to: '/push' },
                }
              : {
                  mark: 'waiting',
                  sentence: 'No transfer yet. Choose what to fetch.',
                  aside: '',
                  action: {
                    label: 'Choose what to fetch',
                    to: `/choose?${new URLSearchParams({ workspace: directory })}`,
                  },
                }
        }
      />
    );
  return (
    <EnclaveBlock
      name={name}
      place="workspace"
      quiet
      view={{
        mark: state === 'absent' ? 'left-out' : state === 'locked' ? 'running' : 'bad',
        sentence:
          state === 'absent'
            ? `${directory} is not there now. Plug in its disk.`
            : (detail ?? 'It cannot be read.'),
        aside: '',
        action: { label: 'Look again', run: onLookAgain },
      }}
    />
  );
}

/** A run of a folder that is not on the list: a state folder, a workspace that a terminal works in. */
function RunBlock({ run }: { run: LiveRun }) {
  return (
    <EnclaveBlock
      name={runTitle(run)}
      place={run.own ? 'started here' : `started in a terminal${run.user ? ` by ${run.user}` : ''}`}
      view={{
        mark: 'running',
        sentence: run.target ? `To ${run.target}.` : 'It is under way.',
        aside: '',
        action: { label: 'Follow the run', to: runAddress(run.run) },
      }}
      progress={run.progress}
    />
  );
}
