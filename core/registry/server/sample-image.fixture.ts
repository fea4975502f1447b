import { randomBytes } from 'node:crypto';
import type { Digest } from '../../base/image/digest.ts';
import { DOCKER_MANIFEST, OCI_INDEX, OCI_MANIFEST } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';

/** Small images for the tests of this directory, pushed over plain HTTP. */
export interface SampleImage {
  digest: Digest;
  bytes: Buffer;
  mediaType: string;
  layer: Buffer;
  blobs: Buffer[];
}

export function sampleImage(
  options: { layerBytes?: number; docker?: boolean; extra?: Record<string, unknown> } = {},
): SampleImage {
  const layer = randomBytes(options.layerBytes ?? 3000);
  const config = Buffer.from(
    JSON.stringify({
      architecture: 'amd64',
      os: 'linux',
      rootfs: { type: 'layers', diff_ids: [sha256(layer)] },
    }),
  );
  const mediaType = options.docker ? DOCKER_MANIFEST : OCI_MANIFEST;
  const bytes = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType,
      config: {
        mediaType: options.docker
          ? 'application/vnd.docker.container.image.v1+json'
          : 'application/vnd.oci.image.config.v1+json',
        digest: sha256(config),
        size: config.length,
      },
      layers: [
        {
          mediaType: options.docker
            ? 'application/vnd.docker.image.rootfs.diff.tar'
            : 'application/vnd.oci.image.layer.v1.tar',
          digest: sha256(layer),
          size: layer.length,
        },
      ],
      ...options.extra,
    }),
  );
  return { digest: sha256(bytes), bytes, mediaType, layer, blobs: [config, layer] };
}

export function sampleIndex(images: SampleImage[]): { digest: Digest; bytes: Buffer } {
  const architectures = ['amd64', 'arm64', 's390x'];
  const bytes = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: OCI_INDEX,
      manifests: images.map((image, i) => ({
        mediaType: image.mediaType,
        digest: image.digest,
        size: image.bytes.length,
        platform: { os: 'linux', architecture: architectures[i] },
      })),
    }),
  );
  return { digest: sha256(bytes), bytes };
}

export async function pushBlob(url: string, repository: string, blob: Buffer): Promise<Response> {
  return fetch(`${url}/v2/${repository}/blobs/uploads/?digest=${sha256(blob)}`, {
    method: 'POST',
    body: new Uint8Array(blob),
  });
}

export async function pushManifest(
  url: string,
  repository: string,
  reference: string,
  bytes: Buffer,
  mediaType: string,
): Promise<Response> {
  return fetch(`${url}/v2/${repository}/manifests/${reference}`, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': mediaType },
  });
}

/** Pushes the blobs and manifest of an image. @throws Error with the registry's message if it rejects anything */
export async function pushImage(url: string, repository: string, reference: string, image: SampleImage) {
  for (const blob of image.blobs) await accepted(await pushBlob(url, repository, blob));
  await accepted(await pushManifest(url, repository, reference, image.bytes, image.mediaType));
}

async function accepted(response: Response): Promise<void> {
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
}
