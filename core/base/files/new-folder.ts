import { lstat, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AirlockError } from '../errors/airlock-error.ts';
import { atPath } from '../errors/system-error.ts';
import { makeDirectory, syncDirectory, temporaryName, writeFileAtomic } from './atomic-file.ts';
import { t } from './messages.ts';

/**
 * Writes a directory atomically: all files under a temporary name, then a rename. The directory must be missing or empty, so
 * that it contains nothing else.
 * @param files paths relative to the directory, with `/`
 * @throws AirlockError `file-changed` if the directory contains files; system errors
 */
export async function writeNewFolder(
  path: string,
  files: readonly { file: string; text: string }[],
): Promise<void> {
  const parent = dirname(path);
  const found = await lstat(path).catch(() => undefined);
  if (found && (!found.isDirectory() || (await readdir(path)).length > 0))
    throw new AirlockError('file-changed', t('folderNotEmpty', { path }), {
      side: 'local',
      remedy: t('folderNotEmptyRemedy'),
      at: { file: path },
    });
  await makeDirectory(parent);
  const temporary = temporaryName(parent);
  try {
    for (const { file, text } of files) await writeFileAtomic(join(temporary, file), text);
    // Only POSIX systems replace an empty directory.
    if (found) await rmdir(path);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
    throw atPath(error, path);
  }
  await syncDirectory(parent);
}
