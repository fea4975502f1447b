import type { ConcernedDeliverable } from '../../../core/media/import/report.ts';
import { count } from '../../terminal/format.ts';

/** How many images these are; signatures and what else is attached to images is told apart: `2 images and 1 attachment`. */
export function imagesWords(concerned: readonly Pick<ConcernedDeliverable, 'images' | 'attached'>[]): string {
  const attached = concerned.reduce((sum, each) => sum + (each.attached?.length ?? 0), 0);
  const images = concerned.reduce((sum, each) => sum + each.images.length, 0) - attached;
  return [
    ...(images > 0 || attached === 0 ? [count(images, 'image')] : []),
    ...(attached > 0 ? [count(attached, 'attachment')] : []),
  ].join(' and ');
}
