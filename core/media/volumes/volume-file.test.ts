import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { testImage, writeTestSet } from '../../store/archive/set.fixture.ts';
import { mtimeOf, type WrittenIndex } from '../../store/set-format/set-index.ts';
import { cutSet } from './cut.ts';
import type { CutVolume } from './export-document.ts';
import { entryBoundaries, isPart, openSetBytes } from './set-bytes.ts';
import { readVolumeFile, writeVolume } from './volume-file.ts';

let root: string;
let directory: string;
let index: WrittenIndex;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-volume-'));
  const images = ['a', 'b', 'c', 'd'].map((name) => testImage(`apps/${name}`, 'v1'));
  ({ directory, index } = await writeTestSet(root, 1, images, { archiveSizeBytes: 120_000 }));
});
afterEach(() => rm(root, { recursive: true }));

async function write(
  volume: CutVolume,
  of: number,
  extras?: { name: string; content: Buffer }[],
): Promise<string> {
  const boundaries = entryBoundaries(index);
  const source = openSetBytes(directory, index);
  const path = join(root, volume.name);
  try {
    const { number, spans } = volume;
    const content = { id: '0123456789abcdef', transfer: index.transfer, number, of, revision: 1, spans };
    await writeVolume(path, { ...content, mtime: mtimeOf(index), extras }, source, {
      part: (span) => isPart(span, boundaries),
    });
  } finally {
    await source.close();
  }
  return path;
}

test.each([20_000, 50_000, 100_000, 10_000_000])(
  'volumes of at most %i bytes are plain tars with a description, and contain the set byte for byte',
  async (volumeSize) => {
    const volumes = cutSet(index, { volumeSize, media: [] });
    const files = new Map(index.volumes.map(({ name, size }) => [name, Buffer.alloc(size)]));
    for (const volume of volumes) {
      const path = await write(volume, volumes.length);
      const listed = execFileSync('tar', ['tvf', path], { encoding: 'utf8' }).trim().split('\n');
      expect(listed[0]).toContain('airlock/volume.json');
      const handle = await open(path);
      try {
        const found = await readVolumeFile(handle, path);
        expect(found).toMatchObject({
          size: volume.size,
          plannedSize: volume.size,
          extras: [],
          header: { transfer: index.transfer, number: volume.number, of: volumes.length },
        });
        expect(volume.size).toBeLessThanOrEqual(volumeSize);
        const bytes = await readFile(path);
        for (const span of found!.spans) {
          const content = bytes.subarray(span.position, span.position + span.length);
          expect(sha256(content)).toBe(`sha256:${span.sha256}`);
          content.copy(files.get(span.file)!, span.offset);
        }
      } finally {
        await handle.close();
      }
    }
    for (const { name, sha256: expected } of index.volumes)
      expect(sha256(files.get(name)!)).toBe(`sha256:${expected}`);
  },
);

test('complete entries are entries of the volume, and only entries larger than a volume are divided', async () => {
  const names = async (volumeSize: number): Promise<string[]> => {
    const volumes = cutSet(index, { volumeSize, media: [] });
    const listed: string[] = [];
    for (const volume of volumes)
      listed.push(
        ...execFileSync('tar', ['tf', await write(volume, volumes.length)], { encoding: 'utf8' })
          .trim()
          .split('\n'),
      );
    return listed.filter((name) => name !== 'airlock/volume.json');
  };
  const all = index.volumes.flatMap(({ entries }) => entries.map(([name]) => name));
  expect((await names(100_000)).toSorted()).toEqual(all.toSorted());
  const split = await names(20_000);
  expect(split.filter((name) => name.startsWith('airlock/part/')).length).toBeGreaterThan(4);
  expect(split.filter((name) => name.startsWith('docker/')).length).toBeGreaterThan(4);
});

test('extra entries are between the header and the spans', async () => {
  const extras = [
    { name: 'airlock/index.json', content: Buffer.from(JSON.stringify(index)) },
    { name: 'airlock/export.json', content: Buffer.from('{}') },
  ];
  const extraBytes = 2 * 512 + 512 + Math.ceil(extras[0]!.content.length / 512) * 512;
  const volumes = cutSet(index, { volumeSize: 60_000, media: [], extraBytes });
  for (const volume of volumes) {
    const path = await write(volume, volumes.length, extras);
    const handle = await open(path);
    const found = await readVolumeFile(handle, path);
    await handle.close();
    expect(found).toMatchObject({ size: volume.size, plannedSize: volume.size });
    expect(found!.extras.map(({ name }) => name)).toEqual(extras.map(({ name }) => name));
    const { offset, size } = found!.extras[0]!;
    expect((await readFile(path)).subarray(offset, offset + size)).toEqual(extras[0]!.content);
  }
});

test('finds damage in the workspace before the volume is complete, also in a divided entry', async () => {
  for (const volumeSize of [20_000, 10_000_000]) {
    const file = index.volumes[0]!.name;
    const bytes = await readFile(join(directory, file));
    const damaged = Buffer.from(bytes);
    damaged[30_000]! ^= 1;
    await writeFile(join(directory, file), damaged);
    const volumes = cutSet(index, { volumeSize, media: [] });
    const outcome = async (): Promise<void> => {
      for (const volume of volumes) await write(volume, volumes.length);
    };
    await expect(outcome()).rejects.toMatchObject({
      code: 'digest-mismatch',
      message: expect.stringContaining(file),
    });
    await writeFile(join(directory, file), bytes);
  }
});

test("an incomplete file or another tar isn't a volume", async () => {
  const path = join(root, 'x.tar');
  const [volume] = cutSet(index, { volumeSize: 10_000_000, media: [] });
  const complete = await readFile(await write(volume!, 1));
  for (const content of [
    Buffer.alloc(5000),
    complete.fill(0, 0, 1024),
    await readFile(join(directory, index.volumes[0]!.name)),
    Buffer.alloc(0),
  ]) {
    await writeFile(path, content);
    const handle = await open(path);
    expect(await readVolumeFile(handle, path)).toBeUndefined();
    await handle.close();
  }
});

test('reads small entries without a buffer for each', async () => {
  const source = openSetBytes(directory, index);
  const allocated = vi.spyOn(Buffer, 'allocUnsafeSlow');
  try {
    for (const { name, size } of index.volumes)
      for await (const _ of source.read({ file: name, offset: 0, length: size - 1024 }));
    // Two for each file.
    expect(index.volumes.flatMap(({ entries }) => entries).length).toBeGreaterThan(20);
    expect(allocated).toHaveBeenCalledTimes(2 * index.volumes.length);
  } finally {
    allocated.mockRestore();
    await source.close();
  }
});
