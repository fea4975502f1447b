import { expect, test } from 'vitest';
import type { RollbackPreview } from '../../core/contract/topics/run.ts';
import { canRollBack, rollbackSentence } from './rollback-words.ts';

const preview = (counts: Partial<RollbackPreview['counts']>): RollbackPreview => ({
  counts: { move: 0, there: 0, new: 0, 'moved-since': 0, gone: 0, ...counts },
  tags: [],
});

test('what a rollback does', () => {
  expect(rollbackSentence(preview({ move: 12, new: 3 }))).toBe(
    '12 tags go back. 3 were new with this run and stay.',
  );
  expect(rollbackSentence(preview({ move: 1, there: 1, 'moved-since': 1, gone: 2 }))).toBe(
    '1 tag goes back. 1 is back already. 1 names something else by now. 2 cannot: the registry does not have what they named.',
  );
  expect(rollbackSentence(preview({ new: 1 }))).toBe('No tag goes back. 1 was new with this run and stays.');
});

test('only what moved tags can be rolled back', () => {
  const images = { total: 2, copied: 1, present: 1, failed: 0 };
  expect(canRollBack({ workflow: 'diskToMirror', images })).toBe(true);
  expect(canRollBack({ workflow: 'rollback', images })).toBe(true);
  expect(canRollBack({ workflow: 'mirrorToDisk', images })).toBe(false);
  expect(canRollBack({ workflow: 'delete', images })).toBe(false);
  expect(canRollBack({ workflow: 'mirrorToMirror', images: { ...images, copied: 0 } })).toBe(false);
});
