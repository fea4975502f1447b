import { expect, test } from 'vitest';
import { runTitle } from './run-words.ts';

test('a fetch has the name of its transfer, and a push of the same transfer has another name', () => {
  const run = { root: '/w', sequence: 3 };
  expect(runTitle({ run, workflow: 'mirrorToDisk', transfer: 'fleet-0008' })).toBe('fleet-0008');
  expect(runTitle({ run, workflow: 'diskToMirror', transfer: 'fleet-0008' })).toBe('Push fleet-0008');
  expect(runTitle({ run, workflow: 'replay', transfer: 'fleet-0008' })).toBe('Replay fleet-0008');
  expect(runTitle({ run, workflow: 'diskToMirror' })).toBe('Push 3');
});
