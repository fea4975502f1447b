import type { Digest } from '../../base/image/digest.ts';
import type { PushedCatalog } from '../../content/resources/catalog-resources.ts';
import { clusterResources } from '../../content/resources/cluster-resources.ts';
import type { PushedImage } from '../../content/resources/pushed-image.ts';
import { writeResources } from '../../content/resources/write-resources.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';

/**
 * Writes the cluster resources for the images at the destination (oc-mirror v2:
 * internal/pkg/clusterresources/clusterresources.go).
 * @param options.signatures raw verified messages by payload. oc-mirror's file has one for each release
 * @returns the folder, or undefined when no resources are needed
 */
export async function writeClusterResources(options: {
  directory: string;
  images: PushedImage[];
  catalogs: PushedCatalog[];
  signatures: ReadonlyMap<Digest, readonly Uint8Array[]>;
  repositoryScope: boolean;
  icsp: boolean;
  emit: EmitRunEvent;
}): Promise<string | undefined> {
  const { directory, images, catalogs, signatures, repositoryScope, icsp, emit } = options;
  const { files, problems } = clusterResources({
    images,
    catalogs,
    signatures: new Map([...signatures].flatMap(([digest, [first]]) => (first ? [[digest, first]] : []))),
    createdAt: new Date(),
    repositoryScope,
    icsp,
  });
  for (const problem of problems) emit({ type: 'problem', problem });
  await writeResources(directory, files);
  return files.length > 0 ? directory : undefined;
}
