import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import { useClient } from '../../engine/provider.tsx';
import { useDraft } from '../draft/use-draft.tsx';

/**
 * Cards of packages that another one needs: their channels are what selecting them writes. Undefined until all are known,
 * and where the catalog does not have one.
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
  // The draft is not part of the key: which channels a package has does not follow from it.
  const { data } = useQuery({
    queryKey: ['needed cards', draft.id, catalog, ...packages],
    queryFn: async ({ signal }) => {
      const cards = await Promise.all(packages.map((name) => cardOf(name, signal)));
      return cards.every((card) => card !== undefined) ? cards : null;
    },
  });
  return data ?? undefined;
}
