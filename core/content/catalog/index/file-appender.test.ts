import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inFolder } from '../catalog.fixture.ts';
import { fileAppender } from './file-appender.ts';

const MIB = 1024 * 1024;
const FULL = Object.assign(new Error('no space left'), { code: 'ENOSPC' });

/** The methods of all file handles. */
async function handles(folder: string): Promise<FileHandle> {
  await writeFile(join(folder, 'any'), '');
  await using handle = await open(join(folder, 'any'));
  return Object.getPrototypeOf(handle) as FileHandle;
}

test('all bytes are at their places, whatever is still being written', async () => {
  await inFolder(async (folder) => {
    const file = await fileAppender(join(folder, 'file'));
    const parts = Array.from({ length: 50 }, (_, i) => Buffer.alloc((i % 7) * 100_000 + i, i));
    const places = [];
    for (const part of parts) places.push(await file.append(part));
    await file.finish();
    const bytes = await readFile(join(folder, 'file'));
    expect(bytes.length).toBe(file.size());
    for (const [i, { offset, length }] of places.entries())
      expect(bytes.subarray(offset, offset + length).equals(parts[i]!)).toBe(true);
  });
});

test('a flush in the background that failed is reported at the end, because a system may report it only once', async () => {
  await inFolder(async (folder) => {
    const failing = vi.spyOn(await handles(folder), 'datasync').mockRejectedValueOnce(FULL);
    onTestFinished(() => failing.mockRestore());
    const file = await fileAppender(join(folder, 'file'));
    for (let i = 0; i < 80; i++) await file.append(Buffer.alloc(MIB));
    expect(failing).toHaveBeenCalled();
    await expect(file.finish()).rejects.toBe(FULL);
    await file.abandon();
  });
});

test('a write that failed is reported, at the latest at the end', async () => {
  await inFolder(async (folder) => {
    const failing = vi.spyOn(await handles(folder), 'writeFile').mockRejectedValueOnce(FULL);
    onTestFinished(() => failing.mockRestore());
    const file = await fileAppender(join(folder, 'file'));
    await file.append(Buffer.alloc(MIB));
    await expect(file.finish()).rejects.toBe(FULL);
    await file.abandon();
  });
});
