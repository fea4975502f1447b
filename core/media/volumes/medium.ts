import { access, constants, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  isOld,
  isTemporary,
  makeDirectory,
  sweepTemporary,
  writeFileAtomic,
} from '../../base/files/atomic-file.ts';
import type { MediumRoom } from './cut.ts';
import { onMedium, READ_ONLY_CODES } from './medium-fault.ts';

/** What a folder on a medium is, for writing. */
export interface MediumFacts extends MediumRoom {
  readOnly: boolean;
  /** Which file system it is on: another number after it was taken out. */
  device: number;
  /** A file system begins here; false: a folder like others, also a mount point with nothing mounted. */
  mounted?: boolean;
}

/** Suffix of a piece that is being written. */
export const WRITING = '.writing';

/** statfs(2) magic numbers of file systems that limit files to 4 GiB - 1. */
const FAT = 0x4d44;
const FAT_LIMIT = 2 ** 32 - 1;
/**
 * Free space, limits and state of a folder that is to be written; by asking the system, nothing is written.
 * @throws AirlockError `disk` (side `destination`) for a folder that is not there or cannot be read
 */
export async function probeMedium(path: string): Promise<MediumFacts> {
  try {
    const { dev } = await stat(join(path, '.'));
    const { type, bavail, bsize, blocks } = await statfs(path);
    return {
      // Some drivers behind FUSE tell no sizes: then a full medium is met when it is full.
      freeBytes: blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize,
      maxFileBytes: type === FAT ? FAT_LIMIT : undefined,
      blockBytes: Math.max(512, Math.ceil(bsize / 512) * 512),
      readOnly: await isReadOnly(path),
      device: dev,
      mounted: (await stat(join(path, '..'))).dev !== dev,
    };
  } catch (error) {
    throw onMedium(error, path);
  }
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

/** What a person calls a medium: the last step of its path. It stays in the workspace, no medium has it. */
export function labelOf(path: string): string {
  return basename(resolve(path)) || resolve(path);
}

/**
 * Makes a folder for pieces on a medium, and removes what a killed export left in it, also one that nobody resumes.
 * @param names of the pieces of this export; others may be writing theirs
 * @param alone nobody else writes into this folder
 * @returns what is in it
 * @throws AirlockError of side `destination`
 */
export async function openMediumFolder(
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
    throw onMedium(error, folder);
  }
}

/** Writes a small file on a medium, if it is not there as it should be. @throws AirlockError of side `destination` */
export async function writeOnMedium(path: string, content: string | Uint8Array): Promise<void> {
  try {
    const found = await readFile(path).catch(() => undefined);
    if (found && Buffer.compare(found, Buffer.from(content)) === 0) return;
    await writeFileAtomic(path, content);
  } catch (error) {
    throw onMedium(error, path);
  }
}
