import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFileStart, readRegularFile } from './regular-file.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'airlock-regular-'));
});
afterAll(() => rm(home, { recursive: true }));

test('reads a file up to its limit', async () => {
  const file = join(home, 'a');
  await writeFile(file, 'abc');
  expect(String(await readRegularFile(file, 3))).toBe('abc');
  expect(await readRegularFile(file, 2)).toBe('too-large');
  expect(String(await readFileStart(file, 2))).toBe('ab');
  expect(String(await readFileStart(file, 4))).toBe('abc');
  await writeFile(file, '');
  expect(await readRegularFile(file, 2)).toEqual(Buffer.alloc(0));
  await truncate(file, 2 ** 40);
  expect(await readRegularFile(file, 2 ** 20)).toBe('too-large');
});

test('reads neither pipes nor devices nor folders', async () => {
  const pipe = join(home, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const path of [pipe, '/dev/zero', home]) {
    expect(await readRegularFile(path, 2 ** 20)).toBe('not-regular');
    expect(await readFileStart(path, 8)).toBe('not-regular');
  }
  expect(await readRegularFile('/dev/zero', 2 ** 20, { pipes: true })).toBe('too-large');
  const written = readRegularFile(pipe, 10, { pipes: true });
  await writeFile(pipe, 'abc');
  expect(String(await written)).toBe('abc');
  await expect(readRegularFile(join(home, 'none'), 1)).rejects.toMatchObject({ code: 'ENOENT' });
});
