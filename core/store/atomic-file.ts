import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { atPath } from '../errors/system-error.ts';
import { mkdir, open } from '../files/created-files.ts';

const TEMPORARY = /^\.airlock-tmp-[0-9a-f]+(:x)?$/;

/** A name in `directory` for content that is not whole yet; readers ignore it and {@link sweepTemporary} removes it. */
export function temporaryName(directory: string): string {
  return join(directory, `.airlock-tmp-${randomBytes(8).toString('hex')}`);
}

/** True for names that {@link temporaryName} makes. */
export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

/**
 * Writes a file whole or not at all: temporary name, fsync, rename, fsync of the folder. Makes missing folders.
 * @throws system errors that name `path`; the temporary file is gone then
 */
export async function writeFileAtomic(
  path: string,
  content: Uint8Array | string,
  { mode = 0o644 }: { mode?: number } = {},
): Promise<void> {
  const directory = dirname(path);
  await makeDirectory(directory);
  const temporary = temporaryName(directory);
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw atPath(error, path);
  }
  await syncDirectory(directory);
}

/**
 * Creates a directory and its missing parents so that their names survive a power failure: a file that was synced in a
 * directory that wasn't is lost with it.
 * @throws system errors
 */
export async function makeDirectory(path: string, options: { mode?: number } = {}): Promise<void> {
  const created = await mkdir(path, { ...options, recursive: true });
  if (created === undefined) return;
  const first = resolve(created);
  for (let each = resolve(path); ; each = dirname(each)) {
    await syncDirectory(dirname(each));
    if (each === first || each === dirname(each)) return;
  }
}

/** Makes renames and new names in a folder survive a power failure, where the system can do that for folders. */
export async function syncDirectory(directory: string): Promise<void> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(directory, 'r');
  } catch (error) {
    if (noFolderHandles(error)) return;
    throw error;
  }
  try {
    await handle.sync();
  } catch (error) {
    if (!noFolderHandles(error)) throw atPath(error, directory);
  } finally {
    await handle.close();
  }
}

/** Windows opens no folders, and some network and FUSE file systems do not sync them. */
function noFolderHandles(error: unknown): boolean {
  return ['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EBADF'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
}

/**
 * Removes what killed runs left in a folder under temporary names.
 * @param olderThanMs spares what another process may be writing right now
 */
export async function sweepTemporary(directory: string, olderThanMs: number): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter(isTemporary)) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs >= olderThanMs) await rm(path, { force: true });
  }
}
