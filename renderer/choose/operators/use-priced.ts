import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../engine/provider.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';

/** Sizes are requested one after another, so that the plan of the next change waits for one of them at most. */
let turn: Promise<unknown> = Promise.resolve();

function inTurn<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const answer = turn.then(() => {
    signal.throwIfAborted();
    return request();
  });
  turn = answer.catch(() => undefined);
  return answer;
}

/**
 * Returns the bytes that another text adds to the plan; undefined until they are known, and if some of its sizes are unknown.
 * @param text undefined: nothing is requested
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
  const isKnown = data?.parts.every(({ unknown }) => !unknown);
  return plan && data && isKnown ? data.bytes - plan.bytes : undefined;
}
