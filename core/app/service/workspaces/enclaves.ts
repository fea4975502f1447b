import type { TransferLifeLine } from '../../../contract/topics/transfers.ts';
import { type LivedTransfer, transferLives } from '../../../media/transfer/life.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { createHostProgress, type HostProgressState } from './host-progress.ts';
import { transferLineOf } from './workspace-transfers.ts';

/** Returns the handlers of `enclaves.*`: the transfers of one disconnected destination. */
export function enclaveHandlers(state: HostProgressState): HandlersOf<'enclaves'> {
  const withProgress = createHostProgress(state);
  return {
    async 'enclaves.describe'({ workspace, enclave }) {
      const directory = absolutePath(workspace, 'workspace');
      const transfers = (await transferLives(directory)).filter((each) => each.enclave === enclave);
      const lines = transfers.toReversed().map((each) => transferLifeOf(directory, each));
      return { transfers: await withProgress(directory, await Promise.all(lines)) };
    },
  };
}

/** Returns a transfer with all its steps, as a page shows it. */
export async function transferLifeOf(directory: string, transfer: LivedTransfer): Promise<TransferLifeLine> {
  const { lifecycle, enclave, volumes, failed } = transfer;
  return {
    ...(await transferLineOf(directory, transfer)),
    enclave,
    files: volumes.map((volume) => ({
      ...volume,
      missing: lifecycle.missing === 'all' || lifecycle.missing.includes(volume.name),
    })),
    failed: failed.length,
    events: lifecycle.events,
    notes: lifecycle.notes,
  };
}
