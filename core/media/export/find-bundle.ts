import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BUNDLE_NAME } from '../record/airlock-page.ts';

/**
 * Returns the latest bundle archive next to an installation of Airlock, or in `dist/packages` of a checkout. Reads only
 * names, times and owners: archives of other users aren't offered.
 * @param installation directory that Airlock is installed in
 * @returns its absolute path and bytes, or undefined if there is none
 */
export async function findBundle(installation: string): Promise<{ file: string; bytes: number } | undefined> {
  const found: { file: string; bytes: number; time: number }[] = [];
  for (const directory of [dirname(installation), join(installation, 'dist', 'packages')]) {
    if (!(await isTrusted(directory))) continue;
    const names = await readdir(directory).catch(() => []);
    for (const name of names.filter((each) => BUNDLE_NAME.test(each))) {
      const file = join(directory, name);
      const facts = await stat(file).catch(() => undefined);
      if (facts?.isFile() && isOwn(facts)) found.push({ file, bytes: facts.size, time: facts.mtimeMs });
    }
  }
  const [latest] = found.toSorted((a, b) => b.time - a.time);
  return latest && { file: latest.file, bytes: latest.bytes };
}

/** Returns whether only this user and root own a directory and others can't write to it: a file in `/tmp` may be anyone's. */
async function isTrusted(directory: string): Promise<boolean> {
  const facts = await stat(directory).catch(() => undefined);
  return facts !== undefined && isOwn(facts) && (facts.mode & 0o002) === 0;
}

/** Returns whether this user or root owns a file. Windows has no user IDs. */
function isOwn({ uid }: { uid: number }): boolean {
  const own = process.getuid?.();
  return own === undefined || uid === own || uid === 0;
}
