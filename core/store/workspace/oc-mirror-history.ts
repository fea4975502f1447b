import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Digest, isDigest } from '../../base/image/digest.ts';

/** Names with the colons of RFC 3339, or with `-` on file systems that don't allow colons. */
const NAME = /^\.history-\d{4}-\d{2}-\d{2}T\d{2}[:-]\d{2}[:-]\d{2}Z$/;

/** Returns the newest history file by the time in its name (oc-mirror v2: internal/pkg/history/history.go). */
export function newestHistory(names: string[]): string | undefined {
  return names
    .filter((name) => NAME.test(name.slice(name.lastIndexOf('/') + 1)))
    .toSorted()
    .at(-1);
}

/** Returns the digests in a history file, which has one per line. Ignores other lines. */
export function parseHistory(text: string): Digest[] {
  return text.split(/\r?\n/).filter(isDigest);
}

/** Returns the digests that oc-mirror archived from this `working-dir`, which count as sent. Empty if it never ran here. */
export async function readHistory(workingDir: string): Promise<Digest[]> {
  const folder = join(workingDir, '.history');
  const newest = newestHistory(await readdir(folder).catch(() => []));
  return newest === undefined ? [] : parseHistory(await readFile(join(folder, newest), 'utf8'));
}
