import { readFileSync } from 'node:fs';

/** A user and group, and the texts of `/etc/passwd` and `/etc/group`. */
export interface GroupFacts {
  uid: number;
  gid: number;
  passwd: string;
  groups: string;
}

/**
 * Returns whether the primary group of this process is a private one, so that group permissions give nobody else access: with
 * the umask 0002 of such users, every directory is writable by its group. Only local groups are known, and root has none.
 */
export function hasPrivateGroup(): boolean {
  const [uid, gid] = [process.geteuid?.(), process.getegid?.()];
  if (uid === undefined || gid === undefined) return false;
  try {
    const [passwd, groups] = ['/etc/passwd', '/etc/group'].map((file) => readFileSync(file, 'utf8'));
    return isPrivateGroup({ uid, gid, passwd: passwd!, groups: groups! });
  } catch {
    return false;
  }
}

/** Returns whether a group has the name of a user and no other member (useradd(8), USERGROUPS_ENAB in login.defs(5)). */
export function isPrivateGroup({ uid, gid, passwd, groups }: GroupFacts): boolean {
  if (uid === 0) return false;
  const users = entriesOf(passwd).filter(([, , , group]) => group === String(gid));
  const [group, ...sameGroups] = entriesOf(groups).filter(([, , id]) => id === String(gid));
  const name = users[0]?.[0];
  if (group === undefined || sameGroups.length > 0 || name === undefined || group[0] !== name) return false;
  const members = (group[3] ?? '').split(',').filter((member) => member !== '');
  return users.every(([, , id]) => id === String(uid)) && members.every((member) => member === name);
}

function entriesOf(text: string): string[][] {
  return text.split('\n').map((line) => line.trim().split(':'));
}
