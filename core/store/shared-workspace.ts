import { execFile } from 'node:child_process';
import { chmod, chown, lstat, readdir, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import { forgetSharedGroups, mkdir, SHARED_MARKER } from '../files/created-files.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { userName } from './person.ts';
import { openWorkspace, readFormat } from './workspace.ts';

/** A group of the host, by name and number. */
export interface HostGroup {
  name: string;
  gid: number;
}

/**
 * Creates a workspace, or shares an existing one with a group: its directories get mode 2770, its files 0660, except for
 * those that are private to their owner. Repeating it repairs modes.
 * @param group name or number; without it the workspace belongs to its user alone
 * @throws AirlockError `usage` for an unknown group or one that this user isn't a member of, `workspace-locked`,
 *   `workspace-format`, `disk` for files of other users
 */
export async function initWorkspace(
  directory: string,
  group?: string,
): Promise<{ group: HostGroup; private: number } | undefined> {
  try {
    if (group === undefined) {
      await (await openWorkspace(directory, { create: true })).close();
      return undefined;
    }
    const found = await groupOf(group);
    checkMember(found);
    const isNew = (await readFormat(directory)) === undefined;
    await mkdir(directory, { recursive: true });
    // Under a umask of 077 everything in a new workspace would look private: it is shared before there is any content.
    if (isNew) await shareRoot(directory, found);
    const workspace = await openWorkspace(directory, { create: true });
    try {
      await shareRoot(directory, found);
      const left = await shareContent(directory, found.gid);
      return { group: found, private: left };
    } finally {
      await workspace.close();
    }
  } catch (error) {
    throw asAirlockError(error);
  }
}

async function shareRoot(directory: string, { name, gid }: HostGroup): Promise<void> {
  const { uid } = await lstat(directory);
  await chown(directory, uid, gid);
  await chmod(directory, 0o2770);
  let at = directory;
  for (const step of dirname(SHARED_MARKER).split(sep)) {
    at = join(at, step);
    await mkdir(at, { recursive: true });
    await chown(at, (await lstat(at)).uid, gid);
    await chmod(at, 0o2770);
  }
  const marker = `${JSON.stringify({ format: 1, group: name, gid })}\n`;
  await writeFileAtomic(join(directory, SHARED_MARKER), marker);
  forgetSharedGroups();
}

/**
 * Symbolic links are left alone: what they lead to may be outside.
 * @returns the number of files and directories that stay private
 */
async function shareContent(directory: string, gid: number): Promise<number> {
  let left = 0;
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const found = await lstat(path);
    const isPrivate = (found.mode & 0o070) === 0;
    if (!(found.isDirectory() || found.isFile())) continue;
    if (isPrivate) {
      left++;
      continue;
    }
    const mode = found.isDirectory() ? 0o2770 : 0o660;
    if (found.gid !== gid || (found.mode & 0o7777) !== mode) {
      try {
        await chown(path, found.uid, gid);
        await chmod(path, mode);
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'EPERM') throw cause;
        throw new AirlockError('disk', `${path} belongs to another user (uid ${found.uid})`, {
          side: 'local',
          remedy: 'Run the command as the owner of the workspace or as root.',
          cause,
        });
      }
    }
    if (found.isDirectory()) left += await shareContent(path, gid);
  }
  return left;
}

/** Groups of directory services (LDAP, SSSD) are known to getent only. */
async function groupOf(text: string): Promise<HostGroup> {
  if (process.getgroups === undefined)
    throw new AirlockError('usage', '--shared needs groups and modes of Linux or macOS');
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_.@\\ -]{0,254}\$?$/u.test(text))
    throw new AirlockError('usage', `--shared: ${JSON.stringify(text)} isn't a group name`);
  const lines = await promisify(execFile)('getent', ['group', text], { timeout: 10_000 }).then(
    ({ stdout }) => stdout,
    () => readFile('/etc/group', 'utf8').catch(() => ''),
  );
  for (const line of lines.split('\n')) {
    const [name = '', , number = ''] = line.split(':');
    if ((name === text || number === text) && /^\d+$/.test(number)) return { name, gid: Number(number) };
  }
  // The number of a group without a name, as in containers.
  if (/^\d{1,9}$/.test(text)) return { name: text, gid: Number(text) };
  throw new AirlockError('usage', `--shared: this host has no group ${text}`, {
    remedy: 'Create it with `groupadd`, or use the number of an existing group.',
  });
}

function checkMember({ name, gid }: HostGroup): void {
  if (process.geteuid!() === 0 || process.getegid!() === gid || process.getgroups!().includes(gid)) return;
  throw new AirlockError('usage', `--shared: ${userName()} isn't a member of group ${name}`, {
    remedy: `Run \`usermod -aG ${name} ${userName()}\` as root, then log in again.`,
  });
}
