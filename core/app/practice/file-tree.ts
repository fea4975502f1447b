import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * Every file below a folder, sorted by path: path relative to the folder, size in bytes, time of the last change in ms.
 * @throws what the file system says when the folder cannot be read
 */
export async function fileTree(
  directory: string,
): Promise<{ path: string; size: number; modifiedMs: number }[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => !entry.isDirectory())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name);
        const { size, mtimeMs } = await stat(file);
        return { path: relative(directory, file), size, modifiedMs: mtimeMs };
      }),
  );
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
