import type { LiveRun, RollbackPreview, RollbackTag } from '../../core/contract/topics/run.ts';
import type { Mark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';

/** The effect of a rollback on a tag. */
export const TAG_STATES: Record<RollbackTag['state'], { mark: Mark; word: string }> = {
  move: { mark: 'running', word: t('moveState') },
  unchanged: { mark: 'good', word: t('presentState') },
  new: { mark: 'left-out', word: t('newState') },
  'moved-since': { mark: 'warning', word: t('movedSinceState') },
  missing: { mark: 'bad', word: t('rollbackImpossibleState') },
};

/** Returns whether a run can be rolled back: pushes and rollbacks move tags. After a deletion, images are pushed again. */
export function canRollBack({ workflow, images }: Pick<LiveRun, 'workflow' | 'images'>): boolean {
  return !['mirrorToDisk', 'replay', 'delete'].includes(workflow) && (images?.copied ?? 0) > 0;
}

/** Returns how many tags a rollback moves, and why it doesn't move the others. */
export function rollbackSentence({ counts }: RollbackPreview): string {
  const others = [
    ['presentText', counts.unchanged],
    ['newText', counts.new],
    ['movedSinceText', counts['moved-since']],
    ['rollbackImpossibleText', counts.missing],
  ] as const;
  return [
    t('moveText', { tags: counts.move }),
    ...others.filter(([, tags]) => tags > 0).map(([key, tags]) => t(key, { tags })),
  ].join(' ');
}
