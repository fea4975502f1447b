import type { RequestJob } from '../../../core/contract/topics/job.ts';
import { t } from './messages.ts';

/** Returns the catalogs of a text with one per line, each once. */
export function catalogsIn(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))];
}

/** Returns the progress of reading a catalog as a text. */
export function readingText(work: Pick<RequestJob, 'progress'> | undefined): string {
  const { done = 0, total } = work?.progress ?? {};
  if (!total) return t('requestingCatalog');
  return t('readingCatalog', { percent: Math.min(99, Math.floor((100 * done) / total)) });
}
