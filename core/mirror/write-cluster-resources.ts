import type { CollectedImage } from '../collect/collected.ts';
import type { Digest } from '../image/digest.ts';
import type { PlannedImage } from '../plan/planned-image.ts';
import type { EmitRunEvent } from '../progress/events.ts';
import type { PushedCatalog } from '../resources/catalog-resources.ts';
import { clusterResources } from '../resources/cluster-resources.ts';
import type { PushedImage } from '../resources/pushed-image.ts';
import { writeResources } from '../resources/write-resources.ts';

/**
 * Writes what clusters must be told about the images that are at the destination now (reference section 8).
 * @returns the folder, or undefined when there was nothing to tell
 */
export async function writeClusterResources(options: {
  directory: string;
  images: (Omit<PlannedImage, 'destination'> & Pick<PushedImage, 'destination'>)[];
  catalogs: PushedCatalog[];
  signature(image: CollectedImage): Promise<Uint8Array | undefined>;
  repositoryScope: boolean;
  icsp: boolean;
  emit: EmitRunEvent;
}): Promise<string | undefined> {
  const { directory, images, catalogs, repositoryScope, icsp, emit } = options;
  const signatures = new Map<Digest, Uint8Array>();
  for (const image of images) {
    if (image.kind !== 'ocpRelease') continue;
    const signature = await options.signature(image);
    if (signature) signatures.set(image.digest, signature);
  }
  const { files, problems } = clusterResources({
    images,
    catalogs,
    signatures,
    createdAt: new Date(),
    repositoryScope,
    icsp,
  });
  for (const problem of problems) emit({ type: 'problem', problem });
  await writeResources(directory, files);
  return files.length > 0 ? directory : undefined;
}
