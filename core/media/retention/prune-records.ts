import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { airlockFolder } from '../../base/files/airlock-folder.ts';
import { syncDirectory } from '../../base/files/atomic-file.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { hasEnded } from '../../runs/audit/export-records.ts';
import { type ListedRun, listRuns } from '../../runs/audit/read-runs.ts';
import { type ExportedRecord, exportedRecords, noteRemoved } from '../../runs/audit/removed-records.ts';
import { RUN_FILE } from '../../runs/audit/run-file.ts';
import { verifyRunLog } from '../../runs/audit/verify-run-log.ts';
import { namesIn } from '../../store/workspace/next-transfer.ts';
import { openWorkspace } from '../../store/workspace/workspace.ts';
import { storedSets } from './stored-sets.ts';
import { bytesBelow } from './usage.ts';

/** Why an audit record stays. */
export type RecordSaved = 'under-way' | 'not-exported' | 'changed' | 'newest' | 'set' | 'last-of-kind';

/** What `workspace prune --audit` removes, and what it leaves; sizes in bytes. */
export interface RecordPrunePlan {
  /** `file`: what it was written into. */
  remove: { name: string; directory: string; bytes: number; file: string }[];
  keep: { name: string; bytes: number; reason: RecordSaved; why: string }[];
  /** That removing gives back. */
  bytes: number;
}

/** A record that is being removed: nobody takes it for one. */
const GONE = '.pruned-';

const runsOf = (directory: string): string => airlockFolder(directory, 'runs');

/**
 * Audit records that could be removed now: written out by `runs export` as they are now, and asked for by nothing that
 * is still here. The newest one stays, because the next one follows it; so do those of sets that are here (`runs replay`)
 * and the last of each workflow and destination (`runs rollback`, resources). Nothing is written.
 * @throws AirlockError `disk`, `archive-malformed`, `workspace-format`
 */
export async function planRecordPrune(directory: string): Promise<RecordPrunePlan> {
  const runs = await listRuns(runsOf(directory));
  const exported = new Map((await exportedRecords(runsOf(directory))).map((each) => [each.name, each]));
  const sets = new Set((await storedSets(directory)).map(({ name }) => name));
  const last = new Map(runs.map((record) => [kindOf(record), record.name]));
  const remove: RecordPrunePlan['remove'] = [];
  const keep: RecordPrunePlan['keep'] = [];
  for (const record of runs) {
    const { name, directory: path, run } = record;
    const bytes = await bytesBelow(path);
    const out = exported.get(name);
    const saved =
      (await savedAsRecord(record, out)) ??
      (record === runs.at(-1) && because('newest', 'the next record follows it')) ??
      false;
    const needed =
      saved ||
      (run?.transfer !== undefined && sets.has(run.transfer)
        ? because('set', `${run.transfer} is still here`)
        : last.get(kindOf(record)) === name &&
          because('last-of-kind', 'it is the last of its kind to its destination'));
    if (needed) keep.push({ name, bytes, ...needed });
    else remove.push({ name, directory: path, bytes, file: out!.file });
  }
  return { remove, keep, bytes: remove.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/**
 * Removes what {@link planRecordPrune} finds, under the lock of the workspace. What is left of a record, its number and the
 * digests that chain it, is noted before it goes: `runs verify-log` goes on through it.
 * @param onWarning receives what doesn't stop the work, such as the takeover of a dead process's lock
 * @throws AirlockError `run-log-altered` when the records do not vouch for each other; `workspace-locked`, `disk`
 */
export async function pruneRecords(
  directory: string,
  onWarning: (problem: Problem) => void,
): Promise<RecordPrunePlan> {
  const workspace = await openWorkspace(directory, { onWarning });
  const runs = runsOf(directory);
  try {
    const { ok, problems } = await verifyRunLog(runs);
    if (!ok)
      throw new AirlockError('run-log-altered', 'the records were altered: none of them is removed', {
        problems,
      });
    const plan = await planRecordPrune(directory);
    const exported = new Map((await exportedRecords(runs)).map((each) => [each.name, each]));
    const listed = new Map((await listRuns(runs)).map((record) => [record.name, record]));
    for (const { name, directory: path } of plan.remove) {
      const { sequence, run } = listed.get(name)!;
      const { at, by, file, digest, run: runDigest } = exported.get(name)!;
      await noteRemoved(runs, {
        sequence,
        name,
        run: runDigest,
        previous: run!.previous,
        previousSequence: run!.previousSequence,
        exported: { at, by, file, digest },
      });
      await rename(path, join(runs, `${GONE}${name}`));
      await syncDirectory(runs);
    }
    // Also what a prune that was killed had begun to remove.
    for (const name of (await namesIn(runs)).filter((each) => each.startsWith(GONE)))
      await rm(join(runs, name), { recursive: true, force: true });
    return plan;
  } catch (error) {
    throw asAirlockError(error);
  } finally {
    await workspace.close();
  }
}

interface Saved {
  reason: RecordSaved;
  why: string;
}

function because(reason: RecordSaved, why: string): Saved {
  return { reason, why };
}

async function savedAsRecord(
  record: ListedRun,
  exported: ExportedRecord | undefined,
): Promise<Saved | undefined> {
  if (!hasEnded(record)) return because('under-way', 'it has not ended, or cannot be read');
  if (!exported) return because('not-exported', '`runs export` did not write it out yet');
  const now = sha256(await readFile(join(record.directory, RUN_FILE)));
  return now === exported.run
    ? undefined
    : because('changed', 'it is not what was written out: write it out again');
}

/** Workflow, enclave and destination of a record. */
function kindOf({ run }: ListedRun): string {
  const { workflow, enclave } = (run?.request ?? {}) as { workflow?: unknown; enclave?: unknown };
  return JSON.stringify([run?.workflow, workflow, enclave]);
}
