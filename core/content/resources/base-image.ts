import type { ImageContentReader, ImageSourceReference } from '../../base/collected/collected.ts';
import { alternativeList } from '../../base/document/words.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import {
  type Descriptor,
  type IndexContent,
  type Manifest,
  type Platform,
  parseManifest,
} from '../../base/image/manifest.ts';
import { isImageEntry, isIndexType } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { t } from './messages.ts';

/** The base of an image that Airlock builds, without its layers. */
export interface BaseImage {
  /** Command line option that specifies the base image, for remedies: `--graph-base-image`. */
  option: string;
  /** The manifest of the base's reference: an index, or the manifest of a single image. */
  manifest: Manifest;
  /** The manifests of the selected instances of an index, by digest. */
  instances: ReadonlyMap<Digest, Manifest>;
  /** Image configurations, by digest. */
  configs: ReadonlyMap<Digest, Uint8Array>;
}

/** In bytes. Real configurations have a few KiB, and containers tools accept at most 8 MiB. */
const LARGEST_CONFIG = 8 * 1024 * 1024;

/**
 * Reads the manifests and configurations of a base image, without layers.
 * @param options.platforms only these instances, or all if empty
 * @throws AirlockError of `content`; `manifest-invalid` if no instance is for any of the platforms;
 *   `digest-mismatch`, `size-mismatch` for a configuration
 */
export async function readBaseImage(
  content: ImageContentReader,
  source: ImageSourceReference,
  options: { option: string; platforms: Platform[]; signal?: AbortSignal },
): Promise<BaseImage> {
  const { option, platforms, signal } = options;
  const manifest = await content.manifest(source, signal);
  const instances = new Map<Digest, Manifest>();
  const configs = new Map<Digest, Uint8Array>();
  const parsed = parseManifest(manifest.bytes, manifest.mediaType);
  const found = parsed.kind === 'index' ? requestedInstances(parsed, platforms, option) : [];
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
      throw baseUnusable(
        option,
        t('configurationTooLarge', { digest: config.digest, size: config.size, limit: LARGEST_CONFIG }),
      );
    const parts: Buffer[] = [];
    for await (const part of content.blob(source, config, signal)) parts.push(part);
    configs.set(config.digest, Buffer.concat(parts));
  }
  return { option, manifest, instances, configs };
}

/**
 * Returns the instances of an index that are images (no attestations or other artifacts) for one of the platforms, or all
 * of them if `platforms` is empty.
 * @throws AirlockError `manifest-invalid` if there is none
 */
export function requestedInstances(index: IndexContent, platforms: Platform[], option: string): Descriptor[] {
  const images = index.manifests.filter((entry) => !isIndexType(entry.mediaType) && isImageEntry(entry));
  const wanted = images.filter(({ platform }) => isRequested(platform, platforms));
  if (wanted.length === 0) throw noInstance(platforms, images, option);
  return wanted;
}

/** Returns whether a platform is selected. Without platforms, all are. The variant only matters if one is requested. */
export function isRequested(platform: Platform | undefined, platforms: Platform[]): boolean {
  if (platforms.length === 0) return true;
  return platforms.some(
    ({ os, architecture, variant }) =>
      platform?.os === os &&
      platform.architecture === architecture &&
      (variant === undefined || platform.variant === variant),
  );
}

/** Returns the bytes of a configuration of the base, checked by digest and size. */
export function configOf(base: BaseImage, config: Descriptor): Uint8Array {
  const bytes = base.configs.get(config.digest);
  if (!bytes) throw new AirlockError('content-missing', t('configurationMissing', { digest: config.digest }));
  if (bytes.length !== config.size)
    throw new AirlockError('size-mismatch', t('configurationSize', { digest: config.digest }), {
      expected: String(config.size),
      found: String(bytes.length),
    });
  const digest = sha256(bytes);
  if (digest !== config.digest)
    throw new AirlockError('digest-mismatch', t('configurationDigest'), {
      expected: config.digest,
      found: digest,
    });
  return bytes;
}

/** Returns the error for a base image without the requested platforms. */
export function noInstance(
  platforms: Platform[],
  images: Pick<Descriptor, 'platform'>[],
  option: string,
): AirlockError {
  const text = (platform: Platform | undefined) =>
    platform
      ? [platform.os, platform.architecture, platform.variant].filter(Boolean).join('/')
      : t('unknownPlatform');
  const wanted = platforms.map(text).join(', ');
  return new AirlockError(
    'manifest-invalid',
    platforms.length > 0
      ? t('platformMissing', { platforms: alternativeList(platforms.map(text)) })
      : t('baseEmpty'),
    {
      expected: wanted,
      found: images.map(({ platform }) => text(platform)).join(', '),
      remedy: t('platformMissingRemedy', { option }),
    },
  );
}

/** Returns the error for a base image that can't be extended. */
export function baseUnusable(option: string, fault: string, cause?: unknown): AirlockError {
  return new AirlockError('manifest-invalid', t('baseUnusable', { fault }), {
    remedy: t('baseUnusableRemedy', { option }),
    cause,
  });
}
