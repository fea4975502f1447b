import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSealedJson, sealedJson } from '../../../base/files/sealed-records.ts';
import { catalogOf, inFolder, sketched } from '../catalog.fixture.ts';
import { indexCatalog } from './catalog-index.ts';
import { earlierFiles } from './earlier-files.ts';
import { FORMAT, type StoredList } from './index-layout.ts';

type Files = Record<string, string | Buffer>;

/** A package with a file of about `bytes`. */
function packageFile(name: string, { bytes = 6_000, version = 'v1.0.0' } = {}): string {
  const about = { type: 'example.about', value: 'x'.repeat(bytes) };
  const kind = { type: 'olm.gvk', value: { group: 'g', version: 'v1', kind: name } };
  const channels = { stable: ['v0.9.0', `${version} < v0.9.0`] };
  return sketched(name, { channels, properties: { [version]: [about, kind] } });
}

const OLD = {
  'foo/catalog.json': packageFile('foo'),
  'bar/catalog.json': packageFile('bar', { bytes: 600_000 }),
};
const NEW = { ...OLD, 'foo/catalog.json': packageFile('foo', { version: 'v1.1.0' }) };

/** Writes the index of a catalog, and returns the names of the packages whose bundles were parsed. */
async function parsedBy(folder: string, name: string, files: Files): Promise<string[]> {
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  await indexCatalog(catalogOf(files), join(folder, name), { digest: 'sha256:test' });
  const texts = parse.mock.calls.map(([text]) => text).filter((text) => /"olm\.bundle"/.test(text));
  parse.mockRestore();
  return [...new Set(texts.map((text) => /"package":\s*"(\w+)"/.exec(text)![1]!))].sort();
}

/** All files of an index. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'latin1')])),
  );
}

/** The index of a catalog without any earlier ones. */
async function expected(files: Files): Promise<Record<string, string>> {
  return inFolder(async (folder) => {
    await indexCatalog(catalogOf(files), join(folder, 'only'), { digest: 'sha256:test' });
    return contentOf(join(folder, 'only'));
  });
}

async function listOf(folder: string): Promise<StoredList> {
  return openSealedJson(await readFile(join(folder, 'packages.json')), folder) as StoredList;
}

test('only files that differ from those of an earlier catalog are parsed', async () => {
  await inFolder(async (folder) => {
    expect(await parsedBy(folder, 'old', OLD)).toEqual(['bar', 'foo']);
    expect(await parsedBy(folder, 'new', NEW)).toEqual(['foo']);
    expect(await parsedBy(folder, 'again', NEW), 'also from an index that was copied').toEqual([]);
    const fresh = await expected(NEW);
    expect(await contentOf(join(folder, 'new'))).toEqual(fresh);
    expect(await contentOf(join(folder, 'again'))).toEqual(fresh);
  });
});

test('files with very many documents are not stored for later catalogs', async () => {
  const files = { 'many.json': '{"schema":"a"}'.repeat(50_001), 'few.json': '{"schema":"a"}'.repeat(1000) };
  await inFolder(async (folder) => {
    await indexCatalog(catalogOf(files), join(folder, 'old'), { digest: 'sha256:test' });
    expect((await listOf(join(folder, 'old'))).files.map(({ path }) => path)).toEqual(['few.json']);
  });
});

// Root may write to every folder.
test.skipIf(process.getuid?.() !== 0)(
  'a damaged index that may only be read fails no other one',
  async () => {
    await inFolder(async (folder) => {
      await parsedBy(folder, 'old', OLD);
      const documents = join(folder, 'old', 'documents');
      const bytes = await readFile(documents);
      bytes[5]! ^= 1;
      await writeFile(documents, bytes);
      await chmod(join(folder, 'old'), 0o555);
      await chmod(folder, 0o777);
      const [user, group] = [process.geteuid!(), process.getegid!()];
      process.setegid!(65_534);
      process.seteuid!(65_534);
      try {
        // The packages of the damaged file are parsed again.
        expect(await parsedBy(folder, 'new', OLD)).not.toEqual([]);
      } finally {
        process.seteuid!(user);
        process.setegid!(group);
        await chmod(join(folder, 'old'), 0o755);
      }
      expect(await contentOf(join(folder, 'new'))).toEqual(await expected(OLD));
    });
  },
);

test('equal YAML files are not parsed again', async () => {
  const files = { 'a.yaml': `---\nschema: olm.package\nname: foo\ndescription: ${'x '.repeat(4_000)}\n` };
  await inFolder(async (folder) => {
    await indexCatalog(catalogOf(files), join(folder, 'old'), { digest: 'sha256:test' });
    const { files: stored } = await listOf(join(folder, 'old'));
    const found = await (await earlierFiles(folder)).documents(stored[0]!.digest);
    expect(found!.map(({ json }) => JSON.parse(json.toString()))).toMatchObject([{ name: 'foo' }]);
    await indexCatalog(catalogOf(files), join(folder, 'new'), { digest: 'sha256:test' });
    expect(await contentOf(join(folder, 'new'))).toEqual(await expected(files));
  });
});

test.each<[string, string]>([
  ['the same size', packageFile('foo').replace('xxx', 'xyx')],
  ['more bytes', packageFile('foo', { bytes: 900_000 })],
  ['fewer bytes', packageFile('foo', { bytes: 5_000 })],
  ['the same beginning', `${packageFile('foo')}\n{"schema":"more","package":"foo"}\n`],
])('a file of an earlier path with other content is parsed: %s', async (_what, text) => {
  const files = { ...OLD, 'foo/catalog.json': text };
  await inFolder(async (folder) => {
    await parsedBy(folder, 'old', OLD);
    expect(await parsedBy(folder, 'new', files)).toEqual(['foo']);
    expect(await contentOf(join(folder, 'new'))).toEqual(await expected(files));
  });
});

test.each(['model', 'documents', 'details'])('a damaged %s is not used', async (file) => {
  await inFolder(async (folder) => {
    await parsedBy(folder, 'old', OLD);
    const path = join(folder, 'old', file);
    const bytes = await readFile(path);
    // All of them, so that each file is damaged.
    await writeFile(path, Buffer.from(bytes.map((byte) => byte ^ 1)));
    expect(await parsedBy(folder, 'new', OLD)).toEqual(['bar', 'foo']);
    expect(await contentOf(join(folder, 'new'))).toEqual(await expected(OLD));
    expect(await readdir(join(folder, 'old')), 'so that it is rebuilt').not.toContain('packages.json');
    expect(await parsedBy(folder, 'old', OLD), 'from the undamaged one').toEqual([]);
    expect(await contentOf(join(folder, 'old'))).toEqual(await expected(OLD));
  });
});

test.each<[string, (list: StoredList) => string | Buffer]>([
  ['is damaged', (list) => `${sealedJson(list)}`.replace('"foo"', '"fox"')],
  ['has another format', (list) => sealedJson({ ...list, format: FORMAT - 1 })],
  ['is empty', () => ''],
])('an index whose list %s is not used', async (_what, changed) => {
  await inFolder(async (folder) => {
    await parsedBy(folder, 'old', OLD);
    await writeFile(join(folder, 'old', 'packages.json'), changed(await listOf(join(folder, 'old'))));
    expect(await parsedBy(folder, 'new', OLD)).toEqual(['bar', 'foo']);
  });
});

test('a list that assigns documents to another digest does not affect equal files', async () => {
  await inFolder(async (folder) => {
    await parsedBy(folder, 'old', OLD);
    const list = await listOf(join(folder, 'old'));
    const files = list.files.map((each) => ({ ...each, digest: `sha256:${'0'.repeat(64)}` }));
    await writeFile(join(folder, 'old', 'packages.json'), sealedJson({ ...list, files }));
    expect(await parsedBy(folder, 'new', OLD)).toEqual(['bar', 'foo']);
  });
});

test('files with faults, ignored files and small files are not stored', async () => {
  await inFolder(async (folder) => {
    const files = {
      ...OLD,
      'small.json': '{"schema":"a"}',
      'ignored/catalog.json': packageFile('ignored'),
      '.indexignore': 'ignored\n',
    };
    await indexCatalog(catalogOf(files), join(folder, 'old'), { digest: 'sha256:test' });
    const { files: stored } = await listOf(join(folder, 'old'));
    expect(stored.map(({ path }) => path).sort()).toEqual(['bar/catalog.json', 'foo/catalog.json']);
    const broken = { ...OLD, 'foo/catalog.json': `${OLD['foo/catalog.json']}{` };
    const attempt = indexCatalog(catalogOf(broken), join(folder, 'broken'), { digest: 'sha256:test' });
    await expect(attempt).rejects.toMatchObject({ code: 'catalog-invalid' });
    expect(await readdir(folder)).toEqual(['old']);
  });
});
