import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperatorPackage, OperatorSelection } from '../../image-set/config/image-set.ts';
import { indexCatalog } from './index/catalog-index.ts';
import type { CatalogIndex } from './index/open-index.ts';
import type { CatalogFile } from './model/catalog-files.ts';
import { type SelectOptions, selectOperators } from './select/select.ts';
import type { OperatorSelectionResult } from './select/selection-result.ts';

/** A folder that is removed after `work`. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'airlock-catalog-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Content in chunks of a few bytes, to test every chunk boundary. */
export async function* inChunks(text: string | Buffer, bytes = 7): AsyncGenerator<Uint8Array> {
  const complete = Buffer.from(text);
  for (let at = 0; at < complete.length; at += bytes) yield complete.subarray(at, at + bytes);
}

export async function* catalogOf(files: Record<string, string | Buffer>): AsyncGenerator<CatalogFile> {
  for (const [path, text] of Object.entries(files)) yield { path, content: inChunks(text, 4096) };
}

export async function indexed(folder: string, files: Record<string, string | Buffer>): Promise<CatalogIndex> {
  return indexCatalog(catalogOf(files), join(folder, 'index'), { digest: 'sha256:test' });
}

type Entry = string | { name: string; replaces?: string; skips?: string[]; skipRange?: string };

/** Shorthand of a package: `v0.2.0 < v0.1.0` is an entry that replaces one, `v0.3.1 < v0.2.0 ! v0.3.0` also skips one. */
export interface PackageSketch {
  defaultChannel?: string;
  channels: Record<string, Entry[]>;
  /** Versions by bundle name, if they differ from the part after the `v`; null for a missing bundle. */
  versions?: Record<string, string | null>;
  /** More properties by bundle name. */
  properties?: Record<string, { type: string; value: unknown }[]>;
  images?: Record<string, string[]>;
  more?: Record<string, unknown>[];
}

/** A package as concatenated JSON. Bundles of `foo` are named `foo.v0.1.0`. */
export function sketched(name: string, sketch: PackageSketch): string {
  const full = (short: string) => `${name}.${short}`;
  const channels = Object.entries(sketch.channels).map(([channel, entries]) => ({
    schema: 'olm.channel',
    package: name,
    name: channel,
    entries: entries.map((entry) => {
      if (typeof entry !== 'string') return entry;
      const [, own, replaces, skips] = /^(\S+)(?: < (\S+))?(?: ! (.+))?$/.exec(entry)!;
      return {
        name: full(own!),
        replaces: replaces ? full(replaces) : undefined,
        skips: skips ? skips.split(' ').map(full) : undefined,
      };
    }),
  }));
  const names = new Set(channels.flatMap(({ entries }) => entries.map((entry) => entry.name)));
  const bundles = [...names].flatMap((bundle) => {
    const short = bundle.slice(name.length + 1);
    const version = sketch.versions?.[short];
    if (version === null) return [];
    const image = `quay.example/${name}/bundle:${short}`;
    return {
      schema: 'olm.bundle',
      package: name,
      name: bundle,
      image,
      properties: [
        { type: 'olm.package', value: { packageName: name, version: version ?? short.slice(1) } },
        ...(sketch.properties?.[short] ?? []),
      ],
      relatedImages: [
        { name: '', image },
        ...(sketch.images?.[short] ?? [`quay.example/${name}/operator:${short}`]).map((each) => ({
          name: 'operand',
          image: each,
        })),
      ],
    };
  });
  const defaultChannel = sketch.defaultChannel ?? Object.keys(sketch.channels)[0];
  return [{ schema: 'olm.package', name, defaultChannel }, ...channels, ...bundles, ...(sketch.more ?? [])]
    .map((document) => JSON.stringify(document, null, 2))
    .join('\n');
}

export function operatorSelection(
  packages?: OperatorPackage[],
  more: Partial<OperatorSelection> = {},
): OperatorSelection {
  return {
    catalog: 'quay.example/catalog:v1',
    full: false,
    skipDependencies: false,
    platforms: [],
    packages,
    ...more,
  };
}

/** Channels with the short names of their entries, and the bundles. */
export function shortOf(result: OperatorSelectionResult) {
  return Object.fromEntries(
    result.packages.map(({ name, channels, bundles }) => {
      const short = (each: { name: string }) => each.name.slice(name.length + 1);
      return [
        name,
        {
          channels: Object.fromEntries(channels.map((channel) => [channel.name, channel.entries.map(short)])),
          bundles: bundles.map(short),
        },
      ];
    }),
  );
}

/** Indexes and selects, and returns both while the index exists. */
export async function selecting<T>(
  files: Record<string, string>,
  selection: OperatorSelection,
  work: (result: OperatorSelectionResult, index: CatalogIndex) => T | Promise<T>,
  options: SelectOptions = {},
): Promise<T> {
  return inFolder(async (folder) => {
    const index = await indexed(folder, files);
    return work(await selectOperators(index, selection, options), index);
  });
}
