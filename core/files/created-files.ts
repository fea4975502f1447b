import * as sync from 'node:fs';
import { chmodSync, chownSync, lstatSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createDirectories } from './create-directories.ts';

/**
 * Creation of files and directories by every module that writes into a workspace. In one that was made with
 * `airlock workspace init --shared GROUP` they belong to the group and its members may write them (files 0660, directories
 * 2770), whatever the umask says; elsewhere these are the functions of `node:fs`. A caller that asks for a private mode
 * (no right for the group) gets it in a shared workspace, too.
 */

/** Below the root of a shared workspace; its content names the group for people. */
export const SHARED_MARKER: string = join('working-dir', 'airlock', 'shared.json');

const DIRECTORY_MODE = 0o2770;
const FILE_MODE = 0o660;
/** A workspace may become a shared one while a process runs. */
const REMEMBER_MS = 5_000;

const groups = new Map<string, number | undefined>();
let rememberedAt = Number.NEGATIVE_INFINITY;

/** Returns the group (gid) of the shared workspace that a directory is in, or undefined in any other place. */
export function sharedGroupOf(directory: string): number | undefined {
  if (process.geteuid === undefined) return undefined;
  if (performance.now() - rememberedAt > REMEMBER_MS) {
    groups.clear();
    rememberedAt = performance.now();
  }
  return lookUp(resolve(directory));
}

/** Makes the next creation look again, after a workspace became a shared one. */
export function forgetSharedGroups(): void {
  groups.clear();
}

function lookUp(directory: string): number | undefined {
  if (groups.has(directory)) return groups.get(directory);
  const above = dirname(directory);
  const group = groupOfRoot(directory) ?? (above === directory ? undefined : lookUp(above));
  groups.set(directory, group);
  return group;
}

/** The marker alone shares nothing: the root itself must be closed to others and belong to a group. */
function groupOfRoot(directory: string): number | undefined {
  if (lstatSync(join(directory, SHARED_MARKER), { throwIfNoEntry: false }) === undefined) return undefined;
  const root = lstatSync(directory);
  return (root.mode & 0o7777) === DIRECTORY_MODE ? root.gid : undefined;
}

/** As `mkdir` of `node:fs/promises`; with `recursive`, errors are the file system's own (see `createDirectories`). */
export async function mkdir(
  path: string,
  options: { recursive?: boolean; mode?: number } = {},
): Promise<string | undefined> {
  const made = options.recursive ? await createDirectories(path, options) : await fs.mkdir(path, options);
  shareDirectories(path, options.recursive ? made : path, options.mode);
  return made;
}

/** As `mkdirSync` of `node:fs`. */
export function mkdirSync(path: string, options: { recursive?: boolean; mode?: number } = {}): void {
  const made = sync.mkdirSync(path, options);
  shareDirectories(path, options.recursive ? made : path, options.mode);
}

/** As `open` of `node:fs/promises`; a file that it creates has mode 0644 unless another is asked for. */
export async function open(path: string, flags: string | number = 'r', mode = 0o644): Promise<fs.FileHandle> {
  const handle = await fs.open(path, flags, mode);
  const group = creates(flags) && isForGroup(mode) ? sharedGroupOf(dirname(path)) : undefined;
  if (group === undefined) return handle;
  try {
    const { uid, gid, mode: now } = await handle.stat();
    if (uid === process.geteuid?.() && ((now & 0o777) !== FILE_MODE || gid !== group)) {
      if (gid !== group) await handle.chown(uid, group);
      await handle.chmod(FILE_MODE);
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle;
}

/** As `openSync` of `node:fs`. */
export function openSync(path: string, flags: string, mode = 0o644): number {
  const fd = sync.openSync(path, flags, mode);
  const group = creates(flags) && isForGroup(mode) ? sharedGroupOf(dirname(path)) : undefined;
  if (group === undefined) return fd;
  try {
    const { uid, gid, mode: now } = sync.fstatSync(fd);
    if (uid === process.geteuid?.() && ((now & 0o777) !== FILE_MODE || gid !== group)) {
      if (gid !== group) sync.fchownSync(fd, uid, group);
      sync.fchmodSync(fd, FILE_MODE);
    }
  } catch (error) {
    sync.closeSync(fd);
    throw error;
  }
  return fd;
}

/** As `writeFile` of `node:fs/promises`. */
export async function writeFile(
  path: string,
  content: Uint8Array | string,
  { mode, flag = 'w' }: { mode?: number; flag?: string } = {},
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

function creates(flags: string | number): boolean {
  return typeof flags === 'string' && /[wa]/.test(flags);
}

function isForGroup(mode: number): boolean {
  return (mode & 0o040) !== 0;
}

/** @param first the outermost directory that was made; undefined when all existed */
function shareDirectories(path: string, first: string | undefined, mode = 0o777): void {
  if (first === undefined || !isForGroup(mode)) return;
  const group = sharedGroupOf(dirname(resolve(first)));
  if (group === undefined) return;
  const made: string[] = [];
  for (let at = resolve(path); at.length >= resolve(first).length; at = dirname(at)) {
    made.unshift(at);
    if (dirname(at) === at) break;
  }
  for (const directory of made) {
    const { uid, gid } = lstatSync(directory);
    if (gid !== group) chownSync(directory, uid, group);
    chmodSync(directory, DIRECTORY_MODE);
  }
}
