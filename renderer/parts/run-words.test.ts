import { expect, test } from 'vitest';
import { runTitle } from './run-words.ts';

test('a fetch is called by its transfer, a push of the same transfer is not mistaken for it', () => {
  const run = { root: '/w', sequence: 3 };
  expect(runTitle({ run, workflow: 'mirrorToDisk', transfer: 'fleet-0008' })).toBe('fleet-0008');
  expect(runTitle({ run, workflow: 'diskToMirror', transfer: 'fleet-0008' })).toBe('Push fleet-0008');
  expect(runTitle({ run, workflow: 'replay', transfer: 'fleet-0008' })).toBe('Replay fleet-0008');
  expect(runTitle({ run, workflow: 'diskToMirror' })).toBe('Push 3');
});
