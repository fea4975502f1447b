import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useMemo } from 'react';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import { signedSize } from '../draft/problem-fix.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { selectPackages } from './edits.ts';
import { selectLabel } from './hints.ts';
import { t } from './messages.ts';
import { useNeededCards } from './use-needed-cards.ts';
import { usePriced } from './use-priced.ts';

/** A button that selects the packages that another one requires. */
export function SelectNeeded({
  card,
  catalog,
  packages,
}: {
  card: CatalogCard;
  catalog: string;
  packages: readonly string[];
}) {
  const cards = useNeededCards(catalog, packages);
  return cards && <SelectCards catalog={catalog} cards={cards} label={selectLabel(card, packages)} />;
}

/** A button that selects packages. Its label has the size that they add to the plan: `Select both packages (+9.7 GiB in total)`. */
export function SelectCards({
  catalog,
  cards,
  label,
}: {
  catalog: string;
  cards: readonly CatalogCard[];
  label: string;
}) {
  const { draft, doc, edit } = useDraft();
  const { inventory } = draft;
  const text = useMemo(
    () => (doc.faults.length > 0 ? undefined : selectPackages(doc, catalog, cards, inventory).text),
    [cards, doc, catalog, inventory],
  );
  const bytes = usePriced(text) ?? 0;
  return (
    <Button
      variant="link"
      isInline
      onClick={() => edit((now) => selectPackages(now, catalog, cards, inventory))}
    >
      {bytes === 0 ? label : t('selectTotalButton', { label, size: signedSize(bytes) })}
    </Button>
  );
}
