import { z } from 'zod';
import { inertJson } from '../../base/document/inert-text.ts';
import { AirlockError, type Problem, type Side } from '../../base/errors/airlock-error.ts';
import { type FileFormat, inCurrentFormat } from '../../base/formats/file-format.ts';
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
  deliverables: z
    .array(
      z.object({
        name: z.string(),
        complete: z.boolean(),
        images: count,
        done: count,
        failed: count,
        bytes: count,
        completedAt: z.string().optional(),
      }),
    )
    .describe('Deliverables in the order of the run. `bytes` counts unique content, and is 0 if unknown'),
  done: z.number().nonnegative().optional().describe('Completed bytes of unique content'),
  total: z.number().nonnegative().optional().describe('Bytes of unique content'),
  rejected: z
    .array(z.object({ deliverable: z.string(), code: z.string(), message: z.string() }))
    .describe('Deliverables that were skipped'),
  incomplete: z
    .array(z.object({ package: z.string(), bundle: z.string(), missing: z.array(z.string()) }))
    .optional()
    .describe("Operator versions that can't be installed because images failed"),
  verdicts: z
    .object({ verified: count, unsigned: count, 'not-checked': count, rejected: count, override: count })
    .optional()
    .describe('Number of images by the result of their signature check'),
  verified: count.optional().describe('For a push: number of images verified at the destination'),
  directory: z.string().optional().describe('Directory of the transfer'),
  resources: z.string().optional().describe('Directory with the cluster resources'),
  state: z.string().optional().describe('State folder of this side'),
  config: z.string().optional().describe('Directory with the manifests for clusters'),
  handoff: z.string().optional().describe('Handoff sheet file'),
  release: z
    .object({
      from: z.string(),
      version: z.string(),
      maxNestedPaths: count.optional(),
      signatures: z.string().optional(),
    })
    .optional()
    .describe('Latest release of a push, with the options of `airlock release extract`'),
  next: z.string().optional().describe('Next step, as a command or a sentence'),
});

/** The result of a run in its record. */
export type RecordedResult = z.infer<typeof RUN_RESULT>;

/** A problem in records and live.json. */
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

const FORMAT = { kind: 'state', current: 2 } as const satisfies FileFormat;

/** `run.json` of an audit record. */
export const RUN = z.object({
  format: z.literal(FORMAT.current),
  sequence: z.number().int().positive().describe('Number of the run'),
  status: z
    .enum(['running', 'complete', 'partial', 'paused', 'failed'])
    .describe(
      "Status. `runs list` shows `interrupted` for `running` if the process has ended, and `damaged` if the file can't be read",
    ),
  workflow: z
    .string()
    .describe('`mirrorToDisk`, `diskToMirror`, `mirrorToMirror`, `replay`, `rollback` or `delete`'),
  startedAt: z.string().describe('Time'),
  endedAt: z.string().optional().describe('Time'),
  arguments: z.array(z.string()).describe('Command line without secrets'),
  user: z.string().describe('User'),
  sudoUser: z.string().optional().describe('Account that ran sudo to become `user`'),
  session: z
    .object({ role: z.enum(['operator', 'approver', 'reader']), name: z.string() })
    .optional()
    .describe("Session of the app that started the run. By default, `operator` with the user's name"),
  host: z.string().describe('Host'),
  process: z
    .object({ pid: z.number().int(), started: z.string() })
    .describe(
      'Process of the run. `started` distinguishes the process from a later process with the same ID, and is empty if unknown',
    ),
  tool: z
    .object({ version: z.string(), digest })
    .describe("Version of Airlock, and digest of the program's files"),
  overrides: z
    .array(z.string())
    .describe(
      'Overrides and manual changes: `ignore-release-signature`, `dest-tls-verify=false`, `force` of a rollback, variables that set other sources, CAs or policies (`UPDATE_URL_OVERRIDE=…`, `SSL_CERT_FILE=…`), and `graph-base=<digest>`',
    ),
  plan: z
    .object({
      file: z.string().describe('File specified with `--plan`'),
      digest: digest.describe('Digest of the plan file'),
      approvedBy: z
        .object({ name: z.string(), role: z.string(), at: z.string() })
        .optional()
        .describe('[Approval](#plan) in the app, if it has the digest of the plan'),
      approval: z
        .discriminatedUnion('by', [
          z.object({
            by: z.literal('key'),
            /** Fingerprint of the primary key, upper case. */
            fingerprint: z.string(),
            key: z.string(),
            signature: z.string(),
          }),
          z.object({ by: z.literal('command'), command: z.string(), signature: z.string() }),
        ])
        .optional()
        .describe('Signer of the plan, if `--require-signature` was used'),
    })
    .optional()
    .describe('The approved plan that the run followed'),
  previous: digest
    .optional()
    .describe('Digest of `run.json` in the previous record. Absent in the first record'),
  previousSequence: z.number().int().positive().optional().describe('Number of the previous record'),
  counts: z
    .object({
      images: z.object({ total: count, copied: count, present: count, failed: count }),
      bytes: z.object({ fetched: count, sent: count, written: count, present: count }),
    })
    .optional()
    .describe('Numbers of images and bytes'),
  transfer: z.string().optional().describe('The transfer that the run created'),
  problem: z
    .object({
      code: z.string(),
      message: z.string(),
      remedy: z.string().optional(),
      side: z.enum(['source', 'destination', 'local']).optional(),
      problems: z.array(RECORDED_PROBLEM).optional(),
    })
    .optional()
    .describe(
      "Error that ended a failed run. `problems` contains the first 100 parts of the error, for example each configuration entry that can't be mirrored",
    ),
  request: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'The request, with absolute paths. `kind` is `mirror`, with the fields of `MirrorRequest` in `core/mirror/run/request.ts`, or `replay` or `delete`. The request is repeated when the run is resumed',
    ),
  runBy: z
    .enum(['terminal', 'app'])
    .optional()
    .describe('Whether the process belongs to a terminal or to the app'),
  live: z.literal(true).optional().describe('The process updates `live.json` while the run is active'),
  exitCode: z.number().int().optional().describe('Exit code of the command'),
  result: RUN_RESULT.optional().describe('Result of a finished or paused run'),
  files: z
    .record(z.string(), digest)
    .optional()
    .describe('Digests of the other files in the record, after the run has ended'),
});

/** Content of `run.json`. */
export interface RunFile extends Omit<z.infer<typeof RUN>, 'counts' | 'problem'> {
  counts?: { images: ImageCounts; bytes: ByteCounts } | undefined;
  problem?: RunProblem | undefined;
}

/** The error that ended a run, in its record. */
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

/** Returns the content of a run.json, or undefined if it is invalid or has a format that this version doesn't read. */
export function parseRunFile(text: string): RunFile | undefined {
  try {
    return RUN.parse(inCurrentFormat(JSON.parse(text), RUN_FILE, FORMAT));
  } catch {
    return undefined;
  }
}

/** Returns the error `workspace-format` about a run.json in a format that this version doesn't read, otherwise undefined. */
export function runFormatError(text: string, path: string): AirlockError | undefined {
  try {
    inCurrentFormat(JSON.parse(text), path, FORMAT);
  } catch (cause) {
    if (cause instanceof AirlockError) return cause;
  }
}

export function runFileText(run: RunFile): string {
  return `${inertJson(run, 2)}\n`;
}

/** Returns the name of a record, such as `0007-20260131T100000Z`. Names sort by sequence, independently of the clock. */
export function runName(sequence: number, started: Date): string {
  const time = `${started.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  return `${String(sequence).padStart(4, '0')}-${time}`;
}

/** Returns the sequence number in the name of a record's folder, or undefined for other names. */
export function sequenceOf(name: string): number | undefined {
  const found = /^(\d{4,9})-\d{8}T\d{6}Z$/.exec(name);
  return found ? Number(found[1]) : undefined;
}
