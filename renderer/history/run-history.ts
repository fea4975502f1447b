import { useQuery } from '@tanstack/react-query';
import type { AirlockClient } from '../../core/contract/envelope.ts';
import type { RunSummary } from '../../core/contract/topics/run.ts';
import { useClient } from '../engine/provider.tsx';

const PAGE = 500;

/** Every run that is known, the newest first. Asked for in pages, so that no answer is large. */
async function allRuns(client: AirlockClient, signal: AbortSignal): Promise<RunSummary[]> {
  const runs: RunSummary[] = [];
  for (;;) {
    const page = await client.request('runs.list', { offset: runs.length, limit: PAGE }, { signal });
    runs.push(...page.runs);
    if (page.runs.length === 0 || runs.length >= page.total) return runs;
  }
}

/** The history as one list: filters and the run before are found in it. Events keep it in step (engine/provider.tsx). */
export function useRunHistory() {
  const client = useClient();
  return useQuery({
    queryKey: ['runs.list', 'all'],
    queryFn: ({ signal }) => allRuns(client, signal),
  });
}
