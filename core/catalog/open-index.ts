import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import type {
  BundleDetails,
  CatalogBundle,
  CatalogPackage,
  DocumentPlace,
  OtherDocument,
  PackageSummary,
} from './catalog-model.ts';
import {
  DETAILS_FILE,
  DOCUMENTS_FILE,
  LIST_FILE,
  MODEL_FILE,
  PROVIDERS_FILE,
  STORED_LIST,
  type StoredList,
  type StoredPackage,
} from './index-layout.ts';

/** A catalog as it was indexed. Nothing but the list of packages is in memory; it holds no file open. */
export interface CatalogIndex {
  digest: string;
  /** By name. */
  packages: readonly PackageSummary[];
  /** Documents that belong to no package. */
  others: readonly OtherDocument[];
  /** What is odd about the catalog although it can be read, in words. */
  oddities: readonly string[];
  /** Undefined for a package that the catalog does not have. */
  package(name: string): Promise<CatalogPackage | undefined>;
  /** The details of some bundles, in their order; best asked for package by package. */
  details(bundles: readonly CatalogBundle[]): Promise<BundleDetails[]>;
  /** Compact JSON of documents, one after the other. */
  documents(places: Iterable<DocumentPlace>): AsyncGenerator<Buffer>;
  /** Names of the packages that provide an object kind, by `group/version/kind`. */
  providers(): Promise<ReadonlyMap<string, readonly string[]>>;
}

/**
 * Opens what `indexCatalog` stored; every call of the result may throw AirlockError `disk`.
 * @returns undefined when there is none, or one of another format, or one that is not whole: then index again
 * @throws AirlockError `disk`
 */
export async function openCatalogIndex(folder: string): Promise<CatalogIndex | undefined> {
  const list = await storedList(folder);
  if (!list) return undefined;
  const stored = new Map(list.packages.map((each) => [each.name, each]));
  return {
    digest: list.digest,
    packages: list.packages.map(({ model: _model, ...summary }) => summary),
    others: list.others,
    oddities: list.oddities,
    async package(name) {
      const found = stored.get(name);
      if (!found) return undefined;
      const [json] = await readPlaces(join(folder, MODEL_FILE), [found.model]);
      return JSON.parse(json!.toString('utf8')) as StoredPackage;
    },
    async details(bundles) {
      const places = bundles.map(({ details }) => details);
      const all = await readPlaces(join(folder, DETAILS_FILE), places);
      return all.map((json) => JSON.parse(json.toString('utf8')) as BundleDetails);
    },
    async *documents(places) {
      const handle = await opened(join(folder, DOCUMENTS_FILE));
      try {
        for (const place of places) yield await readAt(handle, place);
      } finally {
        await handle.close();
      }
    },
    async providers() {
      const json = await readFile(join(folder, PROVIDERS_FILE), 'utf8');
      return new Map(Object.entries(JSON.parse(json) as Record<string, string[]>));
    },
  };
}

async function storedList(folder: string): Promise<StoredList | undefined> {
  let list: unknown;
  try {
    list = JSON.parse(await readFile(join(folder, LIST_FILE), 'utf8'));
  } catch (error) {
    if (
      error instanceof SyntaxError ||
      ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
    )
      return undefined;
    throw asAirlockError(error);
  }
  const ours = STORED_LIST.safeParse(list);
  if (!ours.success) return undefined;
  const { bytes } = ours.data;
  for (const [file, expected] of [
    [MODEL_FILE, bytes.model],
    [DETAILS_FILE, bytes.details],
    [PROVIDERS_FILE, bytes.providers],
    [DOCUMENTS_FILE, bytes.documents],
  ] as const) {
    const found = await stat(join(folder, file)).catch(() => undefined);
    if (found?.size !== expected) return undefined;
  }
  return list as StoredList;
}

/** Bytes between two places that are rather read along than asked for again. */
const GAP_BYTES = 64 * 1024;

/** Reads places of a file, neighbours at once. */
async function readPlaces(path: string, places: readonly DocumentPlace[]): Promise<Buffer[]> {
  const found = new Map<DocumentPlace, Buffer>();
  const waiting = [...places].sort((a, b) => a.offset - b.offset);
  const handle = await opened(path);
  try {
    while (waiting.length > 0) {
      const { offset } = waiting[0]!;
      let end = offset;
      let count = 0;
      for (const place of waiting) {
        if (place.offset > end + GAP_BYTES) break;
        end = Math.max(end, place.offset + place.length);
        count++;
      }
      const bytes = await readAt(handle, { offset, length: end - offset });
      for (const place of waiting.splice(0, count))
        found.set(place, bytes.subarray(place.offset - offset, place.offset - offset + place.length));
    }
    return places.map((place) => found.get(place)!);
  } finally {
    await handle.close();
  }
}

async function opened(path: string): Promise<FileHandle> {
  return open(path, 'r').catch((error: unknown) => {
    throw asAirlockError(error);
  });
}

async function readAt(handle: FileHandle, { offset, length }: DocumentPlace): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let have = 0; have < length; ) {
    const { bytesRead } = await handle.read(bytes, have, length - have, offset + have);
    if (bytesRead === 0)
      throw new AirlockError('disk', 'the catalog index was cut short while it was read', {
        remedy: 'Run the same command again: the index is built anew.',
      });
    have += bytesRead;
  }
  return bytes;
}
