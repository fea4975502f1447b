import { lstatSync, mkdirSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';
import { t } from './messages.ts';
import { hasPrivateGroup } from './private-group.ts';

/** Maximum number of symbolic links in a path, as in Linux. */
const MOST_LINKS = 40;

export interface PrivacyOptions {
  /** Accepts directories above that the user's own private group can write to. For logs, never for code or keys. */
  privateGroup?: boolean;
}

/**
 * Creates a directory (mode 0700) that no other user can write to or replace, or checks an existing one. It must be a real
 * directory of this user that group and others can't write to. Every directory above it must belong to this user or
 * root, and nobody else may be able to replace its entries. Grants of an access control list aren't visible.
 * @returns why other users could change its content. Undefined if they can't, and on Windows, which reports no owner
 */
export function makePrivateDirectory(directory: string, options: PrivacyOptions = {}): string | undefined {
  try {
    let existing = directory;
    while (lstatSync(existing, { throwIfNoEntry: false }) === undefined && dirname(existing) !== existing)
      existing = dirname(existing);
    // Nothing is created below a directory of another user, because with sudo, HOME may still be the caller's.
    const problem = existing === directory ? undefined : problemAlong(existing, options);
    if (problem !== undefined) return problem;
    if (existing !== directory) mkdirSync(directory, { recursive: true, mode: 0o700 });
    return whyNotPrivate(directory, options);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns why users other than this one and root could change the content of a directory. Undefined if they can't. */
export function whyNotPrivate(directory: string, options: PrivacyOptions = {}): string | undefined {
  try {
    const found = lstatSync(directory);
    if (found.isSymbolicLink()) return t('symbolicLink', { path: directory });
    if (!found.isDirectory()) return t('notADirectory', { path: directory });
    const uid = process.geteuid?.();
    if (uid === undefined) return undefined;
    if (found.uid !== uid) return t('otherOwner', { path: directory, uid: found.uid });
    // A sticky bit protects names, but not a directory whose content must be trusted.
    if (found.mode & 0o022) return t('writable', { path: directory });
    return problemAlong(directory, options);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Follows a path like the kernel, and checks every directory and symbolic link of it. */
function problemAlong(path: string, { privateGroup = false }: PrivacyOptions): string | undefined {
  const uid = process.geteuid?.();
  if (uid === undefined) return undefined;
  let at = parse(path).root;
  let names = path.slice(at.length).split(sep);
  for (let links = 0; names.length > 0; ) {
    const next = join(at, names.shift()!);
    const found = lstatSync(next);
    if (found.uid !== uid && found.uid !== 0) return t('otherOwner', { path: next, uid: found.uid });
    if (found.isSymbolicLink()) {
      links += 1;
      if (links > MOST_LINKS) return t('tooManyLinks', { path });
      const target = readlinkSync(next);
      if (isAbsolute(target)) at = parse(target).root;
      names = [...target.split(sep), ...names];
      continue;
    }
    if (!found.isDirectory()) return t('notADirectory', { path: next });
    // In a sticky directory (/tmp), nobody can replace files of another user.
    const writers = found.mode & 0o1000 ? 0 : found.mode & 0o022;
    const onlyGroup = writers === 0o020 && privateGroup && found.gid === process.getegid?.();
    if (writers !== 0 && !(onlyGroup && hasPrivateGroup())) return t('writable', { path: next });
    at = next;
  }
  return undefined;
}
