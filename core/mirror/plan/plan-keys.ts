import type { Problem } from '../../base/errors/airlock-error.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import type { PlanKey } from '../approval/plan-document.ts';
import type { ImageTrust } from '../sides/image-trust.ts';

/** Returns the keys of the trust policy with the number of images each verified, and the problems of unreadable keys. */
export async function keysOf(
  trust: ImageTrust,
  planned: readonly PlannedImage[],
): Promise<{ keys: PlanKey[]; problems: Problem[] }> {
  const { keys, problems } = await trust.keys();
  const verifiedBy = ({ fingerprint }: Pick<PlanKey, 'fingerprint'>) =>
    planned.filter(({ verdict }) => verdict.by?.split(', ').includes(fingerprint)).length;
  return {
    keys: keys.map((key) => ({ ...key, images: verifiedBy(key) })),
    problems: problems.map((problem) => ({ ...problem, level: 'warning' })),
  };
}
