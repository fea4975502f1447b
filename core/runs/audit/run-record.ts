import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { makeDirectory, writeFileAtomic } from '../../base/files/atomic-file.ts';
import { mkdir, writeFile } from '../../base/files/created-files.ts';
import { userName } from '../../base/files/person.ts';
import { processStart } from '../../base/files/process-life.ts';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { ByteCounts, ImageCounts, ImageResult, RunEvent } from '../progress/events.ts';
import { JsonLines } from './json-lines.ts';
import {
  CONFIGURATION_FOLDER,
  EVENTS_FILE,
  IMAGES_FILE,
  LIVE_FILE,
  parseRunFile,
  type RecordedResult,
  RUN_FILE,
  type RunFile,
  type RunProblem,
  runFileText,
  runName,
  sequenceOf,
} from './run-file.ts';
import { isAlive } from './run-life.ts';
import { sweepRuns } from './sweep-runs.ts';
import { toolDigest } from './tool-digest.ts';
import { argumentsWithoutSecrets, valueWithoutSecrets, withoutSecrets } from './without-secrets.ts';

/** The record needs progress events only to distinguish a live run from a dead one. */
const PROGRESS_EVERY_MS = 5000;
/** Maximum number of recorded problems. */
const MOST_PROBLEMS = 100;

export interface RunStart {
  /** `.airlock/runs`, created if it is missing. */
  runsDirectory: string;
  workflow: string;
  /** The command line. Its secrets are removed here. */
  arguments: readonly string[];
  /** The configuration files as used. */
  configurations: readonly { name: string; text: string }[];
  /** For example `airlock 0.1.0`. */
  toolVersion: string;
  /** Overrides, such as `ignore-release-signature`. */
  overrides: readonly string[];
  /** The user who called sudo. */
  sudoUser?: string;
  session?: RunFile['session'];
  /** The plan of the run. */
  plan?: RunFile['plan'];
  /** The request as JSON. Secrets are removed from its texts. */
  request?: Record<string, unknown>;
  runBy?: 'terminal' | 'app';
  /** First content of live.json, if the process writes one. The record contains it from the start. */
  live?: string;
}

export interface RunEnd {
  status: 'complete' | 'partial' | 'paused' | 'failed';
  counts?: { images: ImageCounts; bytes: ByteCounts };
  /** The resulting transfer, such as `fleet-0007`. */
  transfer?: string;
  /** The error that ended a failed run. */
  problem?: RunProblem;
  exitCode?: number;
  result?: RecordedResult;
  /** Overrides that were used during the run. */
  overrides?: readonly string[];
}

/** The audit record of a running run (docs/guides/mirror.md#records). */
export interface RunRecord {
  readonly sequence: number;
  /** `0007-20260131T100000Z` */
  readonly name: string;
  readonly directory: string;
  /** Adds the result of an image: one line of images.jsonl. */
  image(result: ImageResult): void;
  /** Adds a line to events.jsonl. Skips `image` events, which belong to {@link image}, and writes `progress` at most every 5 s. */
  event(event: RunEvent): void;
  /** Ends the record. Further calls do nothing. @throws AirlockError `disk-full` or `disk` if it couldn't be written */
  close(end: RunEnd): Promise<void>;
}

/**
 * Starts the audit record of a run: a folder `<sequence>-<time>` with run.json and the configuration, created atomically.
 * The sequence follows the highest existing one, even if several processes start runs at the same time.
 * @throws AirlockError `disk-full` or `disk`
 */
export async function openRun(start: RunStart): Promise<RunRecord> {
  try {
    await makeDirectory(start.runsDirectory);
    await sweepRuns(start.runsDirectory);
    const { sequence, building } = await reserve(start.runsDirectory);
    try {
      return await begin(start, sequence, building);
    } catch (error) {
      await rm(building, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    throw asAirlockError(error);
  }
}

/** Reserves a unique number: only one process can create the hidden folder, and no record may have the number already. */
async function reserve(runsDirectory: string): Promise<{ sequence: number; building: string }> {
  let sequence = highest(await readdir(runsDirectory)) + 1;
  for (; ; sequence++) {
    const building = join(runsDirectory, `.${String(sequence).padStart(4, '0')}`);
    try {
      await mkdir(building);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      continue;
    }
    const names = await readdir(runsDirectory);
    if (!names.some((name) => sequenceOf(name) === sequence)) return { sequence, building };
    await rm(building, { recursive: true, force: true });
  }
}

async function begin(start: RunStart, sequence: number, building: string): Promise<RunRecord> {
  const started = new Date();
  const run: RunFile = {
    format: 2,
    sequence,
    status: 'running',
    workflow: start.workflow,
    startedAt: started.toISOString(),
    arguments: argumentsWithoutSecrets(start.arguments),
    user: userName(),
    sudoUser: start.sudoUser || undefined,
    session: start.session,
    host: hostname(),
    process: { pid: process.pid, started: processStart(process.pid) ?? '' },
    tool: { version: start.toolVersion, digest: await toolDigest() },
    overrides: start.overrides.map(withoutSecrets),
    plan: start.plan,
    request: start.request && (valueWithoutSecrets(start.request) as Record<string, unknown>),
    runBy: start.runBy,
    live: start.live === undefined ? undefined : (true as const),
    ...(await recordBefore(start.runsDirectory, sequence)),
  };
  const files: Record<string, Digest> = {};
  await mkdir(join(building, CONFIGURATION_FOLDER));
  for (const [index, { name, text }] of start.configurations.entries()) {
    const plain = basename(name).replaceAll(/[^\w.-]/g, '_');
    const path = `${CONFIGURATION_FOLDER}/${index + 1}-${plain}`;
    const content = withoutSecrets(text);
    await writeFile(join(building, path), content);
    files[path] = sha256(content);
  }
  if (start.live !== undefined) await writeFile(join(building, LIVE_FILE), start.live);
  await writeFileAtomic(join(building, RUN_FILE), runFileText(run));
  const name = runName(sequence, started);
  const directory = join(start.runsDirectory, name);
  await rename(building, directory);
  const images = await JsonLines.create(join(directory, IMAGES_FILE));
  const events = await JsonLines.create(join(directory, EVENTS_FILE));
  let lastProgress = Number.NEGATIVE_INFINITY;
  let closing: Promise<void> | undefined;

  async function end(how: RunEnd): Promise<void> {
    try {
      const written = await Promise.allSettled([images.close(), events.close()]);
      for (const [index, file] of [IMAGES_FILE, EVENTS_FILE].entries()) {
        const closed = written[index]!;
        if (closed.status === 'fulfilled') files[file] = closed.value;
      }
      const parts = how.problem?.problems?.slice(0, MOST_PROBLEMS) ?? [];
      const problem = how.problem && {
        code: how.problem.code,
        message: withoutSecrets(how.problem.message),
        remedy: how.problem.remedy === undefined ? undefined : withoutSecrets(how.problem.remedy),
        side: how.problem.side,
        problems: parts.length > 0 ? (valueWithoutSecrets(parts) as typeof parts) : undefined,
      };
      const ended: RunFile = {
        ...run,
        status: how.status,
        endedAt: new Date().toISOString(),
        overrides: [...new Set([...run.overrides, ...(how.overrides ?? []).map(withoutSecrets)])],
        counts: how.counts ?? run.counts,
        transfer: how.transfer ?? run.transfer,
        problem: problem ?? run.problem,
        exitCode: how.exitCode ?? run.exitCode,
        result: how.result ? (valueWithoutSecrets(how.result) as RecordedResult) : run.result,
        files,
      };
      await writeFileAtomic(join(directory, RUN_FILE), runFileText(ended));
      const failed = written.find((closed) => closed.status === 'rejected');
      if (failed) throw failed.reason;
    } catch (error) {
      throw asAirlockError(error);
    }
  }

  return {
    sequence,
    name,
    directory,
    image(result) {
      // Copies may still report results after the end. The closed record contains the state at the end of the run.
      if (closing) return;
      const { bytes: size, ...rest } = result;
      images.append({ at: new Date().toISOString(), ...rest, size });
    },
    event(event) {
      if (closing || event.type === 'image') return;
      if (event.type === 'progress') {
        const now = performance.now();
        if (now - lastProgress < PROGRESS_EVERY_MS || events.crowded) return;
        lastProgress = now;
      }
      events.append({ at: new Date().toISOString(), ...event });
    },
    close(how) {
      closing ??= end(how);
      return closing;
    },
  };
}

/** Returns the newest earlier record that no longer changes, with the digest of its run.json. */
async function recordBefore(
  runsDirectory: string,
  sequence: number,
): Promise<{ previous?: Digest; previousSequence?: number }> {
  const earlier = (await readdir(runsDirectory))
    .flatMap((name) => {
      const number = sequenceOf(name);
      return number !== undefined && number < sequence ? [{ name, number }] : [];
    })
    .sort((a, b) => b.number - a.number);
  for (const { name, number } of earlier) {
    const directory = join(runsDirectory, name);
    const bytes = await readFile(join(directory, RUN_FILE)).catch(() => undefined);
    if (!bytes) continue;
    const run = parseRunFile(bytes.toString('utf8'));
    if (run?.status === 'running' && (await isAlive(run, directory))) continue;
    return { previous: sha256(bytes), previousSequence: number };
  }
  return {};
}

function highest(names: string[]): number {
  return names.reduce((most, name) => Math.max(most, sequenceOf(name) ?? 0), 0);
}
