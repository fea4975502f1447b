import { randomBytes } from 'node:crypto';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { atPath } from '../errors/system-error.ts';
import { mkdir, open } from './created-files.ts';
import { markedProcess, PROCESS_MARK, processMark } from './process-life.ts';

const TEMPORARY = new RegExp(`^\\.airlock-tmp-(${PROCESS_MARK})-[0-9a-f]+(:x)?$`);

/** The age at which a temporary file is a leftover if its process can't be identified, ms. */
export const LEFTOVER_AGE_MS: number = 60 * 60 * 1000;

/** Directories that this process has swept. */
const swept = new Set<string>();
const MOST_SWEPT = 10_000;

/**
 * Returns a name in `directory` for incomplete content. Readers ignore it. It identifies this process, so that
 * {@link sweepTemporary} can remove what a killed process left.
 */
export function temporaryName(directory: string): string {
  return join(directory, `.airlock-tmp-${processMark()}-${randomBytes(8).toString('hex')}`);
}

/** True for names that {@link temporaryName} makes. */
export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

/**
 * Writes a file atomically: temporary name, fsync, rename, fsync of the folder. Makes missing folders. The first
 * write to a directory removes what killed processes left there.
 * @throws system errors that name `path`; the temporary file is gone then
 */
export async function writeFileAtomic(
  path: string,
  content: Uint8Array | string | AsyncIterable<Uint8Array>,
  { mode = 0o644 }: { mode?: number } = {},
): Promise<void> {
  const directory = dirname(path);
  await makeDirectory(directory);
  await sweepOnce(directory);
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
 * Removes what killed processes left in a directory under temporary names, files and directories. What a running process of
 * this host is writing stays, however old it is. What can't be removed stays, too.
 * @param options.alone only this process may write to the directory (a lock protects it): removes every temporary name
 * @returns the names that were removed
 */
export async function sweepTemporary(
  directory: string,
  { alone = false }: { alone?: boolean } = {},
): Promise<string[]> {
  const removed: string[] = [];
  for (const name of (await readdir(directory).catch(() => [])).filter(isTemporary)) {
    const path = join(directory, name);
    if (!alone && !(await isLeftover(path, TEMPORARY.exec(name)?.[1]))) continue;
    await rm(path, { recursive: true, force: true }).then(
      () => removed.push(name),
      () => {},
    );
  }
  return removed;
}

/**
 * Returns whether a temporary file or directory has no process that still writes it: its process is dead, or nothing is known
 * of the process and the file is old.
 * @param mark of the process, from the name
 */
export async function isLeftover(path: string, mark: string | undefined): Promise<boolean> {
  const process = mark === undefined ? 'unknown' : markedProcess(mark);
  return process === 'dead' || (process === 'unknown' && (await isOld(path)));
}

/** Returns whether nothing was written to a path for {@link LEFTOVER_AGE_MS}. */
export async function isOld(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  // The clock may have been set back since: a time in the future doesn't prove life either.
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) >= LEFTOVER_AGE_MS;
}

async function sweepOnce(directory: string): Promise<void> {
  const path = resolve(directory);
  if (swept.has(path)) return;
  if (swept.size >= MOST_SWEPT) swept.clear();
  swept.add(path);
  await sweepTemporary(path);
}
