import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { END_BYTES, encodeHeader, padded } from '../../set-format/tar-header.ts';
import { VolumeFiles } from '../../set-format/volume-files.ts';
import { scanTar } from '../scan.ts';
import { PlacedEntries } from './placed-entries.ts';
import { writeFillers } from './set-closing.ts';

const GIB8 = 8 * 2 ** 30;
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-large-'));
});
afterEach(() => rm(root, { recursive: true }));

test('GNU tar reads a sparse entry beyond 8 GiB, and the scan skips its content', async () => {
  const path = join(root, 'large.tar');
  const size = GIB8 + 1000;
  const header = encodeHeader({ name: 'docker/large', size, mtime: 0 });
  const next = header.length + padded(size);
  const handle = await open(path, 'w+');
  try {
    await handle.write(header, 0, header.length, 0);
    const small = encodeHeader({ name: 'small', size: 0, mtime: 0 });
    await handle.write(small, 0, small.length, next);
    await handle.truncate(next + small.length + END_BYTES);
    const file = { handle, name: path, size: next + small.length + END_BYTES };
    const found = await Array.fromAsync(scanTar(file));
    expect(found).toEqual([
      { name: 'docker/large', offset: 0, data: header.length, size },
      { name: 'small', offset: next, data: next + 512, size: 0 },
    ]);
  } finally {
    await handle.close();
  }
  expect(
    execFileSync('tar', ['tvf', path, '--occurrence=1', 'docker/large'], { encoding: 'utf8' }),
  ).toContain(`${size}`);
});

test.each([512, 1024, GIB8, GIB8 + 512, GIB8 + 1024, GIB8 + 1536, GIB8 + 2048, GIB8 + 4096])(
  'fillers take exactly %i bytes',
  async (length) => {
    const files = new VolumeFiles(root);
    try {
      const placed = new PlacedEntries();
      await writeFillers(files, 0, [{ volume: 1, offset: 0, length }], placed);
      await files.write(1, [Buffer.alloc(END_BYTES)], length);
      const handle = await files.handle(1);
      const options = { handle, name: 'x', size: length + END_BYTES };
      // Fillers are skipped, and their sizes lead the scan to the end marker.
      expect(await Array.fromAsync(scanTar(options))).toEqual([]);
      expect(placed.in(1).at(0)?.[1]).toBe(0);
    } finally {
      await files.close();
    }
  },
);
