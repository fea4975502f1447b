import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { client, scripted } from '../../registry/exchange/registry.fixture.ts';
import type { FaultScript } from '../../registry/server/faults/fault-script.ts';
import { type RegistryServer, startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { imagesOf, missingAt, newRig, type Rig, toDisk, toRegistry } from '../mirror.fixture.ts';
import { ListedTags } from './listed-tags.ts';

let rig: Rig;
let workspace: string;
beforeAll(async () => {
  const small = 1024;
  rig = await newRig({
    size: {
      ...{ components: 12, runtimeLayer: small, componentLayer: small, operatingSystemLayer: small },
      ...{ baseLayer: small, additionalLayer: small, operandLayer: small, catalogCache: small },
    },
  });
  workspace = rig.place('workspace');
  expect(await toDisk(rig, workspace, rig.world.sets['release-one'].file)).toMatchObject({ exitCode: 0 });
}, 60_000);
afterAll(() => rig[Symbol.asyncDispose]());

const push = (to: RegistryServer, stateDirectory = rig.place('state')) =>
  toRegistry(rig, workspace, to.host, { stateDirectory });
/** Requests for the tags of images, and for lists of tags. */
const requested = ({ stats }: RegistryServer) => ({
  tags: stats.byRoute['HEAD manifests']?.requests ?? 0,
  lists: stats.byRoute['GET tags']?.requests ?? 0,
});
const registry = (faults: FaultScript = {}) => startRegistryServer({ storage: memoryStorage(), faults });

test('one list replaces the requests for tags of a repository to which nothing was pushed', async () => {
  const server = await registry();
  const state = rig.place('state');
  const components = rig.world.inventory.releases[0]!.components.length;
  expect(components).toBeGreaterThan(8);
  expect(await push(server, state)).toMatchObject({ exitCode: 0, images: { copied: components + 1 } });
  // The repository of the payload has only one image. In the other one, a tag is requested to check the list.
  expect(requested(server)).toEqual({ tags: 2, lists: 1 });
  expect(await missingAt(server.host, imagesOf(rig, 'release-one'))).toEqual([]);
  server.resetStats();
  expect(await push(server, state)).toMatchObject({ images: { copied: 0, present: components + 1 } });
  expect(requested(server)).toEqual({ tags: components + 1, lists: 0 });
  server.resetStats();
  // Tags on the list are requested, because their digests count.
  expect(await push(server)).toMatchObject({ images: { copied: 0, present: components + 1 } });
  expect(requested(server).lists).toBe(1);
  expect(requested(server).tags).toBeGreaterThan(components);
  await server.close();
});

test.each([403, 404, 500])('a list that is answered with %i fails no image', async (status) => {
  const server = await registry({ rules: [{ path: '/tags/list', status }] });
  const { components } = rig.world.inventory.releases[0]!;
  expect(await push(server)).toMatchObject({ exitCode: 0, images: { copied: components.length + 1 } });
  // A repository that doesn't exist has no tags.
  expect(requested(server).tags).toBe(status === 404 ? 2 : components.length + 1);
  if (status !== 404) expect(requested(server).lists).toBe(1);
  expect(await missingAt(server.host, imagesOf(rig, 'release-one'))).toEqual([]);
  await server.close();
});

test('images are found at a registry that omits tags from its lists', async () => {
  const server = await startRegistryServer({ storage: { ...memoryStorage(), tags: async () => [] } });
  const images = rig.world.inventory.releases[0]!.components.length + 1;
  expect(await push(server)).toMatchObject({ exitCode: 0, images: { copied: images } });
  expect(await push(server)).toMatchObject({ exitCode: 0, images: { copied: 0, present: images } });
  await server.close();
});

test('a list is requested again after a minute, because others may push, too', async () => {
  let tags = ['v1'];
  await using server = await scripted((request, response) => {
    if (request.url!.includes('/tags/list')) return void response.end(JSON.stringify({ tags }));
    return void response.writeHead(404).end();
  });
  await using c = client();
  const now = performance.now.bind(performance);
  let later = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  onTestFinished(() => clock.mockRestore());
  const listed = new ListedTags({
    registry: c.registries.at(server.host),
    repositories: Array.from({ length: 8 }, () => 'a/b'),
    recorded: [],
    signal: new AbortController().signal,
  });
  const missing = () => Promise.all(['v1', 'v2', 'v3'].map((tag) => listed.isMissing('a/b', tag)));
  expect(await missing()).toEqual([false, true, true]);
  tags = ['v1', 'v2'];
  expect(await missing()).toEqual([false, true, true]);
  later = 61_000;
  expect(await missing()).toEqual([false, false, true]);
  expect(server.requests.filter(({ url }) => url.includes('/tags/list'))).toHaveLength(2);
});
