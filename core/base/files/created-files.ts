import * as sync from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createDirectories } from './create-directories.ts';
import { openShared, openSharedSync, requireInside, shareExisting, type WriteFlags } from './shared-open.ts';
import { sharedPlaceOf } from './shared-place.ts';

/**
 * Creation of files and directories by every module that writes into a workspace. In one that was made with
 * `airlock workspace init --shared GROUP` they belong to the group and its members may write them (files 0660, directories
 * 2770), whatever the umask says; elsewhere these are the functions of `node:fs`. A caller that asks for a private mode
 * (no right for the group) gets it in a shared workspace, too. There, nothing is written through a link.
 */

/** As `mkdir` of `node:fs/promises`; with `recursive`, errors are the file system's own (see `createDirectories`). */
export async function mkdir(
  path: string,
  options: { recursive?: boolean; mode?: number } = {},
): Promise<string | undefined> {
  checkDirectory(path);
  const made = options.recursive ? await createDirectories(path, options) : await fs.mkdir(path, options);
  shareDirectories(path, options.recursive ? made : path, options.mode);
  return made;
}

/** As `mkdirSync` of `node:fs`. */
export function mkdirSync(path: string, options: { recursive?: boolean; mode?: number } = {}): void {
  checkDirectory(path);
  const made = sync.mkdirSync(path, options);
  shareDirectories(path, options.recursive ? made : path, options.mode);
}

/**
 * Like `open` of `node:fs/promises`. A file that it creates has mode 0644 unless another one is given.
 * @throws AirlockError `workspace-unsafe-path` for a link or a foreign file in a shared workspace; system errors
 */
export async function open(
  path: string,
  flags: 'r' | WriteFlags = 'r',
  mode = 0o644,
): Promise<fs.FileHandle> {
  if (flags === 'r') return fs.open(path, flags);
  const place = sharedPlaceOf(dirname(path));
  return place ? openShared(path, flags, mode, place) : fs.open(path, flags, mode);
}

/** As {@link open}, and `openSync` of `node:fs`. */
export function openSync(path: string, flags: WriteFlags, mode = 0o644): number {
  const place = sharedPlaceOf(dirname(path));
  return place ? openSharedSync(path, flags, mode, place) : sync.openSync(path, flags, mode);
}

/** As `writeFile` of `node:fs/promises`. */
export async function writeFile(
  path: string,
  content: Uint8Array | string,
  { mode, flag = 'w' }: { mode?: number; flag?: WriteFlags } = {},
): Promise<void> {
  await using handle = await open(path, flag, mode);
  await handle.writeFile(content).catch((error: unknown) => named(error, path));
}

/** As `appendFile` of `node:fs/promises`: one write. */
export async function appendFile(path: string, content: Uint8Array | string): Promise<void> {
  await using handle = await open(path, 'a');
  await handle.appendFile(content).catch((error: unknown) => named(error, path));
}

/** As `appendFileSync` of `node:fs`: one write. */
export function appendFileSync(path: string, content: Uint8Array | string): void {
  const fd = openSync(path, 'a');
  try {
    sync.writeFileSync(fd, content);
  } catch (error) {
    named(error, path);
  } finally {
    sync.closeSync(fd);
  }
}

/** Throws an error of an open file again with its path, which the system leaves out. */
function named(error: unknown, path: string): never {
  throw error instanceof Error ? Object.assign(error, { path }) : error;
}

function isForGroup(mode: number): boolean {
  return (mode & 0o040) !== 0;
}

/**
 * Requires that a directory in a shared workspace, or the nearest of its parents that exists, isn't outside of it by a link.
 * @throws AirlockError `workspace-unsafe-path`
 */
export function checkDirectory(path: string): void {
  const place = sharedPlaceOf(dirname(resolve(path)));
  if (place) requireInside(resolve(path), place);
}

/** @param first the outermost directory that was made; undefined when all existed */
function shareDirectories(path: string, first: string | undefined, mode = 0o777): void {
  if (first === undefined || !isForGroup(mode)) return;
  const place = sharedPlaceOf(dirname(resolve(first)));
  if (!place?.shares) return;
  const made: string[] = [];
  for (let at = resolve(path); at.length >= resolve(first).length; at = dirname(at)) {
    made.unshift(at);
    if (dirname(at) === at) break;
  }
  // Under a strict umask a new directory is private at first.
  for (const directory of made) shareExisting(directory, place, { evenPrivate: true, directory: true });
}
