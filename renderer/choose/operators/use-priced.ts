import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../engine/provider.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';

/** Prices are asked for one after another, so that the plan of the next change never waits for more than one of them. */
let turn: Promise<unknown> = Promise.resolve();

function inTurn<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const answer = turn.then(() => {
    signal.throwIfAborted();
    return ask();
  });
  turn = answer.catch(() => undefined);
  return answer;
}

/**
 * Bytes that the plan grows by with another text; undefined until they are known.
 * @param text undefined: there is nothing to be priced
 */
export function usePriced(text: string | undefined): number | undefined {
  const client = useClient();
  const { draft } = useDraft();
  const { plan, current } = useDraftPlan();
  const input = { draft: { ...draft, text: text ?? draft.text } };
  const { data } = useQuery({
    queryKey: ['priced', input],
    queryFn: ({ signal }) => inTurn(() => client.request('drafts.plan', input, { signal }), signal),
    enabled: current && text !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return plan && data ? data.bytes - plan.bytes : undefined;
}
