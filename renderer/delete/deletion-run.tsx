import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Link, useNavigate } from 'react-router';
import type { DeleteResult } from '../../core/contract/topics/deletes.ts';
import type { LiveRun } from '../../core/contract/topics/run.ts';
import type { RunRef } from '../../core/contract/topics/vocabulary.ts';
import { isUnderWay } from '../engine/live.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { JobView } from '../job/job-view.tsx';
import { deletionAddress, recordAddress, runAddress } from '../parts/addresses.ts';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { count, counted, size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { Words } from '../parts/words.tsx';
import { useLaterRun, useRun } from '../run/live/use-run.ts';
import { resultSentence } from './delete-words.ts';

/** A deletion while it works and when it has ended: what went, what was verified, how to have it again. */
export function DeletionRun({
  run,
  enclave,
  eyebrow,
  onRun,
  onAgain,
}: {
  run: RunRef;
  enclave: string;
  eyebrow: React.ReactNode[];
  /** It is gone on with by this run. */
  onRun: (run: RunRef) => void;
  onAgain: () => void;
}) {
  const { live, error, retry } = useRun(run);
  const under = live !== undefined && isUnderWay(live);
  const { result, asked } =
    useAsk('deletes.result', { run }, { enabled: live !== undefined && !under }).data ?? {};
  const later = useLaterRun(run);
  const pause = useDo('runs.pause');
  const resume = useDo('deletes.resume');
  if (error || !live)
    return (
      <Screen eyebrow={eyebrow} sentence={error ? 'This deletion cannot be shown.' : 'Reading the record.'}>
        {error !== undefined && (
          <FailureAlert
            error={error}
            title="The run was not read"
            actions={
              <Button variant="link" isInline onClick={retry}>
                Try again
              </Button>
            }
          />
        )}
      </Screen>
    );
  return (
    <Screen
      eyebrow={eyebrow}
      sentence={sentenceOf(live, result)}
      actions={
        under ? (
          <RequestButton
            request="runs.pause"
            variant="secondary"
            isDisabled={live.status !== 'running'}
            onClick={() => pause.mutate({ run })}
          >
            Pause
          </RequestButton>
        ) : (
          <>
            <Button variant="secondary" onClick={onAgain}>
              Delete more
            </Button>
            {live.status !== 'complete' && asked && !later && (
              <RequestButton
                request="deletes.resume"
                variant="primary"
                isDisabled={resume.isPending}
                isLoading={resume.isPending}
                onClick={() => resume.mutate({ run }, { onSuccess: ({ run: next }) => onRun(next) })}
              >
                {live.status === 'partial' ? 'Try again what failed' : 'Go on'}
              </RequestButton>
            )}
          </>
        )
      }
    >
      {pause.error && <FailureAlert error={pause.error} title="It was not paused" />}
      {resume.error && <FailureAlert error={resume.error} title="It was not gone on with" />}
      {!under && later && (
        <p>
          <Link to={deletionAddress(enclave, later.run)}>Run {later.run.sequence} goes on with it</Link>
        </p>
      )}
      <Progress run={live} />
      <JobView job={live} failure="The deletion ended early" />
      {result && <Result result={result} run={live} tlsVerify={asked?.destinationTlsVerify ?? true} />}
      {live.problems.length > 0 && (
        <Card title="What to know" note={counted(live.problems.length, 'note')}>
          <ProblemList problems={live.problems} />
        </Card>
      )}
      <p className="al-sub">
        <Link to={recordAddress(run)}>Audit record {run.sequence}</Link>
      </p>
    </Screen>
  );
}

function sentenceOf(run: LiveRun, result: DeleteResult | undefined): string {
  if (isUnderWay(run)) {
    const phase = run.phases.at(-1)?.phase;
    if (run.status !== 'running') return 'What was begun is ended, then it pauses.';
    return phase === 'verify'
      ? 'Deleted. What stays is being verified.'
      : phase === 'copy'
        ? 'Deleting, one manifest after another.'
        : 'Comparing the registry with the list.';
  }
  return result
    ? resultSentence(result, run.status === 'complete')
    : 'The deletion ended before anything went.';
}

function Progress({ run }: { run: LiveRun }) {
  const { images, status } = run;
  if (!isUnderWay(run) || !images) return null;
  const done = images.copied + images.present + images.failed;
  return (
    <Card label="Progress">
      <div className="al-column">
        <p className="al-num">
          <strong>{count(done)}</strong> of {counted(images.total, 'image')}
          {images.failed > 0 && <strong className="al-run-failed"> {count(images.failed)} failed</strong>}
        </p>
        <JobView
          job={{ status, progress: { done, total: images.total } }}
          label="Images done"
          mark={status === 'running' ? 'running' : 'paused'}
        />
      </div>
    </Card>
  );
}

function Result({ result, run, tlsVerify }: { result: DeleteResult; run: LiveRun; tlsVerify: boolean }) {
  const navigate = useNavigate();
  const start = useDo('runs.start');
  const { images, verified, registry, restore, restoreFrom, garbageCollection } = result;
  const to = registry.namespace ? `${registry.host}/${registry.namespace}` : registry.host;
  const push = () => {
    const settings = {
      workflow: 'diskToMirror' as const,
      directory: restoreFrom!,
      destination: to,
      destinationTlsVerify: tlsVerify,
    };
    start.mutate({ settings }, { onSuccess: ({ run: next }) => void navigate(runAddress(next)) });
  };
  return (
    <div className="al-delete-two">
      <div className="al-column">
        <Card title="What became of it" flush>
          <ul className="al-delete-ended">
            <li>
              <StateMark mark="good">
                <strong className="al-num">{counted(images.deleted, 'image')}</strong> deleted
                {images.absent > 0 && `, ${count(images.absent)} gone before`}
              </StateMark>
            </li>
            {images.kept > 0 && (
              <li>
                <StateMark mark="blocked">
                  <strong className="al-num">{counted(images.kept, 'image')}</strong> kept: something else
                  needs them, or they were moved since
                </StateMark>
              </li>
            )}
            {images.failed > 0 && (
              <li>
                <StateMark mark="bad">
                  <strong className="al-num">{counted(images.failed, 'image')}</strong> could not be deleted
                </StateMark>
              </li>
            )}
            <li>{verified ? <Verified verified={verified} /> : <NotVerified run={run} />}</li>
          </ul>
        </Card>
        {restore.length > 0 && (
          <Card
            title="Have them again"
            actions={
              restoreFrom !== undefined && (
                <RequestButton
                  request="runs.start"
                  variant="secondary"
                  isLoading={start.isPending}
                  isDisabled={start.isPending}
                  onClick={push}
                >
                  Push them again
                </RequestButton>
              )
            }
          >
            <ul className="al-delete-advice">
              {restore.map((advice) => (
                <li key={advice}>
                  <Words text={advice} />
                </li>
              ))}
            </ul>
            {start.error && <FailureAlert error={start.error} title="The push was not started" />}
          </Card>
        )}
      </div>
      {images.deleted > 0 && (
        <Card title={verified ? `Free ${size(result.bytesFreed)}` : 'Free the space'}>
          <p className="al-sub">The space is free when the registry has collected its garbage:</p>
          <ul className="al-delete-advice">
            {garbageCollection.map((advice) => (
              <li key={advice}>
                <Words text={advice} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

function Verified({ verified }: { verified: NonNullable<DeleteResult['verified']> }) {
  const asked = `${counted(verified.manifests, 'manifest')} and ${counted(verified.blobs, 'blob')} asked for`;
  return verified.broken > 0 ? (
    <StateMark mark="bad">
      <strong>{counted(verified.broken, 'part')}</strong> of what stays cannot be pulled; {asked}
    </StateMark>
  ) : (
    <StateMark mark="good">
      <strong className="al-num">{counted(verified.images, 'image')}</strong> that{' '}
      {verified.images === 1 ? 'stays' : 'stay'} can be pulled: {asked}
    </StateMark>
  );
}

function NotVerified({ run }: { run: LiveRun }) {
  return (
    <StateMark mark="waiting">
      What stays was not verified yet{run.status === 'paused' ? ': the deletion is paused' : ''}
    </StateMark>
  );
}
