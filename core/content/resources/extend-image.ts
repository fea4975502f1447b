import { notJson, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import {
  type Descriptor,
  type ImageContent,
  type Manifest,
  type Platform,
  parseManifest,
} from '../../base/image/manifest.ts';
import { DOCKER_LIST, DOCKER_MANIFEST } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { asObject } from '../../base/objects/as-object.ts';
import {
  type BaseImage,
  baseUnusable,
  configOf,
  isRequested,
  noInstance,
  requestedInstances,
} from './base-image.ts';
import { t } from './messages.ts';

/** Annotation and label with the digest of the base image. */
export const BASE_DIGEST = 'org.opencontainers.image.base.digest';

/** An image to write or push: blobs and instances first, then `index`. */
export interface ExtendedImage {
  /** The manifest of the tag: an index, or the image manifest if the base is a single image. */
  index: Manifest;
  /** Instances of the index; empty if the base is a single image. */
  manifests: Manifest[];
  /** New content: the layers and the configurations. */
  blobs: { descriptor: Descriptor; bytes: Buffer }[];
  /** Layers of the base that the image uses, each once. */
  reusedBlobs: Descriptor[];
}

/** `bytes` is the gzip file for a registry, and `diffId` is the digest of its tar. */
export interface ImageLayer {
  bytes: Buffer;
  digest: Digest;
  diffId: Digest;
}

/** What an image adds to its base. */
export interface Extension<Layer extends ImageLayer> {
  /** Returns the new layer for an instance of the base. Undefined: the base doesn't state the platform. */
  layerFor(platform: Platform | undefined): Layer;
  /**
   * Returns the new settings (`config` of the configuration) from those of the base, and the entry in its history.
   * `created` replaces the time of the base image.
   */
  configure(
    settings: Record<string, unknown>,
    layer: Layer,
  ): {
    settings: Record<string, unknown>;
    step: { created: string; created_by: string };
    created?: string;
  };
}

/**
 * Builds an image from a base with one more layer for each instance. An index remains an index, with media types of the
 * base. The same base, platforms and extension result in the same bytes.
 * @param platforms only these instances of the base, or all if empty
 * @throws AirlockError `manifest-invalid`, `content-missing`, `digest-mismatch`, `size-mismatch` for the base
 */
export function extendImage<Layer extends ImageLayer>(
  base: BaseImage,
  platforms: Platform[],
  extension: Extension<Layer>,
): ExtendedImage {
  const parsed = parseManifest(base.manifest.bytes, base.manifest.mediaType);
  const blobs = new Map<Digest, { descriptor: Descriptor; bytes: Buffer }>();
  const reused = new Map<Digest, Descriptor>();
  const extend = (manifest: Manifest, platform: Platform | undefined): Manifest => {
    const image = parseManifest(manifest.bytes, manifest.mediaType);
    if (image.kind !== 'image') throw baseUnusable(base.option, t('baseNested', { digest: manifest.digest }));
    const built = withLayer(base, image, extension.layerFor(platform), extension);
    for (const blob of built.blobs) blobs.set(blob.descriptor.digest, blob);
    for (const descriptor of image.layers) {
      if (!descriptor.urls?.length) reused.set(descriptor.digest, descriptor);
    }
    return built.manifest;
  };
  const result = (index: Manifest, manifests: Manifest[]): ExtendedImage => ({
    index,
    manifests,
    blobs: [...blobs.values()],
    // A base that already has the new layer.
    reusedBlobs: [...reused.values()].filter(({ digest }) => !blobs.has(digest)),
  });

  if (parsed.kind === 'image') {
    const { os, architecture, variant } = configJson(base, parsed) as Partial<Platform>;
    const platform = os && architecture ? { os, architecture, variant: variant || undefined } : undefined;
    if (!isRequested(platform, platforms)) throw noInstance(platforms, [{ platform }], base.option);
    return result(extend(base.manifest, platform), []);
  }

  const manifests: Manifest[] = [];
  const instances = requestedInstances(parsed, platforms, base.option);
  const descriptors = instances.map(({ digest, platform }): Descriptor => {
    const instance = base.instances.get(digest);
    if (!instance) throw new AirlockError('content-missing', t('instanceMissing', { digest }));
    const built = extend(instance, platform);
    manifests.push(built);
    const { mediaType, bytes } = built;
    return { mediaType, digest: built.digest, size: bytes.length, platform };
  });
  const index = manifestOf(parsed.mediaType, {
    manifests: descriptors,
    annotations: parsed.mediaType !== DOCKER_LIST ? { [BASE_DIGEST]: base.manifest.digest } : undefined,
  });
  return result(index, manifests);
}

/** Returns one image of the base with the layer on top, and with the media types of the base. */
function withLayer<Layer extends ImageLayer>(
  base: BaseImage,
  image: ImageContent,
  layer: Layer,
  extension: Extension<Layer>,
): {
  manifest: Manifest;
  blobs: { descriptor: Descriptor; bytes: Buffer }[];
} {
  const docker = image.mediaType === DOCKER_MANIFEST;
  const layerDescriptor: Descriptor = {
    mediaType: docker
      ? 'application/vnd.docker.image.rootfs.diff.tar.gzip'
      : 'application/vnd.oci.image.layer.v1.tar+gzip',
    digest: layer.digest,
    size: layer.bytes.length,
  };
  const configBytes = configFor(base, image, layer, extension);
  const config: Descriptor = {
    mediaType: image.config.mediaType,
    digest: sha256(configBytes),
    size: configBytes.length,
  };
  const manifest = manifestOf(image.mediaType, {
    config,
    layers: [...image.layers, layerDescriptor],
    // Docker's manifest has no annotations, so it only has the label in the configuration.
    annotations: docker ? undefined : { [BASE_DIGEST]: base.manifest.digest },
  });
  return {
    manifest,
    blobs: [
      { descriptor: layerDescriptor, bytes: layer.bytes },
      { descriptor: config, bytes: configBytes },
    ],
  };
}

/** Returns the base's configuration with the new settings, layer and history, otherwise unchanged. */
function configFor<Layer extends ImageLayer>(
  base: BaseImage,
  image: ImageContent,
  layer: Layer,
  extension: Extension<Layer>,
): Buffer {
  const json = configJson(base, image);
  const rootfs = asObject(json.rootfs);
  const diffIds = rootfs.diff_ids;
  if (!Array.isArray(diffIds) || diffIds.length !== image.layers.length) {
    const { digest } = image.config;
    throw baseUnusable(base.option, t('layersMismatch', { digest, count: image.layers.length }));
  }
  const { settings, step, created = json.created } = extension.configure(asObject(json.config), layer);
  return Buffer.from(
    JSON.stringify({
      ...json,
      created,
      config: {
        ...settings,
        Labels: { ...asObject(settings.Labels), [BASE_DIGEST]: base.manifest.digest },
      },
      rootfs: { ...rootfs, diff_ids: [...diffIds, layer.diffId] },
      history: Array.isArray(json.history) ? [...json.history, step] : json.history,
    }),
  );
}

function manifestOf(mediaType: string, content: Record<string, unknown>): Manifest {
  const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, ...content }));
  return { mediaType, digest: sha256(bytes), bytes };
}

function configJson(base: BaseImage, image: ImageContent): Record<string, unknown> {
  let json: unknown;
  try {
    json = parseJson(Buffer.from(configOf(base, image.config)).toString('utf8'));
  } catch (error) {
    if (error instanceof AirlockError) throw error;
    throw baseUnusable(base.option, t('configurationUnreadable', { error: notJson(error) }), error);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw baseUnusable(base.option, t('configurationNotAnObject'));
  return json as Record<string, unknown>;
}
