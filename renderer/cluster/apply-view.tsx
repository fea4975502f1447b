import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ReactNode } from 'react';
import type { ClusterJob } from '../../core/contract/topics/clusters.ts';
import { isUnderWay } from '../../core/contract/topics/job.ts';
import { useDo } from '../engine/requests.ts';
import { JobView } from '../job/job-view.tsx';
import { useAnswer } from '../job/use-answer.ts';
import { Bar } from '../parts/bar.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { AppliedObjects, PlanSteps } from './applied.tsx';
import { currentProblems, jobSentence, waitWords } from './cluster-words.ts';
import { t } from './messages.ts';

/** An apply or rollback, while it runs and after it has ended. */
export function ApplyView({
  job,
  eyebrow,
  onCompare,
  onClose,
  onRollback,
}: {
  job: ClusterJob;
  eyebrow: ReactNode[];
  onCompare: () => void;
  /** Returns to the form. */
  onClose: () => void;
  onRollback: ((record: string) => void) | undefined;
}) {
  const stop = useDo('jobs.stop');
  const answer = useAnswer(job);
  const { status, restartQuestion: asking, readiness, saved } = job;
  const under = isUnderWay(job);
  const send = (restart: boolean) => answer.mutate({ kind: 'cluster', id: job.id, restart });
  const stopButton = (
    <RequestButton
      request="jobs.stop"
      variant={status === 'waiting' ? 'link' : 'secondary'}
      isDisabled={status === 'stopping'}
      onClick={() => stop.mutate({ kind: 'cluster', id: job.id })}
    >
      {job.action === 'apply' ? t('stopApplyButton') : t('stopRollbackButton')}
    </RequestButton>
  );
  return (
    <Screen
      eyebrow={eyebrow}
      sentence={<span aria-live="polite">{jobSentence(job)}</span>}
      actions={
        status === 'waiting' ? (
          <>
            <RequestButton
              request="jobs.answer"
              variant="danger"
              onClick={() => send(true)}
              isDisabled={answer.isPending}
            >
              {t('restartButton')}
            </RequestButton>
            <RequestButton
              request="jobs.answer"
              variant="secondary"
              onClick={() => send(false)}
              isDisabled={answer.isPending}
            >
              {t('noRestartButton')}
            </RequestButton>
            {stopButton}
          </>
        ) : under ? (
          stopButton
        ) : (
          <>
            <Button variant="primary" onClick={onCompare}>
              {t('compareAgainButton')}
            </Button>
            {onRollback && saved !== undefined && (
              <Button variant="secondary" onClick={() => onRollback(saved)}>
                {t('rollBackButton')}
              </Button>
            )}
            <Button variant="link" onClick={onClose}>
              {t('otherClusterButton')}
            </Button>
          </>
        )
      }
    >
      <JobView job={job} failure={t('notContinuedTitle')} />
      {stop.error && <FailureAlert error={stop.error} title={t('stopFailedTitle')} />}
      {answer.error && <FailureAlert error={answer.error} title={t('answerFailedTitle')} />}
      {asking && <Question restartQuestion={asking} />}
      {under && (
        <Card
          label={t('progressLabel')}
          title={t('progressLabel')}
          note={t('progressTitle', { done: job.objects.length, total: job.progress.total ?? 0 })}
        >
          <div className="al-column">
            <JobView job={job} label={t('objectsDoneLabel')} />
            {readiness && (
              <>
                <p>
                  <strong>{waitWords(readiness)}</strong> <span className="al-sub">{readiness.detail}</span>
                </p>
                <Bar done={readiness.done} total={readiness.total} label={t('readyLabel')} small />
              </>
            )}
          </div>
        </Card>
      )}
      {job.steps && job.steps.length > 0 && (
        <Card title={t('stepsLabel')} flush>
          <PlanSteps steps={job.steps} dryRun={job.dryRun} />
        </Card>
      )}
      {job.objects.length > 0 && (
        <Card title={t('objectsTitle')} note={job.dryRun ? t('dryRunNote') : undefined} flush>
          <AppliedObjects job={job} />
        </Card>
      )}
      {job.problems.length > 0 && (
        <Card title={t('problemsTitle')}>
          <ProblemList problems={currentProblems(job.problems)} />
        </Card>
      )}
    </Screen>
  );
}

function Question({
  restartQuestion: asking,
}: {
  restartQuestion: NonNullable<ClusterJob['restartQuestion']>;
}) {
  return (
    <Card title={t('restartRequiredTitle')}>
      <p>
        {t('restartRequiredText', {
          objects: asking.objects.map(({ kind, name }) => `${kind} ${name}`).join(', '),
          count: asking.objects.length,
          nodes: asking.nodes,
          pools: asking.pools.join(', '),
        })}
      </p>
    </Card>
  );
}
