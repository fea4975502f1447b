import { z } from 'zod';
import { runFailure, runLink, runSchedule, runWait } from '../../contract/topics/run.ts';
import { byteCounts, imageCounts } from '../../contract/topics/vocabulary.ts';
import { LIVE_FILE, RECORDED_PROBLEM } from '../audit/run-file.ts';

export { LIVE_FILE };
/** Maximum number of failures and problems in live.json. All of them are in images.jsonl and events.jsonl. */
export const LIVE_FAILURES = 100;
/** Maximum number of active images in live.json. */
export const LIVE_ACTIVE = 64;

const count = z.number().int().nonnegative();
const time = z.string();
const phase = z.enum(['collect', 'probe', 'copy', 'finish', 'resources', 'verify', 'replay']);

const LIMITS = z.object({
  parallelImages: z.number().int().positive(),
  parallelLayers: z.number().int().positive(),
  rate: z.number().positive().nullable(),
});

/** `live.json` of an audit record. */
export const LIVE = z.object({
  format: z.literal(2),
  pid: z.number().int().describe('Process ID'),
  at: time.describe('Time of this state'),
  phases: z
    .array(z.object({ phase, detail: z.string().optional(), startedAt: time, endedAt: time.optional() }))
    .describe('Phases that have started'),
  plan: z
    .object({ images: count, bytes: count, bytesPresent: count })
    .optional()
    .describe('Same as in the event `plan`'),
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
      deliverables: z.object({ complete: count, total: count }),
    })
    .optional()
    .describe('Same as in the event `progress`'),
  deliverables: z
    .array(
      z.object({
        name: z.string(),
        images: count,
        done: count,
        failed: count,
        bytes: z.number().nonnegative(),
        bytesDone: z.number(),
        completedAt: time.optional(),
      }),
    )
    .describe(
      'Deliverables in the order of the run. Shared content counts only for the first deliverable that needs it',
    ),
  rejected: z
    .array(z.object({ deliverable: z.string(), code: z.string(), message: z.string() }))
    .describe("Deliverables that aren't included"),
  active: z
    .array(
      z.object({
        origin: z.string(),
        destination: z.string(),
        digest: z.string(),
        deliverable: z.string(),
        done: z.number(),
        total: z.number(),
      }),
    )
    .describe(
      "Up to 64 images that are being copied. `done` and `total` count only content that isn't shared with other images",
    ),
  failures: z.array(runFailure).describe('The first 100 failed images'),
  failuresTotal: count.describe('Number of failed images'),
  retries: count.describe('Number of retries'),
  lastRetry: z.string().optional().describe('Reason for the last retry'),
  problems: z.array(RECORDED_PROBLEM).describe('The first 100 problems'),
  limits: LIMITS.optional().describe('Current limits. `rate` is in bytes per second, or `null` for no limit'),
  links: z
    .array(runLink)
    .optional()
    .describe(
      'For each host: concurrent transfers in each direction, the allowed number, the reason for a reduction, attempts that the link or host ended, how many of these attempts stalled, and active transfers. Absent in files from versions before 0.2',
    ),
  waits: z.array(runWait).optional().describe('Waits longer than 5 s, with the host, end time and reason'),
  schedule: runSchedule
    .optional()
    .describe(
      'Transfer windows and limits of the run. `state` is `ignored` if the run was allowed to continue outside its windows. `changesAt` and `opensAt` are absent if the time is more than a year away. `bytesLeft` is the remainder of `maxBytes`. `windowsLeft` and `endsAt` are estimates based on the measured rate',
    ),
  ending: z
    .object({ action: z.enum(['pause', 'stop']), by: z.string() })
    .optional()
    .describe("A pause or stop that was requested but isn't complete yet"),
});

/** The state of an active run: the content of live.json. */
export type LiveFile = z.infer<typeof LIVE>;
export type LiveFailure = LiveFile['failures'][number];
export type LiveSchedule = NonNullable<LiveFile['schedule']>;

/** Returns the content of a live.json, or undefined if it is invalid. */
export function parseLiveFile(text: string): LiveFile | undefined {
  try {
    return LIVE.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
