import { setTimeout } from 'node:timers/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ImageContentReader } from '../../base/collected/collected.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { below, manifestFiles, quay, shelvePayload } from './payload.fixture.ts';
import { readReleaseManifests } from './payload-layers.ts';
import { ImageShelf, tarOf } from './release.fixture.ts';

const MiB = 2 ** 20;
const read = async (
  shelf: ImageShelf,
  layers: Buffer[],
  bounds?: Parameters<typeof readReleaseManifests>[3],
) => {
  const manifests = await readReleaseManifests(shelf, quay(shelf.image(layers).digest), undefined, bounds);
  return Object.fromEntries([...manifests].map(([name, bytes]) => [name, String(bytes)]));
};
const invalid = (message: RegExp) =>
  expect.objectContaining({ code: 'payload-invalid', message: expect.stringMatching(message) });

describe('readReleaseManifests', () => {
  it.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
    ['plain', (bytes: Buffer) => bytes],
  ])('reads a %s layer', async (_, compress) => {
    const layer = compress(await tarOf(below(manifestFiles())));
    expect(await read(new ImageShelf(), [layer])).toEqual(manifestFiles());
  });

  it('reads no layer below the one with image-references', async () => {
    const shelf = new ImageShelf();
    const { digest } = await shelvePayload(shelf);
    await readReleaseManifests(shelf, quay(digest));
    expect(shelf.reads.filter((name) => name.startsWith('blob'))).toHaveLength(1);
  });

  it('lets upper layers replace, add and hide files', async () => {
    const lower = await tarOf(below({ ...manifestFiles(), same: 'old', removed: 'x', unchanged: 'y' }));
    const upper = await tarOf(below({ same: 'new', '.wh.removed': '', extra: 'z' }));
    const found = await read(new ImageShelf(), [lower, upper]);
    expect(found).toEqual({ ...manifestFiles(), same: 'new', unchanged: 'y', extra: 'z' });
  });

  it('finds no files below a layer that replaces the folder', async () => {
    const lower = await tarOf(below(manifestFiles()));
    for (const name of ['release-manifests/.wh..wh..opq', './.wh.release-manifests']) {
      await expect(read(new ImageShelf(), [lower, await tarOf({ [name]: '' })])).rejects.toEqual(
        invalid(/no release/),
      );
    }
  });

  it('reads only regular files in the folder, with any form of their names', async () => {
    const files = {
      './release-manifests/image-references': '{}',
      '/release-manifests/a.yaml': 'a',
      'release-manifests/../../etc/passwd': 'evil',
      'release-manifests/sub/b.yaml': 'b',
      'not/release-manifests/c.yaml': 'c',
      'release-manifests/link': { type: 'symlink' as const, linkname: '/etc/shadow' },
      'release-manifests/': { type: 'directory' as const },
    };
    const found = await read(new ImageShelf(), [await tarOf(files)]);
    expect(found).toEqual({ 'image-references': '{}', 'a.yaml': 'a' });
  });

  it('reads the linux/amd64 instance of a list, else the first', async () => {
    const shelf = new ImageShelf();
    const instance = async (version: string) => shelf.image([await tarOf(below(manifestFiles({ version })))]);
    const [arm, amd] = [await instance('4.1.0'), await instance('4.1.1')];
    const metadata = async (list: { digest: `sha256:${string}` }) =>
      String((await readReleaseManifests(shelf, quay(list.digest))).get('release-metadata'));
    const both = [
      { manifest: arm, architecture: 'arm64' },
      { manifest: amd, architecture: 'amd64' },
    ];
    expect(await metadata(shelf.list(both))).toContain('4.1.1');
    expect(await metadata(shelf.list(both.slice(0, 1)))).toContain('4.1.0');
    await expect(metadata(shelf.list([]))).rejects.toEqual(invalid(/list is empty/));
    const nested = shelf.list([{ manifest: shelf.list(both), architecture: 'amd64' }]);
    await expect(metadata(nested)).rejects.toEqual(invalid(/contains a nested manifest list/));
  });

  it('rejects an image that is not a release', async () => {
    await expect(read(new ImageShelf(), [await tarOf({ 'bin/sh': 'x' })])).rejects.toEqual(
      invalid(/no release/),
    );
    await expect(read(new ImageShelf(), [])).rejects.toEqual(invalid(/no release/));
  });

  it.each([
    ['a truncated archive', async () => (await tarOf(below(manifestFiles()))).subarray(0, 700)],
    [
      'a truncated compressed layer',
      async () => gzipSync(await tarOf(below(manifestFiles()))).subarray(0, 100),
    ],
    ['noise', async () => Buffer.alloc(2000, 'noise')],
    ['damaged compression', async () => Buffer.from([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8])],
  ])('rejects %s', async (_, layer) => {
    await expect(read(new ImageShelf(), [await layer()])).rejects.toEqual(invalid(/./));
  });

  it('rejects content above the limits of a release', async () => {
    const bounds = { manifest: MiB, manifests: 2 * MiB, unpacked: 8 * MiB };
    const packed = async (files: Record<string, string>) => [gzipSync(await tarOf(files))];
    const large = 'x'.repeat(MiB + 1);
    await expect(read(new ImageShelf(), await packed(below({ a: large })), bounds)).rejects.toEqual(
      invalid(/a is 1048577 bytes/),
    );
    const many = below(Object.fromEntries(['a', 'b', 'c'].map((name) => [name, 'x'.repeat(MiB)])));
    await expect(read(new ImageShelf(), await packed(many), bounds)).rejects.toEqual(invalid(/c is/));
    const bomb = await packed({ 'usr/lib/zeros': '0'.repeat(9 * MiB) });
    expect(bomb[0]!.length).toBeLessThan(20_000);
    await expect(read(new ImageShelf(), bomb, bounds)).rejects.toEqual(invalid(/unpacks to more/));
  });

  it('uses nothing of a layer with a wrong digest', async () => {
    const shelf = new ImageShelf();
    const layer = gzipSync(await tarOf(below(manifestFiles())));
    const { digest } = shelf.image([layer]);
    shelf.content.set(sha256(layer), gzipSync(await tarOf(below(manifestFiles({ version: '6.6.6' })))));
    await expect(readReleaseManifests(shelf, quay(digest))).rejects.toMatchObject({
      code: 'digest-mismatch',
    });
  });

  it('reads a blob to its end even if the compressed stream ends before', async () => {
    const layer = Buffer.concat([gzipSync(await tarOf(below(manifestFiles()))), Buffer.alloc(100_000, 7)]);
    const shelf = new ImageShelf();
    const { digest } = shelf.image([layer]);
    shelf.content.set(sha256(layer), Buffer.concat([layer, Buffer.from('more')]));
    await expect(readReleaseManifests(shelf, quay(digest))).rejects.toThrow();
  });

  it('stops on request', async () => {
    const shelf = new ImageShelf();
    const { digest } = await shelvePayload(shelf);
    const stop = new AbortController();
    const stalling: ImageContentReader = {
      manifest: (source) => shelf.manifest(source),
      async *blob(source, blob, signal) {
        yield* shelf.blob(source, blob);
        await setTimeout(20_000, undefined, signal ? { signal } : {});
      },
    };
    const reading = readReleaseManifests(stalling, quay(digest), stop.signal);
    await setTimeout(20);
    stop.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });
});
