import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { asAirlockError } from '../errors/airlock-error.ts';

/** One file of a catalog's configs folder. */
export interface CatalogFile {
  /** Below the configs folder, with `/`. */
  path: string;
  content: AsyncIterable<Uint8Array>;
}

/**
 * The files of a catalog on disk, a folder or a single file, in the order of their names. Symbolic links are left out:
 * the folder may come from an image that nobody looked into yet.
 * @throws AirlockError `disk`
 */
export async function* catalogFiles(path: string): AsyncGenerator<CatalogFile> {
  try {
    if ((await stat(path)).isDirectory()) yield* filesBelow(path, '');
    else yield { path: basename(path), content: createReadStream(path, { highWaterMark: CHUNK_BYTES }) };
  } catch (error) {
    throw asAirlockError(error);
  }
}

/** Large reads: a catalog is one long sequential read. */
const CHUNK_BYTES = 1024 * 1024;

async function* filesBelow(directory: string, prefix: string): AsyncGenerator<CatalogFile> {
  const entries = await readdir(directory, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, `${prefix}${entry.name}/`);
    else if (entry.isFile())
      yield {
        path: prefix + entry.name,
        content: createReadStream(path, { highWaterMark: CHUNK_BYTES }),
      };
  }
}
