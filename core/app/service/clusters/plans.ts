import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { AppliedObject } from '../../../cluster/client/applied.ts';
import type { Cluster } from '../../../cluster/client/connect.ts';
import { day2Steps } from '../../../cluster/day2/day2-steps.ts';
import { plannedPolicies, policySteps } from '../../../cluster/day2/policy-steps.ts';
import { type PlanEvent, type PlanStep, runPlan } from '../../../cluster/day2/run-plan.ts';
import type { PlanTimes } from '../../../cluster/day2/settling.ts';
import type { ClusterJob } from '../../../contract/topics/clusters.ts';
import { policiesFor } from '../../../nmstate/day2/group-policies.ts';
import { hostSetChanges } from '../../../nmstate/host-set/changes.ts';
import { readClusterNetwork } from '../../../nmstate/model/cluster-network.ts';
import { plannedDay2 } from '../install/day2.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { afterEvent, type ClusterJobs, endOf } from './cluster-jobs.ts';
import { appliedLine, changeLine } from './cluster-objects.ts';
import { t } from './messages.ts';
import type { ClusterChoice, ClusterReach } from './reach.ts';

type Plans = 'clusters.applyPolicies' | 'clusters.applyDay2';

interface PlanWork {
  from: string;
  choice: ClusterChoice;
  dryRun: boolean;
  stateDirectory: string | undefined;
  stepsOf(cluster: Cluster): PlanStep[];
}

/** Returns the handlers that apply plans for running clusters, step by step, as jobs. */
export function planHandlers(
  { start, historyOf }: ClusterJobs,
  reach: ClusterReach,
  times: Partial<PlanTimes>,
): Pick<HandlersOf<'clusters'>, Plans> {
  const begin = ({ from, choice, dryRun, stateDirectory, stepsOf }: PlanWork): ClusterJob => {
    const history = historyOf(stateDirectory);
    const fields = { action: 'apply', dryRun, from, context: choice.context, steps: [] } as const;
    return start({ ...fields, steps: [] }, 0, async ({ signal, change, view }) => {
      await using cluster = await reach.connect(choice, signal);
      const steps = stepsOf(cluster);
      change({
        context: cluster.context,
        steps: steps.map(({ title, leftOut }) => ({ title, leftOut, state: 'open' })),
        progress: { done: 0, total: steps.reduce((sum, { actions }) => sum + actions.length, 0) },
      });
      const run = await runPlan(
        cluster,
        steps,
        { dryRun, wait: true, history, times },
        { emit: (event) => change(afterPlanEvent(view(), event)), signal },
      );
      return {
        ...endOf(run),
        objects: run.objects.map(objectLine),
        steps: run.steps.map((step, index) => ({ ...step, leftOut: steps[index]?.leftOut })),
      };
    });
  };
  return {
    async 'clusters.applyPolicies'(given) {
      const { present, desired, hosts, report, overwrite, dryRun, stateDirectory, ...choice } = given;
      if (hosts.some((index) => index >= Math.min(present.hosts.length, desired.hosts.length)))
        throw new AirlockError('usage', t('hostMissing'), { at: { path: 'hosts' } });
      const changes = hostSetChanges(present, desired, hosts, report);
      const options = {
        cluster: present.cluster.trim() === '' ? undefined : readClusterNetwork(present.cluster),
        openShiftVersion: present.openShiftVersion || undefined,
      };
      const grouped = policiesFor(changes, options);
      if (!grouped.allowed || grouped.policies.length === 0)
        throw new AirlockError('usage', t(grouped.allowed ? 'policiesMissing' : 'policiesRejected'), {
          remedy: t('policiesRejectedRemedy'),
        });
      const policies = plannedPolicies(grouped, changes, options);
      return begin({
        ...{ from: present.name, choice, dryRun, stateDirectory },
        stepsOf: (cluster) => policySteps(cluster, policies, { overwrite }),
      });
    },
    async 'clusters.applyDay2'(given) {
      const { objects, change, openShiftVersion, prepared, optional, credentials, ...rest } = given;
      const { dryRun, stateDirectory, ...choice } = rest;
      const plan = await plannedDay2({ objects, change, openShiftVersion });
      if (!plan.ok)
        throw new AirlockError('usage', t('planRejected', { title: plan.title }), {
          remedy: plan.rejections[0]?.remedy ?? t('policiesRejectedRemedy'),
        });
      return begin({
        ...{ from: absolutePath(objects, 'objects'), choice, dryRun, stateDirectory },
        stepsOf: (cluster) => day2Steps(cluster, plan, { prepared, optional, credentials }),
      });
    },
  };
}

function afterPlanEvent(job: ClusterJob, event: PlanEvent): Partial<ClusterJob> {
  if (event.type === 'step')
    return {
      readiness: undefined,
      steps: (job.steps ?? []).map((step, index) =>
        index < event.index && step.state === 'running'
          ? { ...step, state: 'done' }
          : index === event.index
            ? { ...step, state: step.leftOut === undefined ? 'running' : 'skipped' }
            : step,
      ),
    };
  if (event.type !== 'object') return afterEvent(job, event);
  const { objects, progress } = job;
  return {
    objects: [...objects, objectLine(event.object)],
    progress: { ...progress, done: objects.length + 1 },
  };
}

/** Returns an object with its changes. Values of Secrets are hidden. */
function objectLine(object: AppliedObject): ClusterJob['objects'][number] {
  return { ...appliedLine(object), changes: object.changes.map(changeLine) };
}
