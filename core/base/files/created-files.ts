import * as sync from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createDirectories } from './create-directories.ts';
import { openShared, openSharedSync, requireInside, shareExisting, type WriteFlags } from './shared-open.ts';
import { sharedPlaceOf } from './shared-place.ts';

/**
 * All modules that write to a workspace create files and directories with these functions. In a workspace that was created
 * with `airlock workspace init --shared GROUP`, files and directories belong to the group, and its members may write to them
 * (files 0660, directories 2770), regardless of the umask. A private mode (no permissions for the group) is applied there,
 * too, and links aren't followed. Elsewhere, these are the functions of `node:fs`.
 */

/** Like `mkdir` of `node:fs/promises`. With `recursive`, throws the file system's own errors (see `createDirectories`). */
export async function mkdir(
  path: string,
  options: { recursive?: boolean; mode?: number } = {},
): Promise<string | undefined> {
  checkDirectory(path);
  const made = options.recursive ? await createDirectories(path, options) : await fs.mkdir(path, options);
  shareDirectories(path, options.recursive ? made : path, options.mode);
  return made;
}

/** Like `mkdirSync` of `node:fs`. */
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

/** Like {@link open}, synchronously. */
export function openSync(path: string, flags: WriteFlags, mode = 0o644): number {
  const place = sharedPlaceOf(dirname(path));
  return place ? openSharedSync(path, flags, mode, place) : sync.openSync(path, flags, mode);
}

/** Like `writeFile` of `node:fs/promises`. */
export async function writeFile(
  path: string,
  content: Uint8Array | string,
  { mode, flag = 'w' }: { mode?: number; flag?: WriteFlags } = {},
): Promise<void> {
  await using handle = await open(path, flag, mode);
  await handle.writeFile(content).catch((error: unknown) => named(error, path));
}

/** Like `appendFile` of `node:fs/promises`, with a single write call. */
export async function appendFile(path: string, content: Uint8Array | string): Promise<void> {
  await using handle = await open(path, 'a');
  await handle.appendFile(content).catch((error: unknown) => named(error, path));
}

/** Like `appendFileSync` of `node:fs`, with a single write call. */
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

/** Rethrows an error of an open file with its path, which the system omits. */
function named(error: unknown, path: string): never {
  throw error instanceof Error ? Object.assign(error, { path }) : error;
}

function isForGroup(mode: number): boolean {
  return (mode & 0o040) !== 0;
}

/**
 * Checks that no link leads a directory of a shared workspace, or its nearest existing parent, out of the workspace.
 * @throws AirlockError `workspace-unsafe-path`
 */
export function checkDirectory(path: string): void {
  const place = sharedPlaceOf(dirname(resolve(path)));
  if (place) requireInside(resolve(path), place);
}

/** @param first the outermost directory that was created; undefined if all existed */
function shareDirectories(path: string, first: string | undefined, mode = 0o777): void {
  if (first === undefined || !isForGroup(mode)) return;
  const place = sharedPlaceOf(dirname(resolve(first)));
  if (!place?.shares) return;
  const made: string[] = [];
  for (let at = resolve(path); at.length >= resolve(first).length; at = dirname(at)) {
    made.unshift(at);
    if (dirname(at) === at) break;
  }
  // With a strict umask, a new directory is private at first.
  for (const directory of made) shareExisting(directory, place, { evenPrivate: true, directory: true });
}
