import type { ConcernedDeliverable } from '../../../core/media/import/report.ts';
import { t } from './messages.ts';

/** Returns the number of images and, separately, of their signatures and other referrers: `2 images and 1 attachment`. */
export function imagesWords(concerned: readonly Pick<ConcernedDeliverable, 'images' | 'attached'>[]): string {
  const attached = concerned.reduce((sum, each) => sum + (each.attached?.length ?? 0), 0);
  const images = concerned.reduce((sum, each) => sum + each.images.length, 0) - attached;
  if (attached === 0) return t('images', { count: images });
  return images > 0
    ? t('imagesAndAttachments', { images, attachments: attached })
    : t('attachments', { count: attached });
}
