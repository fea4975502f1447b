import type { CatalogCard, ContractInventory } from '../../../core/contract/topics/drafts.ts';
import { bounded, type ChosenChannel } from './channel-range.ts';
import { t } from './messages.ts';
import type { CardFilter } from './use-catalog-cards.ts';

/** A catalog of the menu. */
export interface OfferedCatalog {
  reference: string;
  /** `redhat v4.18` */
  short: string;
  /** Whether the configuration names it. */
  inText: boolean;
}

/** The entry of a package in a configuration. */
export interface ChosenPackage {
  name: string;
  defaultChannel?: string | undefined;
  minVersion?: string | undefined;
  maxVersion?: string | undefined;
  channels: readonly ChosenChannel[];
}

/** Published catalogs for each OpenShift version (oc-mirror v2: internal/pkg/cli/list/operators.go). */
const PUBLISHED = [
  'redhat/redhat-operator-index',
  'redhat/certified-operator-index',
  'redhat/community-operator-index',
  'redhat/redhat-marketplace-index',
];
const PUBLISHED_AT = 'registry.redhat.io';

/** Returns `4.18` of `4.18.9` or `stable-4.18`; undefined without a minor version. */
export function minorOf(version: string | undefined): string | undefined {
  return /(?:^|[^\d.])(\d+\.\d+)(?:\.|$|-)/.exec(version ?? '')?.[1];
}

/** Returns `redhat v4.18` of `registry.redhat.io/redhat/redhat-operator-index:v4.18`; for others the last part with its tag. */
export function shortCatalog(reference: string): string {
  const plain = reference.replace(/^[a-z]+:\/\//, '').replace(/@sha256:([0-9a-f]{12})[0-9a-f]*$/, '@$1');
  const last = plain.slice(plain.lastIndexOf('/') + 1);
  const published = /^(redhat|certified|community)-operator-index[:@](.+)$/.exec(last);
  if (published) return `${published[1]} ${published[2]}`;
  const marketplace = /^redhat-marketplace-index[:@](.+)$/.exec(last);
  return marketplace ? `marketplace ${marketplace[1]}` : last;
}

/**
 * Returns the catalogs of the menu: those of the configuration in its order, then the published ones of the target
 * version.
 * @param minor `4.18`; undefined without a target version
 * @param typed a catalog that the user entered
 */
export function offeredCatalogs(
  minor: string | undefined,
  inText: readonly string[],
  typed?: string,
): OfferedCatalog[] {
  const of = (reference: string, named: boolean): OfferedCatalog => ({
    reference,
    short: shortCatalog(reference),
    inText: named,
  });
  const own = [...new Set(inText)];
  const published = minor === undefined ? [] : PUBLISHED.map((name) => `${PUBLISHED_AT}/${name}:v${minor}`);
  const others = [...published, ...(typed === undefined || published.includes(typed) ? [] : [typed])];
  return [
    ...own.map((reference) => of(reference, true)),
    ...others.filter((reference) => !own.includes(reference)).map((reference) => of(reference, false)),
  ];
}

/** Returns why a text isn't the reference of a catalog; undefined if it can be one. */
export function catalogFault(text: string): string | undefined {
  const reference = text.trim();
  if (reference === '') return t('referenceMissingError');
  if (/\s/.test(reference)) return t('referenceSpacesError');
  if (/^oci:\/\/\S/.test(reference)) return undefined;
  if (!reference.includes('/')) return t('referenceRegistryError');
  const last = reference.slice(reference.lastIndexOf('/') + 1);
  return /[:@]./.test(last) ? undefined : t('referenceTagError');
}

/** Returns the letter of a package without an icon, and one of eight background tones, always the same for one package. */
export function letterTile(card: Pick<CatalogCard, 'package' | 'displayName'>): {
  letter: string;
  tone: number;
} {
  const name = (card.displayName ?? card.package).replace(/^(?:(?:red hat|openshift|the)\s+)+/i, '');
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0] ?? '?';
  let sum = 0;
  for (const character of card.package) sum = (sum * 31 + character.codePointAt(0)!) % 65_521;
  return { letter: letter.toUpperCase(), tone: sum % 8 };
}

/** Returns the last version of a selected channel: its maximum, otherwise its head. */
function endOf(card: Pick<CatalogCard, 'channels'>, { name, maxVersion }: ChosenChannel): string {
  return maxVersion ?? versionOfHead(card, name) ?? '';
}

/** Returns the version of the head of a channel: `1.15.1`; the name of its bundle if the version isn't known. */
export function versionOfHead(card: Pick<CatalogCard, 'channels'>, channel: string): string | undefined {
  const found = card.channels.find(({ name }) => name === channel);
  return found && (found.versions[0] ?? found.head);
}

/** Returns the channel and version in the row of a package, and the number of its other channels. */
export function shownChannel(
  card: Pick<CatalogCard, 'channels' | 'defaultChannel'>,
  chosen: ChosenPackage | undefined,
): { channel: string; version: string; more: number } {
  const channels = chosenChannels(card, chosen);
  const last = channels.at(-1)!;
  return {
    channel: last.name,
    version: endOf(card, last),
    more: channels.length - 1,
  };
}

/** Returns the selected channels with their ranges. oc-mirror selects all channels of a package that names none. */
export function chosenChannels(
  card: Pick<CatalogCard, 'channels' | 'defaultChannel'>,
  chosen: ChosenPackage | undefined,
): readonly ChosenChannel[] {
  const defaultChannel = chosen?.defaultChannel ?? card.defaultChannel;
  if (!chosen) return [{ name: defaultChannel }];
  const others = card.channels.filter(({ name }) => name !== defaultChannel);
  const named = chosen.channels.length > 0 ? chosen.channels : [...others, { name: defaultChannel }];
  return named.map(({ name, minVersion, maxVersion }: ChosenChannel) =>
    bounded(name, minVersion ?? chosen.minVersion, maxVersion ?? chosen.maxVersion),
  );
}

/**
 * Returns the channels for a newly selected package: the head of its default channel, and the installed version, so that
 * the operator stays upgradable.
 */
export function firstChannels(card: CatalogCard, inventory: ContractInventory | undefined): ChosenChannel[] {
  const installed = inventory?.operators.find((each) => each.package === card.package);
  const head: ChosenChannel = { name: card.defaultChannel };
  if (!installed) return [head];
  const subscribed = card.channels.find(({ name }) => name === installed.channel);
  const version = installed.version ?? card.installed;
  const containing = card.channels.filter(
    ({ versions }) => version !== undefined && versions.includes(version),
  );
  const from = (name: string): ChosenChannel =>
    version !== undefined && containing.some((channel) => channel.name === name)
      ? { name, minVersion: version }
      : { name };
  const own = subscribed ?? containing.find(({ name }) => name === card.defaultChannel) ?? containing[0];
  if (!own || own.name === card.defaultChannel) return [from(card.defaultChannel)];
  return [from(own.name), head];
}

/** Returns the `defaultChannel` that a selection needs: oc-mirror rejects one without the default channel of the package. */
export function neededDefault(
  card: Pick<CatalogCard, 'defaultChannel'>,
  channels: readonly ChosenChannel[],
): string | undefined {
  if (channels.length === 0 || channels.some(({ name }) => name === card.defaultChannel)) return undefined;
  return channels.at(-1)!.name;
}

/** Returns the selected versions of a channel: `Mirrors 6.1.4 to 6.2.2`, `Mirrors head 6.2.2`. */
export function rangeWords(card: Pick<CatalogCard, 'channels'>, channel: ChosenChannel): string {
  const head = versionOfHead(card, channel.name) ?? '';
  const { minVersion, maxVersion } = channel;
  if (minVersion === undefined && maxVersion === undefined) return t('headRange', { version: head });
  if (minVersion === maxVersion) return t('singleRange', { version: minVersion! });
  if (minVersion === head) return t('openRange', { version: head });
  if (minVersion === undefined) return t('upToRange', { version: maxVersion! });
  return t('fullRange', { from: minVersion, to: maxVersion ?? head });
}

/** Returns why a list of packages is empty. @param read whether packages were loaded */
export function emptyWords(read: boolean, filter: CardFilter, search: string): string {
  if (!read) return t('loadingText');
  if (search.trim() !== '') return t('noMatchText');
  if (filter === 'selected') return t('noneSelectedText');
  if (filter === 'installed') return t('noneInstalledText');
  return t('noPackagesText');
}
