import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from '../../../base/image/digest.ts';
import type { DocumentPlace } from '../model/catalog-model.ts';
import type { PlacedMeta } from './collected-packages.ts';
import { DETAILS_FILE, DOCUMENTS_FILE, LIST_FILE, MODEL_FILE } from './index-layout.ts';
import { storedList } from './open-index.ts';
import { storedVolumes } from './stored-parts.ts';

/** A document of an earlier index. */
export interface EarlierDocument {
  meta: PlacedMeta;
  json: Buffer;
  /** Of bundles. */
  details?: Buffer;
}

/**
 * The files of catalogs that were indexed earlier. Catalogs of neighboring minors, and those of one minor on different
 * days, consist mostly of equal files.
 */
export interface EarlierFiles {
  /** Bytes of the largest of all files. */
  largest: number;
  /** Returns the bytes of the largest file with this path, 0 if there is none. */
  largestAt(path: string): number;
  /**
   * Returns the documents of a file.
   * @param digest of the bytes of the file, the only proof that it is equal
   * @returns undefined if no index contains the file, or its data are damaged
   */
  documents(digest: Digest): Promise<EarlierDocument[] | undefined>;
}

/** Newest first. A workspace uses few minors at a time. */
const MOST_INDEXES = 8;

/** @param directory contains the indexes, one folder each */
export async function earlierFiles(directory: string): Promise<EarlierFiles> {
  const files = new Map<Digest, { folder: string; metas: DocumentPlace }>();
  const sizes = new Map<string, number>();
  let largest = 0;
  for (const folder of await newestIndexes(directory)) {
    // Without an earlier index, everything is read from the catalog.
    const list = await storedList(folder).catch(() => undefined);
    for (const { path, digest, bytes, metas } of list?.files ?? []) {
      if (!files.has(digest)) files.set(digest, { folder, metas });
      sizes.set(path, Math.max(bytes, sizes.get(path) ?? 0));
      largest = Math.max(bytes, largest);
    }
  }
  return {
    largest,
    largestAt: (path) => sizes.get(path) ?? 0,
    async documents(digest) {
      const found = files.get(digest);
      if (!found) return undefined;
      try {
        return await documentsOf(found.folder, found.metas);
      } catch {
        // Damaged, unreadable, or removed by another process. An earlier index only saves work.
        return undefined;
      }
    },
  };
}

async function documentsOf(folder: string, place: DocumentPlace): Promise<EarlierDocument[]> {
  const [text] = await storedVolumes(folder, MODEL_FILE).all([place]);
  const metas = JSON.parse(text!.toString('utf8')) as PlacedMeta[];
  const bundles = metas.filter((meta) => meta.type === 'bundle');
  const jsons = await storedVolumes(folder, DOCUMENTS_FILE).all(metas.map(({ document }) => document));
  const details = await storedVolumes(folder, DETAILS_FILE).all(bundles.map((bundle) => bundle.details));
  const detailsOf = new Map<PlacedMeta, Buffer>(bundles.map((bundle, i) => [bundle, details[i]!]));
  return metas.map((meta, i) => ({ meta, json: jsons[i]!, details: detailsOf.get(meta) }));
}

async function newestIndexes(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(directory, name));
  const dated = await Promise.all(
    folders.map(async (folder) => ({
      folder,
      list: await stat(join(folder, LIST_FILE)).catch(() => undefined),
    })),
  );
  return dated
    .flatMap(({ folder, list }) => (list ? [{ folder, writtenAt: list.mtimeMs }] : []))
    .sort((a, b) => b.writtenAt - a.writtenAt)
    .slice(0, MOST_INDEXES)
    .map(({ folder }) => folder);
}
