import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { syncDirectory } from '../../base/files/atomic-file.ts';
import type { PrunePlanLine } from '../../contract/topics/transfers.ts';
import { namesIn } from '../../store/workspace/next-transfer.ts';
import { openWorkspace } from '../../store/workspace/workspace.ts';
import { writeJournal } from '../transfer/journal.ts';
import { t } from './messages.ts';
import { retentionOf } from './retention.ts';
import { storedSets } from './stored-sets.ts';
import { bytesBelow } from './usage.ts';

/** Prefix of a set that is being removed. Such a name isn't read as a set. */
const PRUNED_PREFIX = '.pruned-';

/**
 * Returns the sets that can be removed now: completely acknowledged, not protected, and not needed by another enclave. Never
 * returns audit records, unfinished sets or data that planning needs. Writes nothing.
 * @throws AirlockError `archive-malformed`, `workspace-format`
 */
export async function planPrune(directory: string): Promise<PrunePlanLine> {
  const remove: PrunePlanLine['remove'] = [];
  const retain: PrunePlanLine['retain'] = [];
  for (const { set, reason } of await retentionOf(directory, await storedSets(directory))) {
    const { name, bytes } = set;
    if (reason) retain.push({ name, bytes, ...reason });
    else remove.push({ name, directory: set.directory, bytes });
  }
  const transfers = join(directory, 'transfers');
  // Sets that a killed prune was removing.
  for (const name of (await namesIn(transfers)).filter((each) => each.startsWith(PRUNED_PREFIX))) {
    const path = join(transfers, name);
    remove.push({ name, directory: path, bytes: await bytesBelow(path) });
  }
  return { remove, retain, bytes: remove.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/**
 * Removes the sets that {@link planPrune} returns, under the lock of the workspace. Renames a set first, so that a killed
 * prune leaves no partial set that looks complete. The ledger still lists the sent content.
 * @param onWarning receives what doesn't stop the work, such as the takeover of a dead process's lock
 * @throws AirlockError `workspace-locked`, `workspace-invalid`, `disk`
 */
export async function prune(
  directory: string,
  onWarning: (problem: Problem) => void,
): Promise<PrunePlanLine> {
  const workspace = await openWorkspace(directory, { onWarning });
  try {
    const plan = await planPrune(directory);
    const transfers = join(directory, 'transfers');
    for (const { name, directory: path } of plan.remove) {
      const started = name.startsWith(PRUNED_PREFIX);
      const moved = started ? path : join(transfers, `${PRUNED_PREFIX}${name}`);
      if (!started) {
        await rename(path, moved);
        await syncDirectory(transfers);
        await writeJournal(directory, name, { text: t('setRemoved') });
      }
      await rm(moved, { recursive: true, force: true });
    }
    return plan;
  } catch (error) {
    throw asAirlockError(error);
  } finally {
    await workspace.close();
  }
}
