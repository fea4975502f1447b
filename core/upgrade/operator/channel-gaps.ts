import type { CatalogPackage, ChannelEntry } from '../../content/catalog/model/catalog-model.ts';
import {
  bundleVersions,
  type ChannelView,
  channelView,
  edgeKind,
  type Installed,
  nextUpdate,
} from './edges.ts';
import { t } from './messages.ts';

/** Problems of a channel for clusters with one of its versions. */
export interface ChannelGaps {
  channel: string;
  /** Why OLM can't use the channel at all. Empty if it can. */
  faults: string[];
  /** Names in `replaces` and `skips` that the channel doesn't contain, which is usual below its lowest entry. */
  danglingReferences: { entry: string; by: 'replaces' | 'skips'; name: string; inOtherChannel: boolean }[];
  /** Entries without a bundle in the catalog, which OLM can't install. */
  withoutBundle: string[];
  /** Ranges that OLM can't parse and ignores. */
  unreadable: { entry: string; skipRange: string }[];
  /** Entries from which OLM never reaches the head. */
  gaps: { entry: string; remainsAt: string; why: string }[];
}

/** Returns the problems of every channel of a package. */
export function channelGaps(found: CatalogPackage): ChannelGaps[] {
  const versions = bundleVersions(found);
  return found.channels.map((channel) => {
    const view = channelView(channel, versions);
    const own = new Set(channel.entries.map(({ name }) => name));
    const others = found.channels.filter(({ name }) => name !== channel.name);
    const isElsewhere = (name: string) =>
      others.some(({ entries }) => entries.some((each) => each.name === name));
    return {
      channel: channel.name,
      faults: 'faults' in view ? view.faults : [],
      danglingReferences: channel.entries.flatMap((entry) =>
        mentions(entry)
          .filter(({ name }) => !own.has(name))
          .map((mention) => ({ entry: entry.name, ...mention, inOtherChannel: isElsewhere(mention.name) })),
      ),
      withoutBundle:
        'faults' in view ? [...own].filter((name) => !versions.has(name)) : [...view.withoutBundle],
      unreadable: 'faults' in view ? [] : unreadable(view),
      gaps: 'faults' in view ? [] : gaps(view),
    };
  });
}

function mentions({ replaces, skips = [] }: ChannelEntry): { by: 'replaces' | 'skips'; name: string }[] {
  return [
    ...(replaces === undefined ? [] : [{ by: 'replaces' as const, name: replaces }]),
    ...skips.map((name) => ({ by: 'skips' as const, name })),
  ];
}

function unreadable({ entries }: ChannelView): ChannelGaps['unreadable'] {
  return [...entries.values()].flatMap(({ name, skipRange, covers }) =>
    skipRange !== undefined && !covers ? [{ entry: name, skipRange }] : [],
  );
}

function gaps(view: ChannelView): ChannelGaps['gaps'] {
  return [...view.entries.values()].flatMap((entry) => {
    const last = lastUpdate(view, entry);
    return last.name === view.head || last.name === undefined
      ? []
      : [{ entry: entry.name, remainsAt: last.name, why: whyStuck(view, last) }];
  });
}

/** Returns the last bundle to which OLM updates on its own. */
function lastUpdate(view: ChannelView, from: Installed): Installed {
  let at = from;
  for (let steps = 0; steps < view.entries.size; steps++) {
    const update = nextUpdate(view, at);
    if (!update) return at;
    at = update.entry;
  }
  return at;
}

function whyStuck(view: ChannelView, stuck: Installed): string {
  const candidates = [...view.entries.values()].filter((entry) => edgeKind(entry, stuck));
  const bundle = stuck.name ?? '';
  if (candidates.length === 0) return t('replacementMissing', { bundle });
  const skippers = [...view.entries.values()];
  const parts = candidates.map(({ name: entry }) => {
    const by = skippers.find(({ skips = [] }) => skips.includes(entry));
    return by
      ? t('replacementSkipped', { entry, by: by.name, bundle })
      : t('replacementNotOffered', { entry, bundle });
  });
  return parts.join('; ');
}
