import { readdir } from 'node:fs/promises';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { Part } from '../../store/archive/source-layout.ts';
import { type Ledger, openLedger } from '../../store/workspace/ledger.ts';
import { ledgerContentOf } from '../../store/workspace/ledger-content.ts';
import { checkEnclave } from '../../store/workspace/next-transfer.ts';

const FOLDER = 'received';
const ENDING = '.jsonl';

/**
 * Records which transfers a side received and pushed, in the format of the sending side's ledger. An inventory of the
 * registry contains them, so that a lost ledger can be restored.
 * @param root of the workspace or state folder that pushed
 * @param parts that were pushed. Archives of oc-mirror have no index and aren't recorded
 * @throws AirlockError `disk`, `disk-full`, `ledger-damaged`
 */
export async function noteReceived(root: string, parts: readonly Part[], at: Date): Promise<void> {
  // The missing volumes of an incomplete set may contain anything.
  const indexes = parts.flatMap((part) => (part.kind === 'set' && !part.received ? part.index : []));
  for (const index of indexes.toSorted((a, b) => a.number - b.number)) {
    const { transfer: name, enclave, number, created, status } = index;
    const ledger = await receivedLedger(root, enclave);
    if (!ledger.transfers().some((transfer) => transfer.name === name)) {
      const { volumes, ...content } = ledgerContentOf(index);
      await ledger.record({ name, number, created, status, volumes }, content);
    }
    await ledger.noteAnswer({ transfer: name, at: `${at.toISOString().slice(0, 19)}Z`, missing: [] });
  }
}

/** Returns the recorded transfers of all enclaves. Their answers have the time of their first push. @throws AirlockError `disk`, `ledger-damaged` */
export async function receivedLedgers(root: string): Promise<Ledger[]> {
  const names = await readdir(airlockDirectory(root, FOLDER)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw asAirlockError(error);
  });
  return Promise.all(
    names
      .filter((name) => name.endsWith(ENDING))
      .sort()
      .map((name) => receivedLedger(root, name.slice(0, -ENDING.length))),
  );
}

function receivedLedger(root: string, enclave: string): Promise<Ledger> {
  checkEnclave(enclave);
  return openLedger(airlockDirectory(root, FOLDER, `${enclave}${ENDING}`), enclave);
}
