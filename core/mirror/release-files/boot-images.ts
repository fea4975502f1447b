import type { Verdict } from '../../base/collected/collected.ts';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { machineName } from '../../base/image/architecture.ts';
import type { Digest } from '../../base/image/digest.ts';
import { BOOT_IMAGES } from '../../content/release/saved-payload.ts';
import { type BootImage, parseBootImages } from '../../content/release-tools/boot-images.ts';
import type { Registries } from '../../registry/exchange/registry.ts';
import type { HostFacts } from '../run/request.ts';
import type { TrustRequest } from '../sides/image-trust.ts';
import { chooseRelease } from './choose-release.ts';
import { releaseJudge } from './judge-release.ts';
import { t } from './messages.ts';
import { openRelease } from './open-release.ts';
import { openReleaseStore, type ReleasePlace } from './release-store.ts';

/** A request of `airlock release boot-images`. */
export interface BootImagesRequest extends TrustRequest {
  from: ReleasePlace;
  version?: string;
  /** amd64, arm64, ppc64le or s390x. Default: all. */
  architecture?: string;
  /** Such as `vmware`. Default: all. */
  platform?: string;
  /** Such as `ova`. Default: all. */
  format?: string;
  ignoreReleaseSignature: boolean;
}

export interface BootImagesResult {
  version: string;
  tag: string;
  release: Digest;
  verdict: Verdict;
  images: BootImage[];
  problems: Problem[];
}

/**
 * Returns the boot images that a mirrored release lists, with URL and SHA-256. They aren't in the release, except for the
 * live ISO. The list is from the signed payload, or with a warning from the files next to an increment.
 * @throws AirlockError those of {@link openRelease}; `not-found` if the release lists none for the selection
 */
export async function releaseBootImages(
  request: BootImagesRequest,
  options: { host: HostFacts; registries(): Promise<Registries>; signal?: AbortSignal },
): Promise<BootImagesResult> {
  const { host, registries, signal } = options;
  const { from, version, architecture, platform, format, ignoreReleaseSignature } = request;
  await using store = await openReleaseStore(from, { host, registries, signal });
  const release = await openRelease(store, await chooseRelease(store, { version, architecture }), {
    ...{ host, ignoreReleaseSignature, savedIsEnough: true, signal },
  });
  if (release.fromPayload) {
    const judge = await releaseJudge({ request, store, release, host, signal });
    release.verdict = await judge();
  } else
    release.problems.push({
      code: 'content-missing',
      level: 'warning',
      message: t('bootImagesUnsigned', { release: release.tag, location: store.location }),
      remedy: t('payloadElsewhereRemedy'),
    });
  const manifest = release.manifests.get(BOOT_IMAGES);
  if (!manifest)
    throw new AirlockError('not-found', t('bootImagesMissing', { release: release.tag }), {
      side: 'source',
      remedy: t('bootImagesMissingRemedy'),
    });
  const all = parseBootImages(manifest, release.tag);
  const machine = architecture && machineName(architecture);
  const images = all.filter(
    (image) =>
      (machine === undefined || image.architecture === machine) &&
      (platform === undefined || image.platform === platform) &&
      (format === undefined || image.format === format),
  );
  if (images.length === 0)
    throw new AirlockError('not-found', t('bootImagesFiltered', { release: release.tag }), {
      side: 'source',
      remedy: t('bootImagesFilteredRemedy', {
        architectures: named(all, 'architecture'),
        platforms: named(all, 'platform'),
        formats: named(all, 'format'),
      }),
    });
  const { tag, digest, verdict, problems } = release;
  return { version: release.version, tag, release: digest, verdict, images, problems };
}

function named(images: readonly BootImage[], field: 'architecture' | 'platform' | 'format'): string {
  return [...new Set(images.map((image) => image[field]))].sort().join(', ');
}
