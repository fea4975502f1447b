import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ReactNode } from 'react';
import type { ClusterJob } from '../../core/contract/topics/clusters.ts';
import { useDo } from '../engine/requests.ts';
import { Bar } from '../parts/bar.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { counted } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { jobSentence, OUTCOMES, objectKey, outcomeWords, problemsHere, waitWords } from './cluster-words.ts';

/** An apply or rollback, live and when it has ended. */
export function JobView({
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
  const stop = useDo('clusters.stop');
  const answer = useDo('clusters.answer');
  const under = job.status === 'running' || job.status === 'asking' || job.status === 'stopping';
  const say = (restart: boolean) => answer.mutate({ job: job.job, restart });
  return (
    <Screen
      eyebrow={eyebrow}
      sentence={<span aria-live="polite">{jobSentence(job)}</span>}
      actions={
        job.status === 'asking' ? (
          <>
            <RequestButton
              request="clusters.answer"
              variant="danger"
              onClick={() => say(true)}
              isDisabled={answer.isPending}
            >
              Restart nodes and go on
            </RequestButton>
            <RequestButton
              request="clusters.answer"
              variant="secondary"
              onClick={() => say(false)}
              isDisabled={answer.isPending}
            >
              Leave them
            </RequestButton>
          </>
        ) : under ? (
          <RequestButton
            request="clusters.stop"
            variant="secondary"
            isDisabled={job.status === 'stopping'}
            onClick={() => stop.mutate({ job: job.job })}
          >
            Stop
          </RequestButton>
        ) : (
          <>
            <Button variant="primary" onClick={onCompare}>
              Compare again
            </Button>
            {onRollback && job.saved !== undefined && (
              <Button variant="secondary" onClick={() => onRollback(job.saved!)}>
                Roll back
              </Button>
            )}
          </>
        )
      }
    >
      {job.error && <FailureAlert error={job.error} title="The cluster was not changed any further" />}
      {(stop.error ?? answer.error) && (
        <FailureAlert error={stop.error ?? answer.error} title="The answer was not taken" />
      )}
      {job.asking && (
        <Card title="Nodes would restart">
          <p>
            {job.asking.objects.map(({ kind, name }) => `${kind} ${name}`).join(', ')}{' '}
            {job.asking.objects.length === 1 ? 'changes' : 'change'} what nodes pull from. Up to{' '}
            {counted(job.asking.nodes, 'node')} of {job.asking.pools.join(', ')} would be drained and
            restarted, one after another. Everything before it is applied.
          </p>
        </Card>
      )}
      {under && (
        <Card label="Progress">
          <div className="al-column">
            <Bar done={job.objects.length} total={job.total} label="Objects done" />
            {job.waiting && (
              <>
                <p>
                  <strong>{waitWords(job.waiting)}</strong>{' '}
                  <span className="al-sub">{job.waiting.detail}</span>
                </p>
                <Bar done={job.waiting.done} total={job.waiting.total} label="Ready" small />
              </>
            )}
          </div>
        </Card>
      )}
      {job.objects.length > 0 && (
        <Card title="Objects" note={job.dryRun ? 'dry run, nothing stored' : undefined} flush>
          <table className="al-plain-table">
            <thead>
              <tr>
                <th scope="col">Object</th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            <tbody>
              {job.objects.map((object) => (
                <tr key={objectKey(object)}>
                  <th scope="row">
                    {object.kind}
                    <span className="al-mono al-sub al-small al-cluster-name">{object.name}</span>
                  </th>
                  <td>
                    <StateMark mark={OUTCOMES[object.result].mark}>
                      {outcomeWords(object.result, job.dryRun)}
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
      )}
      {job.problems.length > 0 && (
        <Card title="What to know">
          <ProblemList problems={problemsHere(job.problems)} />
        </Card>
      )}
    </Screen>
  );
}
