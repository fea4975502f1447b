import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeArchives, restoreArchives } from './place-archives.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-place-archives-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function transferOf(name: string, content: string): Promise<string> {
  const transfer = join(directory, 'transfers', name);
  await mkdir(transfer, { recursive: true });
  await writeFile(join(transfer, 'mirror_000001.tar'), content);
  return transfer;
}

const archive = () => readFile(join(directory, 'mirror_000001.tar'), 'utf8');

test('archives of a transfer are links, and replace those of the transfer before', async () => {
  const first = await transferOf('default-0001', 'one');
  expect(await placeArchives(directory, first)).toEqual({
    placed: [join(directory, 'mirror_000001.tar')],
    moved: [],
  });
  expect((await stat(join(directory, 'mirror_000001.tar'))).ino).toBe(
    (await stat(join(first, 'mirror_000001.tar'))).ino,
  );
  await writeFile(join(directory, 'mirror_000002.tar'), 'foreign');
  const second = await transferOf('default-0002', 'other');
  const { moved } = await placeArchives(directory, second);
  expect(await archive()).toBe('other');
  expect(await readFile(join(first, 'mirror_000001.tar'), 'utf8')).toBe('one');
  expect(moved).toEqual([expect.stringContaining('earlier-archives')]);
  expect(await readFile(moved[0]!, 'utf8')).toBe('foreign');
  expect((await readdir(directory)).sort()).toEqual(['earlier-archives', 'mirror_000001.tar', 'transfers']);
});

test('an archive of oc-mirror with the same name is moved, and the same run can be repeated', async () => {
  await writeFile(join(directory, 'mirror_000001.tar'), 'by oc-mirror');
  const transfer = await transferOf('default-0001', 'one');
  const { moved } = await placeArchives(directory, transfer);
  expect(await readFile(moved[0]!, 'utf8')).toBe('by oc-mirror');
  expect((await placeArchives(directory, transfer)).moved).toEqual([]);
  expect(await archive()).toBe('one');
});

test('a failed link leaves everything as it is', async () => {
  await writeFile(join(directory, 'mirror_000001.tar'), 'by oc-mirror');
  const transfer = await transferOf('default-0001', 'one');
  await mkdir(join(transfer, 'mirror_000002.tar'));
  await expect(placeArchives(directory, transfer)).rejects.toThrow();
  expect(await archive()).toBe('by oc-mirror');
  expect((await readdir(directory)).sort()).toEqual(['mirror_000001.tar', 'transfers']);
});

test('restores the archives of the newest transfer after a kill, and only then', async () => {
  await transferOf('default-0002', 'two');
  await transferOf('default-0010', 'ten');
  await transferOf('lab-0011', 'lab');
  await restoreArchives(directory, 'default');
  expect(await archive()).toBe('ten');
  await rm(join(directory, 'mirror_000001.tar'));
  await writeFile(join(directory, 'mirror_000001.tar'), 'newer, by oc-mirror');
  await restoreArchives(directory, 'default');
  expect(await archive()).toBe('newer, by oc-mirror');
  await restoreArchives(join(directory, 'transfers'), 'default');
  expect(await readdir(join(directory, 'transfers'))).toHaveLength(3);
});
