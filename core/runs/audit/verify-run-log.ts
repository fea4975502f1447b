import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { t } from '../messages.ts';
import { type ListedRun, listRuns } from './read-runs.ts';
import { type RemovedRecord, removedRecords } from './removed-records.ts';
import { RUN_FILE, type RunFile } from './run-file.ts';

export interface RunLogVerdict {
  ok: boolean;
  runs: number;
  /** Code `run-log-altered`. A warning if no later record contains the digest of a record. */
  problems: Problem[];
  /** Number of exported and removed records. Their notes replace them in the chain. */
  removed: number;
}

/**
 * Checks the chain of audit records. Each contains the digest of the previous run.json, and each ended one contains the
 * digests of its own files. No other record contains the digest of the newest one.
 */
export async function verifyRunLog(runsDirectory: string): Promise<RunLogVerdict> {
  const runs = await listRuns(runsDirectory);
  const problems: Problem[] = [];
  const removed = new Map((await removedRecords(runsDirectory)).map((record) => [record.sequence, record]));
  const vouched = new Set<number>();
  const bySequence = new Map<number, ListedRun>();
  for (const run of runs) {
    const twin = bySequence.get(run.sequence);
    if (twin)
      problems.push(altered(run, RUN_FILE, t('runNumberRepeated', { run: run.name, other: twin.name })));
    else bySequence.set(run.sequence, run);
  }
  for (const record of runs) {
    const { run } = record;
    if (!run) {
      problems.push(
        record.formatError?.toJSON() ??
          altered(record, RUN_FILE, t('recordFileUnreadable', { file: RUN_FILE, run: record.name })),
      );
      continue;
    }
    if (run.sequence !== record.sequence)
      problems.push(
        altered(record, RUN_FILE, t('runNumberDiffers', { run: record.name, number: run.sequence })),
      );
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
        ...altered(record, RUN_FILE, t('runUnvouched', { run: record.name })),
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

/** Returns problems for files of a record that are missing or don't match its digests. */
async function alteredFiles(record: ListedRun, files: RunFile['files'] = {}): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [file, expected] of Object.entries(files)) {
    const bytes = await readFile(join(record.directory, file)).catch(() => undefined);
    if (!bytes) problems.push(altered(record, file, t('recordFileMissing', { file, run: record.name })));
    else if (sha256(bytes) !== expected)
      problems.push(altered(record, file, t('recordFileChanged', { file, run: record.name })));
  }
  return problems;
}

/** Returns a problem if the previous record no longer has the digest that the next one contains. */
async function changedBefore(
  before: ListedRun,
  after: ListedRun,
  { previous }: RunFile,
): Promise<Problem | undefined> {
  const bytes = await readFile(join(before.directory, RUN_FILE)).catch(() => undefined);
  if (!bytes || sha256(bytes) === previous) return undefined;
  const message = t('recordChangedBeforeNext', { file: RUN_FILE, run: before.name, next: after.name });
  return altered(before, RUN_FILE, message);
}

/** Returns a problem for a missing previous record, unless it was removed with a matching note. */
function missingBefore(
  after: ListedRun,
  { previous, previousSequence }: RunFile,
  lost: RemovedRecord | undefined,
): Problem | undefined {
  if (lost?.run === previous) return undefined;
  const name = String(previousSequence).padStart(4, '0');
  const message = lost
    ? t('removedRunDiffers', { run: lost.name, next: after.name })
    : t('runMissingBefore', { run: name, next: after.name });
  return altered(after, RUN_FILE, message);
}

/** Returns the problem of a removed record whose predecessor is missing without a note, or was changed. */
function brokenBehind(runsDirectory: string, { name }: RemovedRecord, sequence: number): Problem {
  return {
    code: 'run-log-altered',
    level: 'error',
    message: t('runMissingBeforeRemoved', { run: String(sequence).padStart(4, '0'), next: name }),
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
