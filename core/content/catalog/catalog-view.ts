import { compareBuild, parse } from 'semver';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { CatalogIndex } from './index/open-index.ts';
import { t } from './messages.ts';
import type { CatalogPackage } from './model/catalog-model.ts';
import { channelGraph } from './model/channel-graph.ts';
import { nearestNames } from './model/nearest-names.ts';

/** A channel of a package for lists. */
export interface ChannelSummary {
  name: string;
  isDefault: boolean;
  deprecated: boolean;
  /** Name of a bundle; absent for a channel that OLM can't use. */
  head?: string;
  /** Of the head; absent if the catalog has no bundle for it. */
  version?: string;
  entries: number;
  /** Why OLM can't use the channel. */
  faults?: string[];
}

/** A version in a channel for lists. */
export interface ChannelVersion {
  /** Of the bundle. */
  name: string;
  /** Absent if the catalog has no bundle for the entry, or one without a version. */
  version?: string;
  isHead: boolean;
  deprecated: boolean;
  replaces?: string;
  skips: string[];
  skipRange?: string;
}

/**
 * Returns the channels of a package, by name. Packages are in `index.packages`.
 * @throws AirlockError `operator-unknown` with the nearest names, `disk`
 */
export async function channelsOf(index: CatalogIndex, name: string): Promise<ChannelSummary[]> {
  return summaries(await packageNamed(index, name));
}

/**
 * Returns the channels of every package, one package at a time. A list of an entire catalog needs them in addition to
 * `index.packages`.
 * @throws AirlockError `disk`, `interrupted`
 */
export async function* allChannels(
  index: CatalogIndex,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<{ name: string; defaultChannel: string; channels: ChannelSummary[] }> {
  for (const { name, defaultChannel } of index.packages) {
    signal?.throwIfAborted();
    const found = await index.package(name);
    yield { name, defaultChannel, channels: found ? summaries(found) : [] };
  }
}

/**
 * Returns the versions of a channel, the lowest first. Entries without a version come first, by name. (oc-mirror's list
 * is in the order of bundle names.)
 * @throws AirlockError `operator-unknown` with the nearest names, `disk`
 */
export async function versionsOf(
  index: CatalogIndex,
  name: string,
  channelName: string,
): Promise<ChannelVersion[]> {
  const found = await packageNamed(index, name);
  const channel = found.channels.find((each) => each.name === channelName);
  if (!channel)
    throw unknown(
      `channel "${channelName}" not found for operator "${name}"`,
      channelName,
      found.channels.map((each) => each.name),
    );
  const graph = channelGraph(channel.entries);
  const versions = versionsByBundle(found);
  const deprecated = deprecatedNames(found, 'olm.bundle');
  return channel.entries
    .map(({ name: bundle, replaces, skips = [], skipRange }): ChannelVersion => {
      const version = versions.get(bundle);
      return {
        name: bundle,
        version,
        isHead: 'head' in graph && graph.head === bundle,
        deprecated: deprecated.has(bundle),
        replaces,
        skips,
        skipRange,
      };
    })
    .sort(byVersion);
}

function byVersion(a: ChannelVersion, b: ChannelVersion): number {
  const [first, second] = [parse(a.version), parse(b.version)];
  const order =
    first && second ? compareBuild(first, second) : Number(first !== null) - Number(second !== null);
  return order || (a.name < b.name ? -1 : 1);
}

async function packageNamed(index: CatalogIndex, name: string): Promise<CatalogPackage> {
  const found = await index.package(name);
  if (found) return found;
  throw unknown(
    `operator "${name}" not found in catalog`,
    name,
    index.packages.map((each) => each.name),
  );
}

/** The maximum number of names to list if none is near. */
const FEW = 10;

function unknown(message: string, name: string, candidates: string[]): AirlockError {
  const near = nearestNames(name, candidates);
  return new AirlockError('operator-unknown', message, { remedy: remedyFor(near, candidates) });
}

function remedyFor(near: string[], candidates: string[]): string {
  if (near.length > 0) return t('nearestRemedy', { names: near.join(', ') });
  if (candidates.length > FEW) return t('noSimilarNameRemedy', { count: candidates.length });
  return candidates.length > 0 ? t('allNamesRemedy', { names: candidates.join(', ') }) : t('noNamesRemedy');
}

function summaries(found: CatalogPackage): ChannelSummary[] {
  const versions = versionsByBundle(found);
  const deprecated = deprecatedNames(found, 'olm.channel');
  return found.channels.map(({ name, entries }) => {
    const graph = channelGraph(entries);
    const head = 'head' in graph ? graph.head : undefined;
    const version = head === undefined ? undefined : versions.get(head);
    return {
      name,
      isDefault: name === found.defaultChannel,
      deprecated: deprecated.has(name),
      head,
      version,
      entries: entries.length,
      faults: 'faults' in graph ? graph.faults : undefined,
    };
  });
}

function versionsByBundle({ bundles }: CatalogPackage): Map<string, string | undefined> {
  return new Map(bundles.map(({ name, version }) => [name, version]));
}

function deprecatedNames({ deprecations }: CatalogPackage, schema: string): Set<string> {
  return new Set(
    deprecations.flatMap(({ references }) =>
      references.flatMap((reference) => (reference.schema === schema ? reference.name : [])),
    ),
  );
}
