import { userInfo } from 'node:os';
import { t } from './messages.ts';

/** User names of Linux, macOS and Windows domains. */
const NAME = /^[\p{L}\p{N}._@\\$-]{1,64}$/u;

let caller: string | undefined;

/** Remembers the user who called sudo, for {@link personName}. @param name SUDO_USER, which anyone can set */
export function rememberSudoUser(name: string | undefined): void {
  caller = name !== undefined && NAME.test(name) ? name : undefined;
}

/** Returns the user of this process, or `uid 1000` for a user without an entry in passwd (containers). */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return t('userId', { uid: process.getuid?.() ?? 'unknown' });
  }
}

/** Returns the person behind this process, for locks and records: `kim`, or with sudo `root (sudo by kim)`. */
export function personName(): string {
  const user = userName();
  return caller === undefined || caller === user ? user : t('personWithSudo', { user, caller });
}
