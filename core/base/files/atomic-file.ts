import { randomBytes } from 'node:crypto';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { atPath } from '../errors/system-error.ts';
import { WorkQueue } from '../flow/work-queue.ts';
import { mkdir, open } from './created-files.ts';
import { markedProcess, PROCESS_MARK, processMark } from './process-life.ts';

const TEMPORARY = new RegExp(`^\\.airlock-tmp-(${PROCESS_MARK})-[0-9a-f]+(:x)?$`);

/** The age in ms at which a temporary file of an unidentified process counts as a leftover. */
export const LEFTOVER_AGE_MS: number = 60 * 60 * 1000;

/** Directories that this process has swept. */
const swept = new Set<string>();
/** Every run has directories of its own, so a process that runs for months would retain their paths. A repeated sweep is cheap. */
const MOST_SWEPT = 256;

/**
 * Returns a name in `directory` for incomplete content. Readers ignore it. It identifies this process, so that
 * {@link sweepTemporary} can remove what a killed process left.
 */
export function temporaryName(directory: string): string {
  return join(directory, `.airlock-tmp-${processMark()}-${randomBytes(8).toString('hex')}`);
}

/** Returns whether {@link temporaryName} created a name. */
export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

/**
 * Writes a file atomically: temporary name, fsync, rename, fsync of the directory. Creates missing directories. The first
 * write to a directory removes the temporary files of killed processes.
 * @throws system errors that name `path`, after the temporary file was removed
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

/** Number of files that {@link writeFilesAtomic} handles at once. */
const AT_ONCE = 8;

/**
 * Writes files like {@link writeFileAtomic}, and syncs them only after all are written: a file system then writes them to the disk
 * together. A failure leaves some of them written.
 * @param files content by path
 * @throws system errors, after all temporary files were removed
 */
export async function writeFilesAtomic(files: ReadonlyMap<string, Uint8Array | string>): Promise<void> {
  const directories = new Set([...files.keys()].map((path) => dirname(path)));
  for (const directory of directories) {
    await makeDirectory(directory);
    await sweepOnce(directory);
  }
  const written = [...files].map(([path, content]) => ({
    ...{ path, content, temporary: temporaryName(dirname(path)) },
  }));
  const each = async (work: (file: (typeof written)[number]) => Promise<void>) => {
    const queue = new WorkQueue(AT_ONCE);
    const done = written.map((file) =>
      queue.run(() =>
        work(file).catch((error: unknown) => {
          queue.close();
          throw atPath(error, file.path);
        }),
      ),
    );
    // Files in progress end before the temporary ones are removed.
    for (const end of await Promise.allSettled(done)) if (end.status === 'rejected') throw end.reason;
  };
  try {
    await each(async ({ temporary, content }) => {
      await using handle = await open(temporary, 'wx');
      await handle.writeFile(content);
    });
    await each(async ({ temporary }) => {
      await using handle = await open(temporary, 'r+');
      await handle.sync();
    });
    await each(({ temporary, path }) => rename(temporary, path));
  } catch (error) {
    for (const { temporary } of written) await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  for (const directory of directories) await syncDirectory(directory);
}

/**
 * Creates a directory and its missing parents so that their names survive a power failure. Otherwise, a synced file is lost
 * together with its unsynced directory.
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

/** Makes renames and new names in a directory survive a power failure, if the system can sync directories. */
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

/** Windows can't open directories, and some network and FUSE file systems can't sync them. */
function noFolderHandles(error: unknown): boolean {
  return ['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EBADF'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
}

/**
 * Removes temporary files and directories of killed processes from a directory. Skips those that a running process of this
 * host is writing, regardless of their age, and those that can't be removed.
 * @param options.alone removes every temporary name, because a lock ensures that only this process writes to the directory
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
 * Returns whether no process still writes a temporary file or directory: its process is dead, or the process is unknown and
 * the file is old.
 * @param mark of the process, from the name
 */
export async function isLeftover(path: string, mark: string | undefined): Promise<boolean> {
  const process = mark === undefined ? 'unknown' : markedProcess(mark);
  return process === 'dead' || (process === 'unknown' && (await isOld(path)));
}

/** Returns whether nothing was written to a path for {@link LEFTOVER_AGE_MS}. */
export async function isOld(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  // The clock may have been set back since then, so a time in the future doesn't prove that the process is alive.
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) >= LEFTOVER_AGE_MS;
}

async function sweepOnce(directory: string): Promise<void> {
  const path = resolve(directory);
  if (swept.has(path)) return;
  if (swept.size >= MOST_SWEPT) swept.clear();
  swept.add(path);
  await sweepTemporary(path);
}
