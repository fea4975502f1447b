import '../run/live/run.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { DeleteResult } from '../../core/contract/topics/deletes.ts';
import type { LiveRun } from '../../core/contract/topics/run.ts';
import type { RunRef } from '../../core/contract/topics/vocabulary.ts';
import { isUnderWay } from '../engine/live.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { JobView } from '../job/job-view.tsx';
import { deletionAddress, recordAddress, runAddress } from '../parts/addresses.ts';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { count, size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { Words } from '../parts/words.tsx';
import { useLaterRun, useRun } from '../run/live/use-run.ts';
import { resultSentence } from './delete-words.ts';
import { t } from './messages.ts';

/** Shows a deletion while it runs, and its result: deleted and verified images, and how to restore them. */
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
  /** Called with the run that resumes the deletion. */
  onRun: (run: RunRef) => void;
  onAgain: () => void;
}) {
  const { live, error, retry } = useRun(run);
  const active = live !== undefined && isUnderWay(live);
  const { result, requested } =
    useAsk('deletes.result', { run }, { enabled: live !== undefined && !active }).data ?? {};
  const later = useLaterRun(run);
  const pause = useDo('runs.pause');
  const resume = useDo('deletes.resume');
  if (error || !live)
    return (
      <Screen eyebrow={eyebrow} sentence={error ? t('runFailedTitle') : t('loadingTitle')}>
        {error !== undefined && (
          <FailureAlert
            error={error}
            title={t('runReadFailedTitle')}
            actions={
              <Button variant="link" isInline onClick={retry}>
                {t('runReadButton')}
              </Button>
            }
          />
        )}
      </Screen>
    );
  const isResumable = live.status !== 'complete' && requested !== undefined && later === undefined;
  return (
    <Screen
      eyebrow={eyebrow}
      sentence={sentenceOf(live, result)}
      actions={
        active ? (
          <RequestButton
            request="runs.pause"
            variant="secondary"
            isDisabled={live.status !== 'running'}
            onClick={() => pause.mutate({ run })}
          >
            {t('pauseButton')}
          </RequestButton>
        ) : (
          <>
            <Button variant={isResumable ? 'secondary' : 'primary'} onClick={onAgain}>
              {t('moreButton')}
            </Button>
            {isResumable && (
              <RequestButton
                request="deletes.resume"
                variant="primary"
                isDisabled={resume.isPending}
                isLoading={resume.isPending}
                onClick={() => resume.mutate({ run }, { onSuccess: ({ run: next }) => onRun(next) })}
              >
                {live.status === 'partial' ? t('retryButton') : t('resumeButton')}
              </RequestButton>
            )}
          </>
        )
      }
    >
      {pause.error && <FailureAlert error={pause.error} title={t('pauseFailedTitle')} />}
      {resume.error && <FailureAlert error={resume.error} title={t('resumeFailedTitle')} />}
      {!active && later && (
        <p>
          <Link to={deletionAddress(enclave, later.run)}>
            {t('laterRunLabel', { sequence: later.run.sequence })}
          </Link>
        </p>
      )}
      <Progress run={live} />
      <JobView job={live} failure={t('endedEarlyTitle')} />
      {result && <Result result={result} run={live} tlsVerify={requested?.destinationTlsVerify ?? true} />}
      {live.problems.length > 0 && (
        <Card title={t('problemsTitle')} note={count(live.problems.length)}>
          <ProblemList problems={live.problems} />
        </Card>
      )}
      <p className="al-sub">
        <Link to={recordAddress(run)}>{t('recordLabel', { sequence: run.sequence })}</Link>
      </p>
    </Screen>
  );
}

function sentenceOf(run: LiveRun, result: DeleteResult | undefined): string {
  if (isUnderWay(run)) {
    const phase = run.phases.at(-1)?.phase;
    if (run.status !== 'running') return t('pausingTitle');
    return phase === 'verify'
      ? t('verifyingTitle')
      : phase === 'copy'
        ? t('deletingTitle')
        : t('comparingTitle');
  }
  return result ? resultSentence(result, run.status === 'complete') : t('noneDeletedTitle');
}

function Progress({ run }: { run: LiveRun }) {
  const { images, status } = run;
  if (!isUnderWay(run) || !images) return null;
  const done = images.copied + images.present + images.failed;
  return (
    <Card label={t('progressLabel')}>
      <div className="al-column">
        <p className="al-num">
          {t.parts('progressText', { done: count(done), total: images.total, strong })}
          {images.failed > 0 && (
            <strong className="al-run-failed"> {t('failedNote', { failed: count(images.failed) })}</strong>
          )}
        </p>
        <JobView
          job={{ status, progress: { done, total: images.total } }}
          label={t('progressTip')}
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
        <Card title={t('resultTitle')} flush>
          <ul className="al-delete-ended">
            <li>
              <StateMark mark="good">
                {images.absent > 0
                  ? t.parts('deletedAbsentResult', {
                      images: images.deleted,
                      absent: count(images.absent),
                      strong,
                    })
                  : t.parts('deletedResult', { images: images.deleted, strong })}
              </StateMark>
            </li>
            {images.retained > 0 && (
              <li>
                <StateMark mark="blocked">
                  {t.parts('retainedResult', { images: images.retained, strong })}
                </StateMark>
              </li>
            )}
            {images.failed > 0 && (
              <li>
                <StateMark mark="bad">{t.parts('failedResult', { images: images.failed, strong })}</StateMark>
              </li>
            )}
            <li>{verified ? <Verified verified={verified} /> : <NotVerified run={run} />}</li>
          </ul>
        </Card>
        {restore.length > 0 && (
          <Card
            title={t('restoreTitle')}
            actions={
              restoreFrom !== undefined && (
                <RequestButton
                  request="runs.start"
                  variant="secondary"
                  isLoading={start.isPending}
                  isDisabled={start.isPending}
                  onClick={push}
                >
                  {t('pushButton')}
                </RequestButton>
              )
            }
          >
            <AdviceList items={restore} />
            {start.error && <FailureAlert error={start.error} title={t('pushFailedTitle')} />}
          </Card>
        )}
      </div>
      {images.deleted > 0 && (
        <Card title={verified ? t('freeSizeTitle', { size: size(result.bytesFreed) }) : t('freeTitle')}>
          <p>{t('garbageText')}</p>
          <details className="al-delete-more">
            <summary>{t('garbageSummary')}</summary>
            <AdviceList items={garbageCollection} />
          </details>
        </Card>
      )}
    </div>
  );
}

function Verified({ verified }: { verified: NonNullable<DeleteResult['verified']> }) {
  const { images, manifests, blobs, broken } = verified;
  return broken > 0 ? (
    <StateMark mark="bad">{t.parts('brokenResult', { parts: broken, manifests, blobs, strong })}</StateMark>
  ) : (
    <StateMark mark="good">{t.parts('verifiedResult', { images, manifests, blobs, strong })}</StateMark>
  );
}

function NotVerified({ run }: { run: LiveRun }) {
  return (
    <StateMark mark="waiting">
      {run.status === 'paused' ? t('notVerifiedPausedResult') : t('notVerifiedResult')}
    </StateMark>
  );
}

function strong(inner: ReactNode[]): ReactNode {
  return (
    <strong key="strong" className="al-num">
      {inner}
    </strong>
  );
}

function AdviceList({ items }: { items: readonly string[] }) {
  return (
    <ul className="al-delete-advice">
      {items.map((advice) => (
        <li key={advice}>
          <Words text={advice} />
        </li>
      ))}
    </ul>
  );
}
