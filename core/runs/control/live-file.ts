import { z } from 'zod';
import { runFailure, runLink, runSchedule, runWait } from '../../contract/topics/run.ts';
import { byteCounts, imageCounts } from '../../contract/topics/vocabulary.ts';
import { LIVE_FILE, RECORDED_PROBLEM } from '../audit/run-file.ts';

export { LIVE_FILE };
/** Failures and problems that live.json repeats; all of them are in images.jsonl and events.jsonl. */
export const LIVE_FAILURES = 100;
/** Images under way that live.json names. */
export const LIVE_ACTIVE = 64;

const count = z.number().int().nonnegative();
const time = z.string();
const phase = z.enum(['collect', 'probe', 'copy', 'finish', 'resources', 'verify', 'replay']);

const LIMITS = z.object({
  parallelImages: z.number().int().positive(),
  parallelLayers: z.number().int().positive(),
  rate: z.number().positive().nullable(),
});

const LIVE = z.object({
  format: z.literal(1),
  pid: z.number().int(),
  /** When this was written. */
  at: time,
  phases: z.array(
    z.object({ phase, detail: z.string().optional(), startedAt: time, endedAt: time.optional() }),
  ),
  plan: z.object({ images: count, bytes: count, bytesPresent: count }).optional(),
  /** As the `progress` event. */
  progress: z
    .object({
      phase,
      images: imageCounts,
      bytes: byteCounts,
      done: z.number().nonnegative(),
      total: z.number().nonnegative(),
      totalKnown: z.boolean(),
      rate: z.number().nonnegative(),
      remainingMs: z.number().nonnegative().optional(),
      deliverables: z.object({ whole: count, total: count }),
    })
    .optional(),
  /** In the order of the run; `bytes` of unique content, counted where it was wanted first. */
  deliverables: z.array(
    z.object({
      name: z.string(),
      images: count,
      done: count,
      failed: count,
      bytes: z.number().nonnegative(),
      bytesDone: z.number(),
      wholeAt: time.optional(),
    }),
  ),
  /** Left out whole. */
  rejected: z.array(z.object({ deliverable: z.string(), code: z.string(), message: z.string() })),
  /** Images with content under way; bytes that the image itself brings. */
  active: z.array(
    z.object({
      origin: z.string(),
      destination: z.string(),
      digest: z.string(),
      deliverable: z.string(),
      done: z.number(),
      total: z.number(),
    }),
  ),
  /** The first hundred. */
  failures: z.array(runFailure),
  failuresTotal: count,
  retries: count,
  lastRetry: z.string().optional(),
  /** The first hundred. */
  problems: z.array(RECORDED_PROBLEM),
  limits: LIMITS.optional(),
  /** Every host that was asked for anything; absent in files of versions before 0.2. */
  links: z.array(runLink).optional(),
  /** Waits longer than 5 s that aren't over. */
  waits: z.array(runWait).optional(),
  schedule: runSchedule.optional(),
  /** Asked for, not yet over. */
  ending: z.object({ action: z.enum(['pause', 'stop']), by: z.string() }).optional(),
});

/** What a run that is alive tells of itself: the content of live.json. */
export type LiveFile = z.infer<typeof LIVE>;
export type LiveFailure = LiveFile['failures'][number];
export type LiveSchedule = NonNullable<LiveFile['schedule']>;

/** The content of a live.json, or undefined when it is none. */
export function parseLiveFile(text: string): LiveFile | undefined {
  try {
    return LIVE.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
