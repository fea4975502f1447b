import { useCallback, useDeferredValue, useRef } from 'react';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import type { CatalogCard, DraftPlan } from '../../../core/contract/topics/drafts.ts';
import { useClient } from '../../engine/provider.tsx';
import { useWindowed, type Windowed } from '../../parts/table/use-windowed.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';

export type CardFilter = 'all' | 'selected' | 'installed';

export type CatalogAnswer = RequestOutput<'drafts.packages'> & { rows: CatalogCard[] };

/** Returns the visible cards of a catalog. Each new plan requests them again, because the added sizes depend on it. */
export function useCatalogCards(
  catalog: string,
  search: string,
  filter: CardFilter,
): Windowed<CatalogCard, CatalogAnswer> & { again: () => void } {
  const client = useClient();
  const { draft } = useDraft();
  const { plan, again } = useDraftPlan();
  const deferred = useDeferredValue(search.trim());
  const latest = useRef(draft);
  latest.current = draft;
  const round = useRound(plan);
  const fetchPage = useCallback(
    async (offset: number, limit: number, signal: AbortSignal): Promise<CatalogAnswer> => {
      const answer = await client.request(
        'drafts.packages',
        {
          draft: latest.current,
          catalog,
          offset,
          limit,
          search: deferred || undefined,
          only: filter !== 'all' ? filter : undefined,
        },
        { signal },
      );
      return { ...answer, rows: answer.cards };
    },
    [client, catalog, deferred, filter],
  );
  const list = useWindowed<CatalogCard, CatalogAnswer>(
    JSON.stringify([catalog, filter, deferred]),
    round,
    fetchPage,
  );
  return { ...list, again };
}

/** Returns a number that increases with every plan. */
function useRound(plan: DraftPlan | undefined): number {
  const seen = useRef({ plan, round: 0 });
  if (seen.current.plan !== plan) seen.current = { plan, round: seen.current.round + 1 };
  return seen.current.round;
}
