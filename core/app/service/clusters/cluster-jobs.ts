import { randomUUID } from 'node:crypto';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { ApplyResult, ClusterControl, ClusterEvent } from '../../../cluster/client/applied.ts';
import type { ClusterJob } from '../../../contract/topics/clusters.ts';
import type { ContractProblem } from '../../../contract/topics/vocabulary.ts';
import { valueWithoutSecrets } from '../../../runs/audit/without-secrets.ts';
import { contractFailure } from '../state/answers.ts';
import type { ServiceState } from '../state/state.ts';
import { appliedLine, refLine } from './cluster-objects.ts';

/** Jobs that have ended and are still shown; what was applied is in the records. */
const KEPT = 8;

interface Job {
  view: ClusterJob;
  stop: AbortController;
  answer: ((restart: boolean) => void) | undefined;
  ended: Promise<void>;
}

/** Applies and rollbacks of this engine. They go on without a window, and are told as whole states. */
export interface ClusterJobs {
  list(): ClusterJob[];
  /** @throws AirlockError `workspace-locked` while another one works */
  begin(
    what: Pick<ClusterJob, 'kind' | 'dryRun' | 'from' | 'total' | 'context'>,
    work: (control: ClusterControl & { signal: AbortSignal }) => Promise<ApplyResult>,
  ): ClusterJob;
  /** @throws AirlockError `not-found`, `usage` when it does not ask */
  answer(id: string, restart: boolean): ClusterJob;
  /** @throws AirlockError `not-found` */
  stop(id: string): ClusterJob;
  close(): Promise<void>;
}

export function createClusterJobs({ emit }: Pick<ServiceState, 'emit'>): ClusterJobs {
  const jobs = new Map<string, Job>();
  const jobOf = (id: string): Job => {
    const found = jobs.get(id);
    if (found) return found;
    throw new AirlockError('not-found', 'this apply is not known to the engine any more', {
      side: 'local',
      remedy: 'Compare again: what was applied shows as unchanged.',
    });
  };
  const change = (job: Job, changes: Partial<ClusterJob>): void => {
    job.view = { ...job.view, ...changes };
    emit({ type: 'cluster', job: job.view });
  };
  const stop = (job: Job): void => {
    if (!isUnderWay(job.view)) return;
    change(job, { status: 'stopping' });
    job.stop.abort();
    job.answer?.(false);
  };
  return {
    list: () => [...jobs.values()].map(({ view }) => view).toReversed(),
    begin(what, work) {
      if ([...jobs.values()].some(({ view }) => isUnderWay(view)))
        throw new AirlockError('workspace-locked', 'another apply or rollback is already running', {
          side: 'local',
          remedy: 'Wait for it to finish, or stop it.',
        });
      const job: Job = {
        view: {
          ...what,
          job: randomUUID(),
          status: 'running',
          startedAt: new Date().toISOString(),
          objects: [],
          problems: [],
        },
        stop: new AbortController(),
        answer: undefined,
        ended: Promise.resolve(),
      };
      jobs.set(job.view.job, job);
      for (const [id, { view }] of jobs) if (jobs.size > KEPT && !isUnderWay(view)) jobs.delete(id);
      const control = {
        signal: job.stop.signal,
        emit: (event: ClusterEvent) => change(job, afterEvent(job.view, event)),
        mayRestart: (objects, pools) =>
          new Promise<boolean>((resolve) => {
            job.answer = (restart) => {
              job.answer = undefined;
              const { asking: _asking, ...view } = job.view;
              job.view = view.status === 'asking' ? { ...view, status: 'running' } : view;
              change(job, {});
              resolve(restart);
            };
            change(job, {
              status: 'asking',
              asking: {
                objects: objects.map(refLine),
                nodes: pools.reduce((sum, { machines }) => sum + machines, 0),
                pools: pools.map(({ name }) => name),
              },
            });
          }),
      } satisfies ClusterControl;
      job.ended = work(control).then(
        ({ context, server, objects, problems, exitCode, saved }) => {
          const { waiting: _waiting, ...view } = job.view;
          job.view = view;
          change(job, {
            ...{ context, server, ok: exitCode === 0, status: 'done' },
            objects: objects.map(appliedLine),
            problems: valueWithoutSecrets(problems) as ContractProblem[],
            ...(saved !== undefined && { saved }),
            endedAt: new Date().toISOString(),
          });
        },
        (thrown: unknown) => {
          const { waiting: _waiting, asking: _asking, ...view } = job.view;
          job.view = view;
          const stopped = job.stop.signal.aborted;
          change(job, {
            status: stopped ? 'stopped' : 'failed',
            ...(!stopped && { error: contractFailure(thrown) }),
            endedAt: new Date().toISOString(),
          });
        },
      );
      change(job, {});
      return job.view;
    },
    answer(id, restart) {
      const job = jobOf(id);
      if (!job.answer)
        throw new AirlockError('usage', 'this apply does not ask whether nodes may restart', {
          side: 'local',
        });
      job.answer(restart);
      return job.view;
    },
    stop(id) {
      const job = jobOf(id);
      stop(job);
      return job.view;
    },
    async close() {
      for (const job of jobs.values()) stop(job);
      await Promise.all([...jobs.values()].map(({ ended }) => ended));
    },
  };
}

function isUnderWay({ status }: Pick<ClusterJob, 'status'>): boolean {
  return status === 'running' || status === 'asking' || status === 'stopping';
}

/** What an event changes of a job. Pure. */
function afterEvent(job: ClusterJob, event: ClusterEvent): Partial<ClusterJob> {
  switch (event.type) {
    case 'object':
      return { objects: [...job.objects, appliedLine(event.object)] };
    case 'waiting': {
      const { for: what, done, total, detail } = event;
      return { waiting: { for: what, done, total, detail } };
    }
    case 'problem':
      return { problems: [...job.problems, valueWithoutSecrets(event.problem) as ContractProblem] };
  }
}
