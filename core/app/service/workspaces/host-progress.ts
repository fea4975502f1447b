import type { HostProgress, TransferLine } from '../../../contract/topics/workspace.ts';
import { readJournal } from '../../../media/transfer/journal.ts';
import { parseTransferName } from '../../../store/workspace/next-transfer.ts';
import type { ServiceState } from '../state/state.ts';
import { createWorkspaceRuns } from './workspace-runs.ts';
import { createTransferLines } from './workspace-transfers.ts';

export type HostProgressState = Pick<ServiceState, 'host' | 'settings' | 'knownRoots'> & {
  practice: Pick<ServiceState['practice'], 'receivedFrom'>;
};

/**
 * Returns a function for what this host did with transfers of a workspace after their fetch, by their names: another directory
 * on the list received a transfer, and it was pushed from there or from the workspace.
 */
export function createHostProgress({
  settings,
  practice,
  ...state
}: HostProgressState): <T extends TransferLine>(directory: string, transfers: readonly T[]) => Promise<T[]> {
  const transfersOf = createTransferLines();
  const runsOf = createWorkspaceRuns(state);

  const pushOf = async (
    directory: string,
    { name, createdAt = '' }: TransferLine,
  ): Promise<HostProgress['push']> => {
    const [runs, transfers] = await Promise.all([runsOf(directory), transfersOf(directory)]);
    const enclave = parseTransferName(name)?.enclave ?? '';
    // A later push includes the same content again.
    const first = runs
      .pushesOf(name, enclave, new Set(transfers.keys()))
      .findLast(
        ({ status, startedAt }) => status === 'complete' && Date.parse(startedAt) >= Date.parse(createdAt),
      );
    return first && (await runs.lineOf(first));
  };
  const progressOf = async (
    directory: string,
    others: readonly string[],
    transfer: TransferLine,
  ): Promise<HostProgress | undefined> => {
    const { name, createdAt } = transfer;
    for (const other of others) {
      // Two workspaces can have transfers of the same name.
      const found = [...(await transfersOf(other)).values()]
        .flat()
        .find((each) => each.name === name && each.createdAt === createdAt && each.received);
      if (found?.state !== 'complete') continue;
      const journal = await readJournal(other, name);
      return {
        importedAt: journal.findLast(({ step }) => step === 'imported')?.at,
        push: await pushOf(other, transfer),
      };
    }
    const push = await pushOf(directory, transfer);
    return push && { push };
  };

  return async (directory, transfers) => {
    if (transfers.length === 0) return [];
    const { workspaces } = await settings.read();
    const others = [...workspaces, practice.receivedFrom(directory)].filter(
      (other) => other !== undefined && other !== directory,
    ) as string[];
    return Promise.all(
      transfers.map(async (transfer) => ({
        ...transfer,
        onHost: transfer.received
          ? undefined
          : // A directory that can't be read has no progress to show.
            await progressOf(directory, others, transfer).catch(() => undefined),
      })),
    );
  };
}
