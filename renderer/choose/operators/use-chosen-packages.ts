import { useMemo } from 'react';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import { useDraft } from '../draft/use-draft.tsx';
import type { ChosenChannel } from './channel-range.ts';
import { asChosen, chosenIn, isCarried, packageOf, selectPackages, takeOut, writeChannels } from './edits.ts';
import { canChoose } from './hints.ts';

/** The packages that the open draft selects of a catalog. */
export function useChosenPackages(catalog: string) {
  const { draft, doc, edit } = useDraft();
  const entry = useMemo(() => chosenIn(doc, catalog), [doc, catalog]);
  const of = (name: string) => packageOf(entry, name);
  return {
    /** Undefined when the configuration doesn't name the catalog. */
    entry,
    of,
    isSelected: (name: string) => isCarried(entry, name),
    /** A card as the text has it now, not as it was when the card was requested. */
    asChosen: (card: CatalogCard) => asChosen(card, entry),
    toggle: (card: CatalogCard) => {
      if (!canChoose(card)) return;
      edit((now) =>
        of(card.package)
          ? takeOut(now, catalog, card.package)
          : selectPackages(now, catalog, [card], draft.inventory),
      );
    },
    setChannels: (card: CatalogCard, channels: readonly ChosenChannel[]) =>
      edit((now) => writeChannels(now, catalog, card, channels)),
  };
}
