import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import type { ManifestFile } from '../../install/install-config/model/manifest-file.ts';

/** Folders that belong to the manifests as a whole: the installer reads all that is in them. */
const FOLDERS = ['cluster-api', 'manifests', 'openshift'];

/**
 * Writes manifests into a folder, each whole or not at all; those that hold passwords are for their owner alone (0600).
 * @param options.withSecrets false leaves these out. Default true
 * @returns files in the installer's folders that were there before and are none of these: the installer would read them
 * @throws AirlockError `usage` for a path that leads out of the folder; system errors
 */
export async function writeManifests(
  directory: string,
  files: readonly ManifestFile[],
  { withSecrets = true }: { withSecrets?: boolean } = {},
): Promise<{ written: ManifestFile[]; others: string[] }> {
  const written = files.filter(({ secret }) => withSecrets || !secret);
  for (const { path, text, secret } of written) {
    const place = join(directory, path);
    if (relative(directory, place).startsWith('..'))
      throw new AirlockError('usage', `${path} leads out of ${directory}`);
    await writeFileAtomic(place, text, { mode: secret ? 0o600 : 0o644 });
  }
  const known = new Set(written.map(({ path }) => path));
  const others = [];
  for (const folder of FOLDERS) {
    const names = await readdir(join(directory, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of names.filter((each) => each.isFile())) {
      const path = relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/');
      if (!known.has(path)) others.push(path);
    }
  }
  return { written, others: others.sort() };
}
