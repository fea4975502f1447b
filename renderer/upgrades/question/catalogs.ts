import type { RequestJob } from '../../../core/contract/topics/job.ts';

/** `a`, `b` of lines. */
export function catalogsIn(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))];
}

/** How far the reading of a catalog is. */
export function readingText(work: Pick<RequestJob, 'progress'> | undefined, what: string): string {
  const { done = 0, total } = work?.progress ?? {};
  if (!total) return `${what}: asking for the catalog`;
  return `${what}: reading the catalog, ${Math.min(99, Math.floor((100 * done) / total))} %`;
}
