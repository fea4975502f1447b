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

/** What the text says of one catalog. */
export interface ChosenCatalog {
  /** It names no package: all of them are carried. */
  all: boolean;
  packages: readonly (ChosenPackage & { path: readonly (string | number)[] })[];
}

/** The entry of a catalog; undefined when the configuration does not name it. */
export function chosenIn(doc: YamlText, catalog: string): ChosenCatalog | undefined {
  const found = imageSetView(doc).catalogs.find((each) => each.catalog === catalog);
  return found && { all: found.packages.length === 0, packages: found.packages };
}

/** The entry of a package; undefined when the text doesn't name it. */
export function packageOf(
  entry: ChosenCatalog | undefined,
  name: string,
): ChosenCatalog['packages'][number] | undefined {
  return entry?.packages.find((each) => each.name === name);
}

/** Whether the text carries a package: by its name, or because the catalog names none. */
export function isCarried(entry: ChosenCatalog | undefined, name: string): boolean {
  return entry !== undefined && (entry.all || packageOf(entry, name) !== undefined);
}

/** A card as the text has it now, not as it was when the card was requested. */
export function asChosen(card: CatalogCard, entry: ChosenCatalog | undefined): CatalogCard {
  return { ...card, selected: isCarried(entry, card.package) };
}

/** The card of a package as it was answered last; the given one where no row has it any more. */
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

/** Selects packages, the heads of their default channels; those that are selected already stay as they are. */
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

/** Takes a package out; the last one takes its catalog along, which without packages would carry all of them. */
export function takeOut(doc: YamlText, catalog: string, name: string): YamlText {
  return removePackage(doc, catalog, name);
}

/**
 * Writes the channels of a package, and the default channel that these make necessary. A range of the package itself goes
 * into its channels: both together are refused by oc-mirror.
 */
export function writeChannels(
  doc: YamlText,
  catalog: string,
  card: Pick<CatalogCard, 'package' | 'defaultChannel'>,
  channels: readonly ChosenChannel[],
): YamlText {
  const { package: name } = card;
  const before = chosenIn(doc, catalog)?.packages.find((each) => each.name === name);
  const kept = channels.some((channel) => channel.name === before?.defaultChannel);
  const written = setPackageChannels(doc, catalog, name, channels);
  const range = { minVersion: undefined, maxVersion: undefined };
  const defaultChannel = neededDefault(card, channels);
  return setPackage(written, catalog, name, kept ? range : { ...range, defaultChannel });
}
