import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a directory and its missing parents, and leaves existing ones unchanged. Node's recursive `mkdir` reports ENOENT for
 * every unexpected error (EROFS, EDQUOT, EIO), so that a read-only file system looks like a missing path. It never returns if
 * a parent exists but doesn't accept directories (/proc).
 * @returns the topmost directory that was created; undefined if all existed
 * @throws system errors of the first directory that can't be created
 */
export async function createDirectories(
  path: string,
  { mode }: { mode?: number } = {},
): Promise<string | undefined> {
  const found = await create(path, mode);
  if (found !== 'no-parent') return found === 'created' ? path : undefined;
  const parent = dirname(path);
  const first = parent === path ? undefined : await createDirectories(parent, mode ? { mode } : {});
  const now = await create(path, mode);
  if (now === 'no-parent') await mkdir(path);
  return first ?? (now === 'created' ? path : undefined);
}

async function create(path: string, mode: number | undefined): Promise<'created' | 'exists' | 'no-parent'> {
  try {
    await mkdir(path, mode === undefined ? {} : { mode });
    return 'created';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'no-parent';
    // For an existing directory, systems report different errors first: EEXIST, EROFS, EACCES or EISDIR.
    if ((await stat(path).catch(() => undefined))?.isDirectory()) return 'exists';
    if (code !== 'EEXIST') throw error;
    const message = `ENOTDIR: not a directory, mkdir '${path}'`;
    throw Object.assign(new Error(message), { code: 'ENOTDIR', syscall: 'mkdir', path });
  }
}
