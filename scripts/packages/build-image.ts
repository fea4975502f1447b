import { buffer } from 'node:stream/consumers';
import type { ImageContentReader, ImageSourceReference } from '../../core/base/collected/collected.ts';
import type { Digest } from '../../core/base/image/digest.ts';
import {
  type Descriptor,
  type Manifest,
  type Platform,
  parseManifest,
} from '../../core/base/image/manifest.ts';
import { DOCKER_MANIFEST, isImageEntry, isIndexType } from '../../core/base/image/media-types.ts';
import { sha256 } from '../../core/base/image/sha256.ts';
import { asObject } from '../../core/content/catalog-image/catalog-instances.ts';
import { BASE_DIGEST } from '../../core/content/resources/graph-image.ts';
import { APP, type BundleLayer, USER, WRITABLE } from './image-layer.ts';

/** An image to write: layers of the base and new blobs first, then the manifests, the top one last. */
export interface BuiltImage {
  /** Layers of the base, each once. */
  reused: Descriptor[];
  /** New layers and configurations. */
  blobs: ReadonlyMap<Digest, Buffer>;
  manifests: Manifest[];
  /** Architectures of the image. */
  architectures: string[];
}

/** In bytes. Containers tools accept at most 8 MiB. */
const LARGEST_CONFIG = 8 * 1024 * 1024;

/**
 * Builds the image of the headless app: each image of the base for which there is a bundle gets one more layer. An index
 * remains an index, with media types of the base. The same base and bundles result in the same bytes.
 * @throws Error if no bundle is for an architecture of the base; AirlockError of the reader, `manifest-invalid`
 */
export async function buildImage(
  reader: ImageContentReader,
  source: ImageSourceReference,
  layers: readonly BundleLayer[],
): Promise<BuiltImage> {
  const top = await reader.manifest(source);
  const parsed = parseManifest(top.bytes, top.mediaType);
  const blobs = new Map<Digest, Buffer>();
  const reused = new Map<Digest, Descriptor>();
  const found: string[] = [];
  const architectures: string[] = [];

  /** Returns an image of the base with the layer for its architecture, or undefined if there is none. */
  async function extended(manifest: Manifest): Promise<Manifest | undefined> {
    const image = parseManifest(manifest.bytes, manifest.mediaType);
    if (image.kind !== 'image') throw new Error(`${manifest.digest} in the base image is a nested index.`);
    if (image.config.size > LARGEST_CONFIG)
      throw new Error(`The configuration ${image.config.digest} of the base image is larger than 8 MiB.`);
    const bytes = await buffer(reader.blob(source, image.config));
    const json = asObject(JSON.parse(bytes.toString('utf8')));
    const { os, architecture } = json as Partial<Platform>;
    found.push(`${os}/${architecture}`);
    const layer = os === 'linux' ? layers.find((each) => each.architecture === architecture) : undefined;
    if (!layer) return undefined;
    architectures.push(layer.architecture);
    const diffIds = asObject(json.rootfs).diff_ids;
    if (!Array.isArray(diffIds) || diffIds.length !== image.layers.length)
      throw new Error(`The configuration ${image.config.digest} of the base image doesn't match its layers.`);
    const config = Buffer.from(JSON.stringify(configuration(json, diffIds, layer, top.digest)));
    blobs.set(layer.digest, layer.bytes);
    blobs.set(sha256(config), config);
    for (const each of image.layers) reused.set(each.digest, each);
    const docker = image.mediaType === DOCKER_MANIFEST;
    const mediaType = docker
      ? 'application/vnd.docker.image.rootfs.diff.tar.gzip'
      : 'application/vnd.oci.image.layer.v1.tar+gzip';
    return manifestOf(image.mediaType, {
      config: { mediaType: image.config.mediaType, digest: sha256(config), size: config.length },
      layers: [...image.layers, { mediaType, digest: layer.digest, size: layer.bytes.length }],
      annotations: docker ? undefined : { [BASE_DIGEST]: top.digest },
    });
  }

  const manifests: Manifest[] = [];
  if (parsed.kind === 'image') {
    const built = await extended(top);
    if (built) manifests.push(built);
  } else {
    const entries: Descriptor[] = [];
    for (const { mediaType, digest, platform, ...rest } of parsed.manifests) {
      if (isIndexType(mediaType) || !isImageEntry({ platform, ...rest })) continue;
      const built = await extended(await reader.manifest({ ...source, tag: undefined, digest }));
      if (!built) continue;
      manifests.push(built);
      entries.push({ mediaType: built.mediaType, digest: built.digest, size: built.bytes.length, platform });
    }
    if (entries.length > 0) manifests.push(manifestOf(parsed.mediaType, { manifests: entries }));
  }
  if (manifests.length === 0)
    throw new Error(
      `The base image is for ${found.join(', ') || 'no platform'}, and the bundles are for ${layers.map(({ architecture }) => `linux/${architecture}`).join(', ')}. Choose a base image for the same architecture.`,
    );
  return { reused: [...reused.values()], blobs, manifests, architectures };
}

/** Returns the configuration of an image of the base with the settings of Airlock. */
function configuration(
  base: Record<string, unknown>,
  diffIds: unknown[],
  { version, created, diffId }: BundleLayer,
  digest: Digest,
): Record<string, unknown> {
  const { Cmd: _command, ...settings } = asObject(base.config);
  const time = created.toISOString().replace('.000Z', 'Z');
  const [home, workspace] = WRITABLE;
  return {
    ...base,
    created: time,
    config: {
      ...settings,
      User: String(USER),
      WorkingDir: `/${workspace}`,
      Entrypoint: [`/${APP}/airlock`],
      Env: environment(settings.Env, `/${home}`),
      Labels: {
        ...asObject(settings.Labels),
        'org.opencontainers.image.title': 'airlock',
        'org.opencontainers.image.description':
          'Mirror OpenShift releases, operators and images across an air gap',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': 'Apache-2.0',
        'org.opencontainers.image.created': time,
        [BASE_DIGEST]: digest,
      },
    },
    rootfs: { ...asObject(base.rootfs), diff_ids: [...diffIds, diffId] },
    history: Array.isArray(base.history)
      ? [...base.history, { created: time, created_by: `airlock: bundle ${version} in /${APP}` }]
      : undefined,
  };
}

/** Returns the variables of the base with the home directory, and the launcher in PATH. */
function environment(base: unknown, home: string): string[] {
  const variables = Array.isArray(base) ? base.map(String) : [];
  const path = variables.find((each) => each.startsWith('PATH='));
  const rest = variables.filter((each) => !/^(PATH|HOME)=/.test(each));
  return [
    `${path ?? 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin'}:/${APP}`,
    `HOME=${home}`,
    ...rest,
  ];
}

function manifestOf(mediaType: string, content: Record<string, unknown>): Manifest {
  const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, ...content }));
  return { mediaType, digest: sha256(bytes), bytes };
}
