import { type KeyObject, sign } from 'node:crypto';
import type { Digest } from '../base/image/digest.ts';
import type { Descriptor, Manifest } from '../base/image/manifest.ts';
import { DOCKER_LIST, DOCKER_MANIFEST, OCI_INDEX, OCI_MANIFEST } from '../base/image/media-types.ts';
import { sha256 } from '../base/image/sha256.ts';
import { type BuiltBlob, type BuiltLayer, builtBlob } from './layer.ts';

/** A manifest of the practice world with everything it references. */
export interface BuiltImage extends Manifest {
  architecture?: string;
  /** Configuration and layers of an image; none for a manifest list. */
  blobs: BuiltBlob[];
  /** Instances of a manifest list. */
  children: BuiltImage[];
}

type Format = 'docker' | 'oci';

const MANIFEST_TYPE = { docker: DOCKER_MANIFEST, oci: OCI_MANIFEST };
const LIST_TYPE = { docker: DOCKER_LIST, oci: OCI_INDEX };
const CONFIG_TYPE = {
  docker: 'application/vnd.docker.container.image.v1+json',
  oci: 'application/vnd.oci.image.config.v1+json',
};
const LAYER_TYPE = {
  docker: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
  oci: 'application/vnd.oci.image.layer.v1.tar+gzip',
};
const CREATED = '2024-01-01T00:00:00Z';

export interface ImageRecipe {
  layers: BuiltLayer[];
  format?: Format;
  architecture?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  entrypoint?: string[];
}

/** Builds an image for one platform. Default format: Docker schema 2. A zstd layer needs `oci`. */
export function builtImage(recipe: ImageRecipe): BuiltImage {
  const { layers, format = 'docker', architecture = 'amd64', labels = {}, annotations, entrypoint } = recipe;
  const config = builtBlob(
    JSON.stringify({
      architecture,
      os: 'linux',
      created: CREATED,
      config: { Env: ['PATH=/usr/bin'], Labels: labels, Entrypoint: entrypoint },
      rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
      history: layers.map(() => ({ created: CREATED, created_by: 'practice' })),
    }),
  );
  const layerType = (layer: BuiltLayer) =>
    layer.compression === 'zstd' ? 'application/vnd.oci.image.layer.v1.tar+zstd' : LAYER_TYPE[format];
  const manifest = builtManifest(MANIFEST_TYPE[format], {
    config: pointTo(config, CONFIG_TYPE[format]),
    layers: layers.map((layer) => pointTo(layer, layerType(layer))),
    annotations,
  });
  return { ...manifest, architecture, blobs: [config, ...layers], children: [] };
}

/** Builds a Docker manifest list or an OCI index of images for several platforms. */
export function builtList(
  children: BuiltImage[],
  format: Format = 'docker',
  annotations?: Record<string, string>,
  artifactType?: string,
): BuiltImage {
  const manifests = children.map((child) => ({
    ...pointToManifest(child),
    platform: { architecture: child.architecture, os: 'linux' },
    artifactType,
  }));
  const manifest = builtManifest(LIST_TYPE[format], { manifests, annotations });
  return { ...manifest, blobs: [], children };
}

/**
 * Builds an OCI 1.1 artifact attached to `subject`, and the index that registries without a referrers API store under
 * `sha256-<hex>`.
 */
export function builtArtifact(
  subject: BuiltImage,
  artifactType: string,
  content: string,
): { artifact: BuiltImage; fallback: BuiltImage } {
  const config = builtBlob('{}');
  const blob = builtBlob(content);
  const manifest = builtManifest(OCI_MANIFEST, {
    artifactType,
    config: pointTo(config, 'application/vnd.oci.empty.v1+json'),
    layers: [pointTo(blob, artifactType)],
    subject: pointToManifest(subject),
  });
  const artifact: BuiltImage = { ...manifest, blobs: [config, blob], children: [] };
  const fallback = builtManifest(OCI_INDEX, { manifests: [{ ...pointToManifest(artifact), artifactType }] });
  return { artifact, fallback: { ...fallback, blobs: [], children: [artifact] } };
}

/**
 * Builds a cosign signature of `image` for the name `repository`, as cosign stores it under the tag `sha256-<hex>.sig`.
 */
export function builtCosignSignature(repository: string, image: Manifest, key: KeyObject): BuiltImage {
  const payload = builtBlob(
    JSON.stringify({
      critical: {
        identity: { 'docker-reference': repository },
        image: { 'docker-manifest-digest': image.digest },
        type: 'cosign container image signature',
      },
      optional: null,
    }),
  );
  const config = builtBlob(
    JSON.stringify({
      architecture: '',
      os: '',
      config: {},
      rootfs: { type: 'layers', diff_ids: [payload.digest] },
    }),
  );
  const manifest = builtManifest(OCI_MANIFEST, {
    config: pointTo(config, CONFIG_TYPE.oci),
    layers: [
      {
        ...pointTo(payload, 'application/vnd.dev.cosign.simplesigning.v1+json'),
        annotations: {
          'dev.cosignproject.cosign/signature': sign(null, payload.bytes, key).toString('base64'),
        },
      },
    ],
  });
  return { ...manifest, blobs: [config, payload], children: [] };
}

/** Returns the tag under which cosign stores the signature of a digest. */
export function cosignTag(digest: Digest): string {
  return `${digest.replace(':', '-')}.sig`;
}

/** Returns the tag under which registries without a referrers API store the attachments of a digest. */
export function referrersTag(digest: Digest): string {
  return digest.replace(':', '-');
}

function builtManifest(mediaType: string, content: Record<string, unknown>): Manifest {
  const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, ...content }));
  return { mediaType, digest: sha256(bytes), bytes };
}

function pointTo(blob: BuiltBlob, mediaType: string): Descriptor {
  return { mediaType, size: blob.size, digest: blob.digest };
}

function pointToManifest({ mediaType, digest, bytes }: Manifest): Descriptor {
  return { mediaType, size: bytes.length, digest };
}
