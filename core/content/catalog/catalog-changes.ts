import type { ChannelDifference, PackageDifference } from './catalog-diff.ts';

/** A change between two catalogs, as one row of a table. */
export interface CatalogChange {
  package: string;
  /** Absent for changes of a package, and for versions outside of all channels. */
  channel?: string;
  about: 'package' | 'default-channel' | 'channel' | 'head' | 'versions';
  change: 'added' | 'removed' | 'moved';
  /** Of something that moved: before and after. Of an added or removed channel: its head. */
  from?: string;
  to?: string;
  /** Number of channels of an added or removed package. */
  channels?: number;
  /** Names of the bundles that were added or removed. */
  versions: string[];
}

/** Returns the changes of a package in rows: the package or its default channel, then its channels and versions. */
export function changesOf(difference: PackageDifference): CatalogChange[] {
  const { name, change, defaultChannel, channels, added, removed } = difference;
  if (change !== 'changed')
    return [
      {
        ...{ package: name, about: 'package', change, channels: channels.length },
        versions: change === 'added' ? added : removed,
      },
    ];
  const moved: CatalogChange[] = defaultChannel
    ? [{ package: name, about: 'default-channel', change: 'moved', ...defaultChannel, versions: [] }]
    : [];
  const rows = [...moved, ...channels.flatMap((channel) => channelChanges(name, channel))];
  // Bundles outside of all channels can be added and removed, too.
  const reported = new Set(channels.flatMap((channel) => [...channel.added, ...channel.removed]));
  const rest = (bundles: string[]) => bundles.filter((bundle) => !reported.has(bundle));
  return [...rows, ...versionChanges({ package: name }, { added: rest(added), removed: rest(removed) })];
}

function channelChanges(of: string, difference: ChannelDifference): CatalogChange[] {
  const { name: channel, change, head } = difference;
  const at = { package: of, channel };
  if (change !== 'changed')
    return [
      {
        ...{ ...at, about: 'channel', change, ...head },
        versions: change === 'added' ? difference.added : difference.removed,
      },
    ];
  const moved: CatalogChange[] = head
    ? [{ ...at, about: 'head', change: 'moved', ...head, versions: [] }]
    : [];
  return [...moved, ...versionChanges(at, difference)];
}

function versionChanges(
  at: Pick<CatalogChange, 'package' | 'channel'>,
  changes: { added: string[]; removed: string[] },
): CatalogChange[] {
  return (['added', 'removed'] as const).flatMap((change) =>
    changes[change].length > 0 ? [{ ...at, about: 'versions', change, versions: changes[change] }] : [],
  );
}
