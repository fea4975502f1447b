import type { Digest } from '../../../base/image/digest.ts';
import { type Descriptor, type Manifest, parseManifest } from '../../../base/image/manifest.ts';
import { OCI_INDEX } from '../../../base/image/media-types.ts';
import type { RegistryStorage } from '../storage/storage.ts';
import { type Answer, jsonAnswer } from './exchange.ts';

/**
 * Answers the referrers API (distribution specification 1.1): artifacts attached to a manifest, filtered by type if
 * requested.
 */
export async function listReferrers(
  storage: RegistryStorage,
  repository: string,
  subject: Digest,
  artifactType: string | null,
): Promise<Answer> {
  const all: Descriptor[] = [];
  for (const digest of await storage.referrers(repository, subject)) {
    const manifest = await storage.manifest(repository, digest);
    if (manifest) all.push(descriptorOf(manifest));
  }
  const manifests = artifactType === null ? all : all.filter((found) => found.artifactType === artifactType);
  return jsonAnswer(
    200,
    { schemaVersion: 2, mediaType: OCI_INDEX, manifests },
    { 'content-type': OCI_INDEX, 'oci-filters-applied': artifactType === null ? undefined : 'artifactType' },
  );
}

/**
 * Returns an artifact's entry in the list, with its annotations. Without an artifact type, uses its config's media
 * type.
 */
function descriptorOf({ bytes, mediaType, digest }: Manifest): Descriptor {
  const content = parseManifest(bytes, mediaType);
  const artifactType =
    content.kind === 'image' ? (content.artifactType ?? content.config.mediaType) : undefined;
  return {
    mediaType,
    digest,
    size: bytes.length,
    artifactType: artifactType || undefined,
    annotations: content.annotations,
  };
}
