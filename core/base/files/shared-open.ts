import * as sync from 'node:fs';
import * as fs from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { AirlockError } from '../errors/airlock-error.ts';
import { t } from './messages.ts';
import { SHARED_DIRECTORY_MODE, SHARED_FILE_MODE, type SharedPlace } from './shared-place.ts';

/**
 * Opens files for writing where every member of a group can replace files and directories with links. Never creates, writes,
 * truncates or shares a file outside of the workspace.
 */

const {
  O_APPEND,
  O_CREAT,
  O_DIRECTORY,
  O_EXCL,
  O_NOFOLLOW,
  O_NONBLOCK,
  O_RDONLY,
  O_RDWR,
  O_TRUNC,
  O_WRONLY,
} = sync.constants;
/** Avoids blocking on named pipes, and doesn't follow links. */
const CAREFUL = O_NOFOLLOW | O_NONBLOCK;

const FLAGS = {
  'r+': O_RDWR,
  w: O_WRONLY | O_CREAT | O_TRUNC,
  'w+': O_RDWR | O_CREAT | O_TRUNC,
  wx: O_WRONLY | O_CREAT | O_EXCL,
  'wx+': O_RDWR | O_CREAT | O_EXCL,
  a: O_WRONLY | O_CREAT | O_APPEND,
  'a+': O_RDWR | O_CREAT | O_APPEND,
  ax: O_WRONLY | O_CREAT | O_APPEND | O_EXCL,
  'ax+': O_RDWR | O_CREAT | O_APPEND | O_EXCL,
};

/** Flags of `open` that write. */
export type WriteFlags = keyof typeof FLAGS;

interface Attempt {
  flags: number;
  /** Whether the attempt only succeeds for a file that it creates. */
  isNew: boolean;
}

/** Returns attempts that don't truncate, because the opened file has to be checked first. Only the mode of new files is changed. */
function attemptsOf(flags: WriteFlags): Attempt[] {
  const all = FLAGS[flags];
  const created = { flags: all | O_EXCL | CAREFUL, isNew: true };
  const existing = { flags: (all & ~O_CREAT & ~O_TRUNC) | CAREFUL, isNew: false };
  if (all & O_EXCL) return [created];
  return all & O_CREAT ? [existing, created, existing] : [existing];
}

/** Another process may create or remove the file between two attempts. */
function mayTryNext(error: unknown): boolean {
  return ['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Like `open` of `node:fs/promises`, below the root of a shared workspace.
 * @throws AirlockError `workspace-unsafe-path`; system errors
 */
export async function openShared(
  path: string,
  flags: WriteFlags,
  mode: number,
  place: SharedPlace,
): Promise<fs.FileHandle> {
  requireInside(dirname(path), place);
  const attempts = attemptsOf(flags);
  for (const [i, attempt] of attempts.entries()) {
    let handle: fs.FileHandle;
    try {
      handle = await fs.open(path, attempt.flags, mode);
    } catch (error) {
      if (i < attempts.length - 1 && mayTryNext(error)) continue;
      throw rejectionOf(error, path);
    }
    try {
      checkAndShare(handle.fd, path, { flags, mode, place, isNew: attempt.isNew });
    } catch (error) {
      await handle.close();
      throw error;
    }
    return handle;
  }
  throw new Error('unreachable');
}

/** Like {@link openShared}, synchronously. */
export function openSharedSync(path: string, flags: WriteFlags, mode: number, place: SharedPlace): number {
  requireInside(dirname(path), place);
  const attempts = attemptsOf(flags);
  for (const [i, attempt] of attempts.entries()) {
    let fd: number;
    try {
      fd = sync.openSync(path, attempt.flags, mode);
    } catch (error) {
      if (i < attempts.length - 1 && mayTryNext(error)) continue;
      throw rejectionOf(error, path);
    }
    try {
      checkAndShare(fd, path, { flags, mode, place, isNew: attempt.isNew });
    } catch (error) {
      sync.closeSync(fd);
      throw error;
    }
    return fd;
  }
  throw new Error('unreachable');
}

interface Opened {
  flags: WriteFlags;
  mode: number;
  place: SharedPlace;
  isNew: boolean;
}

function checkAndShare(fd: number, path: string, { flags, mode, place, isNew }: Opened): void {
  const found = sync.fstatSync(fd);
  const isOwn = found.uid === process.geteuid!();
  requireAlone(found, path);
  requireHandleInside(fd, path, place);
  const forGroup = (mode & 0o040) !== 0;
  if (!isNew && !isOwn && (!forGroup || found.gid !== place.gid))
    throw unsafePath(
      path,
      t('unsafeOwner', { uid: found.uid, gid: found.gid }),
      t('unsafeOwnerRemedy', { path, root: place.root }),
    );
  if (!isNew && !forGroup && (found.mode & 0o077) !== 0) throw unsafePath(path, t('unsafeReadable'));
  // A private file may have been moved to this name. Only its owner may share it with the group.
  const mayShare = isNew || found.size === 0 || (found.gid === place.gid && (found.mode & 0o040) !== 0);
  if (place.shares && forGroup && isOwn && mayShare) share(fd, found, SHARED_FILE_MODE, place.gid);
  if (FLAGS[flags] & O_TRUNC && found.size > 0) sync.ftruncateSync(fd, 0);
}

function share(fd: number, found: sync.Stats, mode: number, gid: number): void {
  if (found.gid === gid && (found.mode & 0o7777) === mode) return;
  if (found.gid !== gid) sync.fchownSync(fd, found.uid, gid);
  sync.fchmodSync(fd, mode);
}

/**
 * Shares an existing file or directory with a group: mode 0660, directories 2770.
 * @param options.evenPrivate also shares files and directories without permissions for the group
 * @param options.directory rejects everything except directories
 * @returns false for a private file or directory, which remains unchanged
 * @throws AirlockError `workspace-unsafe-path`; system errors, `EPERM` and `EACCES` for files of other users
 */
export function shareExisting(
  path: string,
  { root, gid }: Pick<SharedPlace, 'root' | 'gid'>,
  { evenPrivate = false, directory = false }: { evenPrivate?: boolean; directory?: boolean } = {},
): boolean {
  let fd: number;
  try {
    fd = sync.openSync(path, O_RDONLY | CAREFUL | (directory ? O_DIRECTORY : 0));
  } catch (error) {
    throw rejectionOf(error, path);
  }
  try {
    const found = sync.fstatSync(fd);
    requireHandleInside(fd, path, { root });
    if (!evenPrivate && (found.mode & 0o070) === 0) return false;
    if (!found.isDirectory()) requireAlone(found, path);
    share(fd, found, found.isDirectory() ? SHARED_DIRECTORY_MODE : SHARED_FILE_MODE, gid);
    return true;
  } finally {
    sync.closeSync(fd);
  }
}

/**
 * Checks that a directory, or its nearest existing parent, is below the root of a shared workspace after all links are
 * resolved.
 * @throws AirlockError `workspace-unsafe-path`
 */
export function requireInside(directory: string, { root }: Pick<SharedPlace, 'root'>): void {
  for (let at = directory; ; at = dirname(at)) {
    let real: string;
    try {
      real = sync.realpathSync(at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code === 'ENOENT' || code === 'ENOTDIR') && dirname(at) !== at) continue;
      throw error;
    }
    if (!isInside(real, root)) throw outside(at, real, root);
    return;
  }
}

/** Another member may have replaced a directory since its name was checked. */
function requireHandleInside(fd: number, path: string, { root }: Pick<SharedPlace, 'root'>): void {
  const real = realPathOf(fd, path);
  if (!isInside(real, root)) throw outside(path, real, root);
}

function realPathOf(fd: number, path: string): string {
  try {
    return sync.readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // Without /proc (macOS), checks that the name still refers to the open file.
    const real = join(sync.realpathSync(dirname(path)), basename(path));
    const [named, opened] = [sync.lstatSync(real), sync.fstatSync(fd)];
    if (named.ino !== opened.ino || named.dev !== opened.dev) throw unsafePath(path, t('unsafeReplaced'));
    return real;
  }
}

function isInside(real: string, root: string): boolean {
  return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
}

function requireAlone(found: sync.Stats, path: string): void {
  if (!found.isFile()) throw unsafePath(path, t('unsafeNotAFile'));
  if (found.nlink > 1) throw unsafePath(path, t('unsafeHardLinks', { count: found.nlink }));
}

function outside(path: string, real: string, root: string): AirlockError {
  return unsafePath(path, t('unsafeOutside', { target: real, root }));
}

/** Returns the error for a link or a named pipe in place of a file; other errors unchanged. */
function rejectionOf(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ELOOP') return unsafePath(path, t('unsafeLink'));
  if (code === 'ENXIO') return unsafePath(path, t('unsafeNotAFile'));
  if (code === 'ENOTDIR' && sync.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    return unsafePath(path, t('unsafeLink'));
  return error;
}

function unsafePath(path: string, why: string, remedy?: string): AirlockError {
  return new AirlockError('workspace-unsafe-path', t('unsafePath', { path, reason: why }), {
    side: 'local',
    remedy: remedy ?? t('unsafePathRemedy', { path }),
  });
}
