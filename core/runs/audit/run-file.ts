import { z } from 'zod';
import { inertJson } from '../../base/document/inert-text.ts';
import type { Problem, Side } from '../../base/errors/airlock-error.ts';
import { isDigest } from '../../base/image/digest.ts';
import type { ByteCounts, ImageCounts, ImageResult } from '../progress/events.ts';

export const RUN_FILE = 'run.json';
export const IMAGES_FILE = 'images.jsonl';
export const EVENTS_FILE = 'events.jsonl';
export const EXPECTED_FILE = 'expected.jsonl';
export const LIVE_FILE = 'live.json';
export const CONTROL_FILE = 'control.jsonl';
export const CONFIGURATION_FOLDER = 'configuration';

const digest = z.string().refine(isDigest);
const count = z.number().int().nonnegative();

const RUN_RESULT = z.object({
  /** Every deliverable in the order of the run; `bytes` are those of unique content, 0 while unknown. */
  deliverables: z.array(
    z.object({
      name: z.string(),
      whole: z.boolean(),
      images: count,
      done: count,
      failed: count,
      bytes: count,
      wholeAt: z.string().optional(),
    }),
  ),
  /** Bytes of unique content done and to do. */
  done: z.number().nonnegative().optional(),
  total: z.number().nonnegative().optional(),
  /** Left out whole. */
  rejected: z.array(z.object({ deliverable: z.string(), code: z.string(), message: z.string() })),
  /** Versions of operators that cannot be installed, because images failed. */
  incomplete: z
    .array(z.object({ package: z.string(), bundle: z.string(), missing: z.array(z.string()) }))
    .optional(),
  /** Images by what is known of their origin. */
  verdicts: z
    .object({ verified: count, unsigned: count, 'not-checked': count, rejected: count, override: count })
    .optional(),
  /** Of a push: images that the destination was shown to serve. */
  verified: count.optional(),
  /** Folders: of the transfer, of the cluster resources, of this side's state. */
  directory: z.string().optional(),
  resources: z.string().optional(),
  state: z.string().optional(),
  /** Folder of the manifests for clusters, and the hand-over sheet. */
  config: z.string().optional(),
  handOver: z.string().optional(),
  /** What to do next. */
  next: z.string().optional(),
});

/** What a run left behind, as its record keeps it. */
export type RecordedResult = z.infer<typeof RUN_RESULT>;

/** A problem as records and live.json keep it. */
export const RECORDED_PROBLEM = z.object({
  code: z.string(),
  level: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  remedy: z.string(),
  file: z.string().optional(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  path: z.string().optional(),
});

const RUN = z.object({
  format: z.literal(1),
  sequence: z.number().int().positive(),
  status: z.enum(['running', 'complete', 'partial', 'paused', 'failed']),
  workflow: z.string(),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  /** The command line without secrets. */
  arguments: z.array(z.string()),
  user: z.string(),
  /** Who became this user by sudo. */
  sudoUser: z.string().optional(),
  /** The session of the application that started it: the role and name of its token. */
  session: z.object({ role: z.enum(['operator', 'approver', 'reader']), name: z.string() }).optional(),
  host: z.string(),
  /** The process that runs it, and what tells it from a later one with the same number (empty: not known here). */
  process: z.object({ pid: z.number().int(), started: z.string() }),
  tool: z.object({ version: z.string(), digest }),
  /** What was allowed by hand, e.g. `ignore-release-signature`. */
  overrides: z.array(z.string()),
  /** The plan that the run was held to, and who signed it where that was asked for. */
  plan: z
    .object({
      file: z.string(),
      digest,
      /** Who approved it in the application. */
      approvedBy: z.object({ name: z.string(), role: z.string(), at: z.string() }).optional(),
      approval: z
        .discriminatedUnion('by', [
          z.object({
            by: z.literal('key'),
            /** Of the primary key, upper case. */
            fingerprint: z.string(),
            key: z.string(),
            signature: z.string(),
          }),
          z.object({ by: z.literal('command'), command: z.string(), signature: z.string() }),
        ])
        .optional(),
    })
    .optional(),
  /** Digest of run.json of the record before; absent in the first. */
  previous: digest.optional(),
  previousSequence: z.number().int().positive().optional(),
  counts: z
    .object({
      images: z.object({ total: count, copied: count, present: count, failed: count }),
      bytes: z.object({ fetched: count, sent: count, written: count, present: count }),
    })
    .optional(),
  /** The transfer that came of it. */
  transfer: z.string().optional(),
  /** What ended a failed run. */
  problem: z
    .object({
      code: z.string(),
      message: z.string(),
      remedy: z.string().optional(),
      side: z.enum(['source', 'destination', 'local']).optional(),
      /** Its parts, e.g. every entry of the configuration that cannot be mirrored; the first hundred. */
      problems: z.array(RECORDED_PROBLEM).optional(),
    })
    .optional(),
  /** What was asked for, so that any process can ask for it again: `recordedRequest` of core/mirror reads it. */
  request: z.record(z.string(), z.unknown()).optional(),
  /** What holds the process: a terminal, or the application. */
  heldBy: z.enum(['terminal', 'app']).optional(),
  /** The process keeps live.json beside this file as long as it works on the run. */
  live: z.literal(true).optional(),
  exitCode: z.number().int().optional(),
  /** What a finished or paused run left behind. */
  result: RUN_RESULT.optional(),
  /** Digests of the record's other files, once the run has ended. */
  files: z.record(z.string(), digest).optional(),
});

/** `run.json` of an audit record. */
export interface RunFile extends Omit<z.infer<typeof RUN>, 'counts' | 'problem'> {
  counts?: { images: ImageCounts; bytes: ByteCounts } | undefined;
  problem?: RunProblem | undefined;
}

/** What ended a run, as its record keeps it. */
export type RunProblem = Pick<Problem, 'code' | 'message'> & {
  remedy?: string | undefined;
  side?: Side | undefined;
  problems?: z.infer<typeof RECORDED_PROBLEM>[] | undefined;
};

/** One line of images.jsonl. */
export interface RecordedImage extends Omit<ImageResult, 'bytes'> {
  at: string;
  /** Bytes. */
  size: number;
}

/** The content of a run.json, or undefined when it is none. */
export function parseRunFile(text: string): RunFile | undefined {
  try {
    return RUN.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function runFileText(run: RunFile): string {
  return `${inertJson(run, 2)}\n`;
}

/** `0007-20260131T100000Z`: order follows the sequence, not the clock. */
export function runName(sequence: number, started: Date): string {
  const time = `${started.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  return `${String(sequence).padStart(4, '0')}-${time}`;
}

/** The sequence number of a record's folder, or undefined for other names. */
export function sequenceOf(name: string): number | undefined {
  const found = /^(\d{4,9})-\d{8}T\d{6}Z$/.exec(name);
  return found ? Number(found[1]) : undefined;
}
