import { z } from 'zod';
import type { Problem } from '../errors/airlock-error.ts';
import { isDigest } from '../image/digest.ts';
import type { ByteCounts, ImageCounts, ImageResult } from '../progress/events.ts';

export const RUN_FILE = 'run.json';
export const IMAGES_FILE = 'images.jsonl';
export const EVENTS_FILE = 'events.jsonl';
export const CONFIGURATION_FOLDER = 'configuration';

const digest = z.string().refine(isDigest);
const count = z.number().int().nonnegative();

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
  host: z.string(),
  /** The process that runs it, and what tells it from a later one with the same number (empty: not known here). */
  process: z.object({ pid: z.number().int(), started: z.string() }),
  tool: z.object({ version: z.string(), digest }),
  /** What was allowed by hand, e.g. `ignore-release-signature`. */
  overrides: z.array(z.string()),
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
  problem: z.object({ code: z.string(), message: z.string() }).optional(),
  /** Digests of the record's other files, once the run has ended. */
  files: z.record(z.string(), digest).optional(),
});

/** `run.json` of an audit record. */
export interface RunFile extends Omit<z.infer<typeof RUN>, 'counts' | 'problem'> {
  counts?: { images: ImageCounts; bytes: ByteCounts } | undefined;
  problem?: Pick<Problem, 'code' | 'message'> | undefined;
}

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
  return `${JSON.stringify(run, undefined, 2)}\n`;
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
