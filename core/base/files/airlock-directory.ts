import { join } from 'node:path';

/**
 * Returns a path in the folder with Airlock's own state of a workspace or state folder. It isn't below `working-dir`, which
 * oc-mirror packs into its archives.
 */
export function airlockDirectory(root: string, ...path: string[]): string {
  return join(root, '.airlock', ...path);
}
