import { useMemo } from 'react';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import { useDraft } from '../draft/use-draft.tsx';
import type { ChosenChannel } from './channel-range.ts';
import {
  asChosen,
  type ChosenCatalog,
  chosenIn,
  isCarried,
  packageOf,
  selectPackages,
  takeOut,
  writeChannels,
} from './edits.ts';
import { canChoose } from './hints.ts';
import type { ChosenPackage } from './words.ts';

/** What the text selects of one catalog, and changes of it. */
export interface ChosenPackages {
  /** Undefined when the configuration doesn't name the catalog. */
  entry: ChosenCatalog | undefined;
  isSelected(name: string): boolean;
  of(name: string): (ChosenPackage & { path: readonly (string | number)[] }) | undefined;
  /** A card as the text has it now, not as it was when the card was requested. */
  asChosen(card: CatalogCard): CatalogCard;
  toggle(card: CatalogCard): void;
  setChannels(card: CatalogCard, channels: readonly ChosenChannel[]): void;
}

/** The packages that the open draft selects of a catalog. */
export function useChosenPackages(catalog: string): ChosenPackages {
  const { draft, doc, edit } = useDraft();
  const entry = useMemo(() => chosenIn(doc, catalog), [doc, catalog]);
  const of = (name: string) => packageOf(entry, name);
  return {
    entry,
    of,
    isSelected: (name) => isCarried(entry, name),
    asChosen: (card) => asChosen(card, entry),
    toggle: (card) => {
      if (!canChoose(card)) return;
      edit((now) =>
        of(card.package)
          ? takeOut(now, catalog, card.package)
          : selectPackages(now, catalog, [card], draft.inventory),
      );
    },
    setChannels: (card, channels) => edit((now) => writeChannels(now, catalog, card, channels)),
  };
}
