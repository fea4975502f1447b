import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealedRecord } from '../../base/files/sealed-records.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { OperatorSelection } from '../../image-set/config/image-set.ts';
import { imageOf, releasesOf, type TemporaryPlace, temporaryPlace } from './live-plan.fixture.ts';
import { lookUpList } from './look-up-list.ts';
import { t } from './messages.ts';
import type { DraftParts } from './parts/draft-parts.ts';

let temporary: TemporaryPlace;
beforeEach(async () => {
  temporary = await temporaryPlace();
});
afterEach(() => temporary[Symbol.asyncDispose]());

const AT = Date.parse('2026-11-01T10:00:00Z');
const CATALOG = 'registry.redhat.io/redhat/redhat-operator-index:v4.18';

const parts = (given: Partial<DraftParts>): DraftParts => ({
  ...{ parts: [], releases: releasesOf([]), catalogs: [], unbuilt: [], problems: [] },
  ...{ charts: { charts: [], unknown: [], problems: [] }, unknown: [], tags: undefined, collisions: [] },
  ...given,
});
const list = (given: Partial<DraftParts>, scale = 1) => lookUpList(parts(given), temporary.place, scale);
const catalogOf = (name: string, more: object = {}) => {
  const operator: OperatorSelection = { catalog: name, full: false, skipDependencies: false, platforms: [] };
  return { operator, title: name, faults: [], ...more };
};
const guessedPart = (moreImages: number) => ({
  ...{ id: 'x', kind: 'operator' as const, name: 'x', why: '', images: [], moreImages },
  ...{ contents: new Uint32Array(), estimated: true },
});

/** Adds an image to those that were loaded. */
async function lookedAt(like: string, manifest: number, blob: number): Promise<void> {
  const line = {
    ...{ key: `${sha256(`${like} ${blob}`)} all attachments`, like, digest: sha256(`${like} ${blob}`) },
    manifests: [{ digest: sha256(`manifest ${like} ${blob}`), size: manifest }],
    ...{ blobs: [{ digest: sha256(`blob ${like} ${blob}`), size: blob }], attachments: [] },
  };
  await mkdir(temporary.place.cacheDirectory, { recursive: true });
  const file = join(temporary.place.cacheDirectory, 'known-images.jsonl');
  await appendFile(file, sealedRecord(JSON.stringify(line)));
  await temporary.place.refresh();
}

test('a draft without content has nothing to look up', async () => {
  expect(await list({})).toEqual([]);
});

test('a graph is listed with the time when it was read', async () => {
  const query = { channel: 'stable-4.18', architecture: 'arm64', type: 'ocp' as const };
  const graphs = [{ query }, { query: { ...query, channel: 'fast-4.18' }, at: AT }];
  expect(await list({ releases: releasesOf([], { graphs }) })).toEqual([
    {
      id: 'graph arm64 stable-4.18',
      kind: 'graph',
      name: t('graphItem', { channel: 'stable-4.18', architecture: 'arm64' }),
      bytes: 500e3,
    },
    {
      ...{
        id: 'graph arm64 fast-4.18',
        kind: 'graph',
        name: t('graphItem', { channel: 'fast-4.18', architecture: 'arm64' }),
      },
      ...{ bytes: 500e3, asOf: '2026-11-01T10:00:00.000Z' },
    },
  ]);
});

test('a payload is listed until it is read; an estimated release needs a version', async () => {
  const { releases } = releasesOf(['4.18.1', '4.18.2', '4.18.3']);
  const { wanted: _wanted, ...named } = releases[2]!;
  const guessed = { ...named, tag: '4.18 (newest)-x86_64', version: '4.18 (newest)' };
  const all = [{ ...releases[0]!, images: [] }, releases[1]!, named, guessed];
  expect((await list({ releases: { ...releasesOf([]), releases: all } })).map(({ id }) => id)).toEqual([
    'payload 4.18.2-x86_64',
    'payload 4.18.3-x86_64',
  ]);
});

test('a catalog is listed unless it is known by its digest', async () => {
  const index = {} as never;
  const asOf = '2026-11-01T10:00:00.000Z';
  const found = await list({
    catalogs: [
      catalogOf('registry.lab/unread:v1'),
      catalogOf('registry.lab/read:v1', { index, asOf }),
      catalogOf(`registry.lab/fixed@${sha256('a')}`, { index }),
      catalogOf('registry.lab/tag-without-index:v1', { asOf }),
      catalogOf('oci:///srv/index', { layout: {} }),
    ],
  });
  expect(found.map(({ id, bytes, asOf: at }) => [id, bytes, at])).toEqual([
    ['catalog registry.lab/unread:v1', 180e6, undefined],
    ['catalog registry.lab/read:v1', 180e6, asOf],
    ['catalog registry.lab/tag-without-index:v1', 180e6, undefined],
    ['catalog oci:///srv/index', 0, undefined],
  ]);
});

test.each([
  CATALOG,
  `docker://${CATALOG}`,
  CATALOG.replace('v4.18', 'v4.19'),
  CATALOG.replace(/:v.*/, `@${sha256('a')}`),
])('a catalog has the size of its last version: %s', async (name) => {
  await lookedAt('operatorCatalog registry.redhat.io/redhat/redhat-operator-index', 10, 1000);
  await lookedAt('operatorCatalog registry.redhat.io/redhat/redhat-operator-index', 10, 2000);
  await lookedAt('operatorCatalog registry.redhat.io/redhat/certified-operator-index', 10, 9000);
  expect((await list({ catalogs: [catalogOf(name)] }, 0.5))[0]!.bytes).toBe(2010);
});

test('the size of an unknown catalog is scaled like the rest', async () => {
  expect((await list({ catalogs: [catalogOf(CATALOG)] }, 0.001))[0]!.bytes).toBe(180e3);
});

test.each<[string, number, number, string, number]>([
  ['one unknown image', 1, 0, 'manifests for 1 image', 9e3],
  ['several', 2, 0, 'manifests for 2 images', 18e3],
  ['estimated images', 1, 12, 'manifests for about 13 images', 117e3],
  ['a single estimated image', 0, 1, 'manifests for about 1 image', 9e3],
])('manifests are counted: %s', async (_, unknown, guessed, name, bytes) => {
  const images = Array.from({ length: unknown }, (__, position) => imageOf(`lab/${position}`));
  const found = await list({ unknown: images, parts: [guessedPart(guessed)] });
  expect(found).toEqual([{ id: 'manifests', kind: 'manifests', name, bytes }]);
});

test('manifests have the average size of those that were read', async () => {
  await lookedAt('generic quay.io/lab/a', 100, 1);
  await lookedAt('generic quay.io/lab/b', 301, 1);
  expect((await list({ unknown: [imageOf('lab/a')] }))[0]!.bytes).toBe(201);
});

test('charts, graph-data and tags are each listed once', async () => {
  const oldest = '2026-10-01T10:00:00.000Z';
  const found = await list({
    charts: { charts: [], unknown: ['helm a 1.0.0', 'helm b'], problems: [] },
    graphData: { at: oldest },
    tags: { images: [imageOf('lab/a')], oldest },
  });
  expect(found).toEqual([
    { id: 'charts', kind: 'chart', name: 'helm a 1.0.0, helm b', bytes: 600e3 },
    { id: 'graph-data', kind: 'graph', name: t('graphDataItem'), bytes: 1.5e6, asOf: oldest },
    { id: 'tags', kind: 'manifests', name: t('tagsItem', { count: 1 }), bytes: 500, asOf: oldest },
  ]);
  const [graphData] = await list({ graphData: {} });
  expect(graphData?.asOf).toBeUndefined();
});
