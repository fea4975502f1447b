import { copyFile, link, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { atPath, systemErrorCode } from '../../base/errors/system-error.ts';
import { makeDirectory, syncDirectory, temporaryName } from '../../base/files/atomic-file.ts';
import { open } from '../../base/files/created-files.ts';

/** Archives in the destination directory of oc-mirror. */
const ARCHIVE = /^mirror_[0-9]{6}\.tar$/;
/** Errors of file systems that don't support links, and of files with the maximum number of them. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);
const EARLIER = 'earlier-archives';

/**
 * Puts the archives of a transfer where oc-mirror writes them: `mirror_*.tar` in the directory itself. They are links to
 * the files of the transfer, or copies where links aren't supported. Archives of the previous run are replaced if a
 * transfer contains them. Others, such as those of oc-mirror, are moved to `earlier-archives/`.
 * @param directory the destination of a mirror to disk
 * @param transfer folder of the transfer
 * @returns the paths of the archives, and the new paths of moved ones
 * @throws system errors with their path, before an archive was replaced or moved, except for those of renames
 */
export async function placeArchives(
  directory: string,
  transfer: string,
): Promise<{ placed: string[]; moved: string[] }> {
  const names = (await readdir(transfer)).filter((name) => ARCHIVE.test(name)).sort();
  const ready: { from: string; to: string }[] = [];
  try {
    for (const name of names) {
      const temporary = temporaryName(directory);
      ready.push({ from: temporary, to: join(directory, name) });
      await linkOrCopy(join(transfer, name), temporary);
    }
    const moved = await clearEarlier(directory);
    for (const { from, to } of ready) await rename(from, to);
    await syncDirectory(directory);
    return { placed: ready.map(({ to }) => to), moved };
  } catch (error) {
    for (const { from } of ready) await rm(from, { force: true });
    throw error;
  }
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!WITHOUT_LINKS.has(systemErrorCode(error) ?? '')) throw atPath(error, to);
    await copyFile(from, to);
    const file = await open(to, 'r+');
    await file.sync().finally(() => file.close());
  }
}

/** Removes the archives that a transfer contains, and moves all others. Returns the new paths of moved ones. */
async function clearEarlier(directory: string): Promise<string[]> {
  const moved: string[] = [];
  for (const name of (await readdir(directory)).filter((each) => ARCHIVE.test(each))) {
    const path = join(directory, name);
    if (await isInTransfer(directory, name)) {
      await rm(path);
      continue;
    }
    const { mtime } = await stat(path);
    const place = join(directory, EARLIER, mtime.toISOString().replaceAll(':', ''));
    await makeDirectory(place);
    await rename(path, join(place, name));
    await syncDirectory(place);
    moved.push(join(place, name));
  }
  return moved;
}

/** Returns whether a transfer has this archive: as another link, or as a file of the same name and size. */
async function isInTransfer(directory: string, name: string): Promise<boolean> {
  const own = await stat(join(directory, name));
  const transfers = join(directory, 'transfers');
  for (const transfer of await readdir(transfers).catch(() => [])) {
    const file = await stat(join(transfers, transfer, name)).catch(() => undefined);
    if (file && ((file.ino === own.ino && file.dev === own.dev) || file.size === own.size)) return true;
  }
  return false;
}
