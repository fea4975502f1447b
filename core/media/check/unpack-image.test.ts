import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ContentSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { TestImage } from '../../store/archive/set.fixture.ts';
import { type LayerFile, layeredImage } from './layered-image.fixture.ts';
import { unpackImage } from './unpack-image.ts';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'airlock-unpack-'));
  folder = await mkdtemp(join(parent, 'image-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

function sourceOf({ content }: TestImage): ContentSource {
  return {
    size: (digest: Digest) => content.get(digest)?.length,
    async *read(digest: Digest) {
      yield content.get(digest)!;
    },
    bytes: async (digest: Digest) => content.get(digest)!,
  };
}

async function unpacked(...layers: LayerFile[][]): Promise<Record<string, string>> {
  const image = await layeredImage('a/b', '1', layers);
  await unpackImage(sourceOf(image), image.digest, folder);
  return filesIn(join(folder, 'rootfs'));
}

/** Every file with its content, every link on the disk with an arrow. */
async function filesIn(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isDirectory())
      found[path.slice(root.length + 1)] = entry.isSymbolicLink() ? '-> link' : await readFile(path, 'utf8');
  }
  return found;
}

test('applies layers in order, and whiteouts hide content of lower layers', async () => {
  const files = await unpacked(
    [
      { name: './etc/', type: 'directory' },
      { name: 'etc/passwd', content: 'old' },
      { name: 'etc/gone', content: 'x' },
      { name: 'var/cache/a', content: 'x' },
      { name: 'var/cache/b', content: 'x' },
      { name: 'opt/whole/a', content: 'x' },
      { name: 'was-file', content: 'x' },
      { name: 'was-folder/a', content: 'x' },
    ],
    [
      { name: 'etc/passwd', content: 'new' },
      { name: 'etc/.wh.gone' },
      { name: 'var/cache/c', content: 'stays' },
      { name: 'var/cache/.wh..wh..opq' },
      { name: '.wh.opt' },
      { name: 'was-file/below', content: 'y' },
      { name: 'was-folder', content: 'y' },
    ],
  );
  expect(files).toEqual({
    'etc/passwd': 'new',
    'var/cache/c': 'stays',
    'was-file/below': 'y',
    'was-folder': 'y',
  });
  const { layers } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  expect(layers).toHaveLength(2);
  expect(await readFile(join(folder, 'config.json'), 'utf8')).toContain('a/b:1');
});

test('content below a link goes to the target of the link, inside the root, and no link is created on disk', async () => {
  const files = await unpacked(
    [
      { name: 'usr/bin/sh', content: 'sh' },
      { name: 'bin', type: 'symlink', linkname: 'usr/bin' },
      { name: 'out', type: 'symlink', linkname: '../../../..' },
      { name: 'abs', type: 'symlink', linkname: '/usr/lib' },
    ],
    [
      { name: 'bin/ls', content: 'ls' },
      { name: 'out/tmp/airlock-test-escape', content: 'inside' },
      { name: 'abs/x', content: 'x' },
      { name: 'usr/bin/also-sh', type: 'link', linkname: 'bin/sh' },
      { name: 'usr/bin/.wh.sh' },
    ],
  );
  expect(files).toEqual({
    'usr/bin/ls': 'ls',
    'usr/bin/also-sh': 'sh',
    'tmp/airlock-test-escape': 'inside',
    'usr/lib/x': 'x',
  });
  expect(await readdir(parent)).toHaveLength(1);
  expect(JSON.parse(await readFile(join(folder, 'links.json'), 'utf8'))).toEqual({
    '/bin': 'usr/bin',
    '/out': '../../../..',
    '/abs': '/usr/lib',
  });
});

test.each<[string, LayerFile[], string]>([
  ['contains `..`', [{ name: '../../escape', content: 'x' }], 'archive-hostile'],
  ['contains `..` in the middle', [{ name: 'a/../../escape', content: 'x' }], 'archive-hostile'],
  ['has a whiteout of an invalid name', [{ name: 'a/x' }, { name: 'a/.wh...' }], 'archive-hostile'],
  [
    'has a loop of links',
    [
      { name: 'a', type: 'symlink', linkname: 'b' },
      { name: 'b', type: 'symlink', linkname: 'a' },
      { name: 'a/x', content: 'x' },
    ],
    'archive-hostile',
  ],
  ['has an entry below a file', [{ name: 'a', content: 'x' }, { name: 'a/b' }], 'archive-hostile'],
  [
    'has a hard link to an outside file',
    [{ name: 'a', type: 'link', linkname: '/etc/passwd' }],
    'manifest-invalid',
  ],
  [
    'has a hard link with `..`',
    [{ name: 'a', type: 'link', linkname: '../../etc/passwd' }],
    'archive-hostile',
  ],
])('rejects a layer that %s', async (_what, layer, code) => {
  await expect(unpacked(layer)).rejects.toMatchObject({ code });
  expect(await readdir(parent)).toHaveLength(1);
});

test('treats an absolute name as relative to the root', async () => {
  expect(await unpacked([{ name: '/etc/hostname', content: 'x' }])).toEqual({ 'etc/hostname': 'x' });
});

test("devices and pipes hide content of lower layers and aren't created, and only the executable bit of modes is retained", async () => {
  const files = await unpacked(
    [
      { name: 'dev/null', content: 'x' },
      { name: 'run', content: 'x', mode: 0o4755 },
    ],
    [
      { name: 'dev/null', type: 'character-device' },
      { name: 'pipe', type: 'fifo' },
    ],
  );
  expect(files).toEqual({ run: 'x' });
  expect((await lstat(join(folder, 'rootfs', 'run'))).mode & 0o7777 & ~0o022).toBe(0o755);
});

test('rejects an image that unpacks to too many bytes or files', async () => {
  const bomb = await layeredImage('a/b', '1', [[{ name: 'zeros', content: '\0'.repeat(5_000_000) }]]);
  const bytes = { bytes: 1_000_000, entries: 10 };
  await expect(unpackImage(sourceOf(bomb), bomb.digest, folder, { bounds: bytes })).rejects.toMatchObject({
    code: 'manifest-invalid',
    message: expect.stringContaining('more than'),
  });
  const dense = { bounds: { allowance: 100_000, ratio: 100 } };
  const small = await mkdtemp(join(parent, 'x-'));
  await expect(unpackImage(sourceOf(bomb), bomb.digest, small, dense)).rejects.toMatchObject({
    code: 'manifest-invalid',
    message: expect.stringMatching(/unpacks to more than \d+ bytes/),
  });
  const many = await layeredImage('a/b', '2', [[{ name: 'a' }, { name: 'b' }, { name: 'c' }]]);
  await expect(
    unpackImage(sourceOf(many), many.digest, await mkdtemp(join(parent, 'x-')), {
      bounds: { bytes: 1_000_000, entries: 2 },
    }),
  ).rejects.toMatchObject({ code: 'manifest-invalid' });
});

test("writes layers that aren't file systems unchanged, and names a missing layer", async () => {
  const signature = await layeredImage(
    'a/b',
    'sig',
    [Buffer.from('{}')],
    'application/vnd.dev.cosign.simplesigning.v1+json',
  );
  await unpackImage(sourceOf(signature), signature.digest, folder);
  const hex = signature.blobs[1]!.slice('sha256:'.length);
  expect(await readFile(join(folder, 'blobs', hex), 'utf8')).toBe('{}');
  signature.content.delete(signature.blobs[1]!);
  await expect(
    unpackImage(sourceOf(signature), signature.digest, await mkdtemp(join(parent, 'x-'))),
  ).rejects.toMatchObject({ code: 'content-missing', message: expect.stringContaining(hex) });
});
