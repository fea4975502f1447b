import { AirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import type { ApplyResult, ClusterControl, ClusterEvent } from '../../../cluster/client/applied.ts';
import { historyDirectory } from '../../../cluster/client/saved-versions.ts';
import type { StepProgress } from '../../../cluster/day2/settling.ts';
import type { ClusterJob } from '../../../contract/topics/clusters.ts';
import { isUnderWay } from '../../../contract/topics/job.ts';
import type { ContractProblem } from '../../../contract/topics/vocabulary.ts';
import { defaultStateDirectory } from '../../../mirror/run/state-directory.ts';
import { valueWithoutSecrets } from '../../../runs/audit/without-secrets.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { JobControl } from '../state/jobs.ts';
import type { ServiceState } from '../state/state.ts';
import { appliedLine, refLine } from './cluster-objects.ts';
import { t } from './messages.ts';

type Fields = Pick<ClusterJob, 'action' | 'dryRun' | 'from' | 'kubeconfig' | 'context' | 'steps'>;

/** The events, signal and question of a job. */
type JobEvents = Required<ClusterControl> & { emit: (event: ClusterEvent | StepProgress) => void };

/** Starts jobs that change clusters, one at a time. */
export interface ClusterJobs {
  /** @throws AirlockError `workspace-locked` while another one is under way */
  begin(fields: Fields, total: number, work: (control: JobEvents) => Promise<ApplyResult>): ClusterJob;
  /** Starts a job that reports its own fields. */
  start(
    fields: Fields,
    total: number,
    work: (control: JobControl<ClusterJob>) => Promise<Partial<ClusterJob>>,
  ): ClusterJob;
  /** Returns the folder of the apply records. */
  historyOf(stateDirectory: string | undefined): string;
}

export function clusterJobs({ host, jobs }: Pick<ServiceState, 'host' | 'jobs'>): ClusterJobs {
  const start: ClusterJobs['start'] = (fields, total, work) => {
    if (jobs.list().some((job) => job.kind === 'cluster' && isUnderWay(job)))
      throw new AirlockError('workspace-locked', t('applyRunning'), {
        side: 'local',
        remedy: t('applyRunningRemedy'),
      });
    return jobs.start<ClusterJob>(
      { kind: 'cluster', ...fields, objects: [], progress: { done: 0, total } },
      work,
    );
  };
  return {
    start,
    begin: (fields, total, work) => start(fields, total, async (job) => endOf(await work(controlOf(job)))),
    historyOf: (stateDirectory) =>
      historyDirectory(
        stateDirectory === undefined
          ? defaultStateDirectory(host)
          : absolutePath(stateDirectory, 'stateDirectory'),
      ),
  };
}

/** Returns the fields of a job that has ended. */
export function endOf({
  context,
  server,
  objects,
  problems,
  exitCode,
  saved,
}: ApplyResult): Partial<ClusterJob> {
  return {
    ...{ status: 'done', context, server, ok: exitCode === 0, saved, readiness: undefined },
    objects: objects.map(appliedLine),
    problems: shownProblems(problems),
  };
}

/** Returns problems without secrets. */
function shownProblems(problems: readonly Problem[]): ContractProblem[] {
  return valueWithoutSecrets(problems) as ContractProblem[];
}

/** Connects an apply or rollback to its job. */
function controlOf({ signal, change, view, ask: request }: JobControl<ClusterJob>): JobEvents {
  return {
    signal,
    emit: (event) => change(afterEvent(view(), event)),
    async mayRestart(objects, pools) {
      const active = pools.filter(({ state }) => state !== 'paused');
      const asking = {
        objects: objects.map(refLine),
        nodes: active.reduce((sum, { machines }) => sum + machines, 0),
        pools: active.map(({ name }) => name),
      };
      return (await request({ restartQuestion: asking }))?.restart ?? false;
    },
  };
}

/** Returns the fields of a job that an event changes. */
export function afterEvent(
  { objects, problems, progress }: ClusterJob,
  event: ClusterEvent | StepProgress,
): Partial<ClusterJob> {
  switch (event.type) {
    case 'object':
      return {
        objects: [...objects, appliedLine(event.object)],
        progress: { ...progress, done: objects.length + 1 },
      };
    case 'waiting': {
      const { for: what, done, total, detail } = event;
      return { readiness: { for: what, done, total, detail } };
    }
    case 'problem':
      return { problems: [...problems, ...shownProblems([event.problem])] };
  }
}
