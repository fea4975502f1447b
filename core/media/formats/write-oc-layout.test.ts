import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { testImage, writeTestSet } from '../../store/archive/set.fixture.ts';
import { sized } from '../export/export.fixture.ts';
import { exportOcLayout } from './write-oc-layout.ts';

const IMAGES = [
  testImage('apps/a', 'v1', ['shared', 'own a']),
  testImage('apps/a', 'v2', ['shared', 'own a2']),
  testImage('apps/deep/b', 'v1', ['shared', 'own b']),
];
let root: string;
let directory: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-oc-'));
  directory = join(root, 'workspace');
  await mkdir(airlockDirectory(directory), { recursive: true });
  await writeFile(airlockDirectory(directory, 'format.json'), '{"format":2}');
  for (const drive of ['one', 'two']) await mkdir(join(root, drive));
});
afterEach(() => rm(root, { recursive: true }));

function write(
  transfer = 'lab-0001',
  more: Partial<Parameters<typeof exportOcLayout>[0]> = {},
): ReturnType<typeof exportOcLayout> {
  return exportOcLayout({ directory, transfer, to: [join(root, 'one')], readBack: true, ...more });
}

const v2 = (drive: string, ...path: string[]): string => join(root, drive, 'mirror', 'v2', ...path);

test('each repository has its blobs and manifests by digest, and its tags as links', async () => {
  await writeTestSet(directory, 1, IMAGES);
  const result = await write();
  expect(result.incomplete).toEqual([]);
  expect(result.drives).toEqual([
    {
      label: 'one',
      directory: join(root, 'one', 'mirror'),
      images: ['apps/a:v1', 'apps/a:v2', 'apps/deep/b:v1'],
    },
  ]);
  for (const { repository, tag, digest, blobs, content } of IMAGES) {
    const manifests = v2('one', repository, 'manifests');
    expect(await readlink(join(manifests, tag))).toBe(digest);
    expect(await readFile(join(manifests, tag))).toEqual(content.get(digest));
    for (const blob of blobs) expect(sha256(await readFile(v2('one', repository, 'blobs', blob)))).toBe(blob);
  }
  expect((await readdir(v2('one', 'apps/a/manifests'))).toSorted()).toEqual(
    [IMAGES[0]!.digest, IMAGES[1]!.digest, 'v1', 'v2'].toSorted(),
  );
  // Content that two repositories share is on the drive once.
  const shared = IMAGES[0]!.blobs.find((blob) => IMAGES[2]!.blobs.includes(blob))!;
  expect((await lstat(v2('one', 'apps/a/blobs', shared))).nlink).toBe(2);
  const unique = new Map(IMAGES.flatMap(({ content }) => [...content]));
  expect(result.bytes).toBe([...unique.values()].reduce((sum, { length }) => sum + length, 0));
});

test('a second call writes only damaged and missing content', async () => {
  await writeTestSet(directory, 1, IMAGES);
  await write();
  const own = IMAGES[0]!.blobs.find((blob) => !IMAGES[1]!.blobs.includes(blob))!;
  const path = v2('one', 'apps/a/blobs', own);
  const before = (await stat(v2('one', 'apps/a/manifests', IMAGES[0]!.digest))).mtimeMs;
  const content = await readFile(path);
  content[10]! ^= 1;
  await writeFile(path, content);
  const again = await write();
  expect(again.bytes).toBe(content.length);
  expect(sha256(await readFile(path))).toBe(own);
  expect((await stat(v2('one', 'apps/a/manifests', IMAGES[0]!.digest))).mtimeMs).toBe(before);
});

test('completes an incremental set from earlier sets, and reports content that none of them contains', async () => {
  const [first, second] = IMAGES;
  await writeTestSet(directory, 1, [first!]);
  const sent = new Set(first!.content.keys());
  await writeTestSet(directory, 2, [second!], { sent });
  const complete = await write('lab-0002');
  expect(complete.drives[0]!.images).toEqual(['apps/a:v2']);
  for (const blob of second!.blobs)
    expect(sha256(await readFile(v2('one', 'apps/a/blobs', blob)))).toBe(blob);
  await rm(join(directory, 'transfers', 'lab-0001'), { recursive: true });
  const missingContent = await write('lab-0002', { to: [join(root, 'two')] });
  const shared = second!.blobs.filter((blob): blob is Digest => sent.has(blob));
  expect(missingContent.incomplete).toEqual([{ image: 'apps/a:v2', missing: shared }]);
  expect(await readdir(v2('two'))).toEqual([]);
});

test('writes each image completely to one drive, and nothing without space for all', async () => {
  await writeTestSet(directory, 1, IMAGES);
  const to = [join(root, 'one'), join(root, 'two')];
  const full = write('lab-0001', { to, probe: sized({ one: 100_000, two: 1000 }) });
  await expect(full).rejects.toMatchObject({ code: 'disk-full' });
  expect(await readdir(v2('one'))).toEqual([]);
  const { drives } = await write('lab-0001', { to, probe: sized({ one: 100_000, two: 300_000 }) });
  expect(drives.map(({ images }) => images.length)).toEqual([1, 2]);
});

test('rejects an unwritable drive first', async () => {
  await writeTestSet(directory, 1, IMAGES);
  const readOnly = write('lab-0001', { probe: sized({}, { readOnly: true }) });
  await expect(readOnly).rejects.toMatchObject({ code: 'disk', side: 'destination' });
});
