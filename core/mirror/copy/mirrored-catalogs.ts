import type { WorkingFiles, WritableFiles } from '../../base/collected/collected.ts';
import { openSealedJson, sealedJson } from '../../base/files/sealed-records.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import type { CollectedCatalog } from '../../content/operator/collect-catalog.ts';

const FILE = 'mirrored-catalogs.json';

/** A catalog that a workspace mirrored. */
export interface MirroredCatalog {
  /** Its name in archives, `repository:tag`. */
  name: string;
  /** Of its original image. */
  digest: Digest;
}

/**
 * Returns the catalogs that a workspace mirrored, oldest first. Sets contain only what was sent, and pinned configurations
 * omit catalogs on disk, so deletions need this list. A damaged file counts as empty.
 */
export async function mirroredCatalogs(state: WorkingFiles): Promise<MirroredCatalog[]> {
  const saved = openSealedJson(await state.read(FILE), FILE);
  if (!Array.isArray(saved)) return [];
  return (saved as MirroredCatalog[]).filter(
    ({ name, digest }) => typeof name === 'string' && isDigest(digest),
  );
}

/** Adds the catalogs of a run. @throws AirlockError `disk`, `disk-full` */
export async function noteCatalogs(
  state: WritableFiles,
  catalogs: readonly Pick<CollectedCatalog, 'original' | 'digest'>[],
): Promise<void> {
  const known = await mirroredCatalogs(state);
  const added = catalogs
    .map(({ original: { destination }, digest }) => ({
      name: `${destination.repository}:${destination.tag}`,
      digest,
    }))
    .filter(({ name, digest }) => !known.some((each) => each.name === name && each.digest === digest));
  if (added.length > 0) await state.write(FILE, sealedJson([...known, ...added]));
}
