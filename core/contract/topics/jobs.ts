import { z } from 'zod';
import { clusterJob } from './clusters.ts';
import { requestJob, serveJob } from './job.ts';
import { driveLabel, mediaJob } from './media.ts';
import { liveRun } from './run.ts';
import type { RunRef } from './vocabulary.ts';

/** A run as a job. The engine follows its record, whichever process runs it. */
const runJob = liveRun.extend({ kind: z.literal('run') });

/** The full state of any long operation. */
export const job = z.discriminatedUnion('kind', [runJob, mediaJob, clusterJob, serveJob, requestJob]);
export type Job = z.infer<typeof job>;
export type JobOf<K extends Job['kind']> = Extract<Job, { kind: K }>;

/** Jobs of this engine that are listed, also after their end. */
const listedJob = z.discriminatedUnion('kind', [mediaJob, clusterJob, serveJob]);
export type ListedJob = z.infer<typeof listedJob>;

/** Identifies a run within all runs. */
export function runKey({ root, sequence }: RunRef): string {
  return `${sequence}@${root}`;
}

/** Identifies a job within its kind. */
export function jobKey(one: Job): string {
  return one.kind === 'run' ? runKey(one.run) : one.id;
}

const listedRef = z.object({ kind: z.enum(['media', 'cluster', 'serve']), id: z.string() });
export type ListedRef = z.infer<typeof listedRef>;

/** The answer that a waiting job gets. */
const jobAnswer = z.discriminatedUnion('kind', [
  /** The drive that an export continues on. */
  z.object({
    kind: z.literal('media'),
    id: z.string(),
    path: z.string().min(1).max(4096),
    /** The name that the user gives it. */
    name: driveLabel.optional(),
  }),
  /** Whether nodes may restart. */
  z.object({ kind: z.literal('cluster'), id: z.string(), restart: z.boolean() }),
]);
export type JobAnswer = z.infer<typeof jobAnswer>;

/** Jobs of this engine that are not runs: exports, imports, applies, rollbacks and served registries. */
export const JOB_REQUESTS = {
  /** Active jobs and the last finished ones, the newest first. */
  'jobs.list': { input: z.object({}), output: z.object({ jobs: z.array(listedJob) }) },
  /** Answers a waiting job. */
  'jobs.answer': { input: jobAnswer, output: z.object({}) },
  /** Stops a job gracefully: an export or import pauses, an apply, rollback or registry ends. Finished work isn't undone. */
  'jobs.stop': { input: listedRef, output: z.object({}) },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
