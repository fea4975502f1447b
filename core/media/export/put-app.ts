import { createReadStream } from 'node:fs';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { makeDirectory } from '../../base/files/atomic-file.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { WRITING } from '../volumes/drive.ts';
import { onDrive } from '../volumes/drive-fault.ts';
import { writeFileOnDrive } from './file-on-drive.ts';
import { t } from './messages.ts';

/** Folder of Airlock on a drive. */
export const APP_FOLDER = 'airlock-app';

/** Largest file that is compared by its content, in bytes. Larger ones are compared by size only. */
const COMPARED = 64 * 1024 * 1024;

/**
 * Copies Airlock to its own folder on a drive, except identical files. Follows links, because FAT has none.
 * @param source a folder that contains Airlock, such as the unpacked download
 * @returns the number of all files and their bytes
 * @throws AirlockError `usage` for a folder without files, `disk`, `disk-full`, `interrupted`
 */
export async function putApp(
  source: string,
  drive: string,
  options: { readBack: boolean; signal?: AbortSignal },
): Promise<{ files: number; bytes: number }> {
  const names = await filesBelow(source);
  if (names.length === 0) throw new AirlockError('usage', t('appEmpty', { source }));
  let bytes = 0;
  for (const name of names) {
    options.signal?.throwIfAborted();
    const from = join(source, name);
    const to = join(drive, APP_FOLDER, name);
    const { size, mode } = await stat(from);
    bytes += size;
    if (await isPresent(from, to, size)) continue;
    try {
      await makeDirectory(join(to, '..'));
    } catch (error) {
      throw onDrive(error);
    }
    const content = createReadStream(from, { highWaterMark: 1024 * 1024 });
    await writeFileOnDrive(to, content, { ...options, unfinished: `${name.split('/').at(-1)}${WRITING}` });
    // Keeps files executable where the file system supports it.
    if (mode & 0o111) await chmod(to, 0o755).catch(() => {});
  }
  return { files: names.length, bytes };
}

/** Returns the paths of all files below a folder, with `/`. Follows links. Link cycles end with a system error. */
async function filesBelow(folder: string, below = ''): Promise<string[]> {
  const found: string[] = [];
  try {
    for (const name of (await readdir(join(folder, below))).toSorted()) {
      const path = below === '' ? name : `${below}/${name}`;
      const kind = await stat(join(folder, path));
      if (kind.isDirectory()) found.push(...(await filesBelow(folder, path)));
      else if (kind.isFile()) found.push(path);
    }
  } catch (error) {
    throw asAirlockError(error);
  }
  return found;
}

async function isPresent(from: string, to: string, size: number): Promise<boolean> {
  const there = await stat(to).catch(() => undefined);
  if (there?.size !== size) return false;
  return size > COMPARED || sha256(await readFile(from)) === sha256(await readFile(to));
}
