import { useMemo } from 'react';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import { useDraft } from '../draft/use-draft.tsx';
import type { ChosenChannel } from './channel-range.ts';
import {
  asChosen,
  chosenIn,
  deselectPackage,
  isSelected,
  packageOf,
  selectPackages,
  writeChannels,
} from './edits.ts';
import { canChoose } from './hints.ts';

/** Returns the packages of a catalog that the open draft selects. */
export function useChosenPackages(catalog: string) {
  const { draft, doc, edit } = useDraft();
  const entry = useMemo(() => chosenIn(doc, catalog), [doc, catalog]);
  const of = (name: string) => packageOf(entry, name);
  return {
    /** Undefined when the configuration doesn't name the catalog. */
    entry,
    of,
    isSelected: (name: string) => isSelected(entry, name),
    /** Returns a card with the selection of the current text. */
    asChosen: (card: CatalogCard) => asChosen(card, entry),
    toggle: (card: CatalogCard) => {
      if (!canChoose(card)) return;
      edit((now) =>
        of(card.package)
          ? deselectPackage(now, catalog, card.package)
          : selectPackages(now, catalog, [card], draft.inventory),
      );
    },
    setChannels: (card: CatalogCard, channels: readonly ChosenChannel[]) =>
      edit((now) => writeChannels(now, catalog, card, channels)),
  };
}
