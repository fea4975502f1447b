import { expect, test } from 'vitest';
import {
  catalogOf,
  indexed,
  inFolder,
  operatorSelection,
  type PackageSketch,
  selecting,
  shortOf,
  sketched,
} from './catalog.fixture.ts';
import { indexCatalog } from './index/catalog-index.ts';
import { selectOperators } from './select/select.ts';
import { filteredFiles } from './write-fbc.ts';

const FOO: PackageSketch = { channels: { beta: ['v0.1.0', 'v0.2.0 < v0.1.0'], alpha: ['v0.1.0'] } };
const LIFECYCLE = { schema: 'io.openshift.operators.lifecycles.v1alpha1' };
const DEPRECATIONS = {
  schema: 'olm.deprecations',
  package: 'foo',
  entries: [
    { reference: { schema: 'olm.bundle', name: 'foo.v0.1.0' }, message: 'old' },
    { reference: { schema: 'olm.package' }, message: 'all <of> it & more' },
  ],
};
const FILES = {
  'lifecycle.json': JSON.stringify(LIFECYCLE),
  'z.json': JSON.stringify({ schema: 'a.note', list: [], empty: {}, number: 1.0 }),
  'foo.json': sketched('foo', {
    ...FOO,
    more: [DEPRECATIONS, { ...LIFECYCLE, package: 'foo', more: 'fields' }],
  }),
  'bar.json': sketched('bar', { channels: { stable: ['v1.0.0'] } }),
};

const written = (files: Record<string, string>, selection = operatorSelection()) =>
  selecting(files, selection, async (result, index) => {
    const found: Record<string, string> = {};
    for await (const { path, content } of filteredFiles(index, result)) found[path] = content.toString();
    return found;
  });

/** Documents of a file, separated by the brace at the beginning of a line. */
const documentsOf = (text: string) => text.split(/(?<=^}\n)/m).map((json) => JSON.parse(json));

test('a folder for each package, other documents at the top, formatted like Go', async () => {
  const found = await written(FILES, operatorSelection([{ name: 'foo', channels: [{ name: 'beta' }] }]));
  expect(Object.keys(found)).toEqual(['catalog.json', 'foo/catalog.json']);
  expect(found['catalog.json']).toBe(
    '{\n    "schema": "a.note",\n    "list": [],\n    "empty": {},\n    "number": 1\n}\n' +
      '{\n    "schema": "io.openshift.operators.lifecycles.v1alpha1"\n}\n',
  );
  expect(documentsOf(found['foo/catalog.json']!)).toEqual([
    { schema: 'olm.package', name: 'foo', defaultChannel: 'beta' },
    {
      schema: 'olm.channel',
      package: 'foo',
      name: 'beta',
      entries: [{ name: 'foo.v0.2.0', replaces: 'foo.v0.1.0' }],
    },
    expect.objectContaining({ schema: 'olm.bundle', name: 'foo.v0.2.0' }),
    { ...LIFECYCLE, package: 'foo', more: 'fields' },
    { ...DEPRECATIONS, entries: [DEPRECATIONS.entries[1]] },
  ]);
  expect(found['foo/catalog.json'], 'no HTML is escaped').toContain('all <of> it & more');
});

test('channels and bundles by name, the default channel of the configuration', async () => {
  const selection = operatorSelection([{ name: 'foo', defaultChannel: 'alpha', minVersion: '0.1.0' }]);
  const documents = documentsOf((await written(FILES, selection))['foo/catalog.json']!);
  expect(documents[0]).toMatchObject({ schema: 'olm.package', defaultChannel: 'alpha' });
  expect(documents.slice(1, 5).map(({ name }) => name)).toEqual([
    'alpha',
    'beta',
    'foo.v0.1.0',
    'foo.v0.2.0',
  ]);
});

test('the same bytes for any order of the files', async () => {
  const backwards = Object.fromEntries(Object.entries(FILES).reverse());
  const selection = operatorSelection(undefined, { full: true });
  const [one, other] = [await written(FILES, selection), await written(backwards, selection)];
  expect(Object.keys(one)).toEqual(['catalog.json', 'bar/catalog.json', 'foo/catalog.json']);
  expect(other).toEqual(one);
});

test('the written catalog equals the selection, also after selecting everything again', async () => {
  await inFolder(async (folder) => {
    const index = await indexed(folder, FILES);
    const selection = operatorSelection([
      { name: 'foo', minVersion: '0.2.0', channels: [{ name: 'beta' }] },
      { name: 'bar' },
    ]);
    const first = await selectOperators(index, selection);
    const files: Record<string, Buffer> = {};
    for await (const { path, content } of filteredFiles(index, first)) files[path] = content;
    const again = await indexCatalog(catalogOf(files), `${folder}/again`, { digest: 'sha256:again' });
    expect(shortOf(await selectOperators(again, operatorSelection(undefined, { full: true })))).toEqual(
      shortOf(first),
    );
    expect(shortOf(await selectOperators(again, selection))).toEqual(shortOf(first));
    expect(again.others.map(({ schema }) => schema).sort()).toEqual(['a.note', LIFECYCLE.schema]);
  });
});
