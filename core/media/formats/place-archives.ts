import { createReadStream } from 'node:fs';
import { link, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { atPath, systemErrorCode } from '../../base/errors/system-error.ts';
import {
  makeDirectory,
  syncDirectory,
  temporaryName,
  writeFileAtomic,
} from '../../base/files/atomic-file.ts';
import { EARLIER_ARCHIVES } from '../../store/archive/source-layout.ts';
import { parseTransferName } from '../../store/workspace/next-transfer.ts';

/** Names of oc-mirror's archives. */
const ARCHIVE = /^mirror_[0-9]{6}\.tar$/;
/** Errors of file systems that don't support links, and of files with the maximum number of them. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

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
  const names = await archivesIn(transfer);
  const ready: { from: string; to: string }[] = [];
  const moved: string[] = [];
  try {
    for (const name of names) {
      const from = temporaryName(directory);
      ready.push({ from, to: join(directory, name) });
      await linkOrCopy(join(transfer, name), from);
    }
    for (const name of await archivesIn(directory))
      if (!(await isInTransfer(directory, name))) moved.push(await moveEarlier(directory, name));
    for (const { from, to } of ready) {
      // A link that replaces another one of the same file would leave both.
      await rm(to, { force: true });
      await rename(from, to);
    }
    for (const name of await archivesIn(directory))
      if (!names.includes(name)) await rm(join(directory, name));
    await syncDirectory(directory);
    return { placed: ready.map(({ to }) => to), moved };
  } catch (error) {
    for (const { from } of ready) await rm(from, { force: true });
    throw error;
  }
}

/**
 * Places the archives of the newest transfer of an enclave if one of them is missing, because the run that created it was
 * killed before.
 */
export async function restoreArchives(directory: string, enclave: string): Promise<void> {
  const transfers = join(directory, 'transfers');
  const numbered = (await readdir(transfers).catch(() => [])).flatMap((name) => {
    const parsed = parseTransferName(name);
    return parsed?.enclave === enclave && !parsed.partial ? [{ name, number: parsed.number }] : [];
  });
  const newest = numbered.sort((a, b) => a.number - b.number).at(-1)?.name;
  if (newest === undefined) return;
  const placed = await archivesIn(directory);
  const missing = (await archivesIn(join(transfers, newest))).filter((name) => !placed.includes(name));
  if (missing.length > 0) await placeArchives(directory, join(transfers, newest));
}

async function archivesIn(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => ARCHIVE.test(name)).sort();
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!WITHOUT_LINKS.has(systemErrorCode(error) ?? '')) throw atPath(error, to);
    await writeFileAtomic(to, createReadStream(from));
  }
}

/** Moves an archive to `earlier-archives/`. Returns its new path. */
async function moveEarlier(directory: string, name: string): Promise<string> {
  const path = join(directory, name);
  const { mtime } = await stat(path);
  const place = join(directory, EARLIER_ARCHIVES, mtime.toISOString().replaceAll(':', ''));
  await makeDirectory(place);
  await rename(path, join(place, name));
  await syncDirectory(place);
  return join(place, name);
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
