import type { PlannedImage } from '../plan/planned-image.ts';
import { resolveImage } from '../plan/resolve-image.ts';
import type { EmitRunEvent } from '../progress/events.ts';
import type { ImageSource } from '../store/content.ts';
import { disconnectedSide } from './disconnected-side.ts';
import type { HostFacts } from './request.ts';
import { writeClusterResources } from './write-cluster-resources.ts';

/**
 * Cluster resources that send clusters to a registry that serves the sets themselves. What the sets do not hold whole
 * is left out.
 * @param registry host and port clusters reach it by
 * @returns the folder, or undefined when there is nothing to tell
 */
export async function servedResources(options: {
  source: ImageSource;
  from: string;
  registry: string;
  directory: string;
  host: HostFacts;
  emit: EmitRunEvent;
  signal: AbortSignal;
}): Promise<string | undefined> {
  const { source, from, registry, directory, host, emit, signal } = options;
  const supply = await disconnectedSide({
    request: { ignoreReleaseSignature: false },
    host,
    from,
    source,
    signal,
  });
  for (const { problem } of supply.collection.rejected) emit({ type: 'problem', problem });
  const images: PlannedImage[] = [...supply.planned];
  for (const image of supply.collection.images) {
    const planned = await resolveImage(image, { ...supply.resolve, attachments: false }).catch(
      () => undefined,
    );
    if (planned?.blobs.every((blob) => source.size(blob.digest) !== undefined)) images.push(planned);
  }
  return writeClusterResources({
    directory,
    images: images.map((image) => ({ ...image, destination: { registry, ...image.destination } })),
    signature: supply.signature,
    repositoryScope: false,
    icsp: false,
    emit,
  });
}
