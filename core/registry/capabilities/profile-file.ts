import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { atPath } from '../../base/errors/system-error.ts';
import { temporaryName } from '../../base/files/atomic-file.ts';
import { mkdir, open } from '../../base/files/created-files.ts';
import { openSealedJson, sealedJson } from '../../base/files/sealed-records.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { REGISTRY_PROFILE, type RegistryProfile } from './profile.ts';

/**
 * Returns the stored profile of a host and namespace. Undefined if there is none or it can't be read; the registry is
 * then probed again. It may be too old: see `isFresh`.
 * @throws system errors other than a missing file
 */
export async function readProfile(
  folder: string,
  host: string,
  namespace: string,
): Promise<RegistryProfile | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, profileFileName(host, namespace)), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const profile = REGISTRY_PROFILE.safeParse(openSealedJson(text, profileFileName(host, namespace))).data;
  return profile?.host === host && profile.namespace === namespace ? profile : undefined;
}

/** Writes a profile to the folder atomically. It replaces an older one of the same host and namespace. */
export async function writeProfile(folder: string, profile: RegistryProfile): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, profileFileName(profile.host, profile.namespace));
  const temporary = temporaryName(folder);
  try {
    const handle = await open(temporary, 'wx', 0o644);
    try {
      await handle.writeFile(sealedJson(profile));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw atPath(error, path);
  }
}

/** Returns a readable, unique file name: characters that file systems may reject become `-`, and a digest makes it unique. */
export function profileFileName(host: string, namespace: string): string {
  const name = namespace === '' ? host : `${host}/${namespace}`;
  const readable = name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .slice(0, 80);
  return `${readable}-${sha256(name).slice(7, 15)}.json`;
}
