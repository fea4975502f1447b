import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { signatureConfigMap } from '../../content/resources/signature-config-map.ts';
import { parseImageSet } from '../../image-set/config/load-image-set.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { type TestImage, testImage, writeTestSet } from '../../store/archive/set.fixture.ts';
import { verifySource } from '../../store/archive/verify.ts';
import { exportOcLayout } from '../formats/write-oc-layout.ts';
import { exportOcMirror } from '../formats/write-oc-mirror.ts';
import { fingerprint, receive } from './import.fixture.ts';
import { importMedia } from './media.ts';
import { t } from './messages.ts';

const IMAGES = [
  testImage('apps/a', 'v1', ['shared', 'own a']),
  testImage('apps/a', 'v2', ['shared', 'own a2']),
  testImage('apps/deep/b', 'v1', ['shared', 'own b']),
];
let root: string;
let directory: string;
let drive: string;
let here: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-foreign-'));
  [directory, drive, here] = [join(root, 'workspace'), join(root, 'stick'), join(root, 'here')];
  await mkdir(airlockDirectory(directory), { recursive: true });
  await writeFile(airlockDirectory(directory, 'format.json'), '{"format":2}');
  await mkdir(drive);
});
afterEach(() => rm(root, { recursive: true }));

/** @param name of the transfer they must be in; default: any */
async function expectAllImages(name?: string): Promise<void> {
  const source = await openImageSource(name === undefined ? here : join(here, 'transfers', name));
  for (const { repository, tag, digest, content } of IMAGES) {
    expect(source.tag(repository, tag)).toBe(digest);
    for (const [blob, bytes] of content) expect(await source.bytes(blob)).toEqual(bytes);
  }
  await source.close();
  expect(await verifySource(here)).toMatchObject({ ok: true, problems: [] });
}

test('a set of oc-mirror becomes one transfer, also from two drives, and importing it again adds nothing', async () => {
  const files = {
    'hold-release/graph.json': '{}',
    'logs/oc-mirror.log': 'hosts of the other side',
    'signatures/x': 'sig',
  };
  const set = await writeTestSet(directory, 1, IMAGES, { archiveSizeBytes: 60_000, files });
  const names = set.index.volumes.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(2);
  const other = join(root, 'other');
  await mkdir(other);
  for (const [i, name] of names.entries())
    await cp(join(set.directory, name), join(i % 2 ? other : drive, name));
  const before = await fingerprint(drive);
  const half = await receive(here, drive);
  expect(half).toMatchObject({
    ok: false,
    transfers: [{ transfer: 'received-0001', complete: false, foreign: true }],
  });
  expect(half.transfers[0]!.summary).toContain('mirror_000002.tar');
  const complete = await receive(here, drive, other);
  expect(complete).toMatchObject({
    ok: true,
    transfers: [{ transfer: 'received-0001', complete: true, images: { total: 3 } }],
  });
  await expectAllImages('received-0001');
  const source = await openImageSource(here);
  expect(source.files('')).toEqual(['hold-release/graph.json', 'signatures/x']);
  expect((await source.configurations()).map(({ text }) => text)).toEqual(['set 1']);
  await source.close();
  expect(await fingerprint(drive)).toEqual(before);
  expect((await receive(here, drive, other)).transfers).toMatchObject([
    { transfer: 'received-0001', complete: true },
  ]);
  expect(await readdir(join(here, 'transfers'))).toEqual(['received-0001']);
});

test('reports the images of a damaged blob of a foreign set, and completes them from the next copy', async () => {
  const set = await writeTestSet(directory, 1, IMAGES);
  const [volume] = set.index.volumes;
  const path = join(drive, volume!.name);
  const right = await readFile(join(set.directory, volume!.name));
  const own = IMAGES[2]!.blobs.find((digest) => !IMAGES[0]!.blobs.includes(digest))!;
  const at = volume!.entries.find(([name]) => name.includes(own.slice(7)))![1] + 520;
  const wrong = Buffer.from(right);
  wrong[at]! ^= 8;
  await writeFile(path, wrong);
  const first = await receive(here, drive);
  expect(first.transfers[0]).toMatchObject({
    complete: false,
    missing: [{ images: ['apps/deep/b:v1'] }],
    images: { total: 3, complete: 2 },
  });
  await writeFile(path, right);
  expect(await receive(here, drive)).toMatchObject({ ok: true });
  await expectAllImages('received-0001');
});

test('an increment of oc-mirror uses earlier sets in the folder, and reports if there are none', async () => {
  const [a, a2, b] = IMAGES as [TestImage, TestImage, TestImage];
  await writeTestSet(directory, 1, [a]);
  // The tag of the first image is linked again: its manifest is in the first set only.
  const sent = new Set([...a.content.keys()]);
  const { index } = await writeTestSet(directory, 2, IMAGES, { sent });
  expect(index.earlier).toContain(a.digest);
  const [one, two] = [join(drive, 'one'), join(drive, 'two')];
  for (const [number, to] of [one, two].entries()) {
    await mkdir(to);
    const transfer = `lab-000${number + 1}`;
    await exportOcMirror({ directory, transfer, to: [to], volumeSize: 1e9, readBack: false });
  }
  const early = join(root, 'early');
  const alone = await receive(early, two);
  expect(alone).toMatchObject({
    ok: false,
    transfers: [{ complete: false, missing: [{ images: [`${a2.repository}:v2`, `${b.repository}:v1`] }] }],
  });
  expect(alone.transfers[0]!.summary).toBe(t('blobsMissing', { count: 1 }));

  expect(await receive(here, one)).toMatchObject({ ok: true });
  expect(await receive(here, two)).toMatchObject({
    ok: true,
    transfers: [{ transfer: 'received-0002', complete: true, images: { total: 3, complete: 3 } }],
  });
  await expectAllImages();
  expect(
    (await receive(here, two, one)).transfers.map(({ transfer, complete }) => [transfer, complete]),
  ).toEqual([
    ['received-0002', true],
    ['received-0001', true],
  ]);
});

test('imports a directory of oc, with links or with copies instead of links', async () => {
  await writeTestSet(directory, 1, IMAGES);
  await exportOcLayout({ directory, transfer: 'lab-0001', to: [drive], readBack: false });
  const signature = Buffer.from('a signed message');
  const map = signatureConfigMap('s', new Map([[IMAGES[0]!.digest, [signature]]]), {});
  await mkdir(join(drive, 'mirror', 'config'), { recursive: true });
  await writeFile(
    join(drive, 'mirror', 'config', 'signature-sha256-0123456789abcdef.json'),
    JSON.stringify(map),
  );
  expect(await receive(here, drive)).toMatchObject({
    ok: true,
    transfers: [{ complete: true, images: { total: 3 } }],
  });
  await expectAllImages('received-0001');
  const source = await openImageSource(here);
  const [name] = source.files('signatures/');
  expect(name).toBe(`signatures/v1-sha256-${IMAGES[0]!.digest.slice(7)}`);
  expect(await source.file(name!)).toEqual(signature);
  const [configuration] = await source.configurations();
  await source.close();
  const { configuration: parsed, problems } = parseImageSet(configuration!.text, 'isc.yaml');
  expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
  expect(parsed?.additionalImages.map((image) => image.name)).toEqual([
    'oc.invalid/apps/a:v1',
    'oc.invalid/apps/a:v2',
    'oc.invalid/apps/deep/b:v1',
  ]);

  for (const entry of await readdir(drive, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) {
      const target = join(entry.parentPath, await readlink(path));
      await rm(path);
      await cp(target, path);
    }
  }
  for (const entry of await readdir(drive, { recursive: true, withFileTypes: true }))
    if (entry.name.startsWith('sha256:'))
      await rename(join(entry.parentPath, entry.name), join(entry.parentPath, entry.name.replace(':', '-')));
  expect(await receive(here, drive)).toMatchObject({ ok: true, transfers: [{ transfer: 'received-0001' }] });
  expect(await readdir(join(here, 'transfers'))).toEqual(['received-0001']);
});

test('rejects a tag that leads out of its folder', async () => {
  await writeTestSet(directory, 1, IMAGES);
  await exportOcLayout({ directory, transfer: 'lab-0001', to: [drive], readBack: false });
  const tag = join(drive, 'mirror', 'v2', 'apps', 'a', 'manifests', 'v1');
  expect((await lstat(tag)).isSymbolicLink()).toBe(true);
  await rm(tag);
  await symlink('/etc/passwd', tag);
  await expect(receive(here, drive)).rejects.toMatchObject({ code: 'archive-hostile' });
});

test('sets of other tools get names of their own', async () => {
  const archives = await writeTestSet(directory, 1, IMAGES);
  for (const { name } of archives.index.volumes) await cp(join(archives.directory, name), join(drive, name));
  const control = { signal: new AbortController().signal, emit: () => {} };
  const request = { directory: here, from: [drive], tool: 'airlock test' };
  const expected = { ok: true, transfers: [{ transfer: 'oc-mirror-0001', complete: true }] };
  expect(await importMedia(request, control)).toMatchObject(expected);
  expect(await readdir(join(here, 'transfers'))).toEqual(['oc-mirror-0001']);
  expect(await importMedia(request, control)).toMatchObject(expected);
});
