import type { Ledger } from '../../store/workspace/ledger.ts';
import { openPlanningSpace } from '../../store/workspace/planning-space.ts';
import { readJournal } from '../transfer/journal.ts';
import { t } from './messages.ts';
import type { StoredSet } from './stored-sets.ts';

/** Why a set is retained. `reason` is absent if all of it arrived and no enclave needs it. */
export interface Retention {
  set: StoredSet;
  reason?: { reason: 'unacknowledged' | 'protected' | 'needed'; why: string };
}

/** Returns which sets of a workspace are retained. Unacknowledged and protected sets are never pruned. */
export async function retentionOf(directory: string, sets: readonly StoredSet[]): Promise<Retention[]> {
  const space = await openPlanningSpace(directory);
  const ledgers = new Map<string, Ledger>();
  for (const enclave of new Set([...(await space.enclaves()), ...sets.map((set) => set.enclave)]))
    ledgers.set(enclave, await space.ledger(enclave));
  const found: Retention[] = [];
  for (const set of sets) {
    const protect = (await readJournal(directory, set.name)).findLast(
      (line) => line.protect !== undefined,
    )?.protect;
    const reason = protect
      ? ({ reason: 'protected', why: t('setProtected') } as const)
      : (unacknowledged(set, ledgers.get(set.enclave)!) ?? neededElsewhere(set, ledgers));
    found.push({ set, reason });
  }
  return found;
}

function unacknowledged(set: StoredSet, ledger: Ledger): Retention['reason'] {
  const reason = 'unacknowledged';
  const answer = ledger.answer(set.name);
  if (!answer) return { reason, why: t('setUnacknowledged', { enclave: set.enclave }) };
  // Missing content can have arrived and been acknowledged with a later set.
  const missing = [...set.blobs.keys()].filter((digest) => ledger.lost(digest)).length;
  if (missing > 0) return { reason, why: t('blobsMissing', { enclave: set.enclave, count: missing }) };
  const open = [...set.blobs.keys()].filter((digest) => ledger.sent(digest) && !ledger.acknowledged(digest));
  if (open.length === 0) return undefined;
  return { reason, why: t('blobsUnacknowledged', { enclave: set.enclave, count: open.length }) };
}

function neededElsewhere(set: StoredSet, ledgers: ReadonlyMap<string, Ledger>): Retention['reason'] {
  for (const [enclave, ledger] of ledgers) {
    if (enclave === set.enclave) continue;
    const needed = [...set.blobs.keys()].filter((digest) => ledger.lost(digest)).length;
    if (needed > 0) return { reason: 'needed', why: t('neededElsewhere', { count: needed, enclave }) };
  }
  return undefined;
}
