import { z } from 'zod';
import { failure, problem } from './vocabulary.ts';

/** `waiting`: for an answer or a drive. `pausing`, `stopping`: requested, but current work still has to finish. */
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

/** Returns whether a job or run has a process, which may be waiting. */
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

/** Fields of every kind of job. */
const anyJob = z.object({ id: z.string(), status: jobStatus, progress: jobProgress });

/** A job that the engine remembers after its end. It belongs to the engine, not to an app window. */
export const savedJob = anyJob.extend({
  startedAt: z.string(),
  endedAt: z.string().optional(),
  problems: z.array(problem),
  /** The error that ended it. */
  error: failure.optional(),
});

/** The progress of a long request (a plan, a verification, a check), which is a job until it is answered. */
export const requestJob = anyJob.extend({
  kind: z.literal('request'),
  /** The ticket of the request. */
  id: z.string(),
  phase: z.string(),
  detail: z.string().optional(),
  unit: z.enum(['images', 'bytes', 'checks']),
});
export type RequestJob = z.infer<typeof requestJob>;

/** A read-only registry that this engine serves from archive sets, until it is stopped. */
export const serveJob = savedJob.extend({
  kind: z.literal('serve'),
  /** The workspace, transfer or archive folder. */
  directory: z.string(),
  /** Absent while it starts. */
  url: z.string().optional(),
  /** `host:port` */
  host: z.string().optional(),
  tls: z.boolean(),
  /** Whether users must log in. */
  login: z.boolean(),
  /** Folder with the manifests that point to this registry. */
  resources: z.string().optional(),
  /** Number of answered requests. */
  requests: z.number().int().nonnegative(),
});
export type ServeJob = z.infer<typeof serveJob>;
