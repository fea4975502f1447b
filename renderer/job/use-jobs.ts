import type { JobOf, ListedJob } from '../../core/contract/topics/jobs.ts';
import { useLive } from '../engine/live.ts';
import { useAsk } from '../engine/requests.ts';
import { jobsOf } from './job-words.ts';

/** Returns every job of a kind, the newest first: from events, or from the engine's list before the first event. */
export function useJobs<K extends ListedJob['kind']>(kind: K): JobOf<K>[] {
  const reported = useLive((live) => live.jobs[kind]);
  const listed = useAsk('jobs.list', {}, { staleTime: 0 }).data?.jobs ?? [];
  return jobsOf(kind, listed, reported);
}
