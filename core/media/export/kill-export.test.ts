import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { parseExportDocument } from '../volumes/export-document.ts';
import { bytesIn, exportWorkspace, rebuilt, volumesBelow } from './export.fixture.ts';
import { type KillOrder, killedExport } from './kill-export.fixture.ts';
import { mediaStatus } from './media-status.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-kill-export-'));
});
afterEach(() => rm(root, { recursive: true }));

test('after kill -9 at random points, nothing is lost and only the volume in progress is written twice', async () => {
  const { directory, index } = await exportWorkspace(root, 40);
  const sizes = [700_000, 400_000, 1_100_000, 2_000_000];
  const media = sizes.map((bytes, i) => ({ path: join(root, `stick${i + 1}`), bytes }));
  for (const { path } of media) await mkdir(path);
  const order: KillOrder = { directory, transfer: 'lab-0001', media, volumeSize: 120_000 };
  const started: number[] = [];
  const written: number[] = [];
  let kills = 0;
  for (let ended = false; !ended; ) {
    const last = kills >= 6;
    const lines = await killedExport(
      order,
      last ? 1e9 : 2 + Math.floor(Math.random() * 20),
      Math.random() * 12,
    );
    for (const line of lines) {
      const [state, number] = line.split(' ');
      if (state === 'writing') started.push(Number(number));
      if (state === 'written') written.push(Number(number));
    }
    ended = lines.at(-1) === 'end complete';
    if (!ended) kills++;
    expect(kills).toBeLessThan(8);
  }
  const [status] = await mediaStatus(directory);
  expect(status).toMatchObject({ complete: true, revision: 1 });
  const volumes = await volumesBelow(...media.map(({ path }) => path));
  expect(volumes.size).toBe(status!.volumes.length);
  expect(new Set(written).size).toBe(written.length);
  expect(started.length).toBeLessThanOrEqual(status!.volumes.length + kills);
  const files = await rebuilt(index, volumes.values());
  for (const { name, sha256: digest } of index.volumes)
    expect(sha256(files.get(name)!)).toBe(`sha256:${digest}`);
  for (const { path, bytes } of media) {
    expect(await bytesIn(path)).toBeLessThanOrEqual(bytes);
    const names = await readdir(join(path, 'airlock/lab-0001')).catch(() => undefined);
    if (!names?.some((name) => name.endsWith('.tar'))) continue;
    expect(
      names.filter(
        (name) => !/^(lab-0001-v\d{4}\.tar|index\.json|export\.json|drive-\d\.sha256)$/.test(name),
      ),
    ).toEqual([]);
    const text = await readFile(join(path, 'airlock/lab-0001/export.json'), 'utf8');
    const document = parseExportDocument(text, path);
    for (const volume of document.volumes.filter(({ name }) => names.includes(name)))
      expect(sha256(await readFile(join(path, 'airlock/lab-0001', volume.name)))).toBe(
        `sha256:${volume.sha256}`,
      );
  }
});
