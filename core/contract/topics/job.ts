import { z } from 'zod';
import { failure, problem } from './vocabulary.ts';

/** `waiting`: for an answer or a drive. `pausing`, `stopping`: requested, work under way is being finished. */
export const jobStatus = z.enum([
  'running',
  'waiting',
  'pausing',
  'stopping',
  'paused',
  'stopped',
  'done',
  'failed',
]);
export type JobStatus = z.infer<typeof jobStatus>;

const UNDER_WAY: ReadonlySet<string> = new Set<JobStatus>(['running', 'waiting', 'pausing', 'stopping']);

/** Returns whether a process works on a job or run, or has it wait. */
export function isUnderWay({ status }: { readonly status: string }): boolean {
  return UNDER_WAY.has(status);
}

export const jobProgress = z.object({
  done: z.number().nonnegative(),
  /** Absent while unknown. */
  total: z.number().nonnegative().optional(),
  /** Per second. */
  rate: z.number().nonnegative().optional(),
  remainingMs: z.number().nonnegative().optional(),
});
export type JobProgress = z.infer<typeof jobProgress>;

/** What every kind of job has. */
const anyJob = z.object({ id: z.string(), status: jobStatus, progress: jobProgress });

/** A job that the engine keeps after its end; it belongs to the engine, not to a window. */
export const savedJob = anyJob.extend({
  startedAt: z.string(),
  endedAt: z.string().optional(),
  problems: z.array(problem),
  /** What ended it. */
  error: failure.optional(),
});

/** How far a long request is (a plan, a verification, a check): a job for as long as it is being answered. */
export const requestJob = anyJob.extend({
  kind: z.literal('request'),
  /** The ticket of the request. */
  id: z.string(),
  phase: z.string(),
  detail: z.string().optional(),
  unit: z.enum(['images', 'bytes', 'checks']),
});
export type RequestJob = z.infer<typeof requestJob>;
