import { expect, test } from 'vitest';
import { TrackedContent } from './tracked-content.ts';

test('content has the size and deliverable that it was added with, and is complete once it is settled', () => {
  const content = new TrackedContent<string>();
  content.add('a', 5, 'first');
  content.add('b', 7, 'second');
  expect(content.get('b')).toEqual({ size: 7, deliverable: 'second' });
  content.settle('b');
  expect([content.isSettled('a'), content.isSettled('b')]).toEqual([false, true]);
});

test('content that was complete before it was added remains complete', () => {
  const content = new TrackedContent<string>();
  content.settle('a');
  expect([content.has('a'), content.isSettled('a'), content.get('a').size]).toEqual([false, true, 0]);
  content.add('a', 5, 'first');
  expect([content.has('a'), content.isSettled('a'), content.get('a').size]).toEqual([true, true, 5]);
});
