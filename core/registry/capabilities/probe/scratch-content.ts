import { randomBytes } from 'node:crypto';
import type { Digest } from '../../../base/image/digest.ts';
import type { Descriptor, Manifest } from '../../../base/image/manifest.ts';
import { DOCKER_LIST, DOCKER_MANIFEST, OCI_INDEX, OCI_MANIFEST } from '../../../base/image/media-types.ts';
import { sha256 } from '../../../base/image/sha256.ts';

/** A blob of a few random bytes, so that no registry has it yet. */
export interface ScratchBlob {
  digest: Digest;
  bytes: Buffer;
}

export type Family = 'docker' | 'oci';

const TYPES = {
  docker: {
    image: DOCKER_MANIFEST,
    index: DOCKER_LIST,
    config: 'application/vnd.docker.container.image.v1+json',
    layer: 'application/vnd.docker.image.rootfs.diff.tar',
  },
  oci: {
    image: OCI_MANIFEST,
    index: OCI_INDEX,
    config: 'application/vnd.oci.image.config.v1+json',
    layer: 'application/vnd.oci.image.layer.v1.tar',
  },
} as const;
const EMPTY_CONFIG = 'application/vnd.oci.empty.v1+json';
const ARTIFACT = 'application/vnd.airlock.probe';

export function scratchBlob(bytes = randomBytes(64)): ScratchBlob {
  return { digest: sha256(bytes), bytes };
}

/** Returns an image configuration that registries accept as valid. */
export function scratchConfig(layer: ScratchBlob): ScratchBlob {
  const config = {
    architecture: 'amd64',
    os: 'linux',
    config: {},
    rootfs: { type: 'layers', diff_ids: [layer.digest] },
    history: [{ created: '2024-01-01T00:00:00Z', created_by: 'airlock probe' }],
  };
  return scratchBlob(Buffer.from(JSON.stringify(config)));
}

export function scratchImage(family: Family, config: ScratchBlob, layer: ScratchBlob): Manifest {
  const { image, config: configType, layer: layerType } = TYPES[family];
  return manifest(image, {
    config: descriptor(configType, config),
    layers: [descriptor(layerType, layer)],
  });
}

/** Returns an index of images, the first for amd64, the others for rarely required architectures. */
export function scratchIndex(
  family: Family,
  images: readonly Pick<Manifest, 'mediaType' | 'digest' | 'bytes'>[],
): Manifest {
  return manifest(TYPES[family].index, {
    manifests: images.map((image, i) => ({
      ...descriptor(image.mediaType, image),
      platform: { os: 'linux', architecture: ['amd64', 's390x'][i] ?? 'ppc64le' },
    })),
  });
}

/**
 * Returns an artifact that is attached to an image. Its config is its only layer too: the layers of the scratch images
 * are mounted at the same time, and while distribution mounts a blob, it may reject a manifest that references it.
 */
export function scratchArtifact(subject: Manifest, config: ScratchBlob): Manifest {
  return manifest(OCI_MANIFEST, {
    artifactType: ARTIFACT,
    config: descriptor(EMPTY_CONFIG, config),
    layers: [descriptor(EMPTY_CONFIG, config)],
    subject: descriptor(subject.mediaType, subject),
  });
}

function manifest(mediaType: string, content: object): Manifest {
  const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, ...content }));
  return { mediaType, bytes, digest: sha256(bytes) };
}

function descriptor(mediaType: string, { digest, bytes }: ScratchBlob): Descriptor {
  return { mediaType, digest, size: bytes.length };
}
