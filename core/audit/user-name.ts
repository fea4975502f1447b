import { userInfo } from 'node:os';

/** Who runs this process. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers often run under a number that no user has.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
