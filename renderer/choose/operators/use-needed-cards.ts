import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import { useClient } from '../../engine/provider.tsx';
import { useDraft } from '../draft/use-draft.tsx';

/**
 * Returns the cards of packages that another one requires, with the channels to select. Undefined until all are loaded,
 * and if the catalog doesn't have one of them.
 */
export function useNeededCards(catalog: string, packages: readonly string[]): CatalogCard[] | undefined {
  const client = useClient();
  const { draft } = useDraft();
  const latest = useRef(draft);
  latest.current = draft;
  const cardOf = async (name: string, signal: AbortSignal): Promise<CatalogCard | undefined> => {
    const input = { draft: latest.current, catalog, search: name, limit: 100 };
    const { cards } = await client.request('drafts.packages', input, { signal });
    return cards.find((card) => card.package === name);
  };
  // The draft isn't part of the key, because the channels of a package don't depend on it.
  const { data } = useQuery({
    queryKey: ['needed cards', draft.id, catalog, ...packages],
    queryFn: async ({ signal }) => {
      const cards = await Promise.all(packages.map((name) => cardOf(name, signal)));
      return cards.every((card) => card !== undefined) ? cards : null;
    },
  });
  return data ?? undefined;
}
