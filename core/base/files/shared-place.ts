import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { airlockFolder } from './airlock-folder.ts';

/** Below the root of a shared workspace; its content names the group for people. */
export const SHARED_MARKER: string = airlockFolder('', 'shared.json');

export const SHARED_DIRECTORY_MODE = 0o2770;
export const SHARED_FILE_MODE = 0o660;
/** A workspace may become a shared one while a process runs. */
const REMEMBER_MS = 5_000;

/** A directory tree that members of a group can change. */
export interface SharedPlace {
  /** Without symbolic links. */
  root: string;
  /** Group of the root. */
  gid: number;
  /** True with a marker: what is created there belongs to the group. */
  shares: boolean;
}

const places = new Map<string, SharedPlace | undefined>();
let rememberedAt = Number.NEGATIVE_INFINITY;

/** Returns the shared workspace that a directory is in by its name; undefined in any other place. */
export function sharedPlaceOf(directory: string): SharedPlace | undefined {
  if (process.geteuid === undefined) return undefined;
  if (performance.now() - rememberedAt > REMEMBER_MS) {
    places.clear();
    rememberedAt = performance.now();
  }
  return lookUp(resolve(directory));
}

/** Returns the group (gid) of the shared workspace that a directory is in, or undefined in any other place. */
export function sharedGroupOf(directory: string): number | undefined {
  const place = sharedPlaceOf(directory);
  return place?.shares ? place.gid : undefined;
}

/** Makes the next creation look again, after a workspace became a shared one. */
export function forgetSharedPlaces(): void {
  places.clear();
}

/**
 * The innermost root names the group. The outermost one is the limit: a link inside a workspace may lead to a directory that
 * looks like a root.
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
 * The marker alone shares nothing: the root itself must be closed to others and belong to a group. Every member can remove
 * the marker, so without it the root is still protected.
 */
function placeAt(directory: string): SharedPlace | undefined {
  const exists = (name: string) => lstatSync(join(directory, name), { throwIfNoEntry: false }) !== undefined;
  if (!exists(airlockFolder('')) && !exists('working-dir')) return undefined;
  const { mode, gid } = statSync(directory);
  if ((mode & 0o7777) !== SHARED_DIRECTORY_MODE) return undefined;
  return { root: realpathSync(directory), gid, shares: exists(SHARED_MARKER) };
}
