import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseManifest } from '../../base/image/manifest.ts';
import { t as storeTexts } from '../../store/archive/messages.ts';
import { type BuiltImage, builtList } from '../../test-world/built-image.ts';
import { type BuiltLayer, layer } from '../../test-world/layer.ts';
import { tarOf } from '../release/release.fixture.ts';
import { catalogImage, layerOf, newShelf, temporaryFolder, textsOf } from './catalog-image.fixture.ts';
import { readableInstance } from './catalog-instances.ts';
import { configsDirectory, type DirectoryBounds } from './configs-directory.ts';
import { openCatalogFolder, openCatalogImage, openCatalogLayout } from './open-catalog.ts';

const files = (texts: Record<string, string>, compression?: 'zstd') =>
  layer(
    Object.entries(texts).map(([name, content]) => ({ name, content })),
    compression,
  );

async function read(layers: BuiltLayer[], folder = '/configs', bounds?: DirectoryBounds) {
  const shelf = newShelf();
  const source = shelf.add(catalogImage(layers, { folder, format: 'oci' }));
  const instance = await readableInstance(shelf, source);
  return textsOf(configsDirectory(shelf, source, instance, bounds ? { bounds } : {}));
}

describe('files below the label', () => {
  test('one layer among others, without folders with a similar name', async () => {
    expect(
      await read([
        files({ 'etc/configs/x': 'no', 'configs-old/y.yaml': 'no' }),
        files({ 'configs/a/catalog.json': '{}', 'configs/b.yaml': 'b: 1', configsx: 'no' }),
        files({ 'tmp/cache/configs/z': 'no' }),
      ]),
    ).toEqual({ 'a/catalog.json': '{}', 'b.yaml': 'b: 1' });
  });

  test('layers of any compression, names in any form, a deep label', async () => {
    expect(
      await read(
        [
          files({ 'var/lib/cat/zstd.json': '1' }, 'zstd'),
          layerOf(await tarOf({ './var/lib/cat/dot.json': '2', '/var/lib/cat/slash.json': '3' })),
        ],
        'var/lib/cat/',
      ),
    ).toEqual({ 'zstd.json': '1', 'dot.json': '2', 'slash.json': '3' });
  });

  test('the last layer has precedence; whiteouts hide files, folders and their replacements', async () => {
    expect(
      await read([
        files({
          'configs/same.json': 'old',
          'configs/gone.json': 'old',
          'configs/dir/one.json': 'old',
          'configs/opaque/old.json': 'old',
          'configs/kept.json': 'kept',
          'configs/was-a-folder/x.json': 'old',
          'configs/was-a-file': 'old',
        }),
        files({
          'configs/same.json': 'new',
          'configs/.wh.gone.json': '',
          'configs/.wh.dir': '',
          'configs/opaque/.wh..wh..opq': '',
          'configs/opaque/new.json': 'new',
          'configs/was-a-folder': 'file now',
          'configs/was-a-file/x.json': 'folder now',
        }),
      ]),
    ).toEqual({
      'same.json': 'new',
      'opaque/new.json': 'new',
      'was-a-folder': 'file now',
      'was-a-file/x.json': 'folder now',
      'kept.json': 'kept',
    });
  });

  test('a whiteout hides content of lower layers only', async () => {
    expect(
      await read([
        files({ 'configs/a.json': '1' }),
        files({ 'configs/.wh.a.json': '', 'configs/b.json': '2' }),
        files({ 'configs/a.json': '3', 'configs/.wh.b.json': '' }),
      ]),
    ).toEqual({ 'a.json': '3' });
    expect(await read([files({ 'configs/x.json': '1', 'configs/.wh..wh..opq': '' })])).toEqual({
      'x.json': '1',
    });
  });

  test.each([['.wh.configs'], ['configs/.wh..wh..opq'], ['.wh..wh..opq']])(
    'layers below %s are not even fetched',
    async (whiteout) => {
      const shelf = newShelf();
      const below = files({ 'configs/old.json': 'old' });
      const source = shelf.add(
        catalogImage([below, files({ [whiteout]: '' }), files({ 'configs/new.json': 'new' })]),
      );
      const { files: open } = await openCatalogImage(shelf, source);
      expect(await textsOf(open())).toEqual({ 'new.json': 'new' });
      expect(shelf.blobsRead).not.toContain(below.digest);
      // It can be read again.
      expect(await textsOf(open())).toEqual({ 'new.json': 'new' });
    },
  );

  test('links and folders are skipped, and hide content of lower layers', async () => {
    const upper = layerOf(
      await tarOf({
        'configs/link.json': { type: 'symlink', linkname: '/etc/shadow' },
        'configs/real/': { type: 'directory' },
        'configs/real/x.json': '1',
      }),
    );
    expect(await read([files({ 'configs/link.json': 'old' }), upper])).toEqual({ 'real/x.json': '1' });
  });

  test('large content comes in chunks, and unread content is skipped', async () => {
    const shelf = newShelf();
    const source = shelf.add(
      catalogImage([files({ 'configs/a.json': 'a'.repeat(3_000_000), 'configs/b.json': 'b' })]),
    );
    const seen: string[] = [];
    for await (const { path } of (await openCatalogImage(shelf, source)).files()) seen.push(path);
    expect(seen).toEqual(['a.json', 'b.json']);
  });
});

describe('unusable images', () => {
  const fails = (layers: BuiltLayer[], code: string, message: RegExp, folder?: string) =>
    expect(read(layers, folder)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });

  test('no file, no folder', async () => {
    await fails([files({ 'etc/x': '' })], 'catalog-invalid', /has no files in \/configs/);
    await fails(
      [files({ 'configs/x': '' })],
      'catalog-invalid',
      /doesn't contain a valid directory: "\/\.\."/,
      '/..',
    );
  });

  test('entries outside of the folder, or twice', async () => {
    await fails(
      [layerOf(await tarOf({ 'configs/../etc/x': '' }))],
      'archive-hostile',
      /leads outside the catalog directory/,
    );
    const twice = Buffer.concat([
      (await tarOf({ 'configs/a': '1' })).subarray(0, 1024),
      await tarOf({ 'configs/a': '2' }),
    ]);
    await fails([layerOf(twice)], 'archive-hostile', /twice/);
  });

  test('sizes above the limits', async () => {
    const bounds = { file: 1000, unpacked: 20_000 };
    const large = files({ 'configs/a': 'x'.repeat(1001) });
    await expect(read([large], '/configs', bounds)).rejects.toThrow(/1001 bytes/);
    const bomb = files({ 'usr/zeros': '0'.repeat(100_000) });
    await expect(read([bomb], '/configs', bounds)).rejects.toMatchObject({
      code: 'catalog-invalid',
      message: expect.stringMatching(/unpacks to more/),
    });
  });

  test('a truncated layer, or one with another digest, also fails while a file is read', async () => {
    const complete = files({ 'configs/a.json': 'x'.repeat(500_000) });
    const cut = { ...complete, bytes: complete.bytes.subarray(0, complete.bytes.length >> 1) };
    for (const damaged of [cut, { ...complete, bytes: files({ 'configs/a.json': 'other' }).bytes }]) {
      const shelf = newShelf();
      const source = shelf.add(catalogImage([damaged]));
      const { files: open } = await openCatalogImage(shelf, source);
      await expect(textsOf(open())).rejects.toMatchObject({
        code: expect.stringMatching(/^(digest-mismatch|catalog-invalid)$/),
      });
    }
  });

  test('an image that is not a catalog, and one with a database', async () => {
    const open = async (labels: Record<string, string>) => {
      const shelf = newShelf();
      return openCatalogImage(shelf, shelf.add(catalogImage([files({ x: '' })], { labels })));
    };
    await expect(open({})).rejects.toMatchObject({
      code: 'catalog-invalid',
      message: expect.stringMatching(/reg\.example\/ns\/index@sha256:.* has no .* label/),
    });
    await expect(open({ 'operators.operatorframework.io.index.database.v1': '/db' })).rejects.toMatchObject({
      message: expect.stringMatching(/SQLite/),
      remedy: expect.stringMatching(/opm/),
    });
  });

  test('a consumer that stops leaves nothing behind, and a signal ends the reading', async () => {
    const shelf = newShelf();
    const source = shelf.add(catalogImage([files({ 'configs/a': '1', 'configs/b': '2' })]));
    const { files: open } = await openCatalogImage(shelf, source);
    for await (const { path } of open()) {
      expect(path).toBe('a');
      break;
    }
    const stop = new AbortController();
    const reading = await openCatalogImage(shelf, source, { signal: stop.signal });
    stop.abort();
    await expect(textsOf(reading.files())).rejects.toMatchObject({ name: 'AbortError' });
  });
});

const on = (architecture: string, text = architecture): BuiltImage =>
  catalogImage([files({ 'configs/a.json': text })], { architecture });

describe('which instance', () => {
  const read = async (image: BuiltImage) => {
    const shelf = newShelf();
    return (await textsOf((await openCatalogImage(shelf, shelf.add(image))).files()))['a.json'];
  };

  test('linux/amd64, else the first; also in an index inside an index', async () => {
    expect(await read(builtList([on('arm64'), on('amd64')]))).toBe('amd64');
    expect(await read(builtList([on('s390x'), on('arm64')]))).toBe('s390x');
    expect(await read(builtList([builtList([on('arm64'), on('amd64')])]))).toBe('amd64');
    expect(await read(on('arm64'))).toBe('arm64');
  });

  test('an index without images, and one that is nested endlessly', async () => {
    await expect(read(builtList([]))).rejects.toThrow(/contains no images/);
    let deep = on('amd64');
    for (let depth = 0; depth < 5; depth++) deep = builtList([deep]);
    expect(await read(deep)).toBe('amd64');
    await expect(read(builtList([deep]))).rejects.toThrow(/nested more than 5 levels deep/);
  });
});

/** An OCI layout whose index.json names these images. */
async function writeLayout(directory: string, images: BuiltImage[]): Promise<void> {
  const shelf = newShelf();
  images.forEach(shelf.add);
  await mkdir(join(directory, 'blobs', 'sha256'), { recursive: true });
  for (const [digest, bytes] of shelf.content)
    await writeFile(join(directory, 'blobs', 'sha256', digest.slice(7)), bytes);
  await writeFile(join(directory, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  const manifests = images.map(({ mediaType, digest, bytes, architecture }) => ({
    mediaType,
    digest,
    size: bytes.length,
    platform: architecture ? { os: 'linux', architecture } : undefined,
  }));
  await writeFile(join(directory, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests }));
}

describe('catalogs on disk', () => {
  test('an OCI layout with one image, and one with several', async () => {
    await using folder = await temporaryFolder();
    const [one, several] = [join(folder.path, 'one'), join(folder.path, 'several')];
    const list = builtList([on('arm64'), on('amd64')]);
    await writeLayout(one, [list]);
    await writeLayout(several, [on('arm64'), on('amd64')]);
    const first = await openCatalogLayout(one);
    expect(first.digest).toBe(list.digest);
    expect(first.source).toEqual({ registry: '', repository: one, digest: list.digest });
    expect(await textsOf(first.files())).toEqual({ 'a.json': 'amd64' });
    await first.close();
    const second = await openCatalogLayout(several);
    expect(await textsOf(second.files())).toEqual({ 'a.json': 'amd64' });
    const top = await second.reader.manifest(second.source);
    expect(top.digest).toBe(second.digest);
    const parsed = parseManifest(top.bytes, top.mediaType);
    expect(parsed.kind === 'index' && parsed.manifests).toHaveLength(2);
    await second.close();
  });

  test('a folder without a layout, or a damaged one', async () => {
    await using folder = await temporaryFolder();
    await expect(openCatalogLayout(folder.path)).rejects.toMatchObject({
      code: 'layout-invalid',
      message: storeTexts('notLayout', { directory: folder.path }),
    });
    await writeLayout(folder.path, [on('amd64')]);
    await writeFile(join(folder.path, 'index.json'), '{"manifests":[]}');
    await expect(openCatalogLayout(folder.path)).rejects.toThrow(
      storeTexts('layoutEmpty', { path: join(folder.path, 'index.json') }),
    );
    await writeFile(join(folder.path, 'index.json'), 'null');
    await expect(openCatalogLayout(folder.path)).rejects.toThrow(
      storeTexts('layoutEmpty', { path: join(folder.path, 'index.json') }),
    );
  });

  test('a plain folder: its digest is computed over its names and contents', async () => {
    await using folder = await temporaryFolder();
    const [a, b] = [join(folder.path, 'a'), join(folder.path, 'b')];
    for (const path of [a, b]) {
      await mkdir(join(path, 'foo'), { recursive: true });
      await writeFile(join(path, 'foo', 'catalog.yaml'), 'x: 1');
      await symlink('/etc/passwd', join(path, 'link'));
    }
    const catalog = await openCatalogFolder(a);
    expect(await textsOf(catalog.files())).toEqual({ 'foo/catalog.yaml': 'x: 1' });
    expect((await openCatalogFolder(b)).digest).toBe(catalog.digest);
    await writeFile(join(b, 'foo', 'catalog.yaml'), 'x: 2');
    expect((await openCatalogFolder(b)).digest).not.toBe(catalog.digest);
    expect(await textsOf((await openCatalogFolder(join(a, 'foo', 'catalog.yaml'))).files())).toEqual({
      'catalog.yaml': 'x: 1',
    });
  });
});
