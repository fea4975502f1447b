import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Digest } from '../../base/image/digest.ts';
import { parseReference } from '../../base/image/reference.ts';
import type { OperatorSelection } from '../../image-set/config/image-set.ts';
import { type Client, client } from '../../registry/exchange/registry.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { type BuiltImage, builtImage } from '../../test-world/built-image.ts';
import { layer } from '../../test-world/layer.ts';
import { catalogOf, operatorSelection, sketched } from '../catalog/catalog.fixture.ts';
import { selectOperators } from '../catalog/select/select.ts';
import {
  catalogImage,
  layerOf,
  type TemporaryFolder,
  temporaryFolder,
} from '../catalog-image/catalog-image.fixture.ts';
import { catalogIndexIn } from './catalog-indexes.ts';
import { catalogRemovals, rejectRemovals, removalProblem } from './catalog-removals.ts';
import type { CollectedCatalog } from './collect-catalog.ts';

const FOO = sketched('foo', {
  channels: { stable: ['v2.0.0 < v1.0.0', 'v1.0.0'], fast: ['v3.0.0'] },
});
const BAR = sketched('bar', { channels: { stable: ['v1.0.0'] } });
const NEW = `sha256:${'e'.repeat(64)}` as Digest;

let folder: TemporaryFolder;
let server: RegistryServer;
let registries: Client;
let indexes: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  registries = client();
});
beforeEach(async () => {
  await server?.close();
  server = await startRegistryServer({ storage: memoryStorage() });
  indexes = join(folder.path, 'indexes');
  await rm(indexes, { recursive: true, force: true });
});
afterAll(async () => {
  await server.close();
  await registries[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function push(image: BuiltImage): Promise<void> {
  const url = `${server.url}/v2/ns/index`;
  for (const { digest, bytes } of image.blobs)
    await fetch(`${url}/blobs/uploads/?digest=${digest}`, { method: 'POST', body: new Uint8Array(bytes) });
  const headers = { 'content-type': image.mediaType };
  const body = new Uint8Array(image.bytes);
  const { status } = await fetch(`${url}/manifests/v1`, { method: 'PUT', body, headers });
  expect(status).toBe(201);
}

const layerWith = (files: Record<string, string>) =>
  layer(Object.entries(files).map(([name, content]) => ({ name, content })));
const there = (files: Record<string, string>) => catalogImage([layerWith(files)]);

/** The content to push: a selection of foo and bar, as collected. */
async function selection(operator: OperatorSelection, digest = NEW): Promise<CollectedCatalog> {
  const files = { 'foo/catalog.json': FOO, 'bar/catalog.json': BAR };
  const index = await catalogIndexIn(indexes, `sha256:${'f'.repeat(64)}`, () => catalogOf(files));
  const destination = { repository: 'ns/index', tag: 'v1' };
  const original = {
    kind: 'operatorCatalog' as const,
    origin: operator.catalog,
    source: { registry: 'quay.example', repository: 'ns/index', digest },
    destination,
    deliverable: 'catalog index:v1',
    why: '',
    verdict: { result: 'not-checked' as const },
  };
  return {
    operator,
    title: 'index:v1',
    deliverable: 'catalog index:v1',
    reference: parseReference(operator.catalog),
    digest,
    images: [],
    original,
    destination,
    index,
    result: await selectOperators(index, operator, {}),
  };
}

const compare = (catalog: CollectedCatalog) =>
  catalogRemovals([catalog], {
    registry: registries.registries.at(server.host),
    nameOf: ({ destination }) => destination,
    indexes,
  });

test('sends no requests if the destination has no catalog, or the same', async () => {
  const all = operatorSelection(undefined, { full: true });
  expect(await compare(await selection(all))).toEqual({ removals: [], problems: [] });
  const image = there({ 'configs/foo/catalog.json': FOO, 'configs/bar/catalog.json': BAR });
  await push(image);
  expect(await compare(await selection(all, image.digest))).toEqual({ removals: [], problems: [] });
  expect(await compare(await selection(all))).toEqual({ removals: [], problems: [] });
});

test('reports removed packages, channels and versions, and no new ones', async () => {
  await push(there({ 'configs/foo.json': FOO, 'configs/bar.json': BAR }));
  const one = operatorSelection([{ name: 'foo', defaultChannel: 'stable', channels: [{ name: 'stable' }] }]);
  const { removals, problems } = await compare(await selection(one));
  expect(problems).toEqual([]);
  expect(removals).toEqual([
    {
      destination: 'ns/index:v1',
      packages: [
        { name: 'bar', complete: true, channels: ['stable'], bundles: ['bar.v1.0.0'] },
        { name: 'foo', complete: false, channels: ['fast'], bundles: ['foo.v1.0.0', 'foo.v3.0.0'] },
      ],
    },
  ]);
  expect(removalProblem(removals[0]!, 'warning')).toMatchObject({
    level: 'warning',
    message:
      'ns/index:v1 would no longer contain operator bar, channel fast and foo.v1.0.0, foo.v3.0.0 of foo, which clusters can currently install',
  });
  expect(() => rejectRemovals(removals)).toThrowError(
    expect.objectContaining({ code: 'catalog-removal', side: 'destination' }),
  );
  expect(() => rejectRemovals([])).not.toThrow();
});

const CONFIGS = layerWith({ 'configs/foo.json': FOO });
const DAMAGED = layerOf(Buffer.from('no tar at all, but as long as a header would have to be'.repeat(20)));
test.each<[string, BuiltImage]>([
  ['an image that is not a catalog', builtImage({ layers: [CONFIGS] })],
  ['a catalog that is not JSON', there({ 'configs/foo.json': '{"schema": ' })],
  ['an empty catalog', there({ 'etc/passwd': 'x' })],
  ['a layer that is not an archive', catalogImage([DAMAGED])],
  ['a name that leads out of its folder', there({ 'configs/../../etc/passwd': '{}' })],
])('%s at the destination is reported, and does not stop the run', async (_, image) => {
  await push(image);
  const { removals, problems } = await compare(await selection(operatorSelection([{ name: 'foo' }])));
  expect(removals).toEqual([]);
  expect(problems).toMatchObject([
    {
      level: 'warning',
      message: expect.stringMatching(/^can't determine which .* would be removed from ns\/index:v1: /),
    },
  ]);
});

test('a layer that the destination lost is reported, and does not stop the run', async () => {
  await push(catalogImage([CONFIGS]));
  server.faults.set({ rules: [{ path: `/blobs/${CONFIGS.digest}`, status: 404, times: 100 }] });
  const { problems } = await compare(await selection(operatorSelection([{ name: 'foo' }])));
  expect(problems).toMatchObject([{ code: 'not-found', level: 'warning' }]);
});

test('a destination that does not respond ends the run', async () => {
  await push(catalogImage([CONFIGS]));
  server.faults.set({ rules: [{ path: '/blobs/', status: 403, times: 100 }] });
  await expect(compare(await selection(operatorSelection([{ name: 'foo' }])))).rejects.toMatchObject({
    code: 'denied',
  });
});
