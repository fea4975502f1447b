import './run.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useEffect, useRef } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import type { RunRef } from '../../../core/contract/topics/vocabulary.ts';
import { isUnderWay, useLive } from '../../engine/live.ts';
import { useAsk } from '../../engine/requests.ts';
import { runAddress, toolsAddress } from '../../parts/addresses.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { workflowWord } from '../../parts/run-words.ts';
import { Screen } from '../../parts/screen.tsx';
import { RelativeTime, useNow } from '../../parts/time.tsx';
import { ToKnow } from '../../parts/to-know.tsx';
import { RunWindow } from '../../windows/run-window.tsx';
import { RunAnnouncer } from './announcer.tsx';
import { ControlFailures, RunControls, useRunControls } from './controls.tsx';
import { CostCard } from './cost-card.tsx';
import { DeletionLink } from './deletion-link.tsx';
import { DeliverableList } from './deliverable-list.tsx';
import { ChangeDestination } from './ended/change-destination.tsx';
import { RunEnding } from './ending.tsx';
import { FailureList } from './failure-list.tsx';
import { RunImages } from './images.tsx';
import { IncompleteBundles } from './incomplete-bundles.tsx';
import { LimitsCard } from './limits-card.tsx';
import { RunLog } from './log.tsx';
import { t } from './messages.ts';
import { type RunNext, runNext } from './next.ts';
import { RunPhases, RunProgressLine, RunWaits } from './progress.tsx';
import { RejectedCredentials } from './rejected-credentials.tsx';
import { ResourcesCard } from './resources-card.tsx';
import { runSentence } from './sentence.ts';
import { transferOf, useLaterRun, useRun } from './use-run.ts';
import { VerifyCard } from './verify-card.tsx';

/** Workflows that use transfer windows. */
const MIRRORS: ReadonlySet<LiveRun['workflow']> = new Set(['mirrorToDisk', 'diskToMirror', 'mirrorToMirror']);

/** `/run/:sequence?root=`: shows a run while it is under way and after it has ended. */
export default function RunScreen() {
  const { sequence } = useParams();
  const [address] = useSearchParams();
  const run: RunRef = { root: address.get('root') ?? '', sequence: Number(sequence) };
  const { live, error, retry } = useRun(run);
  useFollowResumed(live);
  if (error)
    return (
      <Screen eyebrow={[t('runName', { sequence: run.sequence })]} sentence={t('unreadableTitle')}>
        <FailureAlert
          error={error}
          title={t('readFailedTitle')}
          actions={
            <Button variant="link" isInline onClick={retry}>
              {t('readAgainButton')}
            </Button>
          }
        />
      </Screen>
    );
  if (!live) return <div className="al-screen" aria-busy="true" />;
  return <ShownRun key={`${run.sequence} ${run.root}`} run={live} />;
}

function ShownRun({ run }: { run: LiveRun }) {
  const now = useNow(5000);
  const settings = useAsk('settings.read', {});
  const under = isUnderWay(run);
  const workspaces = useAsk('workspaces.list', {}, { enabled: !under });
  const hasWindows = under && (run.schedule?.windows.length ?? 0) > 0;
  const controls = useRunControls(run);
  const later = useLaterRun(run.run);
  const [address, setAddress] = useSearchParams();
  const below = useRef<HTMLDivElement>(null);
  const filtered = useRef(address.has('q'));
  const resources = useRef<HTMLDivElement>(null);
  // The search opens a run to show one of its images, which are below.
  useEffect(() => {
    if (filtered.current) below.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const lines = workspaces.data?.workspaces ?? [];
  const practice = useAsk('practice.state', {}, { enabled: !under }).data;
  const next = runNext(run, settings.data?.side ?? 'both', lines, practice);
  const transfer = transferOf(run, lines);
  const sentence = runSentence(run, now, transfer?.bytes);
  const costBelow = !under && (run.failuresTotal > 0 || run.problems.length > 0);
  const showFailed = () => {
    setAddress(
      (before) => {
        before.delete('tab');
        before.set('state', 'failed');
        return before;
      },
      { replace: true },
    );
    below.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Screen
      eyebrow={eyebrowOf(run)}
      sentence={sentence}
      actions={
        <>
          {run.workflow === 'delete' && <DeletionLink run={run} primary={!under} />}
          <RunControls
            run={run}
            next={next}
            controls={controls}
            later={later}
            onResources={() => resources.current?.scrollIntoView({ block: 'start' })}
          />
        </>
      }
    >
      <RunAnnouncer run={run} sentence={sentence} />
      <ControlFailures controls={controls} />
      <div className="al-run-top">
        {run.status !== 'complete' && run.status !== 'partial' && <RunProgressLine run={run} />}
        <RunWaits run={run} />
        <RunPhases run={run} />
        {hasWindows && <RunWindow run={run} />}
      </div>
      {run.status === 'paused' && !later && run.resumable && (
        <RejectedCredentials run={run} onResume={controls.resume} />
      )}
      <RunEnding run={run} />
      {!later && <ChangeDestination run={run} />}
      {!under && <NextCard run={run} next={next} />}
      <div className="al-run-two">
        <div className="al-column">
          <DeliverableList run={run} />
          {costBelow && <CostCard run={run} />}
        </div>
        <div className="al-column">
          <FailureList run={run} onShowAll={showFailed} />
          <IncompleteBundles
            run={run}
            onRetry={next?.kind === 'resume' && !later && controls.mayResume ? controls.resume : undefined}
          />
          {under && <LimitsCard run={run} />}
          {under && !hasWindows && run.limits && MIRRORS.has(run.workflow) && <RunWindow run={run} />}
          {!under && !costBelow && <CostCard run={run} />}
          <ToKnow problems={run.problems} />
        </div>
      </div>
      {!under && (run.workflow === 'diskToMirror' || run.workflow === 'mirrorToMirror') && (
        <div ref={resources}>
          <ResourcesCard run={run} />
        </div>
      )}
      {!under && transfer && <VerifyCard directory={transfer.directory} name={transfer.name} />}
      <div ref={below} className="al-run-below">
        <Records run={run} tab={address.get('tab') === 'log' ? 'log' : 'images'} />
      </div>
    </Screen>
  );
}

function eyebrowOf(run: LiveRun) {
  const { workflow, transfer, own, user, startedAt, endedAt, enclave, target, status } = run;
  const when = status === 'paused' ? 'paused' : endedAt ? 'ended' : 'started';
  return [
    workflowWord(workflow),
    <strong key="name">{transfer ?? t('runName', { sequence: run.run.sequence })}</strong>,
    ...(workflow === 'mirrorToDisk' && !transfer && enclave ? [t('enclaveName', { enclave })] : []),
    ...(workflow !== 'mirrorToDisk' && target
      ? [t(workflow === 'delete' ? 'fromRegistry' : 'toRegistry', { registry: target })]
      : []),
    ...(own ? [] : [user ? t('startedInTerminalBy', { user }) : t('startedInTerminal')]),
    <span key="when">
      {t.parts(when, {
        timeAgo: () => <RelativeTime key="timeAgo" at={endedAt ?? startedAt} />,
      })}
    </span>,
  ];
}

/** Shows the images or the log, as the address says. */
function Records({ run, tab }: { run: LiveRun; tab: 'images' | 'log' }) {
  const [, setAddress] = useSearchParams();
  const show = (wanted: 'images' | 'log') =>
    setAddress(
      (before) => {
        for (const name of ['tab', 'state', 'level', 'q']) before.delete(name);
        if (wanted === 'log') before.set('tab', 'log');
        return before;
      },
      { replace: true },
    );
  const tabs = (
    <fieldset className="al-run-tabs">
      <legend className="al-unseen">{t('recordsLabel')}</legend>
      {(['images', 'log'] as const).map((each) => (
        <button key={each} type="button" aria-pressed={tab === each} onClick={() => show(each)}>
          {t(each === 'images' ? 'imagesTab' : 'logTab')}
        </button>
      ))}
    </fieldset>
  );
  return (
    <section className="al-card al-run-records" aria-label={t(tab === 'images' ? 'imagesTab' : 'logTab')}>
      {tab === 'images' ? <RunImages run={run} before={tabs} /> : <RunLog run={run} before={tabs} />}
    </section>
  );
}

/** Shows the note of a run without a next step in the app, and where a pushed release leads. */
function NextCard({ run: { release }, next }: { run: LiveRun; next: RunNext | undefined }) {
  const note = next?.kind === 'nothing' ? next.sentence : undefined;
  if (!note && !release) return null;
  return (
    <section className="al-card al-in al-run-next" aria-label={t('nextStepLabel')}>
      {note && <strong>{note}</strong>}
      {release && (
        <div className="al-row al-wrap">
          <span>{t('installText', { release: release.version })}</span>
          <Link className="pf-v6-c-button pf-m-secondary pf-m-small al-end" to={toolsAddress(release)}>
            {t('extractToolsButton')}
          </Link>
        </div>
      )}
    </section>
  );
}

/** Opens the new run when the engine resumed this one after a restart. */
function useFollowResumed(live: LiveRun | undefined): void {
  const navigate = useNavigate();
  const resumed = useLive((state) => state.engine?.resumed);
  const next =
    live?.status === 'interrupted' && live.own
      ? resumed?.find(({ root, sequence }) => root === live.run.root && sequence > live.run.sequence)
      : undefined;
  useEffect(() => {
    if (next) void navigate(runAddress(next), { replace: true });
  }, [next, navigate]);
}
