import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealedRecord } from '../../../base/files/sealed-records.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { builtImages } from './built-images.ts';
import { contentTable } from './content-table.ts';

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-made-'));
  path = join(directory, 'cache', 'built-images.jsonl');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const part = (name: string, size: number) => ({ digest: sha256(name), size });
const image = (name: string, size: number) => ({
  digest: sha256(name),
  manifests: [{ ...part(name, 100), mediaType: 'application/vnd.oci.image.manifest.v1+json' }],
  blobs: [part(`${name} layer`, size), part('base', 1000)],
});

/** Reads the file like another process. */
async function reopened() {
  const table = contentTable();
  const made = builtImages(path, table);
  await made.refresh();
  const bytes = (key: string) =>
    made.get(key)?.contents.reduce((sum, number) => sum + table.sizes[number]!, 0);
  return { made, bytes };
}

test('a built image is known by its key, also in the next process', async () => {
  const made = builtImages(path, contentTable());
  await made.put('catalog a', image('a', 10));
  expect(made.get('catalog a')).toMatchObject({ digest: sha256('a'), at: expect.stringMatching(/^20.*Z$/) });
  expect(made.get('catalog b')).toBeUndefined();
  const next = await reopened();
  expect([next.bytes('catalog a'), next.made.get('catalog a')?.at]).toEqual([
    1110,
    made.get('catalog a')?.at,
  ]);
});

test('the last build of a key counts', async () => {
  const made = builtImages(path, contentTable());
  await made.put('catalog a', image('first', 10));
  await made.put('catalog a', image('second', 20));
  const { made: next, bytes } = await reopened();
  expect([next.get('catalog a')?.digest, bytes('catalog a')]).toEqual([sha256('second'), 1120]);
});

test('content that occurs twice in an image counts once', async () => {
  const made = builtImages(path, contentTable());
  await made.put('graph-data ', { ...image('a', 10), blobs: [part('base', 1000), part('base', 1000)] });
  expect((await reopened()).bytes('graph-data ')).toBe(1100);
});

test("damaged, partial and foreign lines don't affect the others", async () => {
  const made = builtImages(path, contentTable());
  await made.put('catalog a', image('a', 10));
  await appendFile(
    path,
    `no record\n${sealedRecord('{"key":"old","digest":"x"}')}${sealedRecord('not JSON')}`,
  );
  await made.put('catalog b', image('b', 30));
  await appendFile(path, '{"key":"torn"');
  const { made: next, bytes } = await reopened();
  expect([bytes('catalog a'), bytes('catalog b'), bytes('old'), bytes('torn')]).toEqual([
    1110,
    1130,
    undefined,
    undefined,
  ]);
  expect(next.get('torn')).toBeUndefined();
});

test('a refresh adds images of another process and tolerates a missing or empty file', async () => {
  const mine = builtImages(path, contentTable());
  await mine.refresh();
  expect(mine.get('catalog a')).toBeUndefined();
  await builtImages(path, contentTable()).put('catalog a', image('a', 10));
  await mine.refresh();
  expect(mine.get('catalog a')?.digest).toBe(sha256('a'));
  await writeFile(path, '');
  await mine.refresh();
  expect(mine.get('catalog a')?.digest).toBe(sha256('a'));
});
