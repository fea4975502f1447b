import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BUNDLE_NAME } from '../record/airlock-page.ts';

/**
 * Returns the latest bundle archive next to an installation of Airlock, or in `dist/packages` of a checkout. Reads only
 * names and times.
 * @param installation directory that Airlock is installed in
 * @returns its absolute path and bytes, or undefined if there is none
 */
export async function findBundle(installation: string): Promise<{ file: string; bytes: number } | undefined> {
  const found: { file: string; bytes: number; time: number }[] = [];
  for (const directory of [dirname(installation), join(installation, 'dist', 'packages')]) {
    const names = await readdir(directory).catch(() => []);
    for (const name of names.filter((each) => BUNDLE_NAME.test(each))) {
      const file = join(directory, name);
      const facts = await stat(file).catch(() => undefined);
      if (facts?.isFile()) found.push({ file, bytes: facts.size, time: facts.mtimeMs });
    }
  }
  const [latest] = found.toSorted((a, b) => b.time - a.time);
  return latest && { file: latest.file, bytes: latest.bytes };
}
