import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { type ListedRun, listRuns } from './read-runs.ts';
import { type RemovedRecord, removedRecords } from './removed-records.ts';
import { RUN_FILE, type RunFile } from './run-file.ts';

export interface RunLogVerdict {
  ok: boolean;
  runs: number;
  /** Code `run-log-altered`; a warning where nothing can vouch for a record. */
  problems: Problem[];
  /** Records that were written out and removed: what is left of them vouches as they did. */
  removed: number;
}

/**
 * Checks the chain of audit records: each names the digest of the run.json before it, and each that has ended names the
 * digests of its own files. The newest record is vouched for by nothing but itself.
 */
export async function verifyRunLog(runsDirectory: string): Promise<RunLogVerdict> {
  const runs = await listRuns(runsDirectory);
  const problems: Problem[] = [];
  const removed = new Map((await removedRecords(runsDirectory)).map((record) => [record.sequence, record]));
  const vouched = new Set<number>();
  const bySequence = new Map<number, ListedRun>();
  for (const run of runs) {
    const twin = bySequence.get(run.sequence);
    if (twin) problems.push(altered(run, RUN_FILE, `${run.name} and ${twin.name} have one number`));
    else bySequence.set(run.sequence, run);
  }
  for (const record of runs) {
    const { run } = record;
    if (!run) {
      problems.push(altered(record, RUN_FILE, `${RUN_FILE} of ${record.name} cannot be read`));
      continue;
    }
    if (run.sequence !== record.sequence)
      problems.push(altered(record, RUN_FILE, `${record.name} says that it is run ${run.sequence}`));
    problems.push(...(await alteredFiles(record, run.files)));
    if (run.previousSequence === undefined) continue;
    const before = bySequence.get(run.previousSequence);
    if (before) vouched.add(before.sequence);
    const fault = before
      ? await changedBefore(before, record, run)
      : missingBefore(record, run, removed.get(run.previousSequence));
    if (fault) problems.push(fault);
  }
  for (const record of removed.values()) {
    if (record.previousSequence === undefined) continue;
    const { previous, previousSequence } = record;
    const earlier = bySequence.get(previousSequence);
    if (earlier) vouched.add(previousSequence);
    const found = earlier
      ? await readFile(join(earlier.directory, RUN_FILE)).then(sha256, () => undefined)
      : removed.get(previousSequence)?.run;
    if (found !== previous) problems.push(brokenBehind(runsDirectory, record, previousSequence));
  }
  for (const record of runs.slice(0, -1)) {
    if (!vouched.has(record.sequence))
      problems.push({
        ...altered(record, RUN_FILE, `no later record vouches for ${record.name}`),
        level: 'warning',
      });
  }
  return {
    ok: problems.every(({ level }) => level !== 'error'),
    runs: runs.length,
    removed: removed.size,
    problems,
  };
}

/** Files of a record that are missing or not what its digests say. */
async function alteredFiles(record: ListedRun, files: RunFile['files'] = {}): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [file, expected] of Object.entries(files)) {
    const bytes = await readFile(join(record.directory, file)).catch(() => undefined);
    if (!bytes) problems.push(altered(record, file, `${file} of ${record.name} is missing`));
    else if (sha256(bytes) !== expected)
      problems.push(altered(record, file, `${file} of ${record.name} was changed after the run`));
  }
  return problems;
}

/** The record that another one names as the one before it has another digest now. */
async function changedBefore(
  before: ListedRun,
  after: ListedRun,
  { previous }: RunFile,
): Promise<Problem | undefined> {
  const bytes = await readFile(join(before.directory, RUN_FILE)).catch(() => undefined);
  if (!bytes || sha256(bytes) === previous) return undefined;
  return altered(before, RUN_FILE, `${RUN_FILE} of ${before.name} was changed after ${after.name} began`);
}

/** The record that another one names as the one before it is not there: removed with a note, or missing. */
function missingBefore(
  after: ListedRun,
  { previous, previousSequence }: RunFile,
  lost: RemovedRecord | undefined,
): Problem | undefined {
  if (lost?.run === previous) return undefined;
  const name = String(previousSequence).padStart(4, '0');
  const message = lost
    ? `what is left of run ${lost.name} is not what ${after.name} came after`
    : `run ${name} is missing; ${after.name} came after it`;
  return altered(after, RUN_FILE, message);
}

/** The record before one that was removed is missing without a note, or not the one it was. */
function brokenBehind(runsDirectory: string, { name }: RemovedRecord, sequence: number): Problem {
  return {
    code: 'run-log-altered',
    level: 'error',
    message: `run ${String(sequence).padStart(4, '0')}, which ${name} came after, is missing or was changed`,
    remedy: ERROR_CODES['run-log-altered'][1],
    file: runsDirectory,
  };
}

function altered(record: ListedRun, file: string, message: string): Problem {
  return {
    code: 'run-log-altered',
    level: 'error',
    message,
    remedy: ERROR_CODES['run-log-altered'][1],
    file: join(record.directory, file),
  };
}
