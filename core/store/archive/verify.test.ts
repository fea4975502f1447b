import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Digest } from '../../base/image/digest.ts';
import { blobName, layerLink } from '../set-format/entry-names.ts';
import { contentOffset, type WrittenIndex } from '../set-format/set-index.ts';
import { t } from './messages.ts';
import { repairSet } from './repair.ts';
import { testImage, writeTestSet } from './set.fixture.ts';
import { verifySource } from './verify.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-verify-'));
});
afterEach(() => rm(root, { recursive: true }));

const app = testImage('a/app', 'v1', ['base', 'one']);
const twin = testImage('a/twin', 'v1', ['base', 'two']);
const shared = app.blobs.find((digest) => twin.blobs.includes(digest))!;

async function flip(
  directory: string,
  index: WrittenIndex,
  name: string,
  at: 'header' | 'content',
): Promise<string> {
  const volume = index.volumes.find(({ entries }) => entries.some(([n]) => n === name))!;
  const entry = volume.entries.find(([n]) => n === name)!;
  const path = join(directory, volume.name);
  const bytes = await readFile(path);
  bytes[at === 'header' ? entry[1] : contentOffset(entry)]! ^= 1;
  await writeFile(path, bytes);
  return path;
}

test('reads every byte of a complete workspace', async () => {
  const first = await writeTestSet(root, 1, [app], { files: { 'x/y': 'z' } });
  const second = await writeTestSet(root, 2, [twin], { sent: new Set(app.content.keys()) });
  const seen: number[] = [];
  const result = await verifySource(root, { onProgress: ({ bytes, total }) => seen.push(bytes / total) });
  const volumes = [...first.index.volumes, ...second.index.volumes];
  const bytes = volumes.reduce((sum, { size }) => sum + size, 0);
  const blobs = new Set([...app.content.keys(), ...twin.content.keys()]).size;
  expect(result).toEqual({ ok: true, blobs, bytes, problems: [] });
  expect(seen.at(-1)).toBe(1);
  // The increment alone is complete.
  expect(await verifySource(second.directory)).toMatchObject({ ok: true });
});

test('one flipped bit in a shared layer: reports the blob, the file and the images', async () => {
  const { directory, index } = await writeTestSet(root, 1, [app, twin]);
  const file = await flip(directory, index, blobName(shared), 'content');
  expect(await verifySource(root)).toMatchObject({
    ok: false,
    problems: [{ kind: 'corrupt', digest: shared, file, images: ['a/app:v1', 'a/twin:v1'] }],
  });
});

test('one flipped bit in a header, a link, a file or the end is found', async () => {
  const { directory, index } = await writeTestSet(root, 1, [app], { files: { 'x/y': 'z' } });
  const link = layerLink('a/app', shared);
  await flip(directory, index, blobName(app.digest), 'header');
  await flip(directory, index, link, 'content');
  const file = await flip(directory, index, 'working-dir/x/y', 'content');
  const { problems } = await verifySource(directory);
  expect(problems).toEqual([
    { kind: 'corrupt', digest: app.digest, file, images: ['a/app:v1'] },
    { kind: 'corrupt', file: `${file}: ${link}`, images: [] },
    { kind: 'corrupt', file: `${file}: working-dir/x/y`, images: [] },
  ]);
  const second = await writeTestSet(root, 2, [app]);
  const volume = join(second.directory, 'mirror_000001.tar');
  const bytes = await readFile(volume);
  bytes[bytes.length - 1] = 1;
  await writeFile(volume, bytes);
  expect((await verifySource(second.directory)).problems).toMatchObject([
    { kind: 'corrupt', file: volume, images: [] },
  ]);
});

test('reports an index that contradicts itself, and not only the archive that it describes', async () => {
  const { directory, index } = await writeTestSet(root, 1, [app], { files: { 'x/y': 'z' } });
  const path = join(directory, 'index.json');
  const text = await readFile(path, 'utf8');
  const size = index.volumes[0]!.entries.find(([name]) => name === 'working-dir/x/y')![3]!;
  for (const [from, to] of [
    [size, size.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    [`"transfer":"${index.transfer}"`, '"transfer":"lab-0011"'],
    [`"created":"${index.created}"`, `"created":"${index.created.replace('T', 't')}"`],
  ] as const) {
    await writeFile(path, text.replace(from, to));
    const { ok, problems } = await verifySource(directory);
    expect(ok).toBe(false);
    expect(problems).toContainEqual(expect.objectContaining({ kind: 'corrupt', file: path }));
  }
});

test('reports an image in the index without a link in an archive, because its repository or tag was altered', async () => {
  const { directory } = await writeTestSet(root, 1, [app, twin]);
  const file = join(directory, 'index.json');
  const text = await readFile(file, 'utf8');
  for (const [from, to, name] of [
    ['"repository":"a/twin"', '"repository":"a/twio"', 'a/twio:v1'],
    ['"repository":"a/app","tag":"v1"', '"repository":"a/app","tag":"v3"', 'a/app:v3'],
  ] as const) {
    expect(text).toContain(from);
    await writeFile(file, text.replace(from, to));
    const found = t('imageUnlinked', { image: name });
    expect(await verifySource(root)).toMatchObject({
      ok: false,
      problems: [{ kind: 'corrupt', file, found }],
    });
  }
});

test('reports missing and truncated archive files, and unknown files', async () => {
  const { directory, index } = await writeTestSet(root, 1, [app, twin], { archiveSizeBytes: 64 * 1024 });
  const [first, second] = index.volumes.map(({ name }) => join(directory, name)) as [string, string];
  await rm(first);
  await truncate(second, 20_000);
  await writeFile(join(directory, 'run-me.exe'), 'x');
  await writeFile(join(directory, '.DS_Store'), 'x');
  const { ok, problems } = await verifySource(root);
  expect(ok).toBe(false);
  expect(problems).toContainEqual({ kind: 'missing', file: first, images: [] });
  expect(problems).toContainEqual({
    kind: 'size',
    file: second,
    images: [],
    found: t('volumeSize', { found: 20_000, expected: index.volumes[1]!.size }),
    remedy: expect.any(String),
  });
  expect(problems).toContainEqual({ kind: 'foreign', file: join(directory, 'run-me.exe'), images: [] });
  const lost = index.volumes[0]!.entries.length;
  expect(problems.filter(({ kind }) => kind === 'missing').length).toBeGreaterThanOrEqual(lost + 1);
  expect(problems.some(({ kind, digest }) => kind === 'corrupt' && digest !== undefined)).toBe(true);
});

test('reports links to content that was never sent', async () => {
  const { directory, index } = await writeTestSet(root, 2, [app], { sent: new Set([shared]) });
  expect(index.earlier).toEqual([shared]);
  await writeFile(join(directory, 'index.json'), JSON.stringify({ ...index, earlier: [] }));
  expect((await verifySource(root)).problems).toEqual([
    { kind: 'missing', digest: shared, file: join(directory, 'mirror_000001.tar'), images: ['a/app:v1'] },
  ]);
});

async function bareArchive(change: (tree: string) => Promise<void>): Promise<string> {
  const { directory } = await writeTestSet(root, 1, [app, twin], { files: { 'logs/x': 'y' } });
  const tree = join(root, 'tree');
  const bare = join(root, 'bare');
  await mkdir(tree);
  await mkdir(bare);
  execFileSync('tar', ['xf', join(directory, 'mirror_000001.tar'), '-C', tree]);
  await change(tree);
  const all = (await readdir(tree)).toSorted();
  execFileSync('tar', ['cf', join(bare, 'mirror_000001.tar'), '-C', tree, ...all]);
  return bare;
}

test('archives without an index: corrupt, missing, sent earlier by oc-mirror, foreign', async () => {
  const layer = app.blobs.at(-1)!;
  const bare = await bareArchive(async (tree) => {
    await writeFile(join(tree, blobName(twin.digest)), 'not this manifest');
    await rm(join(tree, blobName(layer)));
    await rm(join(tree, blobName(shared)));
    await mkdir(join(tree, 'working-dir', '.history'));
    await writeFile(join(tree, 'working-dir/.history/.history-2026-01-31T10:00:00Z'), `${shared}\n`);
    await writeFile(join(tree, 'install.sh'), 'x');
  });
  const file = join(bare, 'mirror_000001.tar');
  const { problems } = await verifySource(bare);
  expect(problems.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
    { kind: 'corrupt', digest: twin.digest, file, images: ['a/twin:v1'] },
    { kind: 'foreign', file: `${file}: install.sh`, images: [] },
    { kind: 'missing', digest: layer, file: bare, images: ['a/app:v1'] },
  ]);
});

test('archives without an index: complete, truncated, with a missing number', async () => {
  const bare = await bareArchive(async () => {});
  expect(await verifySource(bare)).toMatchObject({ ok: true, problems: [] });
  await writeFile(join(bare, 'mirror_000003.tar'), Buffer.alloc(1024));
  expect((await verifySource(bare)).problems).toEqual([
    { kind: 'missing', file: join(bare, 'mirror_000002.tar'), images: [] },
  ]);
  await truncate(join(bare, 'mirror_000003.tar'), 600);
  expect((await verifySource(bare)).problems).toContainEqual({
    kind: 'corrupt',
    file: join(bare, 'mirror_000003.tar'),
    images: [],
    found: expect.stringContaining('is truncated: it ends at byte 600'),
    remedy: expect.any(String),
  });
});

test('a canceled verification stops', async () => {
  await writeTestSet(root, 1, [app]);
  await expect(verifySource(root, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'interrupted',
  });
});

test('a repair downloads exactly the damaged content and restores the same bytes', async () => {
  const set = { archiveSizeBytes: 64 * 1024, files: { 'x/y': 'z' } };
  const { directory, index } = await writeTestSet(root, 1, [app, twin], set);
  const paths = index.volumes.map(({ name }) => join(directory, name));
  const before = await Promise.all(paths.map((path) => readFile(path)));
  const requested: Digest[] = [];
  const content = new Map([...app.content, ...twin.content]);
  const sources = {
    async *blob(digest: Digest) {
      requested.push(digest);
      yield content.get(digest)!;
    },
    file: async (name: string) => (name === 'working-dir/x/y' ? Buffer.from('z') : undefined),
  };
  await flip(directory, index, blobName(shared), 'content');
  await flip(directory, index, blobName(app.digest), 'header');
  await flip(directory, index, layerLink('a/app', shared), 'content');
  await flip(directory, index, 'working-dir/x/y', 'content');
  const repaired = await repairSet(directory, sources);
  expect(repaired).toMatchObject({ ok: true, failed: [] });
  expect(repaired.repaired.toSorted()).toEqual(
    [blobName(shared), blobName(app.digest), layerLink('a/app', shared), 'working-dir/x/y'].toSorted(),
  );
  expect(new Set(requested)).toEqual(new Set([shared, app.digest]));
  expect(repaired.fetched).toBe(content.get(shared)!.length + content.get(app.digest)!.length + 1);
  expect(await Promise.all(paths.map((path) => readFile(path)))).toEqual(before);

  await rm(paths[0]!);
  await truncate(paths[1]!, 10_000);
  await writeFile(paths[2]!, Buffer.concat([before[2]!, Buffer.from('more')]));
  const last = paths.length - 1;
  const configuration = index.volumes[last]!.entries.at(-1)![0];
  const withConfiguration = {
    ...sources,
    file: async (name: string) => (name === configuration ? Buffer.from('set 1') : sources.file(name)),
  };
  expect(await repairSet(directory, withConfiguration)).toMatchObject({ ok: true });
  expect(await Promise.all(paths.map((path) => readFile(path)))).toEqual(before);
});

test('a repair with other content is reported', async () => {
  const { directory, index } = await writeTestSet(root, 1, [app]);
  await flip(directory, index, blobName(shared), 'content');
  const result = await repairSet(directory, {
    async *blob() {
      yield Buffer.from('something else');
    },
    file: async () => undefined,
  });
  expect(result).toMatchObject({ ok: false, repaired: [], failed: [{ name: blobName(shared) }] });
  expect(result.failed[0]!.error.code).toBe('digest-mismatch');
});
