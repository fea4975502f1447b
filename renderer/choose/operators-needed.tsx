import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useMemo } from 'react';
import type { CatalogCard } from '../../core/contract/drafts.ts';
import { useAsk } from '../engine/requests.ts';
import { selectPackages } from './operators-edits.ts';
import { selectLabel } from './operators-hints.ts';
import { signedSize } from './problem-fix.tsx';
import { useDraft } from './use-draft.tsx';
import { useDraftPlan } from './use-draft-plan.tsx';
import { useNeededCards } from './use-needed-cards.ts';

/** `Select both, +9.7 GiB`: the price is that of the plan with them, every shared byte once. */
export function SelectNeeded({
  card,
  catalog,
  packages,
}: {
  card: CatalogCard;
  catalog: string;
  packages: readonly string[];
}) {
  const { draft, doc, edit } = useDraft();
  const { plan, current } = useDraftPlan();
  const cards = useNeededCards(catalog, packages);
  const text = useMemo(
    () => (cards ? selectPackages(doc, catalog, cards, draft.inventory).text : undefined),
    [cards, doc, catalog, draft.inventory],
  );
  const priced = useAsk(
    'drafts.plan',
    { draft: { ...draft, text: text ?? draft.text } },
    { enabled: current && text !== undefined, keep: true, staleTime: 60_000 },
  );
  if (!cards) return null;
  const bytes = plan && priced.data ? priced.data.bytes - plan.bytes : undefined;
  return (
    <Button
      variant="link"
      isInline
      onClick={() => edit((now) => selectPackages(now, catalog, cards, draft.inventory))}
    >
      {selectLabel(card, packages)}
      {bytes !== undefined && bytes !== 0 && `, ${signedSize(bytes)}`}
    </Button>
  );
}
