import type { AvailableContent, ContentSelection } from '../../core/contract/topics/sites.ts';

/** A new selection, without content. */
export const NOTHING: ContentSelection = { channels: [], graph: false, catalogs: [], images: [], charts: [] };

/** Returns the number of selected channels, packages, images and charts. */
export function selectedItems({ channels, catalogs, images, charts }: ContentSelection): number {
  const packages = catalogs.reduce((sum, each) => sum + Math.max(1, each.packages.length), 0);
  return channels.length + packages + images.length + charts.length;
}

/** Selects a channel with all its versions, or removes it. */
export function withChannel(
  selection: ContentSelection,
  { name, versions }: AvailableContent['channels'][number],
  selected: boolean,
): ContentSelection {
  const others = selection.channels.filter((each) => each.name !== name);
  const own = { name, from: versions[0]!, to: versions.at(-1)! };
  return { ...selection, channels: selected ? [...others, own] : others };
}

/** Changes an end of a channel's range. The other end follows if it would be on the wrong side. */
export function withRange(
  selection: ContentSelection,
  { name, versions }: AvailableContent['channels'][number],
  end: 'from' | 'to',
  version: string,
): ContentSelection {
  const at = (each: string) => versions.indexOf(each);
  const channels = selection.channels.map((each) => {
    if (each.name !== name) return each;
    const changed = { ...each, [end]: version };
    return at(changed.from) <= at(changed.to) ? changed : { name, from: version, to: version };
  });
  return { ...selection, channels };
}

/** Replaces the selected packages of a catalog. Undefined removes the catalog; an empty list is the entire catalog. */
export function withPackages(
  selection: ContentSelection,
  catalog: string,
  packages: string[] | undefined,
): ContentSelection {
  const others = selection.catalogs.filter((each) => each.catalog !== catalog);
  return { ...selection, catalogs: packages ? [...others, { catalog, packages }] : others };
}

/** Adds a value to a list, or removes it. */
export function toggled(list: readonly string[], value: string, selected: boolean): string[] {
  const others = list.filter((each) => each !== value);
  return selected ? [...others, value] : others;
}
