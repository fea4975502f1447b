import { execFile } from 'node:child_process';
import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { mkdir } from '../../base/files/created-files.ts';
import { userName } from '../../base/files/person.ts';
import { shareExisting } from '../../base/files/shared-open.ts';
import { forgetSharedPlaces, SHARED_MARKER } from '../../base/files/shared-place.ts';
import { t } from './messages.ts';
import { openWorkspace, readFormat } from './workspace.ts';

/** A group of the host, by name and number. */
export interface HostGroup {
  name: string;
  gid: number;
}

/**
 * Creates a workspace, or shares an existing one with a group: directories get mode 2770 and files 0660, except those that are
 * private to their owner. Repeating the call repairs modes.
 * @param group name or number. Without it, the workspace belongs only to its user
 * @param onWarning receives notices, such as the takeover of a dead process's lock
 * @throws AirlockError `usage` for an unknown group or one that this user isn't a member of, `workspace-locked`,
 *   `workspace-format`, `disk` for files of other users, `workspace-unsafe-path` for links out of the workspace
 */
export async function initWorkspace(
  directory: string,
  group: string | undefined,
  onWarning: (problem: Problem) => void,
): Promise<{ group: HostGroup; private: number } | undefined> {
  try {
    if (group === undefined) {
      await (await openWorkspace(directory, { create: true, onWarning })).close();
      return undefined;
    }
    const found = await groupOf(group);
    checkMember(found);
    const isNew = (await readFormat(directory)) === undefined;
    await mkdir(directory, { recursive: true });
    // With a umask of 077, all content of a new workspace would look private, so it is shared while it is empty.
    const root = await realpath(directory);
    if (isNew) await shareRoot(root, found);
    const workspace = await openWorkspace(directory, { create: true, onWarning });
    try {
      await shareRoot(root, found);
      const left = await shareContent(root, root, found.gid);
      return { group: found, private: left };
    } finally {
      await workspace.close();
    }
  } catch (error) {
    throw asAirlockError(error);
  }
}

/** @param directory without symbolic links */
async function shareRoot(directory: string, { name, gid }: HostGroup): Promise<void> {
  const place = { root: directory, gid };
  const share = (path: string) =>
    ofOwner(path, () => shareExisting(path, place, { evenPrivate: true, directory: true }));
  await share(directory);
  let at = directory;
  for (const step of dirname(SHARED_MARKER).split(sep)) {
    at = join(at, step);
    await mkdir(at, { recursive: true });
    await share(at);
  }
  const marker = `${JSON.stringify({ format: 1, group: name, gid })}\n`;
  await writeFileAtomic(join(directory, SHARED_MARKER), marker);
  forgetSharedPlaces();
}

/**
 * Shares the content of a directory. Skips symbolic links, because their targets may be outside of the workspace.
 * @param root of the workspace, without symbolic links
 * @returns the number of files and directories that stay private
 */
async function shareContent(directory: string, root: string, gid: number): Promise<number> {
  let left = 0;
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const found = await lstat(path);
    if (!(found.isDirectory() || found.isFile())) continue;
    const mode = found.isDirectory() ? 0o2770 : 0o660;
    let isPrivate = (found.mode & 0o070) === 0;
    // The file may be replaced at any time, so the open handle decides.
    if (!isPrivate && (found.gid !== gid || (found.mode & 0o7777) !== mode))
      isPrivate = !(await ofOwner(path, () => shareExisting(path, { root, gid }, {})));
    if (isPrivate) left++;
    else if (found.isDirectory()) left += await shareContent(path, root, gid);
  }
  return left;
}

/** Adds the owner of the path to errors, because only the owner or root can share it. */
async function ofOwner<T>(path: string, share: () => T): Promise<T> {
  try {
    return share();
  } catch (cause) {
    if (!['EPERM', 'EACCES'].includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
    const { uid } = await lstat(path);
    throw new AirlockError('disk', t('otherOwner', { path, uid }), {
      side: 'local',
      remedy: t('otherOwnerRemedy'),
      cause,
    });
  }
}

/** Returns a group by name or number. Only getent knows groups of directory services (LDAP, SSSD). */
async function groupOf(text: string): Promise<HostGroup> {
  if (process.getgroups === undefined) throw new AirlockError('usage', t('groupsUnsupported'));
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_.@\\ -]{0,254}\$?$/u.test(text))
    throw new AirlockError('usage', t('groupInvalid', { group: JSON.stringify(text) }));
  const lines = await promisify(execFile)('getent', ['group', text], { timeout: 10_000 }).then(
    ({ stdout }) => stdout,
    () => readFile('/etc/group', 'utf8').catch(() => ''),
  );
  for (const line of lines.split('\n')) {
    const [name = '', , number = ''] = line.split(':');
    if ((name === text || number === text) && /^\d+$/.test(number)) return { name, gid: Number(number) };
  }
  // A group ID without a name, as in containers.
  if (/^\d{1,9}$/.test(text)) return { name: text, gid: Number(text) };
  throw new AirlockError('usage', t('groupUnknown', { group: text }), {
    remedy: t('groupUnknownRemedy'),
  });
}

function checkMember({ name, gid }: HostGroup): void {
  if (process.geteuid!() === 0 || process.getegid!() === gid || process.getgroups!().includes(gid)) return;
  throw new AirlockError('usage', t('notMember', { user: userName(), group: name }), {
    remedy: t('notMemberRemedy', { group: name, user: userName() }),
  });
}
