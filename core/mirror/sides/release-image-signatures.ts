import { coerce, gte } from 'semver';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { hexOf } from '../../base/image/digest.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import { t } from '../messages.ts';

/** Clusters of this version and later verify cosign's signature of the release image itself. */
const VERIFIED_SINCE = '4.21.0';

/**
 * Returns a problem for each release image without its own signature (cosign's tag `sha256-HEX.sig`).
 * @param isPresent returns whether a destination has this tag in the image's repository. Absent before a push
 */
export async function absentReleaseSignatures(
  images: readonly PlannedImage[],
  isPresent?: (image: PlannedImage, tag: string) => Promise<boolean>,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const image of images) {
    if (image.kind !== 'ocpRelease') continue;
    const tag = `sha256-${hexOf(image.digest)}.sig`;
    if (image.attachments.some((attached) => attached.tag === tag)) continue;
    if (await isPresent?.(image, tag)) continue;
    const version = coerce(image.destination.tag);
    const needed = version === null || gte(version, VERIFIED_SINCE);
    problems.push({
      code: 'release-signature-absent',
      level: needed ? 'warning' : 'info',
      message: t(needed ? 'releaseSignatureAbsentRequired' : 'releaseSignatureAbsent', {
        image: image.origin,
        tag,
      }),
      remedy: t('releaseSignatureAbsentRemedy'),
    });
  }
  return problems;
}
