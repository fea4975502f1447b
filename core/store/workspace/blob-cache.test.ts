import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { openBlobCache } from './blob-cache.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-cache-'));
});
afterEach(() => rm(root, { recursive: true }));

const bytes = randomBytes(1_300_000);
const digest = sha256(bytes);
const place = (): string => join(root, 'blobs', 'sha256', digest.slice(7, 9), digest.slice(7));

async function* chunks(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000);
}

test('returns content by digest, complete and in part, also in the next process', async () => {
  const cache = await openBlobCache(root);
  expect(cache.size(digest)).toBeUndefined();
  await expect(cache.bytes(digest)).rejects.toMatchObject({ code: 'content-missing' });
  await cache.put(digest, chunks(bytes));
  expect(await readFile(place())).toEqual(bytes);
  const small = Buffer.from('{}');
  await cache.put(sha256(small), small);
  for (const known of [cache, await openBlobCache(root)]) {
    expect(known.size(digest)).toBe(bytes.length);
    expect(await known.bytes(digest)).toEqual(bytes);
    expect(await known.bytes(sha256(small))).toEqual(small);
    const part = await Array.fromAsync(known.read(digest, { offset: 600_000, length: 700_000 }));
    expect(Buffer.concat(part)).toEqual(bytes.subarray(600_000));
    await expect(known.bytes(digest, 1000)).rejects.toMatchObject({ code: 'size-mismatch' });
  }
});

test('stores empty content', async () => {
  const cache = await openBlobCache(root);
  await cache.put(sha256(''), Buffer.alloc(0));
  expect(await cache.bytes(sha256(''))).toEqual(Buffer.alloc(0));
});

test("doesn't store wrong content, and leaves no file", async () => {
  const cache = await openBlobCache(root);
  await expect(cache.put(digest, Buffer.from('other'))).rejects.toMatchObject({ code: 'digest-mismatch' });
  expect(cache.size(digest)).toBeUndefined();
  expect(await readdir(join(root, 'blobs', 'sha256', digest.slice(7, 9)))).toEqual([]);
});

test.each([
  ['damaged', () => writeFile(place(), Buffer.alloc(bytes.length))],
  ['truncated', () => truncate(place(), 1000)],
  ['gone', () => rm(place())],
])('drops %s content, which can be stored again', async (_, damage) => {
  const cache = await openBlobCache(root);
  await cache.put(digest, bytes);
  await damage();
  await expect(cache.bytes(digest)).rejects.toMatchObject({ code: 'content-missing', retryable: true });
  expect(cache.size(digest)).toBeUndefined();
  await cache.put(digest, bytes);
  expect(await cache.bytes(digest)).toEqual(bytes);
  await damage();
  const reopened = await openBlobCache(root);
  expect(await reopened.intact(digest)).toBe(false);
  await writeFile(place(), 'damaged again');
  const damaged = await openBlobCache(root);
  await damaged.put(digest, bytes);
  expect(await damaged.intact(digest)).toBe(true);
  expect(await damaged.bytes(digest)).toEqual(bytes);
});

test('removes leftovers of killed processes', async () => {
  await (await openBlobCache(root)).put(digest, bytes);
  const left = join(
    root,
    'blobs',
    'sha256',
    digest.slice(7, 9),
    '.airlock-tmp-00000000-1-00000000-0123456789abcdef',
  );
  await writeFile(left, 'half');
  await openBlobCache(root);
  // Another process may be writing it.
  expect(await readFile(left, 'utf8')).toBe('half');
  await utimes(left, 1_700_000_000, 1_700_000_000);
  await openBlobCache(root);
  await expect(readFile(left)).rejects.toMatchObject({ code: 'ENOENT' });
});
