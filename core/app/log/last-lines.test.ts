import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lastLines } from './last-lines.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-lines-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['first\nsecond\nthird\n', { lines: 2, bytes: 100 }, ['second', 'third']],
  // The last 12 bytes begin within a line, which is omitted.
  ['first\nsecond\nthird\n', { lines: 9, bytes: 12 }, ['third']],
  ['first\n', { lines: 9, bytes: 6 }, ['first']],
  ['', { lines: 9, bytes: 9 }, []],
])('the last lines of %j within %j are complete', async (text, most, expected) => {
  const file = join(folder, 'airlock.log');
  await writeFile(file, text);
  expect(lastLines(file, most)).toEqual(expected);
});

test('a missing file has no lines, and one that is unreadable is an error', () => {
  expect(lastLines(join(folder, 'absent.log'), { lines: 1, bytes: 9 })).toEqual([]);
  expect(() => lastLines(folder, { lines: 1, bytes: 9 })).toThrow('EISDIR');
});
