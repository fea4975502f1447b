import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';

/** One file of a catalog's configs folder. */
export interface CatalogFile {
  /** Below the configs folder, with `/`. */
  path: string;
  /** A chunk is valid until the next one is requested, because its memory is reused. */
  content: AsyncIterable<Uint8Array>;
}

/**
 * Returns the files of a catalog on disk, a folder or a single file, in the order of their names. Symbolic links are
 * skipped, because the folder may come from an untrusted image. A file must be read before the next one is requested.
 * @throws AirlockError `disk`
 */
export async function* catalogFiles(path: string): AsyncGenerator<CatalogFile> {
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    if ((await stat(path)).isDirectory()) yield* filesBelow(path, '', chunk);
    else yield { path: basename(path), content: chunksOf(path, chunk) };
  } catch (error) {
    throw asAirlockError(error);
  }
}

const CHUNK_BYTES = 512 * 1024;

async function* chunksOf(path: string, chunk: Buffer): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** @param chunk memory for the content of all files */
async function* filesBelow(directory: string, prefix: string, chunk: Buffer): AsyncGenerator<CatalogFile> {
  const entries = await readdir(directory, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, `${prefix}${entry.name}/`, chunk);
    else if (entry.isFile())
      yield {
        path: prefix + entry.name,
        content: chunksOf(path, chunk),
      };
  }
}
