import { isUnderWay, type JobProgress } from '../../core/contract/topics/job.ts';
import type { JobOf, ListedJob } from '../../core/contract/topics/jobs.ts';

/** The progress and the end of a job, or of a part of a job. */
export interface ShownJob {
  status: string;
  progress?: JobProgress | undefined;
  error?: ListedJob['error'];
}

export type BarMark = 'running' | 'good' | 'bad' | 'paused';

const MARKS: Readonly<Record<string, BarMark>> = {
  done: 'good',
  complete: 'good',
  failed: 'bad',
  damaged: 'bad',
  paused: 'paused',
  stopped: 'paused',
  interrupted: 'paused',
  partial: 'paused',
};

/** Returns the color of a job's bar. */
export function barMark({ status }: Pick<ShownJob, 'status'>): BarMark {
  return MARKS[status] ?? 'running';
}

/** Returns the error that ended a job; undefined while it is under way. */
export function endingError({ status, error }: ShownJob): ShownJob['error'] {
  return isUnderWay({ status }) ? undefined : error;
}

/**
 * Returns the jobs of a kind, the newest first.
 * @param listed from the engine's list
 * @param reported by events, newer than the list
 */
export function jobsOf<K extends ListedJob['kind']>(
  kind: K,
  listed: readonly ListedJob[],
  reported: Readonly<Record<string, JobOf<K>>>,
): JobOf<K>[] {
  const jobs = new Map<string, JobOf<K>>();
  for (const job of listed) if (job.kind === kind) jobs.set(job.id, job as JobOf<K>);
  for (const [id, job] of Object.entries<JobOf<K>>(reported)) jobs.set(id, job);
  const started = (job: JobOf<K>) => (job as ListedJob).startedAt;
  return [...jobs.values()].sort((a, b) => started(b).localeCompare(started(a)));
}
