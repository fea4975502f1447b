import { beforeAll, expect, test } from 'vitest';
import type { CollectedImage, WorkingFiles } from '../../base/collected/collected.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { parseReference } from '../../base/image/reference.ts';
import { indexed, inFolder, operatorSelection, sketched } from '../catalog/catalog.fixture.ts';
import { selectOperators } from '../catalog/select/select.ts';
import { textsOf } from '../catalog-image/catalog-image.fixture.ts';
import { catalogNames } from '../catalog-image/catalog-names.ts';
import { filterHashes } from '../catalog-image/filter-hash.ts';
import {
  carriedCatalogFiles,
  catalogAtRegistry,
  catalogsInSet,
  findCarriedCatalog,
  findExtractedCatalog,
} from './carried-catalog.ts';
import type { CollectedCatalog } from './collect-catalog.ts';

const digestOf = (digit: string): Digest => `sha256:${digit.repeat(64)}`;
const ORIGINAL = digestOf('a');
const REBUILT = digestOf('b');
const operator = operatorSelection([{ name: 'foo' }], { catalog: 'quay.example/ns/index:v1' });
const names = catalogNames(operator);
const hashes = filterHashes(operator, ORIGINAL);

const imageOf = (digest: Digest, tag: string): CollectedImage => ({
  kind: 'operatorCatalog',
  origin: operator.catalog,
  source: { registry: 'quay.example', repository: 'ns/index', digest },
  destination: { repository: 'ns/index', tag },
  deliverable: 'catalog index:v1',
  why: '',
  verdict: { result: 'not-checked' },
});

/** Files of the connected side, filtered and complete. */
let filtered: Record<string, string>;
let complete: Record<string, string>;
let collected: CollectedCatalog;

beforeAll(() =>
  inFolder(async (folder) => {
    const files = { 'foo.json': sketched('foo', { channels: { stable: ['v2.0.0 < v1.0.0', 'v1.0.0'] } }) };
    const index = await indexed(folder, files);
    collected = {
      operator,
      title: 'index:v1',
      deliverable: 'catalog index:v1',
      reference: parseReference(operator.catalog),
      digest: ORIGINAL,
      images: [],
      original: imageOf(ORIGINAL, 'v1'),
      rebuilt: imageOf(REBUILT, 'v1'),
      hashes,
      destination: { repository: 'ns/index', tag: 'v1' },
      index,
      result: await selectOperators(index, operator, {}),
    };
    const texts = async (catalog: CollectedCatalog) => {
      const found: Record<string, string> = {};
      for await (const { name, content } of carriedCatalogFiles(catalog)) found[name] = content.toString();
      return found;
    };
    filtered = await texts(collected);
    complete = await texts(
      withoutFilter(await selectOperators(index, operatorSelection(undefined, { full: true }), {})),
    );
  }),
);

function withoutFilter(result: CollectedCatalog['result']): CollectedCatalog {
  const { rebuilt: _, hashes: __, ...rest } = collected;
  return { ...rest, result };
}

const filesOf = (texts: Record<string, string>): WorkingFiles => ({
  read: async (name) => (name in texts ? Buffer.from(texts[name]!) : undefined),
  list: async (prefix) => Object.keys(texts).filter((name) => name.startsWith(prefix)),
});
/** Like an archive with only one of the hashes. */
const only = (hash: string, texts = filtered) =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => name.includes(`/${hash}/`)));
const containing = (hash: string, digest: Digest) => (repository: string, tag: string) =>
  repository === 'ns/index' && tag === hash ? digest : undefined;
const folderOf = (hash: string) => `operator-catalogs/index/${hexOf(ORIGINAL)}/filtered-catalogs/${hash}`;

test('a filtered catalog is transferred with both hashes, and with the hex digest of its image', () => {
  expect(hashes.pinned).not.toBe(hashes.legacy);
  expect(Object.keys(filtered).sort()).toEqual(
    [hashes.pinned, hashes.legacy]
      .flatMap((hash) => [`${folderOf(hash)}/catalog-config/foo/catalog.json`, `${folderOf(hash)}/digest`])
      .sort(),
  );
  expect(filtered[`${folderOf(hashes.legacy)}/digest`]).toBe('b'.repeat(64));
  expect(catalogsInSet(collected).map(({ destination, source }) => [destination.tag, source.digest])).toEqual(
    [
      ['v1', ORIGINAL],
      [hashes.pinned, REBUILT],
      [hashes.legacy, REBUILT],
    ],
  );
  expect(catalogAtRegistry(collected)).toBe(collected.rebuilt);
});

test.each(['pinned', 'legacy'] as const)('is found by its %s hash alone', async (which) => {
  const hash = hashes[which];
  const found = await findCarriedCatalog(filesOf(only(hash)), containing(hash, REBUILT), names, hashes);
  expect(found?.digest).toBe(REBUILT);
  const texts = await textsOf(found!.files());
  expect(Object.keys(texts)).toEqual(['foo/catalog.json']);
  expect(texts['foo/catalog.json']).toContain('foo.v2.0.0');
  expect(texts['foo/catalog.json']).not.toContain('"name": "foo.v1.0.0"');
});

test('the tag selects among several versions of a catalog with the same filter', async () => {
  const hash = hashes.legacy;
  const renewed = Object.fromEntries(
    Object.entries(only(hash)).map(([name, text]) => [
      name.replace(hexOf(ORIGINAL), 'c'.repeat(64)),
      name.endsWith('/digest') ? `${'d'.repeat(64)}\n` : text.replaceAll('v2.0.0', 'v3.0.0'),
    ]),
  );
  const files = filesOf({ ...only(hash), ...renewed });
  const found = await findCarriedCatalog(files, containing(hash, digestOf('d')), names, hashes);
  expect(found?.digest).toBe(digestOf('d'));
  expect((await textsOf(found!.files()))['foo/catalog.json']).toContain('foo.v3.0.0');
});

test('is not found with another image, no image, no files, or another filter', async () => {
  const hash = hashes.pinned;
  const find = (texts: Record<string, string>, digest: Digest | undefined) =>
    findCarriedCatalog(
      filesOf(texts),
      (_, tag) => (digest && tag === hash ? digest : undefined),
      names,
      hashes,
    );
  expect(await find(filtered, digestOf('e'))).toBeUndefined();
  expect(await find(filtered, undefined)).toBeUndefined();
  expect(await find({ [`${folderOf(hash)}/digest`]: 'b'.repeat(64) }, REBUILT)).toBeUndefined();
  expect(await find(only('0'.repeat(32)), REBUILT)).toBeUndefined();
  expect(await find(filtered, REBUILT)).toBeDefined();
});

test('an entire catalog is transferred as extracted, and found by the digest of its image', async () => {
  const name = `operator-catalogs/index/${hexOf(ORIGINAL)}/catalog-config/configs/foo/catalog.json`;
  expect(Object.keys(complete)).toEqual([name]);
  expect(catalogsInSet(withoutFilter(collected.result))).toEqual([collected.original]);
  // oc-mirror stores filtered catalogs in the same folder. They aren't part of the entire catalog.
  const files = filesOf({ ...filtered, ...complete });
  const texts = await textsOf((await findExtractedCatalog(files, ORIGINAL))!.files());
  expect(Object.keys(texts)).toEqual(['configs/foo/catalog.json']);
  expect(texts['configs/foo/catalog.json']).toContain('"name": "foo.v1.0.0"');
  expect(await findExtractedCatalog(filesOf(filtered), ORIGINAL)).toBeUndefined();
  expect(await findExtractedCatalog(files, REBUILT)).toBeUndefined();
});

test('an entire catalog that is pulled by digest gets a tag from its content', () => {
  const tag = `sha256-${hexOf(ORIGINAL)}`;
  const destination = { repository: 'ns/index', tag };
  const catalog = { ...withoutFilter(collected.result), destination };
  expect(catalogAtRegistry(catalog)).toEqual({ ...collected.original, destination });
});
