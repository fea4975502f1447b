import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ReactNode } from 'react';
import type { ClusterJob } from '../../core/contract/topics/clusters.ts';
import { isUnderWay } from '../../core/contract/topics/job.ts';
import { useDo } from '../engine/requests.ts';
import { JobView } from '../job/job-view.tsx';
import { Bar } from '../parts/bar.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { counted } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { jobSentence, OUTCOMES, objectKey, outcomeWords, problemsHere, waitWords } from './cluster-words.ts';

/** An apply or rollback, live and when it has ended. */
export function ApplyView({
  job,
  eyebrow,
  onCompare,
  onRollback,
}: {
  job: ClusterJob;
  eyebrow: ReactNode[];
  onCompare: () => void;
  onRollback: ((record: string) => void) | undefined;
}) {
  const stop = useDo('jobs.stop');
  const answer = useDo('jobs.answer');
  const { status, asking, readiness, saved } = job;
  const under = isUnderWay(job);
  const say = (restart: boolean) => answer.mutate({ kind: 'cluster', id: job.id, restart });
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
              onClick={() => say(true)}
              isDisabled={answer.isPending}
            >
              Restart nodes and continue
            </RequestButton>
            <RequestButton
              request="jobs.answer"
              variant="secondary"
              onClick={() => say(false)}
              isDisabled={answer.isPending}
            >
              Leave them
            </RequestButton>
          </>
        ) : under ? (
          <RequestButton
            request="jobs.stop"
            variant="secondary"
            isDisabled={status === 'stopping'}
            onClick={() => stop.mutate({ kind: 'cluster', id: job.id })}
          >
            Stop
          </RequestButton>
        ) : (
          <>
            <Button variant="primary" onClick={onCompare}>
              Compare again
            </Button>
            {onRollback && saved !== undefined && (
              <Button variant="secondary" onClick={() => onRollback(saved)}>
                Roll back
              </Button>
            )}
          </>
        )
      }
    >
      <JobView job={job} failure="The cluster was not changed any further" />
      {(stop.error ?? answer.error) && (
        <FailureAlert error={stop.error ?? answer.error} title="The answer was not accepted" />
      )}
      {asking && <Question asking={asking} />}
      {under && (
        <Card label="Progress">
          <div className="al-column">
            <JobView job={job} label="Objects done" />
            {readiness && (
              <>
                <p>
                  <strong>{waitWords(readiness)}</strong> <span className="al-sub">{readiness.detail}</span>
                </p>
                <Bar done={readiness.done} total={readiness.total} label="Ready" small />
              </>
            )}
          </div>
        </Card>
      )}
      {job.objects.length > 0 && <AppliedObjects job={job} />}
      {job.problems.length > 0 && (
        <Card title="What to know">
          <ProblemList problems={problemsHere(job.problems)} />
        </Card>
      )}
    </Screen>
  );
}

function Question({ asking }: { asking: NonNullable<ClusterJob['asking']> }) {
  return (
    <Card title="Nodes would restart">
      <p>
        {asking.objects.map(({ kind, name }) => `${kind} ${name}`).join(', ')}{' '}
        {asking.objects.length === 1 ? 'changes' : 'change'} what nodes pull from. Up to{' '}
        {counted(asking.nodes, 'node')} of {asking.pools.join(', ')} would be drained and restarted, one after
        another. Everything before it is applied.
      </p>
    </Card>
  );
}

function AppliedObjects({ job: { objects, dryRun } }: { job: ClusterJob }) {
  return (
    <Card title="Objects" note={dryRun ? 'dry run, nothing stored' : undefined} flush>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th scope="col">Object</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {objects.map((object) => (
            <tr key={objectKey(object)}>
              <th scope="row">
                {object.kind}
                <span className="al-mono al-sub al-small al-cluster-name">{object.name}</span>
              </th>
              <td>
                <StateMark mark={OUTCOMES[object.result].mark}>
                  {outcomeWords(object.result, dryRun)}
                </StateMark>
                {object.message !== undefined && (
                  <p className="al-sub al-small al-anywhere">
                    {object.message}. {object.remedy}
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
