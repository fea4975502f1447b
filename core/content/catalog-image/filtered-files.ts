import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { mkdir, open } from '../../base/files/created-files.ts';
import type { CatalogFile } from '../catalog/model/catalog-files.ts';
import { t } from './messages.ts';

/** A file of a filtered catalog for a layer. `size` is in bytes. */
export interface FilteredFile {
  /** Below the configs folder, with `/`. */
  path: string;
  size: number;
  open(): AsyncIterable<Uint8Array>;
}

/**
 * Writes the files of a filtered catalog to `directory` and replaces its content. A run that dies leaves incomplete
 * content, which the file next to the folder (oc-mirror's `digest`) shows.
 * @throws AirlockError `catalog-invalid` for a name outside of the folder, `disk`, `disk-full`
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
 * Returns the files that an earlier run stored, sorted by path.
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

/** Checks a path, because package names become folders, and catalogs aren't trusted. */
function checkedPath(path: string): string {
  const elements = path.split('/');
  if (elements.some((element) => ['', '.', '..'].includes(element)) || /[\\\p{Cc}]/u.test(path))
    throw new AirlockError('catalog-invalid', t('fileNameInvalid', { path: JSON.stringify(path) }));
  return path;
}
