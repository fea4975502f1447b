import './cluster.css';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { RequestInput } from '../../core/contract/contract.ts';
import type { ClusterJob } from '../../core/contract/topics/clusters.ts';
import { isUnderWay } from '../../core/contract/topics/job.ts';
import { useDo } from '../engine/requests.ts';
import { JobView } from '../job/job-view.tsx';
import { useJobs } from '../job/use-jobs.ts';
import { Bar } from '../parts/bar.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import {
  type ClusterChoice,
  ClusterFields,
  clusterRequest,
  useContexts,
} from '../parts/fields/cluster-choice.tsx';
import { RequestFields } from '../parts/fields/request-fields.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { AppliedObjects, PlanSteps } from './applied.tsx';
import { jobSentence, waitWords } from './cluster-words.ts';
import { t } from './messages.ts';
import { RollbackDialog } from './rollback-dialog.tsx';

/** How a plan is applied. */
export type PlanHow = ReturnType<typeof clusterRequest> & { dryRun: boolean };
type PlanRequest = 'clusters.applyPolicies' | 'clusters.applyDay2';

/**
 * Applies a plan to a running cluster: a preview with every change first, then the steps with their progress, and a
 * rollback. Only the plan that was previewed can be applied.
 */
export function PlanCard<Name extends PlanRequest>({
  request,
  input,
  identity,
  overwrite,
  children,
}: {
  request: Name;
  /** Returns the request. */
  input: (how: PlanHow) => RequestInput<Name>;
  /** What was previewed: it differs for each plan. */
  identity: string;
  /** Whether other owners and states are accepted; absent for plans that don't support it. */
  overwrite?: { value: boolean; change: (value: boolean) => void };
  /** Fields of the plan. */
  children?: ReactNode;
}) {
  const id = useId();
  const [cluster, setCluster] = useState<ClusterChoice>({ kubeconfig: '', context: '' });
  const [shown, setShown] = useState<string>();
  const [previewed, setPreviewed] = useState<{ key: string; id: string }>();
  const [rolling, setRolling] = useState<string>();
  const { contexts } = useContexts(cluster);
  const apply = useDo(request);
  const jobs = useJobs('cluster');
  const job = jobs.find((each) => each.id === shown);
  const preview = jobs.find((each) => each.id === previewed?.id);
  const other = jobs.find((each) => isUnderWay(each) && each.id !== shown);
  const key = JSON.stringify([identity, cluster, overwrite?.value]);
  const isCurrent = previewed?.key === key;
  const under = job !== undefined && isUnderWay(job);
  const steps = preview?.steps?.filter(({ leftOut }) => leftOut === undefined).length ?? 0;
  const start = (dryRun: boolean) =>
    void (apply.mutateAsync as (given: unknown) => Promise<ClusterJob>)(
      input({ ...clusterRequest(cluster), dryRun }),
    ).then(
      (started) => {
        setShown(started.id);
        if (dryRun) setPreviewed({ key, id: started.id });
      },
      () => undefined,
    );
  return (
    <Card title={t('planTitle')} note={t('planNote')} label={t('planTitle')}>
      <div className="al-column">
        <RequestFields request={request} quiet>
          <div className="al-cluster-form">
            <ClusterFields cluster={cluster} onChange={setCluster} />
          </div>
          {children}
          {overwrite && (
            <Checkbox
              id={`${id}-overwrite`}
              label={t('planOverwriteLabel')}
              description={t('planOverwriteHelp')}
              isChecked={overwrite.value}
              onChange={(_event, checked) => overwrite.change(checked)}
            />
          )}
        </RequestFields>
        {apply.error && <FailureAlert error={apply.error} title={t('planFailedTitle')} />}
        <div className="al-actions">
          <RequestButton
            request={request}
            variant={isCurrent && preview?.ok ? 'secondary' : 'primary'}
            isDisabled={contexts.length === 0 || under || other !== undefined || apply.isPending}
            isLoading={apply.isPending}
            onClick={() => start(true)}
          >
            {t('previewPlanButton')}
          </RequestButton>
          {preview?.ok && (
            <RequestButton
              request={request}
              variant="primary"
              isDisabled={!isCurrent || under || other !== undefined || apply.isPending}
              onClick={() => start(false)}
            >
              {t('applyPlanButton', { steps })}
            </RequestButton>
          )}
          {other && (
            <span className="al-sub">
              {t('otherJobText')} <Link to="/cluster">{t('otherJobLink')}</Link>
            </span>
          )}
          {previewed && !isCurrent && <span className="al-sub">{t('staleText')}</span>}
        </div>
        {preview?.ok && isCurrent && <p className="al-sub al-small">{t('backupPlanText')}</p>}
        {job && <PlanJob job={job} onRollback={setRolling} />}
        {rolling !== undefined && (
          <RollbackDialog
            record={rolling}
            choice={clusterRequest(cluster)}
            onClose={() => setRolling(undefined)}
            onStarted={(started) => {
              setRolling(undefined);
              setShown(started.id);
            }}
          />
        )}
      </div>
    </Card>
  );
}

/** The steps and objects of the preview, the apply or its rollback. */
function PlanJob({ job, onRollback }: { job: ClusterJob; onRollback: (record: string) => void }) {
  const stop = useDo('jobs.stop');
  const { status, readiness, saved, dryRun, action, problems } = job;
  const under = isUnderWay(job);
  return (
    <section className="al-column" aria-label={t('progressLabel')}>
      <p className="al-strong" aria-live="polite">
        {jobSentence(job)}
      </p>
      <JobView job={job} failure={t('notContinuedTitle')} label={under ? t('objectsDoneLabel') : undefined} />
      {under && readiness && (
        <>
          <p>
            <strong>{waitWords(readiness)}</strong> <span className="al-sub">{readiness.detail}</span>
          </p>
          <Bar done={readiness.done} total={readiness.total} label={t('readyLabel')} small />
        </>
      )}
      {job.steps && job.steps.length > 0 && <PlanSteps steps={job.steps} dryRun={dryRun} />}
      {job.objects.length > 0 && <AppliedObjects job={job} />}
      {problems.length > 0 && <ProblemList problems={problems} />}
      {stop.error && <FailureAlert error={stop.error} title={t('stopFailedTitle')} />}
      <div className="al-actions">
        {under && (
          <RequestButton
            request="jobs.stop"
            variant="secondary"
            size="sm"
            isDisabled={status === 'stopping'}
            onClick={() => stop.mutate({ kind: 'cluster', id: job.id })}
          >
            {action === 'apply' ? t('stopApplyButton') : t('stopRollbackButton')}
          </RequestButton>
        )}
        {!under && !dryRun && action === 'apply' && saved !== undefined && (
          <RequestButton
            request="clusters.rollback"
            variant="secondary"
            size="sm"
            onClick={() => onRollback(saved)}
          >
            {t('rollBackButton')}
          </RequestButton>
        )}
      </div>
    </section>
  );
}
