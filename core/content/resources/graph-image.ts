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
import { configOf, type GraphBase, isRequested, noInstance, requestedInstances } from './graph-base.ts';
import { readGraphData } from './graph-data.ts';
import { GRAPH_DATA_FOLDER, type GraphLayer, graphLayer } from './graph-layer.ts';
import { t } from './messages.ts';

/** Annotation and label with the digest of the base image. */
export const BASE_DIGEST = 'org.opencontainers.image.base.digest';

/** An image to write or push: blobs and instances first, then `index`. */
export interface GraphImage {
  /** The manifest of the tag: an index, or the image manifest if the base is a single image. */
  index: Manifest;
  /** Instances of the index; empty if the base is a single image. */
  manifests: Manifest[];
  /** New content: the layer with the graph data, and the configurations. */
  blobs: { descriptor: Descriptor; bytes: Buffer }[];
  /** Layers of the base that the image uses, each once. */
  reusedBlobs: Descriptor[];
}

/**
 * The update service copies the graph data from the image by running it
 * (openshift/cincinnati-operator/docs/graph-data-init-container.md).
 */
const COMMAND = ['/bin/bash', '-c', `exec cp -rp /${GRAPH_DATA_FOLDER}/* /var/lib/cincinnati/graph-data`];

/**
 * Builds the graph-data image: the base with one more layer. The same base digest, platforms and graph data result in the
 * same bytes (with the same zlib, that of the pinned Node). Doesn't push the image.
 * @param graphData tar.gz from the update service
 * @param platforms only these instances of the base, or all if empty
 * @throws AirlockError `archive-hostile`, `archive-malformed`, `graph-invalid` for the graph data; `manifest-invalid`,
 *   `content-missing`, `digest-mismatch`, `size-mismatch` for the base
 */
export async function buildGraphImage(
  base: GraphBase,
  graphData: Uint8Array,
  platforms: Platform[] = [],
): Promise<GraphImage> {
  const layer = await graphLayer(await readGraphData(graphData));
  const parsed = parseManifest(base.manifest.bytes, base.manifest.mediaType);
  const blobs = new Map<Digest, { descriptor: Descriptor; bytes: Buffer }>();
  const reused = new Map<Digest, Descriptor>();
  const extend = (manifest: Manifest): Manifest => {
    const image = parseManifest(manifest.bytes, manifest.mediaType);
    if (image.kind !== 'image') throw invalid(t('baseNested', { digest: manifest.digest }));
    const built = withGraphLayer(base, image, layer);
    for (const blob of built.blobs) blobs.set(blob.descriptor.digest, blob);
    for (const descriptor of image.layers) {
      if (!descriptor.urls?.length && descriptor.digest !== layer.digest)
        reused.set(descriptor.digest, descriptor);
    }
    return built.manifest;
  };
  const result = (index: Manifest, manifests: Manifest[]): GraphImage => ({
    index,
    manifests,
    blobs: [...blobs.values()],
    reusedBlobs: [...reused.values()],
  });

  if (parsed.kind === 'image') {
    const { os, architecture, variant } = configJson(configOf(base, parsed.config)) as Partial<Platform>;
    const platform = os && architecture ? { os, architecture, variant: variant || undefined } : undefined;
    if (!isRequested(platform, platforms)) throw noInstance(platforms, [{ platform }]);
    return result(extend(base.manifest), []);
  }

  const manifests: Manifest[] = [];
  const descriptors = requestedInstances(parsed, platforms).map(({ digest, platform }): Descriptor => {
    const instance = base.instances.get(digest);
    if (!instance) throw new AirlockError('content-missing', t('instanceMissing', { digest }));
    const built = extend(instance);
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
function withGraphLayer(
  base: GraphBase,
  image: ImageContent,
  layer: GraphLayer,
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
  const configBytes = configFor(base, image, layer.diffId);
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

/** Returns the base's configuration with command, label, layer and history of the graph image, otherwise unchanged. */
function configFor(base: GraphBase, image: ImageContent, diffId: Digest): Buffer {
  const json = configJson(configOf(base, image.config));
  const rootfs = object(json.rootfs);
  const diffIds = rootfs.diff_ids;
  if (!Array.isArray(diffIds) || diffIds.length !== image.layers.length)
    throw invalid(t('layersMismatch', { digest: image.config.digest, count: image.layers.length }));
  const settings = object(json.config);
  // An entry point of the base would use the command as its arguments.
  delete settings.Entrypoint;
  const step = {
    created: new Date(0).toISOString(),
    created_by: `airlock: graph data in /${GRAPH_DATA_FOLDER}`,
  };
  return Buffer.from(
    JSON.stringify({
      ...json,
      config: {
        ...settings,
        Cmd: COMMAND,
        Labels: { ...object(settings.Labels), [BASE_DIGEST]: base.manifest.digest },
      },
      rootfs: { ...rootfs, diff_ids: [...diffIds, diffId] },
      history: Array.isArray(json.history) ? [...json.history, step] : json.history,
    }),
  );
}

function manifestOf(mediaType: string, content: Record<string, unknown>): Manifest {
  const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, ...content }));
  return { mediaType, digest: sha256(bytes), bytes };
}

function configJson(bytes: Uint8Array): Record<string, unknown> {
  let json: unknown;
  try {
    json = parseJson(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    throw invalid(t('configurationUnreadable', { error: notJson(error) }), error);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw invalid(t('configurationNotAnObject'));
  return json as Record<string, unknown>;
}

function object(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function invalid(fault: string, cause?: unknown): AirlockError {
  return new AirlockError('manifest-invalid', t('baseUnusable', { fault }), {
    remedy: t('baseUnusableRemedy'),
    cause,
  });
}
