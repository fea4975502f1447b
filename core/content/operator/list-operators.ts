import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type ChannelSummary, type ChannelVersion, channelsOf, versionsOf } from '../catalog/catalog-view.ts';
import type { CatalogIndex } from '../catalog/index/open-index.ts';
import type { CatalogPackage } from '../catalog/model/catalog-model.ts';
import { nearestNames } from '../catalog/model/nearest-names.ts';
import { t } from './messages.ts';

/** A package of a catalog in the output of `list operators`. */
export interface ListedPackage {
  name: string;
  /** Empty if the catalog has none. */
  defaultChannel: string;
  displayName?: string;
  provider?: string;
  summary?: string;
  /** Bundle at the head of the default channel. */
  head?: string;
  /** Of the head. */
  version?: string;
  /** Text of the catalog if the package is deprecated. */
  deprecation?: string;
  /** By name. */
  channels: ListedChannel[];
}

export interface ListedChannel extends Omit<ChannelSummary, 'entries' | 'deprecated'> {
  deprecation?: string;
  /** The newest first. */
  entries: ListedEntry[];
}

export interface ListedEntry extends Omit<ChannelVersion, 'deprecated'> {
  deprecation?: string;
}

/**
 * Returns the packages of a catalog by name, or one of them, with all channels or one of them.
 * @throws AirlockError `operator-unknown` with the nearest names; `disk`, `interrupted`
 */
export async function listOperators(
  index: CatalogIndex,
  wanted: { package?: string; channel?: string } = {},
  { signal }: { signal?: AbortSignal } = {},
): Promise<ListedPackage[]> {
  if (wanted.package !== undefined) return [await listed(index, wanted.package, wanted.channel)];
  const packages: ListedPackage[] = [];
  for (const { name } of index.packages) {
    signal?.throwIfAborted();
    packages.push(await listed(index, name, undefined));
  }
  return packages;
}

async function listed(
  index: CatalogIndex,
  name: string,
  channelName: string | undefined,
): Promise<ListedPackage> {
  const found = await index.package(name);
  // Each view requests the package, so it is read and parsed once.
  const view: CatalogIndex = { ...index, package: async () => found };
  const all = await channelsOf(view, name);
  const words = found ? await deprecations(index, found) : () => ({});
  const channels: ListedChannel[] = [];
  for (const { entries: _count, deprecated: _deprecated, ...channel } of all)
    if (channelName === undefined || channel.name === channelName)
      channels.push({
        ...channel,
        ...words('olm.channel', channel.name),
        entries: (await versionsOf(view, name, channel.name))
          .reverse()
          .map(
            ({ deprecated: _, ...entry }): ListedEntry => ({ ...entry, ...words('olm.bundle', entry.name) }),
          ),
      });
  if (channelName !== undefined && channels.length === 0)
    throw unknownChannel(
      name,
      channelName,
      all.map((channel) => channel.name),
    );
  const {
    channels: _channels,
    bundles: _bundles,
    ...summary
  } = index.packages.find((each) => each.name === name)!;
  return { ...summary, ...words('olm.package', name), channels };
}

function unknownChannel(of: string, name: string, channels: string[]): AirlockError {
  const near = nearestNames(name, channels);
  return new AirlockError('operator-unknown', `channel "${name}" not found for operator "${of}"`, {
    remedy: channelRemedy(near, channels),
  });
}

function channelRemedy(near: string[], channels: string[]): string {
  if (near.length > 0) return t('nearestRemedy', { names: near.join(', ') });
  return channels.length > 0 ? t('channelsRemedy', { names: channels.join(', ') }) : t('noChannelsRemedy');
}

/** Returns the deprecation texts of the catalog. Documents of a package omit the name of the package. */
async function deprecations(
  index: CatalogIndex,
  { name: packageName, deprecations }: CatalogPackage,
): Promise<(schema: string, name: string) => { deprecation?: string }> {
  const words = new Map<string, string>();
  for await (const json of index.documents(deprecations.map(({ document }) => document))) {
    const { entries } = JSON.parse(json.toString('utf8')) as {
      entries?: { reference?: { schema?: string; name?: string }; message?: unknown }[];
    };
    for (const { reference, message } of entries ?? []) {
      const { schema, name = packageName } = reference ?? {};
      words.set(`${schema} ${name}`, typeof message === 'string' ? message : '');
    }
  }
  return (schema, name) => {
    const deprecation = words.get(`${schema} ${name}`);
    return deprecation === undefined ? {} : { deprecation };
  };
}
