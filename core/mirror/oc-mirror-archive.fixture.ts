import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Digest, hexOf } from '../base/image/digest.ts';

/**
 * Writes the content of a transfer to `directory` as oc-mirror archives it: bare `mirror_000001.tar` with all links and
 * without the blobs and manifests of its history, which are in earlier archives.
 * @param history digests of the earlier archives, by the time of each
 */
export async function asOcMirror(
  transfer: string,
  directory: string,
  history: Record<string, Iterable<Digest>> = {},
): Promise<string> {
  const tree = `${directory}.tree`;
  await mkdir(tree);
  for (const name of (await readdir(transfer)).filter((each) => each.endsWith('.tar')))
    execFileSync('tar', ['xf', join(transfer, name), '-C', tree]);
  await rm(join(tree, 'airlock-filler'), { recursive: true, force: true });
  const archived = new Set<Digest>();
  const folder = join(tree, 'working-dir/.history');
  await mkdir(folder, { recursive: true });
  for (const [time, digests] of Object.entries(history)) {
    for (const digest of digests) archived.add(digest);
    await writeFile(join(folder, `.history-${time}`), [...archived].join('\n'));
  }
  for (const digest of archived) {
    const hex = hexOf(digest);
    const blob = join(tree, 'docker/registry/v2/blobs/sha256', hex.slice(0, 2), hex);
    await rm(blob, { recursive: true, force: true });
  }
  await mkdir(directory, { recursive: true });
  execFileSync('tar', ['cf', join(directory, 'mirror_000001.tar'), '-C', tree, ...(await readdir(tree))]);
  await rm(tree, { recursive: true });
  return directory;
}
