import type { Digest } from '../../base/image/digest.ts';
import type { PushedCatalog } from '../../content/resources/catalog-resources.ts';
import { clusterResources } from '../../content/resources/cluster-resources.ts';
import type { PushedImage } from '../../content/resources/pushed-image.ts';
import { writeResources } from '../../content/resources/write-resources.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';

/**
 * Writes what clusters must be told about the images that are at the destination now (oc-mirror v2:
 * internal/pkg/clusterresources/clusterresources.go).
 * @param options.signatures raw messages by payload, verified; oc-mirror's file has one a release
 * @returns the folder, or undefined when there was nothing to tell
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
