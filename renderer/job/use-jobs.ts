import type { JobOf, ListedJob } from '../../core/contract/topics/jobs.ts';
import { useLive } from '../engine/live.ts';
import { useAsk } from '../engine/requests.ts';
import { jobsOf } from './job-words.ts';

/** Every job of a kind, the newest first: as events tell, else as the engine answered. */
export function useJobs<K extends ListedJob['kind']>(kind: K): JobOf<K>[] {
  const told = useLive((live) => live.jobs[kind]);
  const listed = useAsk('jobs.list', {}, { staleTime: 0 }).data?.jobs ?? [];
  return jobsOf(kind, listed, told);
}
