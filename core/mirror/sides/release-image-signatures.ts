import { coerce, gte } from 'semver';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { hexOf } from '../../base/image/digest.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';

/** Clusters of this version and later verify cosign's signature of the release image itself. */
const VERIFIED_SINCE = '4.21.0';

/**
 * Releases whose image comes without its own signature (cosign's tag `sha256-HEX.sig`).
 * @param isThere whether a destination has this tag in the image's repository; absent: nothing is pushed yet
 */
export async function absentReleaseSignatures(
  images: readonly PlannedImage[],
  isThere?: (image: PlannedImage, tag: string) => Promise<boolean>,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const image of images) {
    if (image.kind !== 'ocpRelease') continue;
    const tag = `sha256-${hexOf(image.digest)}.sig`;
    if (image.attachments.some((attached) => attached.tag === tag)) continue;
    if (await isThere?.(image, tag)) continue;
    const version = coerce(image.destination.tag);
    const needed = version === null || gte(version, VERIFIED_SINCE);
    problems.push({
      code: 'release-signature-absent',
      level: needed ? 'warning' : 'info',
      message: `the release image ${image.origin} comes without its own signature (${tag})${needed ? ', which clusters of its version verify' : ''}`,
      remedy:
        'Mirror it without --remove-signatures from a registry that has its signature; clusters before 4.21 do without.',
    });
  }
  return problems;
}
