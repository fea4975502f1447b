import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FaultScript } from '../../registry/server/faults/fault-script.ts';
import { type RegistryServer, startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { imagesOf, missingAt, newRig, type Rig, toDisk, toRegistry } from '../mirror.fixture.ts';

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
  // The repository of the payload has only one image.
  expect(requested(server)).toEqual({ tags: 1, lists: 1 });
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

test.each([403, 404, 500])('a list that is answered with %i is no fault', async (status) => {
  const server = await registry({ rules: [{ path: '/tags/list', status }] });
  const { components } = rig.world.inventory.releases[0]!;
  expect(await push(server)).toMatchObject({ exitCode: 0, images: { copied: components.length + 1 } });
  // A repository that doesn't exist has no tags.
  expect(requested(server).tags).toBe(status === 404 ? 1 : components.length + 1);
  expect(await missingAt(server.host, imagesOf(rig, 'release-one'))).toEqual([]);
  await server.close();
});
