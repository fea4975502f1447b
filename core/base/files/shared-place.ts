import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { airlockDirectory } from './airlock-directory.ts';

/** Path below the root of a shared workspace. The content names the group, for information. */
export const SHARED_MARKER: string = airlockDirectory('', 'shared.json');

export const SHARED_DIRECTORY_MODE = 0o2770;
export const SHARED_FILE_MODE = 0o660;
/** A workspace may become shared while a process runs. */
const REMEMBER_MS = 5_000;

/** A directory tree that members of a group can change. */
export interface SharedPlace {
  /** Without symbolic links. */
  root: string;
  /** Group of the root. */
  gid: number;
  /** Whether the marker exists, so that new files and directories belong to the group. */
  shares: boolean;
}

const places = new Map<string, SharedPlace | undefined>();
let rememberedAt = Number.NEGATIVE_INFINITY;

/** Returns the shared workspace that contains a directory according to its path; undefined if there is none. */
export function sharedPlaceOf(directory: string): SharedPlace | undefined {
  if (process.geteuid === undefined) return undefined;
  if (performance.now() - rememberedAt > REMEMBER_MS) {
    places.clear();
    rememberedAt = performance.now();
  }
  return lookUp(resolve(directory));
}

/** Returns the group ID of the shared workspace that contains a directory, or undefined if there is none. */
export function sharedGroupOf(directory: string): number | undefined {
  const place = sharedPlaceOf(directory);
  return place?.shares ? place.gid : undefined;
}

/** Clears the cache after a workspace became shared. */
export function forgetSharedPlaces(): void {
  places.clear();
}

/**
 * Returns the group of the innermost root. The outermost root is the limit, because a link inside a workspace may lead to a
 * directory that looks like a root.
 */
function lookUp(directory: string): SharedPlace | undefined {
  if (places.has(directory)) return places.get(directory);
  const above = dirname(directory);
  const outer = above === directory ? undefined : lookUp(above);
  const own = placeAt(directory);
  const place = own && outer ? { ...own, root: outer.root } : (own ?? outer);
  places.set(directory, place);
  return place;
}

/**
 * Requires that the root itself is closed to others and belongs to a group, because the marker alone doesn't share anything.
 * Every member can remove the marker, so the root is also protected without it.
 */
function placeAt(directory: string): SharedPlace | undefined {
  const exists = (name: string) => lstatSync(join(directory, name), { throwIfNoEntry: false }) !== undefined;
  if (!exists(airlockDirectory('')) && !exists('working-dir')) return undefined;
  const { mode, gid } = statSync(directory);
  if ((mode & 0o7777) !== SHARED_DIRECTORY_MODE) return undefined;
  return { root: realpathSync(directory), gid, shares: exists(SHARED_MARKER) };
}
