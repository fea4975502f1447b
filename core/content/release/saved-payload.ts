import { z } from 'zod';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { IMAGE_REFERENCES, type ReleaseManifests } from './payload-layers.ts';

export const BOOT_IMAGES = '0000_50_installer_coreos-bootimages.yaml';

/** The manifests that are read again later. */
const READ_AGAIN = [IMAGE_REFERENCES, BOOT_IMAGES];

/** Folder of the records of saved payloads, below `.airlock/`. */
export const PAYLOAD_RECORDS = 'payloads/';

const Completion = z.object({ folder: z.string(), files: z.record(z.string(), z.string()) });

/** The files of a workspace. `state`: Airlock's own state, absent on the disconnected side. */
export interface ManifestFiles {
  files: WorkingFiles;
  state?: WorkingFiles | undefined;
}

/** Returns the folder below `working-dir/` (oc-mirror v2: internal/pkg/cli/const.go), with a slash at the end. */
export function manifestsFolder(repository: string, tag: string): string {
  return `hold-release/${repository.split('/').at(-1)}/${tag}/release-manifests/`;
}

/**
 * Saves the manifests of a payload. Finally writes a record with the digest of every file. A run that is killed earlier
 * leaves no record, so that the next run reads the payload again. The two files that oc-mirror reads are written first,
 * because it trusts an existing folder (internal/pkg/release/local_stored_collector.go).
 */
export async function saveManifests(
  { files, state }: ManifestFiles,
  payload: Digest,
  folder: string,
  manifests: ReleaseManifests,
): Promise<void> {
  const present = new Set(await files.list(folder));
  const save = async (names: Iterable<string>) => {
    const changed = new Map<string, Buffer>();
    for (const name of names) {
      const content = manifests.get(name)!;
      const stored = present.has(folder + name) ? await files.read(folder + name) : undefined;
      if (!stored?.equals(content)) changed.set(folder + name, content);
    }
    await files.writeAll?.(changed);
  };
  await save(READ_AGAIN.filter((name) => manifests.has(name)));
  await save(manifests.keys().filter((name) => !READ_AGAIN.includes(name)));
  const record = {
    folder,
    files: Object.fromEntries([...manifests].map(([name, bytes]) => [name, sha256(bytes)])),
  };
  await state?.write?.(completionFile(payload), `${JSON.stringify(record, null, 2)}\n`);
}

/**
 * Returns the manifests that an earlier run saved from exactly this payload. Only returns the ones that are read again,
 * with unchanged digests. Returns undefined if anything is missing or different, so that the payload is read again.
 */
export async function savedManifests(
  { files, state }: ManifestFiles,
  payload: Digest,
  folder: string,
): Promise<ReleaseManifests | undefined> {
  const record = completionOf(await state?.read(completionFile(payload)));
  if (!record || record.folder !== folder) return undefined;
  const present = new Set(await files.list(folder));
  if (Object.keys(record.files).some((name) => !present.has(folder + name))) return undefined;
  const manifests = await anyManifests(files, folder);
  for (const name of READ_AGAIN) {
    const bytes = manifests?.get(name);
    if ((bytes && sha256(bytes)) !== record.files[name]) return undefined;
  }
  return manifests;
}

/** Returns the manifests in a folder without checking their payload; undefined without image-references. */
export async function anyManifests(
  files: WorkingFiles,
  folder: string,
): Promise<ReleaseManifests | undefined> {
  const manifests = new Map<string, Buffer>();
  for (const name of READ_AGAIN) {
    const bytes = await files.read(folder + name);
    if (bytes) manifests.set(name, bytes);
  }
  return manifests.has(IMAGE_REFERENCES) ? manifests : undefined;
}

function completionFile(payload: Digest): string {
  return `${PAYLOAD_RECORDS}sha256-${hexOf(payload)}.json`;
}

function completionOf(bytes: Buffer | undefined): z.infer<typeof Completion> | undefined {
  if (!bytes) return undefined;
  try {
    return Completion.parse(JSON.parse(String(bytes)));
  } catch {
    return undefined;
  }
}
