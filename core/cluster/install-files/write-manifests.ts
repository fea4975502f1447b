import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import type { ManifestFile } from '../../install/install-config/model/manifest-file.ts';
import { t } from './messages.ts';

/** Folders in which the installer reads all files. */
const FOLDERS = ['cluster-api', 'manifests', 'openshift'];

/**
 * Writes manifests to a folder, each one atomically. Manifests with passwords are readable only by their owner (0600).
 * @param options.withSecrets false omits manifests with passwords. Default true
 * @returns the written manifests, and other files in these folders, which the installer would also read
 * @throws AirlockError `usage` for a path outside the folder; system errors
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
      throw new AirlockError('usage', t('pathOutside', { path, directory }));
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
