import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openImageSource } from '../archive/archive-source.ts';
import type { ImageSource } from '../store/content.ts';

/** The finished transfers of a workspace, oldest first; empty for other folders. */
export async function transferFolders(directory: string): Promise<string[]> {
  const entries = await readdir(join(directory, 'transfers'), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && /-\d+$/.test(entry.name))
    .map((entry) => join(directory, 'transfers', entry.name))
    .sort((a, b) => numberOf(a) - numberOf(b) || (a < b ? -1 : 1));
}

function numberOf(folder: string): number {
  return Number(/-(\d+)$/.exec(folder)![1]);
}

/** The sets that a workspace holds, read together, or undefined while it has none. */
export async function heldSets(directory: string, signal?: AbortSignal): Promise<ImageSource | undefined> {
  if ((await transferFolders(directory)).length === 0) return undefined;
  return openImageSource(directory, signal ? { signal } : {});
}
