import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { temporaryName } from '../../base/files/atomic-file.ts';
import { open } from '../../base/files/created-files.ts';

/** The features of a file system that affect how sets are written. */
export interface FileSystem {
  /** Whether skipped gaps use no disk space. If not (FAT, exFAT), gaps are written as zeros, so writes go in order. */
  holes: boolean;
  /** Whether file names may contain colons. */
  colons: boolean;
  /** Maximum file size in bytes, if there is a limit (FAT: 4 GiB - 1). */
  maxFileBytes?: number;
  /** Returns the bytes that this user can still write. */
  free(): Promise<number>;
}

/** statfs(2) magic numbers. */
const FAT = 0x4d44;
const EXFAT = 0x2011bab0;
const FAT_LIMIT = 2 ** 32 - 1;
const PROBE_OFFSET = 1024 * 1024;

/**
 * Detects sparse-file support from the file system type and by writing one byte far into an empty file. The directory must
 * exist. The test file is removed.
 * @throws AirlockError `disk` if the directory isn't writable
 */
export async function probeFileSystem(directory: string): Promise<FileSystem> {
  try {
    const { type } = await statfs(directory);
    const fat = type === FAT;
    return {
      holes: !fat && type !== EXFAT && (await hasHoles(directory)),
      colons: await acceptsColons(directory),
      maxFileBytes: fat ? FAT_LIMIT : undefined,
      free: async () => (await spaceOf(directory))?.freeBytes ?? Number.POSITIVE_INFINITY,
    };
  } catch (error) {
    throw asAirlockError(error, directory);
  }
}

/** The size of a file system and the bytes that this user can still write to it. */
export interface Space {
  freeBytes: number;
  totalBytes: number;
}

/** Returns the space of a directory; undefined when its file system reports no sizes (FUSE). */
async function spaceOf(directory: string): Promise<Space | undefined> {
  const { bavail, bsize, blocks } = await statfs(directory);
  return blocks === 0 ? undefined : { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/**
 * Returns the space for the archives of a workspace: `transfers/` may be a mount of its own. Undefined when the directory
 * doesn't exist or its file system reports no sizes.
 */
export function spaceForArchives(workspace: string): Promise<Space | undefined> {
  return spaceOf(join(workspace, 'transfers'))
    .catch(() => spaceOf(workspace))
    .catch(() => undefined);
}

/** Returns the bytes that are free for the archives of a workspace, as {@link spaceForArchives}. */
export async function freeForArchives(workspace: string): Promise<number | undefined> {
  return (await spaceForArchives(workspace))?.freeBytes;
}

async function hasHoles(directory: string): Promise<boolean> {
  const path = temporaryName(directory);
  try {
    const handle = await open(path, 'wx');
    try {
      await handle.write(Buffer.from([1]), 0, 1, PROBE_OFFSET);
      // Some file systems (ext4, btrfs) allocate blocks late, so sync first.
      await handle.datasync();
      const { blocks } = await handle.stat();
      return blocks * 512 < PROBE_OFFSET;
    } finally {
      await handle.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

async function acceptsColons(directory: string): Promise<boolean> {
  // NTFS interprets `name:x` as a stream of `name`. No file with this name appears, and removing `name` removes the stream.
  if (process.platform === 'win32') return false;
  const path = `${temporaryName(directory)}:x`;
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // FAT with FUSE reports EPERM.
    if (code === 'EINVAL' || code === 'ENOENT' || code === 'EPERM') return false;
    throw error;
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}
