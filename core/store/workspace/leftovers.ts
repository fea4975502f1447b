import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { sweepTemporary } from '../../base/files/atomic-file.ts';

/** Covers all of Airlock's directories below `.airlock` except those of the blob cache, which sweeps itself. */
const DEPTH = 3;

/**
 * Removes temporary files and directories of killed processes from a workspace: in its root, in `working-dir` and `.airlock`,
 * and in every transfer. Run records are swept when a run starts, other directories at the first write.
 */
export async function sweepWorkspace(root: string): Promise<void> {
  const workingDir = join(root, 'working-dir');
  await sweepTemporary(root);
  await sweepTemporary(workingDir);
  await sweepBelow(join(workingDir, 'airlock'), DEPTH);
  await sweepBelow(airlockDirectory(root), DEPTH, 'runs');
  await sweepBelow(join(root, 'transfers'), 1);
}

async function sweepBelow(directory: string, depth: number, except?: string): Promise<void> {
  await sweepTemporary(directory);
  if (depth === 0) return;
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  for (const entry of entries)
    if (entry.isDirectory() && entry.name !== except)
      await sweepBelow(join(directory, entry.name), depth - 1);
}
