import type { LiveRun } from '../../../core/contract/topics/run.ts';
import type { RunRef } from '../../../core/contract/topics/vocabulary.ts';
import { isUnderWay, runKey, useLive } from '../../engine/live.ts';
import { useAsk } from '../../engine/requests.ts';

/** A run as it is now: what events tell, and before the first of them what the engine answers. */
export function useRun(run: RunRef): { live: LiveRun | undefined; error: unknown; retry: () => void } {
  const told = useLive((state) => state.jobs.run[runKey(run)]);
  const asked = useAsk('runs.live', { run }, { enabled: told === undefined });
  return {
    live: told ?? asked.data,
    error: told ? undefined : asked.error,
    retry: () => void asked.refetch(),
  };
}

/** A later run of the same folder that is under way: it goes on with what this one left. */
export function useLaterRun({ root, sequence }: RunRef): LiveRun | undefined {
  return useLive((state) =>
    Object.values(state.jobs.run).find(
      (other) => other.run.root === root && other.run.sequence > sequence && isUnderWay(other),
    ),
  );
}
