import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { appendLines, leadingValues, lineValues, readLinesFrom, readOrEmpty } from './line-files.ts';

async function newPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'airlock-lines-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'below', 'lines.jsonl');
}

test('lines that are torn, empty or rejected are left out', () => {
  expect(lineValues(['1', '', '{"a":', 'null', '3'], (value) => (value === 1 ? undefined : value))).toEqual([
    null,
    3,
  ]);
});

test('reads nothing after the first torn line', () => {
  expect([...leadingValues(Buffer.from('1\n"å"\n{\n4\n'))]).toEqual([
    { value: 1, end: 2 },
    { value: 'å', end: 7 },
  ]);
  expect([...leadingValues(Buffer.from('1'))]).toEqual([]);
});

test.each([{ synced: true }, { synced: false }])(
  'a line after a torn one begins anew, %o',
  async (options) => {
    const path = await newPath();
    expect(await readOrEmpty(path)).toHaveLength(0);
    await appendLines(path, '1\n2\n', options);
    await appendFile(path, '{"torn');
    await appendLines(path, '3\n', options);
    await appendLines(path, '4\n', options);
    expect(await readFile(path, 'utf8')).toBe('1\n2\n{"torn\n3\n4\n');
  },
);

test('reads complete lines of any length', async () => {
  const path = await newPath();
  const long = `"${'å'.repeat(2 ** 20)}"`;
  await appendLines(path, `1\n\n${long}\n"to`);
  const lines: string[] = [];
  const next = await readLinesFrom(path, 0, (line) => lines.push(line));
  expect(lines).toEqual(['1', long]);
  await appendFile(path, 'rn"\n');
  expect(await readLinesFrom(path, next, (line) => lines.push(line))).toBe((await readOrEmpty(path)).length);
  expect(lines.slice(2)).toEqual(['"torn"']);
});
