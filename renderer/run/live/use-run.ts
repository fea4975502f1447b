import type { LiveRun } from '../../../core/contract/topics/run.ts';
import type { RunRef } from '../../../core/contract/topics/vocabulary.ts';
import type { TransferLine, WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { isUnderWay, runKey, useLive } from '../../engine/live.ts';
import { useAsk } from '../../engine/requests.ts';

/** Returns the current state of a run: from the latest event, or from the engine before the first event. */
export function useRun(run: RunRef): { live: LiveRun | undefined; error: unknown; retry: () => void } {
  const reported = useLive((state) => state.jobs.run[runKey(run)]);
  const query = useAsk('runs.live', { run }, { enabled: reported === undefined });
  return {
    live: reported ?? query.data,
    error: reported ? undefined : query.error,
    retry: () => void query.refetch(),
  };
}

/** Returns a later run of the same folder that is under way: it continues the work of this run. */
export function useLaterRun({ root, sequence }: RunRef): LiveRun | undefined {
  return useLive((state) =>
    Object.values(state.jobs.run).find(
      (other) => other.run.root === root && other.run.sequence > sequence && isUnderWay(other),
    ),
  );
}

/** Returns the transfer that a run created, if its workspace is listed. */
export function transferOf(
  { run, transfer }: LiveRun,
  workspaces: readonly WorkspaceLine[],
): TransferLine | undefined {
  return workspaces
    .find(({ directory }) => directory === run.root)
    ?.enclaves.flatMap(({ transfers }) => transfers)
    .find(({ name }) => name === transfer);
}
