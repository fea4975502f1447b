import { rm } from 'node:fs/promises';
import { makeTemporaryDirectory } from '../../base/files/temporary-directory.ts';
import type { ImageSource } from '../../base/image/content.ts';
import type { CollectedCatalog } from '../../content/operator/collect-catalog.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import { resolveImage } from '../../content/plan/resolve-image.ts';
import type { PushedCatalog } from '../../content/resources/catalog-resources.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';
import type { ArchiveSource } from '../../store/archive/archive-source.ts';
import { openBlobCache } from '../../store/workspace/blob-cache.ts';
import type { HostFacts } from '../run/request.ts';
import { disconnectedSide } from '../sides/disconnected-side.ts';
import { releaseSignatures } from '../sides/release-signatures.ts';
import { writeClusterResources } from './write-cluster-resources.ts';

/**
 * Writes cluster resources for a registry that serves the archive sets. Incomplete images are excluded.
 * @param registry host and port for clusters
 * @returns the folder, or undefined when no resources are needed
 */
export async function servedResources(options: {
  source: ArchiveSource;
  from: string;
  registry: string;
  directory: string;
  host: HostFacts;
  emit: EmitRunEvent;
  signal: AbortSignal;
}): Promise<string | undefined> {
  const { source, from, registry, directory, host, emit, signal } = options;
  const isStored = ({ manifests, blobs }: PlannedImage) =>
    [...manifests, ...blobs].every(({ digest }) => source.size(digest) !== undefined);
  const scratch = await makeTemporaryDirectory('served');
  await using _ = { [Symbol.asyncDispose]: () => rm(scratch, { recursive: true, force: true }) };
  const supply = await disconnectedSide({
    request: {
      ignoreReleaseSignature: false,
      skipUnknown: true,
      addDependencies: false,
      securePolicy: false,
    },
    host,
    from,
    source,
    cache: await openBlobCache(scratch),
    cacheDirectory: scratch,
    signal,
  });
  for (const { problem } of supply.collection.rejected) emit({ type: 'problem', problem });
  const { planned: built, catalogs } = supply.collection;
  const images: PlannedImage[] = built.filter(isStored);
  for (const image of supply.collection.images) {
    const planned = await resolveImage(image, { ...supply.resolve, attachments: false }).catch(
      () => undefined,
    );
    if (planned && isStored(planned)) images.push(planned);
  }
  return writeClusterResources({
    directory,
    images: images.map((image) => ({ ...image, destination: { registry, ...image.destination } })),
    signatures: await releaseSignatures(images, { signatures: supply.signatures, host, emit }),
    catalogs: catalogs.flatMap((catalog) => servedCatalog(catalog, images, source, registry)),
    repositoryScope: false,
    icsp: false,
    emit,
  });
}

/** In sets, the tag of a catalog is that of the original. The filtered one is tagged with its filter hash. */
function servedCatalog(
  { original, rebuilt, hashes, template }: CollectedCatalog,
  stored: PlannedImage[],
  source: ImageSource,
  registry: string,
): PushedCatalog[] {
  const { repository, tag } = original.destination;
  const { digest } = (rebuilt ?? original).source;
  const name = hashes
    ? [hashes.pinned, hashes.legacy].find((hash) => source.tag(repository, hash) === digest)
    : tag;
  if (name === undefined || !stored.some((image) => image.digest === digest)) return [];
  return [{ destination: { registry, repository, tag: name }, template }];
}
