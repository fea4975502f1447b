import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { testImage, writeTestSet } from '../../store/archive/set.fixture.ts';
import type { WrittenIndex } from '../../store/set-format/set-index.ts';
import type { MediaEvent } from '../export/events.ts';
import { sized } from '../export/export.fixture.ts';
import { readJournal } from '../transfer/journal.ts';
import { exportOcMirror, planOcMirror } from './write-oc-mirror.ts';

const IMAGES = ['a', 'b', 'c', 'd'].map((name) => testImage(`apps/${name}`, 'v1'));
const NAME = 'lab-0001';
let root: string;
let directory: string;
let index: WrittenIndex;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-oc-mirror-'));
  directory = join(root, 'workspace');
  ({ index } = await writeTestSet(directory, 1, IMAGES, {
    archiveSizeBytes: 150_000,
    files: { 'hold-release/graph.json': '{}' },
  }));
  for (const drive of ['one', 'two']) await mkdir(join(root, drive));
});
afterEach(() => rm(root, { recursive: true }));

function write(
  volumeSize: number,
  more: Partial<Parameters<typeof exportOcMirror>[0]> = {},
): ReturnType<typeof exportOcMirror> {
  return exportOcMirror({
    directory,
    transfer: NAME,
    to: [join(root, 'one')],
    readBack: true,
    volumeSize,
    ...more,
  });
}

test('copies archive files within the limit byte for byte from the set', async () => {
  const { files, bytes } = await write(4_000_000_000);
  expect(files.map(({ name, sha256: hex }) => [name, hex])).toEqual(
    index.volumes.map(({ name, sha256: hex }) => [name, hex]),
  );
  expect(bytes).toBe(index.volumes.reduce((sum, { size }) => sum + size, 0));
  expect(await readdir(join(root, 'one', NAME))).toEqual(index.volumes.map(({ name }) => name));
  expect(files.every(({ readBack }) => readBack !== 'no')).toBe(true);
});

test('divides at entries for a smaller limit, and the folder is read like the set', async () => {
  const { files } = await write(60_000);
  expect(files.length).toBeGreaterThan(index.volumes.length);
  const names: string[] = [];
  for (const { path, size, sha256: hex } of files) {
    expect(size).toBeLessThanOrEqual(60_000);
    const content = await readFile(path);
    expect([content.length, sha256(content)]).toEqual([size, `sha256:${hex}`]);
    names.push(...execFileSync('tar', ['tf', path], { encoding: 'utf8' }).trim().split('\n'));
  }
  expect(names).toEqual(index.volumes.flatMap(({ entries }) => entries.map(([name]) => name)));
  const source = await openImageSource(join(root, 'one', NAME));
  try {
    for (const { repository, tag, digest, content } of IMAGES) {
      expect(source.tag(repository, tag)).toBe(digest);
      for (const [blob, bytes] of content) expect(await source.bytes(blob)).toEqual(bytes);
    }
    expect((await source.file('hold-release/graph.json'))?.toString()).toBe('{}');
  } finally {
    await source.close();
  }
});

test("gives an entry above the limit its own archive, and rejects it if the file system can't store it", async () => {
  const tars = planOcMirror(index, 30_000);
  const alone = tars.filter(({ oversize }) => oversize !== undefined);
  expect(alone.length).toBe(4);
  for (const { size, oversize } of alone) {
    expect(size).toBeGreaterThan(30_000);
    expect(oversize).toMatch(/^docker\/registry\/v2\/blobs\//);
  }
  const fat = write(30_000, { probe: sized({}, { maxFileBytes: 40_000 }) });
  await expect(fat).rejects.toMatchObject({ code: 'archive-size', side: 'destination' });
  expect(await readdir(join(root, 'one'))).toEqual([]);
});

test('continues on the next drive, and writes nothing without space for everything', async () => {
  const to = [join(root, 'one'), join(root, 'two')];
  const small = write(60_000, { to, probe: sized({ one: 130_000, two: 1000 }) });
  await expect(small).rejects.toMatchObject({ code: 'disk-full', side: 'destination' });
  expect(await readdir(join(root, 'one'))).toEqual([]);
  const events: MediaEvent[] = [];
  const { files } = await write(60_000, {
    to,
    probe: sized({ one: 130_000 }),
    emit: (event) => events.push(event),
  });
  expect(new Set(files.map(({ drive }) => drive))).toEqual(new Set(['one', 'two']));
  const onOne = files.filter(({ drive }) => drive === 'one');
  expect(onOne.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(130_000);
  expect(events.filter(({ type }) => type === 'safe-to-remove')).toHaveLength(2);
  expect(await readJournal(directory, NAME)).toMatchObject([
    { step: 'on-media', text: 'for oc-mirror, on one, two' },
  ]);
});

test('a second export leaves complete archives unchanged, replaces damaged ones and removes unfinished ones', async () => {
  const { files } = await write(60_000);
  const [first, second] = files;
  const before = (await stat(first!.path)).mtimeMs;
  const content = await readFile(second!.path);
  content[1000]! ^= 1;
  await writeFile(second!.path, content);
  await writeFile(join(root, 'one', NAME, '000003.tar.writing'), 'cut off');
  await rm(files[2]!.path);
  const again = await write(60_000);
  expect(again.files.map(({ unchanged }) => unchanged)).toEqual(files.map((_, i) => i !== 1 && i !== 2));
  expect((await stat(first!.path)).mtimeMs).toBe(before);
  expect(sha256(await readFile(second!.path))).toBe(`sha256:${second!.sha256}`);
  expect(await readdir(join(root, 'one', NAME))).toEqual(files.map(({ name }) => name));
});

test('rejects a folder with archives of another export, because oc-mirror would read them, too', async () => {
  await write(60_000);
  await expect(write(90_000)).rejects.toMatchObject({ code: 'usage' });
});

test('never exports a damaged set', async () => {
  const path = join(directory, 'transfers', NAME, index.volumes[0]!.name);
  const content = await readFile(path);
  content[2000]! ^= 1;
  await writeFile(path, content);
  await expect(write(60_000)).rejects.toMatchObject({ code: 'digest-mismatch', side: 'local' });
  expect((await readdir(join(root, 'one', NAME))).filter((name) => name.includes('writing'))).toEqual([]);
});

test('a stopped export leaves no partial file', async () => {
  const stop = new AbortController();
  const stopped = write(60_000, {
    signal: stop.signal,
    emit: (event) => {
      if (event.type === 'volume' && event.number === 2) stop.abort();
    },
  });
  await expect(stopped).rejects.toMatchObject({ code: 'interrupted' });
  expect(await readdir(join(root, 'one', NAME))).toEqual(['mirror_000001.tar', 'mirror_000002.tar']);
});
