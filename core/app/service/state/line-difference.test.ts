import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineDifference } from './line-difference.ts';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-difference-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('patch(1) creates the new text from the old one', async () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '', '  d'), { maxLength: 30 })
    .chain((lines) => fc.constantFrom('', '\n').map((end) => lines.join('\n') + end));
  await fc.assert(
    fc.asyncProperty(text, text, async (before, after) => {
      const difference = lineDifference({ name: 'a', text: before }, { name: 'b', text: after });
      expect(difference === '').toBe(before === after);
      const [old, out, patch] = ['old', 'out', 'patch'].map((name) => join(directory, name)) as [
        string,
        string,
        string,
      ];
      await writeFile(old, before);
      await writeFile(patch, difference);
      await rm(out, { force: true });
      const { status, stderr, stdout } = spawnSync('patch', ['-s', '-E', '-o', out, old, patch]);
      expect(`${status} ${stderr}${stdout}`).toBe('0 ');
      const { stdout: found } = spawnSync('cat', [out]);
      expect(found.toString()).toBe(after);
    }),
    { numRuns: 60 },
  );
});

test('shows changes with three lines of context', () => {
  const before = [...'abcdefghijklmnop'].join('\n').concat('\n');
  const after = before.replace('c\n', 'C\n').replace('o\n', '');
  expect(lineDifference({ name: 'a/x', text: before }, { name: 'b/x', text: after })).toBe(
    [
      '--- a/x',
      '+++ b/x',
      '@@ -1,6 +1,6 @@',
      ' a',
      ' b',
      '-c',
      '+C',
      ' d',
      ' e',
      ' f',
      '@@ -12,5 +12,4 @@',
      ' l',
      ' m',
      ' n',
      '-o',
      ' p',
      '',
    ].join('\n'),
  );
});

test('compares two long texts without a common line in bounded time', () => {
  const text = (word: string) => Array.from({ length: 50_000 }, (_, i) => `${word} ${i}\n`).join('');
  const started = performance.now();
  const difference = lineDifference({ name: 'a', text: text('x') }, { name: 'b', text: text('y') });
  expect(difference.split('\n')).toHaveLength(100_004);
  expect(performance.now() - started).toBeLessThan(2000);
});
