import { appendFile, open, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import { openSealedJson, sealedJson } from '../../../base/files/sealed-records.ts';
import { catalogOf, inChunks, indexed, inFolder, sketched } from '../catalog.fixture.ts';
import { t } from '../messages.ts';
import type { CatalogFile } from '../model/catalog-files.ts';
import { catalogFiles } from '../model/catalog-files.ts';
import { indexCatalog } from './catalog-index.ts';
import type { CatalogIndex } from './open-index.ts';
import { openCatalogIndex } from './open-index.ts';

const kind = (name: string) => ({ type: 'olm.gvk', value: { group: 'g', version: 'v1', kind: name } });
const FOO = sketched('foo', {
  channels: { beta: ['v0.1.0', 'v0.2.0 < v0.1.0'] },
  properties: { 'v0.1.0': [kind('Old')], 'v0.2.0': [kind('Foo')] },
});
const BAR = sketched('bar', {
  channels: { stable: ['v1.0.0'] },
  properties: { 'v1.0.0': [kind('Foo'), { type: 'olm.package.required', value: { packageName: 'foo' } }] },
});
const LOOSE = JSON.stringify({ schema: 'io.example.note', text: 'of nobody' });
const FILES = { 'foo/catalog.json': FOO, 'bar/catalog.json': BAR, 'note.json': LOOSE };

/** All content of an index as text, for comparison. */
async function contentOf(index: CatalogIndex): Promise<string> {
  const packages = [];
  for (const { name } of index.packages) {
    const found = (await index.package(name))!;
    const places = [...found.channels, ...found.bundles, ...found.others].map(({ document }) => document);
    const documents = await Array.fromAsync(index.documents(places), String);
    packages.push({ found, details: await index.details(found.bundles), documents });
  }
  const others = await Array.fromAsync(index.documents(index.others.map(({ document }) => document)), String);
  return JSON.stringify([index.digest, index.packages, packages, others, [...(await index.providers())]]);
}

test('an opened index equals the built one', async () => {
  await inFolder(async (folder) => {
    const built = await indexed(folder, FILES);
    const opened = (await openCatalogIndex(join(folder, 'index')))!;
    expect(await contentOf(opened)).toBe(await contentOf(built));
    expect(opened.digest).toBe('sha256:test');
    expect(opened.packages.map(({ name }) => name)).toEqual(['bar', 'foo']);
    expect(await opened.package('baz')).toBeUndefined();
    const bar = (await opened.package('bar'))!;
    expect(await opened.details(bar.bundles)).toMatchObject([
      {
        relatedImages: [
          { image: 'quay.example/bar/bundle:v1.0.0' },
          { image: 'quay.example/bar/operator:v1.0.0' },
        ],
        provides: [{ group: 'g', version: 'v1', kind: 'Foo' }],
        requires: [{ type: 'package', package: 'foo', range: '' }],
      },
    ]);
    expect(await opened.providers()).toEqual(
      new Map([
        ['g/v1/Foo', ['bar', 'foo']],
        ['g/v1/Old', ['foo']],
      ]),
    );
    expect(await readdir(folder), 'nothing is left next to it').toEqual(['index']);
  });
});

test('is the same for any order, number and format of the files', async () => {
  await inFolder(async (folder) => {
    const one = await indexed(folder, { 'all.json': FOO + BAR + LOOSE });
    const documents = `---\n${FOO}\n${BAR}`.replaceAll(/^}\s*(?=\{|$)/gm, '}\n---\n');
    const other = await indexCatalog(
      catalogOf({ 'z.json': LOOSE, 'a.yaml': documents }),
      join(folder, 'other'),
      { digest: 'sha256:test' },
    );
    const withoutPlaces = async (index: CatalogIndex) =>
      (await contentOf(index)).replaceAll(/\{"offset":\d+,"length":\d+,"crc":\d+\}/g, '{}');
    expect(await withoutPlaces(other)).toBe(await withoutPlaces(one));
  });
});

test('a folder on disk; links in it are not followed', async () => {
  await inFolder(async (folder) => {
    const configs = join(folder, 'configs');
    await writeFileAtomic(join(configs, 'foo', 'catalog.json'), FOO);
    await writeFile(join(folder, 'secret'), 'no catalog');
    await symlink(join(folder, 'secret'), join(configs, 'foo', 'link.json'));
    const index = await indexCatalog(catalogFiles(configs), join(folder, 'index'), { digest: 'x' });
    expect(index.packages).toMatchObject([{ name: 'foo', channels: 1, bundles: 2 }]);
    const single = await indexCatalog(
      catalogFiles(join(configs, 'foo', 'catalog.json')),
      join(folder, 'two'),
      {
        digest: 'x',
      },
    );
    expect(single.packages).toEqual(index.packages);
  });
});

test('.indexignore, wherever it comes among the files', async () => {
  await inFolder(async (folder) => {
    const index = await indexed(folder, {
      'README.md': 'no catalog',
      'foo/catalog.json': FOO,
      'bar/notes/x.txt': 'neither',
      'bar/catalog.json': BAR,
      'bar/.indexignore': '/notes/\n',
      '.indexignore': '# text\n*.md\n*.json\n!catalog.json\n',
      'old/index.json': '{',
    });
    expect(index.packages.map(({ name }) => name)).toEqual(['bar', 'foo']);
  });
});

test('duplicate names are oddities, and the first one is used', async () => {
  await inFolder(async (folder) => {
    const again = sketched('foo', { defaultChannel: 'beta', channels: { beta: ['v9.0.0'] } });
    const index = await indexed(folder, { 'a.json': FOO, 'b.json': again });
    expect(index.anomalies).toEqual([
      t('duplicate', { item: t('package', { name: 'foo' }) }),
      t('duplicate', { item: t('channel', { name: 'beta', package: 'foo' }) }),
    ]);
    expect((await index.package('foo'))!.channels[0]!.entries).toHaveLength(2);
  });
});

describe('rejected', () => {
  test('every invalid file is reported, and nothing is left behind', async () => {
    await inFolder(async (folder) => {
      const files = {
        'a.json': '{"schema":"olm.bundle","name":"x"}',
        'b.json': FOO,
        'c.yaml': 'schema: olm.package\nname: ../up\n',
        'd.json': '{"schema":"olm.channel","package":"p","name":"c","entries":[{"replaces":"x"}]}',
      };
      await expect(indexed(folder, files)).rejects.toMatchObject({
        code: 'catalog-invalid',
        message: expect.stringMatching(
          /^catalog file a.json, document 1, line 1: olm.bundle: package: .* \(and 2 more files\)$/,
        ),
        problems: [
          { file: 'a.json' },
          { file: 'c.yaml', message: expect.stringContaining(`name: ${t('packageNameInvalid')}`) },
          { file: 'd.json', message: expect.stringContaining('entries.0.name') },
        ],
      });
      expect(await readdir(folder)).toEqual([]);
    });
  });

  test('an interruption leaves nothing behind', async () => {
    await inFolder(async (folder) => {
      const abort = new AbortController();
      async function* files(): AsyncGenerator<CatalogFile> {
        yield { path: 'foo.json', content: inChunks(FOO) };
        abort.abort();
        yield { path: 'bar.json', content: inChunks(BAR) };
      }
      const { signal } = abort;
      await expect(
        indexCatalog(files(), join(folder, 'index'), { digest: 'x', signal }),
      ).rejects.toMatchObject({
        code: 'interrupted',
      });
      expect(await readdir(folder)).toEqual([]);
    });
  });
});

describe('an index that cannot be used', () => {
  const built = <T>(work: (index: string, opened: CatalogIndex) => Promise<T>) =>
    inFolder(async (folder) => work(join(folder, 'index'), await indexed(folder, FILES)));
  const rebuilt = (folder: string) => indexCatalog(catalogOf(FILES), folder, { digest: 'sha256:test' });

  test.each<[string, (folder: string) => Promise<unknown>]>([
    ["doesn't exist", (folder) => rm(folder, { recursive: true })],
    [
      'is of another format',
      async (folder) => {
        const path = join(folder, 'packages.json');
        const list = openSealedJson(await readFile(path), path) as object;
        await writeFile(path, sealedJson({ ...list, format: 2 }));
      },
    ],
    [
      'has a list with a wrong name',
      (folder) => rewritten(join(folder, 'packages.json'), '"name":"', '"name":"z'),
    ],
    ['has a truncated list', (folder) => writeFile(join(folder, 'packages.json'), '{"format":2,')],
    ['has a missing file', (folder) => rm(join(folder, 'details'))],
    ['has a file of another size', (folder) => appendFile(join(folder, 'documents'), 'x')],
  ])('%s: it is not opened, and a new one replaces it', async (_what, harm) => {
    await built(async (folder, first) => {
      const complete = await contentOf(first);
      await harm(folder);
      expect(await openCatalogIndex(folder)).toBeUndefined();
      expect(await contentOf(await rebuilt(folder))).toBe(complete);
      expect(await contentOf((await openCatalogIndex(folder))!)).toBe(complete);
    });
  });

  test.each(['model', 'details', 'documents'])(
    'has a flipped bit in %s: rejected once, then rebuilt',
    async (file) => {
      await built(async (folder, first) => {
        const complete = await contentOf(first);
        const handle = await open(join(folder, file), 'r+');
        const { size } = await handle.stat();
        const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.floor(size / 2));
        await handle.write(Buffer.from([buffer[0]! ^ 1]), 0, 1, Math.floor(size / 2));
        await handle.close();
        await expect(contentOf((await openCatalogIndex(folder))!)).rejects.toMatchObject({
          code: 'disk',
          message: expect.stringContaining(`is damaged: the content of ${file}`),
          remedy: t('indexDamagedRemedy'),
        });
        expect(await openCatalogIndex(folder)).toBeUndefined();
        expect(await contentOf(await rebuilt(folder))).toBe(complete);
      });
    },
  );

  test('of another catalog in the same folder: it is replaced', async () => {
    await built(async (folder) => {
      const index = await indexCatalog(catalogOf({ 'bar.json': BAR }), folder, { digest: 'sha256:other' });
      expect(index.packages.map(({ name }) => name)).toEqual(['bar']);
    });
  });
});

test('leftovers of a dead process are removed after an hour', async () => {
  await inFolder(async (folder) => {
    for (const name of ['.airlock-tmp-00000000-1-00000000-00aa', '.airlock-tmp-00000000-1-00000000-00bb'])
      await writeFileAtomic(join(folder, name, 'model'), 'x');
    const old = Date.now() / 1000 - 2 * 60 * 60;
    // A layer that was being made here is a file.
    await writeFile(join(folder, '.airlock-tmp-00000000-1-00000000-00cc'), 'x');
    for (const name of ['.airlock-tmp-00000000-1-00000000-00aa', '.airlock-tmp-00000000-1-00000000-00cc'])
      await utimes(join(folder, name), old, old);
    await indexed(folder, FILES);
    expect((await readdir(folder)).sort()).toEqual(['.airlock-tmp-00000000-1-00000000-00bb', 'index']);
  });
});

async function rewritten(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}
