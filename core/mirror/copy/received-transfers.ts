import { readdir } from 'node:fs/promises';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { INCOMING } from '../../store/archive/received-spans.ts';
import { readSetIndex } from '../../store/set-format/set-index.ts';
import { type Ledger, openLedger } from '../../store/workspace/ledger.ts';
import { ledgerContentOf } from '../../store/workspace/ledger-content.ts';
import { checkEnclave } from '../../store/workspace/next-transfer.ts';
import { transferFolders } from './stored-content.ts';

const FOLDER = 'received';
const ENDING = '.jsonl';

/**
 * Records which transfers a side received and pushed, in the format of the sending side's ledger. An inventory of the
 * registry contains them, so that a lost ledger can be restored.
 * @param root of the workspace or state folder that pushed
 * @param from a set, or a folder with transfers. Archives of oc-mirror have no index and aren't recorded
 * @throws AirlockError `disk`, `disk-full`, `ledger-damaged`
 */
export async function noteReceived(root: string, from: string, at: Date): Promise<void> {
  const folders = await transferFolders(from);
  for (const folder of folders.length > 0 ? folders : [from]) {
    // Its missing volumes may contain anything.
    if (folder.endsWith(INCOMING)) continue;
    const index = await readSetIndex(folder);
    if (!index) continue;
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
