import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnclaveTransfers } from './workspace-transfers.ts';

/** Limit in ms of reading file sizes. */
const LOOK = 300;

/**
 * Returns the bytes of a workspace: complete sets from their indexes, everything else from file sizes. In an old workspace
 * with very many files, it counts only the files that it can read in 300 ms.
 */
export async function workspaceBytes(directory: string, transfers: EnclaveTransfers): Promise<number> {
  const deadline = performance.now() + LOOK;
  const all = [...transfers.values()].flat();
  let bytes = all.reduce((sum, transfer) => sum + transfer.bytes, 0);
  const folders = [
    ...all.filter(({ state }) => state === 'under-construction').map((transfer) => transfer.directory),
    join(directory, 'working-dir'),
  ];
  for (let next = folders.shift(); next && performance.now() < deadline; next = folders.shift()) {
    const folder = next;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    folders.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)));
    const files = entries.filter((entry) => entry.isFile());
    for (let at = 0; at < files.length && performance.now() < deadline; at += 100) {
      const sizes = files.slice(at, at + 100).map(({ name }) => bytesOnDisk(join(folder, name)));
      for (const size of await Promise.all(sizes)) bytes += size;
    }
  }
  return bytes;
}

/** A set under construction has sparse files. */
async function bytesOnDisk(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found ? Math.min(found.size, found.blocks * 512) : 0;
}
