import type { YamlText } from '../../../core/contract/documents/document.ts';
import {
  addPackage,
  imageSetView,
  removePackage,
  setPackage,
  setPackageChannels,
} from '../../../core/contract/documents/image-set-form.ts';
import type { CatalogCard, ContractInventory } from '../../../core/contract/topics/drafts.ts';
import type { ChosenChannel } from './channel-range.ts';
import { type ChosenPackage, firstChannels, neededDefault } from './words.ts';

/** The entry of one catalog in the text. */
export interface ChosenCatalog {
  /** Whether it names no packages, which selects all of them. */
  all: boolean;
  packages: readonly (ChosenPackage & { path: readonly (string | number)[] })[];
}

/** Returns the entry of a catalog; undefined if the configuration doesn't name it. */
export function chosenIn(doc: YamlText, catalog: string): ChosenCatalog | undefined {
  const found = imageSetView(doc).catalogs.find((each) => each.catalog === catalog);
  return found && { all: found.packages.length === 0, packages: found.packages };
}

/** Returns the entry of a package; undefined if the text doesn't name it. */
export function packageOf(
  entry: ChosenCatalog | undefined,
  name: string,
): ChosenCatalog['packages'][number] | undefined {
  return entry?.packages.find((each) => each.name === name);
}

/** Returns whether the text selects a package: by its name, or because the catalog names no packages. */
export function isSelected(entry: ChosenCatalog | undefined, name: string): boolean {
  return entry !== undefined && (entry.all || packageOf(entry, name) !== undefined);
}

/** Returns a card with the selection of the current text, not of the one when the card was requested. */
export function asChosen(card: CatalogCard, entry: ChosenCatalog | undefined): CatalogCard {
  return { ...card, selected: isSelected(entry, card.package) };
}

/** Returns the latest card of a package; the given one if no row has it anymore. */
export function newestCard(
  { total, rowAt }: { total: number; rowAt: (index: number) => CatalogCard | undefined },
  opened: CatalogCard,
): CatalogCard {
  for (let index = 0; index < total; index++) {
    const card = rowAt(index);
    if (card?.package === opened.package) return card;
  }
  return opened;
}

/** Selects packages with the heads of their default channels; those that are already selected stay unchanged. */
export function selectPackages(
  doc: YamlText,
  catalog: string,
  cards: readonly CatalogCard[],
  inventory: ContractInventory | undefined,
): YamlText {
  const present = new Set(chosenIn(doc, catalog)?.packages.map(({ name }) => name));
  return cards
    .filter((card) => !present.has(card.package))
    .reduce((text, card) => addPackage(text, catalog, card.package, firstChannels(card, inventory)), doc);
}

/** Removes a package. With the last one, its catalog is removed, because without packages it would select all of them. */
export function deselectPackage(doc: YamlText, catalog: string, name: string): YamlText {
  return removePackage(doc, catalog, name);
}

/**
 * Writes the channels of a package, and the default channel if they need one. A range of the package itself moves to its
 * channels, because oc-mirror rejects both together.
 */
export function writeChannels(
  doc: YamlText,
  catalog: string,
  card: Pick<CatalogCard, 'package' | 'defaultChannel'>,
  channels: readonly ChosenChannel[],
): YamlText {
  const { package: name } = card;
  const before = chosenIn(doc, catalog)?.packages.find((each) => each.name === name);
  const retained = channels.some((channel) => channel.name === before?.defaultChannel);
  const written = setPackageChannels(doc, catalog, name, channels);
  const range = { minVersion: undefined, maxVersion: undefined };
  const defaultChannel = neededDefault(card, channels);
  return setPackage(written, catalog, name, retained ? range : { ...range, defaultChannel });
}
