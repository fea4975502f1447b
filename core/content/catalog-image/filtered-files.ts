import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { mkdir, open } from '../../base/files/created-files.ts';
import type { CatalogFile } from '../catalog/model/catalog-files.ts';

/** A file of a filtered catalog, ready to go into a layer. `size` is in bytes. */
export interface FilteredFile {
  /** Below the configs folder, with `/`. */
  path: string;
  size: number;
  open(): AsyncIterable<Uint8Array>;
}

/**
 * Writes the files of a filtered catalog to `directory`, in place of what was there. A run that dies leaves a part of
 * them: what stands beside the folder (oc-mirror's `digest` file) says whether it is whole.
 * @throws AirlockError `catalog-invalid` for a name that leads elsewhere, `disk`, `disk-full`
 */
export async function storeFilteredFiles(
  files: AsyncIterable<CatalogFile>,
  directory: string,
  options: { signal?: AbortSignal } = {},
): Promise<FilteredFile[]> {
  try {
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    for await (const { path, content } of files) {
      const target = join(directory, ...checkedPath(path).split('/'));
      await mkdir(dirname(target), { recursive: true });
      await pipeline(Readable.from(content), (await open(target, 'wx')).createWriteStream(), options);
    }
    return await storedFiles(directory);
  } catch (error) {
    throw asAirlockError(error, directory);
  }
}

/**
 * The files that an earlier run stored, sorted by path.
 * @throws AirlockError `disk`
 */
export async function storedFiles(directory: string): Promise<FilteredFile[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true, recursive: true });
    const files: FilteredFile[] = [];
    for (const entry of entries.filter((each) => each.isFile())) {
      const name = join(entry.parentPath, entry.name);
      const path = checkedPath(
        name
          .slice(directory.length + 1)
          .split(sep)
          .join('/'),
      );
      files.push({ path, size: (await stat(name)).size, open: () => createReadStream(name) });
    }
    return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch (error) {
    throw asAirlockError(error);
  }
}

/** Package names become folders, and catalogs are not trusted. */
function checkedPath(path: string): string {
  const elements = path.split('/');
  if (elements.some((element) => ['', '.', '..'].includes(element)) || /[\\\p{Cc}]/u.test(path))
    throw new AirlockError('catalog-invalid', `${JSON.stringify(path)} is no name for a file of a catalog`);
  return path;
}
