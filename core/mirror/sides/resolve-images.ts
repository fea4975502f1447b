import type { CollectedImage } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import { type ResolveOptions, resolveImage } from '../../content/plan/resolve-image.ts';
import { t } from '../messages.ts';
import type { ImageTrust } from './image-trust.ts';

/** Manifests requested at once, while earlier images are copied. */
export const RESOLVE_AT_ONCE = 32;

/** A resolved image: planned, rejected by the trust policy, or unavailable. */
export type ResolvedImage =
  | { image: CollectedImage; planned: PlannedImage; rejected?: undefined; error?: undefined }
  | { image: PlannedImage; planned?: undefined; rejected: AirlockError; error?: undefined }
  | { image: CollectedImage; planned?: undefined; rejected?: undefined; error: unknown };

/**
 * Resolves the content of images and judges them. Yields them in order.
 * @param options.signal once aborted, no further requests are sent
 * @param options.trust absent if no policy is enforced
 * @param options.onPlanned receives an image as soon as it is planned, also before its turn
 * @param options.onError receives a failure before the image's turn
 */
export function resolveImages(
  images: readonly (CollectedImage | PlannedImage)[],
  options: {
    resolve: ResolveOptions;
    signal: AbortSignal | undefined;
    trust: ImageTrust | undefined;
    onPlanned?(image: PlannedImage): void;
    onError?(image: CollectedImage, error: unknown): Promise<void>;
  },
): AsyncGenerator<ResolvedImage> {
  const { resolve, signal, trust, onPlanned, onError } = options;
  return inOrder(images, RESOLVE_AT_ONCE, async (image): Promise<ResolvedImage> => {
    if (signal?.aborted) return { image, error: new AirlockError('interrupted', t('stopped')) };
    const resolved = await judged(image, trust, signal, () =>
      'manifests' in image ? image : resolveImage(image, resolve),
    );
    if (resolved.planned) onPlanned?.(resolved.planned);
    else if (!resolved.rejected) await onError?.(image, resolved.error);
    return resolved;
  });
}

/** Plans an image and judges it by the policy. */
export async function judged(
  image: CollectedImage,
  trust: ImageTrust | undefined,
  signal: AbortSignal | undefined,
  plan: () => PlannedImage | Promise<PlannedImage>,
): Promise<ResolvedImage> {
  try {
    const planned = await plan();
    const verdict = (await trust?.judge(planned, signal)) ?? { image: planned };
    if (verdict.rejected) return { image: verdict.image, rejected: verdict.rejected };
    return { image, planned: verdict.image };
  } catch (error) {
    return { image, error };
  }
}
