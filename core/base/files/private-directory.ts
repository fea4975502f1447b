import { lstatSync, mkdirSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';

/** More symbolic links than any real path has; Linux gives up at the same number. */
const MOST_LINKS = 40;

/**
 * Makes a directory (mode 0700) that no other user can write to or replace, or checks an existing one: it is a real
 * directory of this user that group and others can't write to, and every directory above it belongs to this user or
 * root and lets nobody else replace its entries.
 * @returns why other users could change its content, or undefined when they can't; undefined on Windows, which reports
 * no owner
 */
export function makePrivateDirectory(directory: string): string | undefined {
  try {
    let existing = directory;
    while (lstatSync(existing, { throwIfNoEntry: false }) === undefined && dirname(existing) !== existing)
      existing = dirname(existing);
    // Nothing is made below a directory of somebody else: with sudo, HOME may still be the caller's.
    const problem = existing === directory ? undefined : problemAlong(existing);
    if (problem !== undefined) return problem;
    if (existing !== directory) mkdirSync(directory, { recursive: true, mode: 0o700 });
    return whyNotPrivate(directory);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns why users other than this one and root could change the content of a directory; undefined when they can't. */
export function whyNotPrivate(directory: string): string | undefined {
  try {
    const found = lstatSync(directory);
    if (found.isSymbolicLink()) return `${directory} is a symbolic link`;
    if (!found.isDirectory()) return `${directory} is not a directory`;
    const uid = process.geteuid?.();
    if (uid === undefined) return undefined;
    if (found.uid !== uid) return `${directory} is owned by another user (uid ${found.uid})`;
    // A sticky bit protects names, not a directory whose content is to be trusted.
    if (found.mode & 0o022) return `${directory} is writable by its group or others`;
    return problemAlong(directory);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Follows a path as the kernel does, and checks every directory and symbolic link on the way. */
function problemAlong(path: string): string | undefined {
  const uid = process.geteuid?.();
  if (uid === undefined) return undefined;
  let at = parse(path).root;
  let names = path.slice(at.length).split(sep);
  for (let links = 0; names.length > 0; ) {
    const next = join(at, names.shift()!);
    const found = lstatSync(next);
    if (found.uid !== uid && found.uid !== 0) return `${next} is owned by another user (uid ${found.uid})`;
    if (found.isSymbolicLink()) {
      links += 1;
      if (links > MOST_LINKS) return `${path} goes through too many symbolic links`;
      const target = readlinkSync(next);
      if (isAbsolute(target)) at = parse(target).root;
      names = [...target.split(sep), ...names];
      continue;
    }
    if (!found.isDirectory()) return `${next} is not a directory`;
    // In a sticky directory (/tmp) nobody can replace what belongs to another user.
    if (found.mode & 0o022 && !(found.mode & 0o1000)) return `${next} is writable by its group or others`;
    at = next;
  }
  return undefined;
}
