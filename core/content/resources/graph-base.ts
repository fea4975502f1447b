import type { ImageContentReader, ImageSourceReference } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import {
  type Descriptor,
  type IndexContent,
  type Manifest,
  type Platform,
  parseManifest,
} from '../../base/image/manifest.ts';
import { isIndexType } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';

/** The base of the graph image, without its layers. */
export interface GraphBase {
  /** What the base's reference names: an index, or the manifest of a single image. */
  manifest: Manifest;
  /** Of an index: the manifests of its instances that are wanted, by digest. */
  instances: ReadonlyMap<Digest, Manifest>;
  /** Image configurations, by digest. */
  configs: ReadonlyMap<Digest, Uint8Array>;
}

/** Image configurations are some kB; 8 MiB is what containers' own tools take at most for such JSON. */
const LARGEST_CONFIG = 8 * 1024 * 1024;

/**
 * Reads manifests and configurations of a base image, no layers.
 * @param platforms only these instances; all when empty
 * @throws AirlockError of `content`; `manifest-invalid` when no instance is for any of the platforms;
 *   `digest-mismatch`, `size-mismatch` for a configuration
 */
export async function readGraphBase(
  content: ImageContentReader,
  source: ImageSourceReference,
  options: { platforms: Platform[]; signal?: AbortSignal },
): Promise<GraphBase> {
  const { platforms, signal } = options;
  const manifest = await content.manifest(source, signal);
  const instances = new Map<Digest, Manifest>();
  const configs = new Map<Digest, Uint8Array>();
  const parsed = parseManifest(manifest.bytes, manifest.mediaType);
  const found = parsed.kind === 'index' ? wantedInstances(parsed, platforms) : [];
  for (const { digest } of found) {
    const { registry, repository } = source;
    instances.set(digest, await content.manifest({ registry, repository, digest }, signal));
  }
  for (const image of parsed.kind === 'index' ? instances.values() : [manifest]) {
    const parsedImage = parseManifest(image.bytes, image.mediaType);
    if (parsedImage.kind !== 'image') continue;
    const { config } = parsedImage;
    if (configs.has(config.digest)) continue;
    if (config.size > LARGEST_CONFIG)
      throw new AirlockError(
        'manifest-invalid',
        `the configuration ${config.digest} is ${config.size} bytes long`,
      );
    const parts: Buffer[] = [];
    for await (const part of content.blob(source, config, signal)) parts.push(part);
    configs.set(config.digest, Buffer.concat(parts));
  }
  return { manifest, instances, configs };
}

/**
 * Instances of an index that are images (no attestations or other artifacts) for one of the platforms; all of them
 * when `platforms` is empty.
 * @throws AirlockError `manifest-invalid` when there is none
 */
export function wantedInstances(index: IndexContent, platforms: Platform[]): Descriptor[] {
  const images = index.manifests.filter(
    ({ mediaType, platform, artifactType }) =>
      !isIndexType(mediaType) && artifactType === undefined && platform?.os !== 'unknown',
  );
  const wanted = images.filter(({ platform }) => isWanted(platform, platforms));
  if (wanted.length === 0) throw noInstance(platforms, images);
  return wanted;
}

/** True for every platform when none is asked for; a variant counts only when it is asked for. */
export function isWanted(platform: Platform | undefined, platforms: Platform[]): boolean {
  if (platforms.length === 0) return true;
  return platforms.some(
    ({ os, architecture, variant }) =>
      platform?.os === os &&
      platform.architecture === architecture &&
      (variant === undefined || platform.variant === variant),
  );
}

/** The bytes of a configuration that the base holds, checked by digest and size. */
export function configOf(base: GraphBase, config: Descriptor): Uint8Array {
  const bytes = base.configs.get(config.digest);
  if (!bytes)
    throw new AirlockError('content-missing', `the base image's configuration ${config.digest} is missing`);
  if (bytes.length !== config.size)
    throw new AirlockError(
      'size-mismatch',
      `the base image's configuration ${config.digest} has a wrong size`,
      {
        expected: String(config.size),
        found: String(bytes.length),
      },
    );
  const digest = sha256(bytes);
  if (digest !== config.digest)
    throw new AirlockError('digest-mismatch', 'the base image’s configuration has a wrong digest', {
      expected: config.digest,
      found: digest,
    });
  return bytes;
}

/** The error of a base image that has nothing for the platforms asked for. */
export function noInstance(platforms: Platform[], images: Pick<Descriptor, 'platform'>[]): AirlockError {
  const text = (platform: Platform | undefined) =>
    platform ? [platform.os, platform.architecture, platform.variant].filter(Boolean).join('/') : 'unknown';
  const wanted = platforms.map(text).join(', ');
  return new AirlockError(
    'manifest-invalid',
    platforms.length > 0
      ? `the base of the graph image has no instances found for platform ${wanted}`
      : 'the base of the graph image holds no image',
    {
      expected: wanted,
      found: images.map(({ platform }) => text(platform)).join(', '),
      remedy: 'Name a base image that has these platforms by --graph-base-image.',
    },
  );
}
