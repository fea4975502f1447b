import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { syncDirectory } from '../../base/files/atomic-file.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { hasEnded } from '../../runs/audit/export-records.ts';
import { type ListedRun, listRuns } from '../../runs/audit/read-runs.ts';
import { type ExportedRecord, exportedRecords, noteRemoved } from '../../runs/audit/removed-records.ts';
import { RUN_FILE } from '../../runs/audit/run-file.ts';
import { verifyRunLog } from '../../runs/audit/verify-run-log.ts';
import { namesIn } from '../../store/workspace/next-transfer.ts';
import { openWorkspace } from '../../store/workspace/workspace.ts';
import { t } from './messages.ts';
import { storedSets } from './stored-sets.ts';
import { bytesBelow } from './usage.ts';

/** Why an audit record isn't removed. */
export type RecordSaved = 'under-way' | 'not-exported' | 'changed' | 'newest' | 'set' | 'last-of-kind';

/** The records that `workspace prune --audit` removes and retains. Sizes in bytes. */
export interface RecordPrunePlan {
  /** `file`: the export that contains the record. */
  remove: { name: string; directory: string; bytes: number; file: string }[];
  retain: { name: string; bytes: number; reason: RecordSaved; why: string }[];
  /** Space that the removal frees. */
  bytes: number;
}

/** Prefix of a record that is being removed. Such a name isn't read as a record. */
const PRUNED_PREFIX = '.pruned-';

const runsOf = (directory: string): string => airlockDirectory(directory, 'runs');

/**
 * Returns the audit records that can be removed now: `runs export` has exported them unchanged, and nothing else needs them.
 * Retains the newest one, because the next one refers to it, those of sets in the workspace (`runs replay`), and the latest of
 * each workflow and destination (`runs rollback`, resources). Writes nothing.
 * @throws AirlockError `disk`, `archive-malformed`, `workspace-format`
 */
export async function planRecordPrune(directory: string): Promise<RecordPrunePlan> {
  const runs = await listRuns(runsOf(directory));
  const exported = new Map((await exportedRecords(runsOf(directory))).map((each) => [each.name, each]));
  const sets = new Set((await storedSets(directory)).map(({ name }) => name));
  const last = new Map(runs.map((record) => [kindOf(record), record.name]));
  const remove: RecordPrunePlan['remove'] = [];
  const retain: RecordPrunePlan['retain'] = [];
  for (const record of runs) {
    const { name, directory: path, run } = record;
    const bytes = await bytesBelow(path);
    const out = exported.get(name);
    const saved =
      (await savedAsRecord(record, out)) ??
      (record === runs.at(-1) && because('newest', t('recordNewest'))) ??
      false;
    const needed =
      saved ||
      (run?.transfer !== undefined && sets.has(run.transfer)
        ? because('set', t('recordSetPresent', { transfer: run.transfer }))
        : last.get(kindOf(record)) === name && because('last-of-kind', t('recordLastOfKind')));
    if (needed) retain.push({ name, bytes, ...needed });
    else remove.push({ name, directory: path, bytes, file: out!.file });
  }
  return { remove, retain, bytes: remove.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/**
 * Removes the records that {@link planRecordPrune} returns, under the lock of the workspace. First notes the number and the
 * chained digests of each record, so that `runs verify-log` can still verify the chain.
 * @param onWarning receives what doesn't stop the work, such as the takeover of a dead process's lock
 * @throws AirlockError `run-log-altered` if the digest chain of the records is broken; `workspace-locked`, `disk`
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
      throw new AirlockError('run-log-altered', t('recordsAltered'), {
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
      await rename(path, join(runs, `${PRUNED_PREFIX}${name}`));
      await syncDirectory(runs);
    }
    // This includes records that a killed prune was removing.
    for (const name of (await namesIn(runs)).filter((each) => each.startsWith(PRUNED_PREFIX)))
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
  if (!hasEnded(record)) return because('under-way', t('recordUnderWay'));
  if (!exported) return because('not-exported', t('recordUnexported'));
  const now = sha256(await readFile(join(record.directory, RUN_FILE)));
  return now === exported.run ? undefined : because('changed', t('recordChanged'));
}

/** Returns the workflow, enclave and destination of a record. */
function kindOf({ run }: ListedRun): string {
  const { workflow, enclave } = (run?.request ?? {}) as { workflow?: unknown; enclave?: unknown };
  return JSON.stringify([run?.workflow, workflow, enclave]);
}
