import { expect, test } from 'vitest';
import type { RollbackPreview } from '../../core/contract/topics/run.ts';
import { canRollBack, rollbackSentence } from './rollback-words.ts';

const preview = (counts: Partial<RollbackPreview['counts']>): RollbackPreview => ({
  counts: { move: 0, unchanged: 0, new: 0, 'moved-since': 0, missing: 0, ...counts },
  tags: [],
});

test('the effect of a rollback', () => {
  expect(rollbackSentence(preview({ move: 12, new: 3 }))).toBe(
    "12 tags will be rolled back. 3 tags were created by this run and won't be removed.",
  );
  expect(rollbackSentence(preview({ move: 1, unchanged: 1, 'moved-since': 1, missing: 2 }))).toBe(
    "1 tag will be rolled back. 1 tag already points to its previous digest. 1 tag was moved after this run. 2 tags can't be rolled back: their previous images aren't in the registry.",
  );
  expect(rollbackSentence(preview({ new: 1 }))).toBe(
    "No tags will be rolled back. 1 tag was created by this run and won't be removed.",
  );
});

test('only runs that moved tags can be rolled back', () => {
  const images = { total: 2, copied: 1, present: 1, failed: 0 };
  expect(canRollBack({ workflow: 'diskToMirror', images })).toBe(true);
  expect(canRollBack({ workflow: 'rollback', images })).toBe(true);
  expect(canRollBack({ workflow: 'mirrorToDisk', images })).toBe(false);
  expect(canRollBack({ workflow: 'delete', images })).toBe(false);
  expect(canRollBack({ workflow: 'mirrorToMirror', images: { ...images, copied: 0 } })).toBe(false);
});
