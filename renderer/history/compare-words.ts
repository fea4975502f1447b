import type { RunComparison, RunSummary } from '../../core/contract/topics/run.ts';
import type { RunRef } from '../../core/contract/topics/vocabulary.ts';
import { runTitle } from '../parts/run-words.ts';
import { t } from './messages.ts';

/** Returns the run of an address part such as `8@/srv/north-mirror`, or undefined if it contains none. */
export function runOfKey(key: string | null): RunRef | undefined {
  const found = /^([1-9]\d*)@(.+)$/s.exec(key ?? '');
  return found ? { sequence: Number(found[1]), root: found[2]! } : undefined;
}

/** Returns the address of the comparison of two runs, the earlier one first. */
export function compareAddress(one: RunSummary, other: RunSummary): string {
  const older = Date.parse(one.startedAt) <= Date.parse(other.startedAt);
  const [a, b] = older ? [one, other] : [other, one];
  const key = ({ run }: RunSummary) => `${run.sequence}@${run.root}`;
  return `/history/compare?${new URLSearchParams({ a: key(a), b: key(b) })}`;
}

/** Returns different names for two runs: a resumed push has the same transfer as the run before. */
export function comparedTitles(a: RunSummary, b: RunSummary): { a: string; b: string } {
  const titles = { a: runTitle(a), b: runTitle(b) };
  if (titles.a !== titles.b) return titles;
  const numbered = (run: RunSummary) => t('numberedRun', { run: runTitle(run), sequence: run.run.sequence });
  return { a: numbered(a), b: numbered(b) };
}

/** Returns the difference of two runs as a heading. */
export function compareSentence(comparison: RunComparison): string {
  const { addedTotal: added, removedTotal: removed, movedTotal: moved, same } = comparison;
  const { a: earlier, b: later } = comparedTitles(comparison.a, comparison.b);
  const changes = [added, removed, moved].filter((number) => number > 0);
  if (changes.length > 1) return t('changed', { earlier, later, added, removed, moved });
  if (added > 0) return t('addedTitle', { earlier, later, images: added });
  if (removed > 0) return t('removedTitle', { earlier, later, images: removed });
  if (moved > 0) return t('movedTitle', { earlier, later, tags: moved });
  return t(same === 0 ? 'noImagesTitle' : 'sameTitle', { earlier, later });
}

/** Returns how many images a run has: `49 images`, or `12 of 49 images` if some are missing. */
export function availableImages({ total, copied, present }: NonNullable<RunSummary['images']>): string {
  const complete = copied + present;
  return complete === total ? t('imagesNote', { total }) : t('someImagesNote', { complete, total });
}
