import { access, constants, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  isOld,
  isTemporary,
  makeDirectory,
  sweepTemporary,
  writeFileAtomic,
} from '../../base/files/atomic-file.ts';
import type { DriveSpace } from './cut.ts';
import { driveFaultKind, onDrive, READ_ONLY_CODES } from './drive-fault.ts';

/** Properties of a folder on a drive that matter for writing. */
export interface DriveFacts extends DriveSpace {
  readOnly: boolean;
  /** Number of the file system. It changes when the drive is removed. */
  device: number;
  /**
   * Whether a file system is mounted here. False for an ordinary folder, including a mount point with nothing mounted.
   */
  mounted?: boolean;
}

/** Suffix of a volume that is being written. */
export const WRITING = '.writing';

/** statfs(2) magic numbers of file systems that limit files to 4 GiB - 1. */
const FAT = 0x4d44;
const FAT_LIMIT = 2 ** 32 - 1;
/**
 * Queries free space, limits and state of a folder to write to. Writes nothing.
 * @throws AirlockError `disk` (side `destination`) for a folder that doesn't exist or can't be read
 */
export async function probeDrive(path: string): Promise<DriveFacts> {
  try {
    const { dev } = await stat(join(path, '.'));
    const { type, bavail, bsize, blocks } = await statfs(path);
    return {
      // Some drivers behind FUSE report no sizes. A full drive is then detected when a write fails.
      freeBytes: blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize,
      maxFileBytes: type === FAT ? FAT_LIMIT : undefined,
      blockBytes: Math.max(512, Math.ceil(bsize / 512) * 512),
      readOnly: await isReadOnly(path),
      device: dev,
      mounted: await isMounted(path, dev),
    };
  } catch (error) {
    throw onDrive(error, path);
  }
}

/** A directory that was chosen as a drive, as it is now. */
export interface DrivePresence {
  /** False if it doesn't exist, or if its drive is disconnected. */
  present: boolean;
  /** Whether a file system is mounted here. */
  mounted: boolean;
  /** Changes when another directory or file system takes its place; undefined if it isn't present. */
  id: string | undefined;
}

/** Returns whether the directory of a drive exists now. Never throws: a directory that can't be read is present. */
export async function drivePresence(path: string): Promise<DrivePresence> {
  try {
    const { dev, ino } = await stat(join(path, '.'));
    return { present: true, mounted: await isMounted(path, dev), id: `${dev} ${ino}` };
  } catch (error) {
    return { present: driveFaultKind(error) !== 'removed', mounted: false, id: undefined };
  }
}

/** @param dev the device of the directory */
async function isMounted(path: string, dev: number): Promise<boolean> {
  return (await stat(join(path, '..'))).dev !== dev;
}

async function isReadOnly(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    return false;
  } catch (error) {
    if (READ_ONLY_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return true;
    throw error;
  }
}

/**
 * Returns the label of a drive: the last component of its path. The label is stored in the workspace, not on the drive.
 */
export function labelOf(path: string): string {
  return basename(resolve(path)) || resolve(path);
}

/**
 * Creates a folder for volumes on a drive, and removes the leftovers of a killed export, even one that is never
 * resumed.
 * @param names of the volumes of this export; another export may be writing others
 * @param alone no other process writes into this folder
 * @returns its content
 * @throws AirlockError of side `destination`
 */
export async function openDriveFolder(
  folder: string,
  names: ReadonlySet<string> = new Set(),
  alone = false,
): Promise<string[]> {
  try {
    await makeDirectory(folder);
    const found = await readdir(folder);
    const left: string[] = [];
    for (const name of found.filter((each) => each.endsWith(WRITING)))
      if (names.has(name.slice(0, -WRITING.length)) || (alone && (await isOld(join(folder, name)))))
        left.push(name);
    for (const name of left) await rm(join(folder, name), { force: true });
    await sweepTemporary(folder, { alone });
    return found.filter((name) => !left.includes(name) && !isTemporary(name));
  } catch (error) {
    throw onDrive(error, folder);
  }
}

/** Writes a small file to a drive unless it already has this content. @throws AirlockError of side `destination` */
export async function writeOnDrive(path: string, content: string | Uint8Array): Promise<void> {
  try {
    const found = await readFile(path).catch(() => undefined);
    if (found && Buffer.compare(found, Buffer.from(content)) === 0) return;
    await writeFileAtomic(path, content);
  } catch (error) {
    throw onDrive(error, path);
  }
}
