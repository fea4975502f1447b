import type { CatalogCard, ContractInventory } from '../../../core/contract/topics/drafts.ts';
import { bounded, type ChosenChannel } from './channel-range.ts';
import type { CardFilter } from './use-catalog-cards.ts';

/** A catalog that can be looked into. */
export interface OfferedCatalog {
  reference: string;
  /** `redhat v4.18` */
  short: string;
  /** The configuration names it. */
  inText: boolean;
}

/** What a configuration says of one package. */
export interface ChosenPackage {
  name: string;
  defaultChannel?: string | undefined;
  minVersion?: string | undefined;
  maxVersion?: string | undefined;
  channels: readonly ChosenChannel[];
}

/** Catalogs of the field, by version of OpenShift (oc-mirror v2: internal/pkg/cli/list/operators.go). */
const PUBLISHED = [
  'redhat/redhat-operator-index',
  'redhat/certified-operator-index',
  'redhat/community-operator-index',
  'redhat/redhat-marketplace-index',
];
const PUBLISHED_AT = 'registry.redhat.io';

/** `4.18` of `4.18.9` or `stable-4.18`; undefined of what has no minor version. */
export function minorOf(version: string | undefined): string | undefined {
  return /(?:^|[^\d.])(\d+\.\d+)(?:\.|$|-)/.exec(version ?? '')?.[1];
}

/** `redhat v4.18` of `registry.redhat.io/redhat/redhat-operator-index:v4.18`; of others the last part with its tag. */
export function shortCatalog(reference: string): string {
  const plain = reference.replace(/^[a-z]+:\/\//, '').replace(/@sha256:([0-9a-f]{12})[0-9a-f]*$/, '@$1');
  const last = plain.slice(plain.lastIndexOf('/') + 1);
  const published = /^(redhat|certified|community)-operator-index[:@](.+)$/.exec(last);
  if (published) return `${published[1]} ${published[2]}`;
  const marketplace = /^redhat-marketplace-index[:@](.+)$/.exec(last);
  return marketplace ? `marketplace ${marketplace[1]}` : last;
}

/**
 * Catalogs that the menu offers: those of the configuration in its order, then the published ones of the version that
 * is wanted.
 * @param minor `4.18`; undefined while no version is chosen
 * @param looked one that was typed and is looked into
 */
export function offeredCatalogs(
  minor: string | undefined,
  inText: readonly string[],
  looked?: string,
): OfferedCatalog[] {
  const of = (reference: string, named: boolean): OfferedCatalog => ({
    reference,
    short: shortCatalog(reference),
    inText: named,
  });
  const own = [...new Set(inText)];
  const published = minor === undefined ? [] : PUBLISHED.map((name) => `${PUBLISHED_AT}/${name}:v${minor}`);
  const others = [...published, ...(looked === undefined || published.includes(looked) ? [] : [looked])];
  return [
    ...own.map((reference) => of(reference, true)),
    ...others.filter((reference) => !own.includes(reference)).map((reference) => of(reference, false)),
  ];
}

/** Why a text is no catalog; undefined when it can be one. */
export function catalogFault(text: string): string | undefined {
  const reference = text.trim();
  if (reference === '') return 'Write a reference.';
  if (/\s/.test(reference)) return 'A reference has no spaces.';
  if (/^oci:\/\/\S/.test(reference)) return undefined;
  if (!reference.includes('/'))
    return 'Write it with its registry: registry.redhat.io/redhat/redhat-operator-index:v4.18.';
  const last = reference.slice(reference.lastIndexOf('/') + 1);
  return /[:@]./.test(last) ? undefined : 'A tag or digest is missing: :v4.18.';
}

/** The letter of a package without an icon, and which of eight tones is behind it: always the same for one package. */
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

/** The version that a channel of a choice ends in: its maximum, else its head. */
function endOf(card: Pick<CatalogCard, 'channels'>, { name, maxVersion }: ChosenChannel): string {
  return maxVersion ?? versionOfHead(card, name) ?? '';
}

/** `1.15.1` of the head of a channel, which may be told as the name of its bundle. */
export function versionOfHead(card: Pick<CatalogCard, 'channels'>, channel: string): string | undefined {
  const found = card.channels.find(({ name }) => name === channel);
  return found && (found.versions[0] ?? found.head);
}

/** What the row of a package shows: its channel, the version there, and how many more channels there are. */
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

/** Channels that a choice carries, each with its range; oc-mirror takes all of a package that names none. */
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
 * The channels that selecting a package writes: its default channel's head; what is installed is carried too, so that it
 * stays upgradable.
 */
export function firstChannels(card: CatalogCard, inventory: ContractInventory | undefined): ChosenChannel[] {
  const installed = inventory?.operators.find((each) => each.package === card.package);
  const head: ChosenChannel = { name: card.defaultChannel };
  if (!installed) return [head];
  const subscribed = card.channels.find(({ name }) => name === installed.channel);
  const version = installed.version ?? card.installed;
  const holding = card.channels.filter(({ versions }) => version !== undefined && versions.includes(version));
  const from = (name: string): ChosenChannel =>
    version !== undefined && holding.some((channel) => channel.name === name)
      ? { name, minVersion: version }
      : { name };
  const own = subscribed ?? holding.find(({ name }) => name === card.defaultChannel) ?? holding[0];
  if (!own || own.name === card.defaultChannel) return [from(card.defaultChannel)];
  return [from(own.name), head];
}

/** `defaultChannel` that a choice must name: oc-mirror refuses one that leaves the package's own default out. */
export function neededDefault(
  card: Pick<CatalogCard, 'defaultChannel'>,
  channels: readonly ChosenChannel[],
): string | undefined {
  if (channels.length === 0 || channels.some(({ name }) => name === card.defaultChannel)) return undefined;
  return channels.at(-1)!.name;
}

/** `6.1.4 to 6.2.2`, `from 6.1.4`, `head 6.2.2`: what of a channel is carried. */
export function rangeWords(card: Pick<CatalogCard, 'channels'>, channel: ChosenChannel): string {
  const head = versionOfHead(card, channel.name) ?? 'head';
  const { minVersion, maxVersion } = channel;
  if (minVersion === undefined && maxVersion === undefined) return `head ${head}`;
  if (minVersion === maxVersion) return `${minVersion} alone`;
  if (minVersion === head) return `from ${head}, now the head`;
  if (minVersion === undefined) return `up to ${maxVersion}`;
  return `${minVersion} to ${maxVersion ?? head}`;
}

/** Why a list of packages is empty. @param read whether there was an answer */
export function emptyWords(read: boolean, filter: CardFilter, search: string): string {
  if (!read) return 'Reading the packages.';
  if (search.trim() !== '') return 'No package matches.';
  if (filter === 'selected') return 'No operator of this catalog is selected.';
  if (filter === 'installed') return 'No operator of this catalog is installed.';
  return 'The catalog has no package.';
}
