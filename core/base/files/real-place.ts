import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Returns the path without links. Its last parts don't have to exist. */
export async function realPlace(path: string): Promise<string> {
  const absolute = resolve(path);
  const parent = dirname(absolute);
  return realpath(absolute).catch(async () =>
    parent === absolute ? absolute : join(await realPlace(parent), basename(absolute)),
  );
}

/** Returns whether a path is a directory or below it, without resolving links. Both must be absolute and normalized. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(join(directory, '/'));
}
