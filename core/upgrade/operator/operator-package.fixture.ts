import type { CatalogPackage, ChannelEntry } from '../../content/catalog/model/catalog-model.ts';

const PLACE = { offset: 0, length: 0, crc: 0 };

export type SketchedEntry = string | ChannelEntry;

/**
 * A package `p` in shorthand: `1.2.0 < 1.1.0 ! 1.0.1 1.0.2 [>=1.0.0 <1.2.0]` replaces, skips and has a skipRange. Bundles
 * are named `p.v1.2.0`.
 */
export function sketchedPackage(
  channels: Record<string, SketchedEntry[]>,
  options: { defaultChannel?: string; without?: string[] } = {},
): CatalogPackage {
  const list = Object.entries(channels).map(([name, entries]) => ({
    name,
    entries: entries.map(entryOf),
    document: PLACE,
  }));
  const names = new Set(list.flatMap(({ entries }) => entries.map(({ name }) => name)));
  for (const each of options.without ?? []) names.delete(`p.v${each}`);
  return {
    name: 'p',
    defaultChannel: options.defaultChannel ?? Object.keys(channels)[0] ?? '',
    document: PLACE,
    channels: list.sort((a, b) => (a.name < b.name ? -1 : 1)),
    bundles: [...names].sort().map((name) => ({
      name,
      package: 'p',
      image: `quay.example/p/bundle:${name.slice(3)}`,
      version: name.slice(3),
      document: PLACE,
      details: PLACE,
    })),
    deprecations: [],
    others: [],
  };
}

function entryOf(entry: SketchedEntry): ChannelEntry {
  if (typeof entry !== 'string') return entry;
  const [, own, replaces, skips, range] = /^(\S+)(?: < (\S+))?(?: ! ([^[]+?))?(?: \[(.+)\])?$/.exec(entry)!;
  return {
    name: `p.v${own}`,
    replaces: replaces ? `p.v${replaces}` : undefined,
    skips: skips ? skips.split(' ').map((name) => `p.v${name}`) : undefined,
    skipRange: range || undefined,
  };
}

/** Names as versions: `p.v1.2.0` becomes `1.2.0`. */
export function short(names: readonly string[]): string[] {
  return names.map((name) => name.replace(/^p\.v/, ''));
}
