import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { blobName } from '../set-format/entry-names.ts';
import { contentOffset } from '../set-format/set-index.ts';
import { noWarning } from '../workspace/no-warning.fixture.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { openImageSource, sourceOf } from './archive-source.ts';
import { FilePool } from './file-pool.ts';
import { RECEIVED_NAME } from './received-spans.ts';
import { testImage, writeTestSet } from './set.fixture.ts';
import { type ArchiveContents, noContents } from './set-reader.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-source-'));
});
afterEach(() => rm(root, { recursive: true }));

const v1 = testImage('a/app', 'latest', ['base', 'one']);
const v2 = testImage('a/app', 'latest', ['base', 'two']);
const other = testImage('b/other', 'v1');

/** Returns all files in a directory with their bytes, to check that reading changed nothing. */
async function snapshot(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, sha256(await readFile(file))])),
  );
}

test('a workspace combines all its sets, with precedence for later ones, and stays unchanged', async () => {
  await writeTestSet(root, 1, [v1, other], { files: { 'signatures/a': 'one', 'signatures/b': 'b' } });
  await writeTestSet(root, 2, [v2], { sent: new Set(v1.content.keys()), files: { 'signatures/a': 'two' } });
  await mkdir(join(root, 'transfers', 'lab-0003.partial'));
  await writeFile(join(root, 'transfers', 'lab-0003.partial', 'mirror_000001.tar'), 'unfinished');
  const before = await snapshot(root);
  const source = await openImageSource(root);
  expect(source.tag('a/app', 'latest')).toBe(v2.digest);
  expect([...source.tags().keys()].toSorted()).toEqual(['a/app', 'b/other']);
  for (const image of [v1, v2, other])
    for (const [digest, bytes] of image.content) {
      expect(source.size(digest)).toBe(bytes.length);
      expect(await source.bytes(digest)).toEqual(bytes);
    }
  expect(source.files('signatures/')).toEqual(['signatures/a', 'signatures/b']);
  expect((await source.file('signatures/a'))?.toString()).toBe('two');
  expect(await source.file('signatures/c')).toBeUndefined();
  expect((await source.configurations()).map(({ text }) => text)).toEqual(['set 1', 'set 2']);
  await expect(source.bytes(sha256('absent'))).rejects.toMatchObject({ code: 'content-missing' });
  await expect(source.bytes(other.digest, 10)).rejects.toMatchObject({ code: 'size-mismatch' });
  await source.close();
  expect(await snapshot(root)).toEqual(before);
});

test('a set of a workspace alone has the content of its folder', async () => {
  const first = await writeTestSet(root, 1, [v1, other], { files: { 'signatures/a': 'one' } });
  const second = await writeTestSet(root, 2, [v2], { sent: new Set(v1.content.keys()) });
  const incoming = join(root, 'transfers', 'lab-0003.incoming');
  const third = await writeTestSet(join(root, 'elsewhere'), 3, [other]);
  await cp(third.directory, incoming, { recursive: true });
  await writeFile(join(incoming, RECEIVED_NAME), '');
  const source = await openImageSource(root);
  for (const { directory } of [first, second]) {
    const set = source.set(relative(process.cwd(), directory))!;
    const folder = await openImageSource(directory);
    expect([...set.tags()]).toEqual([...folder.tags()]);
    expect(set.files('')).toEqual(folder.files(''));
    expect(await set.configurations()).toEqual(await folder.configurations());
    for (const digest of [v1, v2, other].flatMap(({ content }) => [...content.keys()]))
      expect(set.size(digest)).toBe(folder.size(digest));
    await folder.close();
    await set.close();
  }
  expect(await source.bytes(v2.digest)).toEqual(v2.content.get(v2.digest));
  const others = [incoming, root, join(root, 'transfers'), third.directory];
  expect(others.map((directory) => source.set(directory))).toEqual(others.map(() => undefined));
  await source.close();
});

test('an increment contains only its own content', async () => {
  const { directory } = await writeTestSet(root, 2, [v2], { sent: new Set(v1.content.keys()) });
  const source = await openImageSource(directory);
  const [base] = v1.blobs.filter((digest) => v2.blobs.includes(digest));
  expect(source.size(base!)).toBeUndefined();
  expect(source.size(v2.digest)).toBeGreaterThan(0);
  await source.close();
});

test('content of earlier transfers that is missing names the first set here that omits it', async () => {
  const sent = [...v1.content.keys()];
  const sets = [1, 3, 2].map(
    (number): ArchiveContents => ({
      ...noContents(),
      set: { transfer: `lab-000${number}`, number, earlier: [] },
    }),
  );
  sets[0]!.set!.earlier = [sent[2]!];
  sets[1]!.set!.earlier = [sent[0]!];
  sets[2]!.set!.earlier = [sent[1]!, sent[0]!];
  const source = sourceOf(root, new FilePool(), sets);
  const fault = (digest: Digest) => source.bytes(digest).catch(({ message }: Error) => message);
  expect(await Promise.all([...sent.slice(0, 3), sha256('absent')].map(fault))).toEqual([
    `${sent[0]} isn't in ${root}. A transfer before lab-0003 contains it.`,
    `${sent[1]} isn't in ${root}. A transfer before lab-0002 contains it.`,
    `${sent[2]} isn't in ${root}. An earlier archive of oc-mirror contains it.`,
    expect.not.stringContaining('contains it'),
  ]);
  await source.close();
});

test('rejects a damaged blob, and uses another copy if there is one', async () => {
  const first = await writeTestSet(root, 1, [other]);
  const entry = first.index.volumes[0]!.entries.find(([name]) => name === blobName(other.digest))!;
  const volume = join(first.directory, 'mirror_000001.tar');
  const bytes = await readFile(volume);
  bytes[contentOffset(entry)]! ^= 1;
  await writeFile(volume, bytes);
  const damaged = await openImageSource(root);
  await expect(damaged.bytes(other.digest)).rejects.toMatchObject({
    code: 'digest-mismatch',
    message: expect.stringContaining(volume),
  });
  await damaged.close();
  await writeTestSet(root, 2, [other]);
  const repaired = await openImageSource(root);
  expect(await repaired.bytes(other.digest)).toEqual(other.content.get(other.digest));
  await repaired.close();
});

test('reads archives without an index as written by Airlock, GNU tar and oc-mirror', async () => {
  const { directory } = await writeTestSet(root, 1, [v1, other], {
    archiveSizeBytes: 64 * 1024,
    files: { 'x/y': 'z' },
  });
  await rm(join(directory, 'index.json'));
  expect((await readdir(directory)).length).toBeGreaterThan(2);
  const tree = join(root, 'tree');
  await mkdir(tree);
  for (const name of await readdir(directory)) execFileSync('tar', ['xf', join(directory, name), '-C', tree]);
  const bare = join(root, 'bare');
  await mkdir(bare);
  const all = (await readdir(tree)).toSorted();
  execFileSync('tar', ['cf', join(bare, 'mirror_000001.tar'), '--format=pax', '-C', tree, ...all]);
  await writeFile(join(bare, '._mirror_000001.tar'), 'what macOS leaves on a stick');
  for (const folder of [directory, bare, tree]) {
    const source = await openImageSource(folder);
    expect(source.tag('a/app', 'latest')).toBe(v1.digest);
    for (const [digest, bytes] of v1.content) expect(await source.bytes(digest)).toEqual(bytes);
    if (folder !== tree) expect((await source.file('x/y'))?.toString()).toBe('z');
    await source.close();
  }
  const moved = join(root, 'oc', '.oc-mirror', '.cache');
  await mkdir(moved, { recursive: true });
  await cp(join(tree, 'docker'), join(moved, 'docker'), { recursive: true });
  const cache = await openImageSource(join(root, 'oc'));
  expect(await cache.bytes(other.digest)).toEqual(other.content.get(other.digest));
  await cache.close();
});

test('reads an OCI layout', async () => {
  const layout = join(root, 'layout');
  await mkdir(join(layout, 'blobs', 'sha256'), { recursive: true });
  await writeFile(join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  for (const [digest, bytes] of v1.content)
    await writeFile(join(layout, 'blobs', 'sha256', digest.slice(7)), bytes);
  const annotations = { 'org.opencontainers.image.ref.name': 'v1' };
  await writeFile(
    join(layout, 'index.json'),
    JSON.stringify({ manifests: [{ digest: v1.digest, annotations }] }),
  );
  const source = await openImageSource(layout);
  expect(source.tag('', 'v1')).toBe(v1.digest);
  expect(await source.bytes(v1.digest)).toEqual(v1.content.get(v1.digest));
  await source.close();
});

test('reports a missing archive file by name', async () => {
  const { directory } = await writeTestSet(root, 1, [v1, other], { archiveSizeBytes: 64 * 1024 });
  await rm(join(directory, 'mirror_000002.tar'));
  await expect(openImageSource(root)).rejects.toMatchObject({
    code: 'archive-malformed',
    message: expect.stringContaining('mirror_000002.tar'),
  });
});

test('rejects a manipulated index', async () => {
  const { directory, index } = await writeTestSet(root, 1, [other]);
  const rewrite = async (change: (lie: typeof index) => void): Promise<unknown> => {
    const lie = structuredClone(index);
    change(lie);
    await writeFile(join(directory, 'index.json'), JSON.stringify(lie));
    return openImageSource(directory).catch((error: unknown) => error);
  };
  const cases: [(lie: typeof index) => void, string][] = [
    [(lie) => lie.volumes[0]!.entries.push(['../../etc/x', 0, 1]), 'archive-hostile'],
    [(lie) => lie.volumes[0]!.entries.push(lie.volumes[0]!.entries[0]!), 'archive-hostile'],
    [(lie) => (lie.volumes[0]!.name = '../mirror_000001.tar'), 'archive-malformed'],
    [(lie) => (lie.volumes[0]!.entries[0]![2] = 2 ** 40), 'archive-malformed'],
    [(lie) => (lie.volumes[0]!.entries[1]![1] = -512), 'archive-malformed'],
    [(lie) => (lie.images[0]!.tag = '../x'), 'archive-malformed'],
    [(lie) => Object.assign(lie, { format: 3 }), 'workspace-format'],
    [(lie) => Object.assign(lie, { volumes: null }), 'archive-malformed'],
  ];
  for (const [change, code] of cases) expect(await rewrite(change)).toMatchObject({ code });
});

test('rejects a folder without content', async () => {
  await expect(openImageSource(root)).rejects.toMatchObject({ code: 'workspace-invalid' });
  await expect(openImageSource(join(root, 'absent'))).rejects.toMatchObject({ code: 'workspace-invalid' });
  const workspace = await openWorkspace(root, { create: true, onWarning: noWarning });
  await workspace.close();
  const empty = await openImageSource(root);
  expect(empty.tags().size).toBe(0);
  await empty.close();
  await writeFile(airlockDirectory(root, 'format.json'), '{"format":3}');
  await expect(openImageSource(root)).rejects.toMatchObject({ code: 'workspace-format' });
  await writeFile(join(root, 'mirror_000001.tar'), '');
  for (const name of ['working-dir', '.airlock']) await rm(join(root, name), { recursive: true });
  await expect(openImageSource(root)).rejects.toMatchObject({ code: 'archive-malformed' });
});
