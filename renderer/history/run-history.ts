import { useQuery } from '@tanstack/react-query';
import type { AirlockClient } from '../../core/contract/envelope.ts';
import type { RunSummary } from '../../core/contract/topics/run.ts';
import { useClient } from '../engine/provider.tsx';

const PAGE = 500;

/** Returns all known runs, the newest first. They are requested in pages, so that no answer is large. */
async function allRuns(client: AirlockClient, signal: AbortSignal): Promise<RunSummary[]> {
  const runs: RunSummary[] = [];
  for (;;) {
    const page = await client.request('runs.list', { offset: runs.length, limit: PAGE }, { signal });
    runs.push(...page.runs);
    if (page.runs.length === 0 || runs.length >= page.total) return runs;
  }
}

/** Returns the history as one list, for filters and the previous run. Events update it (engine/provider.tsx). */
export function useRunHistory() {
  const client = useClient();
  return useQuery({
    queryKey: ['runs.list', 'all'],
    queryFn: ({ signal }) => allRuns(client, signal),
  });
}
