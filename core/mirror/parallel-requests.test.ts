import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isIndexType } from '../base/image/media-types.ts';
import { startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { type Gate, startGate } from './gate.fixture.ts';
import {
  imagesOf,
  missingAt,
  missingOnDisk,
  newRig,
  type Rig,
  toDisk,
  toRegistry,
} from './mirror.fixture.ts';

let rig: Rig;
/** In front of the upstream registry. */
let gate: Gate;
/** Requests to the upstream registry: method and path. */
let requests: string[];
/** Delays or rejects requests to the upstream registry. */
let passes: (request: string) => Promise<401 | undefined>;

beforeAll(async () => {
  rig = await newRig();
  gate = await startGate(rig.world.upstream.host, async ({ method, url }) => {
    const request = `${method} ${url}`;
    requests.push(request);
    return await passes(request);
  });
  const file = rig.host.env.CONTAINERS_REGISTRIES_CONF!;
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(rig.world.upstream.host, gate.host));
});
afterAll(async () => {
  await gate[Symbol.asyncDispose]();
  await rig[Symbol.asyncDispose]();
});
beforeEach(() => {
  requests = [];
  passes = async () => undefined;
});

/** Tags of additional images, as `repository/manifests/tag`. */
function additionalTags(): string[] {
  return rig.world.inventory.additional
    .filter(({ source }) => !source.includes('@'))
    .map(({ source }) => source.slice(source.indexOf('/') + 1).replace(/:([^:]+)$/, '/manifests/$1'));
}

async function configuration(name: string, more = ''): Promise<string> {
  const config = rig.place(name);
  const text = await readFile(rig.world.sets.core.file, 'utf8');
  await writeFile(config, text + more);
  return config;
}

test('tags of additional images and catalogs are requested while a release is read', async () => {
  const { catalog } = rig.world.inventory;
  const operators = `  operators:\n    - catalog: ${catalog.source}\n      full: true\n`;
  const config = await configuration('all.yaml', operators);
  const waitedFor = [...additionalTags(), catalog.source.slice(catalog.source.indexOf('/') + 1)].map((each) =>
    each.replace(/:([^:/]+)$/, '/manifests/$1'),
  );
  expect(waitedFor.length).toBeGreaterThan(3);
  const pending = new Set(waitedFor);
  const all = Promise.withResolvers<void>();
  // The release is answered only after the requests for all others have arrived.
  passes = async (request) => {
    for (const each of pending) if (request.endsWith(`/v2/${each}`)) pending.delete(each);
    if (pending.size === 0) all.resolve();
    if (request.includes('/ocp-release/manifests/')) await all.promise;
    return undefined;
  };
  const result = await toDisk(rig, rig.place('workspace'), config);
  expect(result).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
  expect(await missingOnDisk(result.directory!, imagesOf(rig, 'core'))).toEqual([]);
});

test('a new tag is requested once with its manifest, and a known one with HEAD', async () => {
  const workspace = rig.place('workspace');
  const config = await configuration('core.yaml');
  const tags = additionalTags();
  const sent = () => requests.filter((each) => tags.some((tag) => each.endsWith(`/v2/${tag}`))).toSorted();
  expect(await toDisk(rig, workspace, config)).toMatchObject({ exitCode: 0 });
  expect(sent()).toEqual(tags.map((tag) => `GET /v2/${tag}`).toSorted());
  requests = [];
  expect(await toDisk(rig, workspace, config)).toMatchObject({ exitCode: 0 });
  expect(sent()).toEqual(tags.map((tag) => `HEAD /v2/${tag}`).toSorted());
});

test('a rejected tag ends the early requests, so that a wrong password is not sent for each image', async () => {
  const { catalog, additional } = rig.world.inventory;
  const repository = additional.find(({ source }) => !source.includes('@'))!.source.replace(/:[^:/]+$/, '');
  const path = repository.slice(repository.indexOf('/'));
  const config = rig.place('many.yaml');
  const images = Array.from({ length: 400 }, (_, i) => `    - name: ${repository}:none-${i}\n`);
  await writeFile(
    config,
    `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  operators:
    - catalog: ${catalog.source}
      full: true
  additionalImages:
${images.join('')}`,
  );
  const sent = () => requests.filter((each) => each.includes('/manifests/none-')).length;
  let early: number | undefined;
  // The catalog takes longer than requests for all tags would.
  passes = async (request) => {
    if (request.includes(`${path}/manifests/none-`)) return 401;
    if (request.includes('operator-index/manifests/') && early === undefined) {
      await sleep(350);
      early = sent();
    }
    return undefined;
  };
  await toDisk(rig, rig.place('workspace'), config, { retryTimes: 0 });
  expect(early).toBeGreaterThan(0);
  expect(early).toBeLessThanOrEqual(64);
});

test('the manifests of an index are pushed at the same time, and the index after them', async () => {
  const workspace = rig.place('workspace');
  expect(await toDisk(rig, workspace, rig.world.sets.additional.file)).toMatchObject({ exitCode: 0 });
  const index = rig.world.inventory.additional.find(
    ({ mediaType, manifests }) => isIndexType(mediaType) && manifests.length > 2,
  )!;
  const children = index.manifests
    .filter(({ digest }) => digest !== index.digest)
    .map(({ digest }) => digest);
  const server = await startRegistryServer({ storage: memoryStorage() });
  const arrived = new Set<string>();
  const all = Promise.withResolvers<void>();
  const order: string[] = [];
  const destination = await startGate(server.host, async ({ method, url }) => {
    const [, reference] = /\/manifests\/(.+)$/.exec(url!) ?? [];
    if (method !== 'PUT' || !reference || !url!.includes(index.destination.replace(/:.*/, '')))
      return undefined;
    order.push(reference);
    if (!children.some((child) => child === reference)) return undefined;
    if (arrived.add(reference).size === children.length) all.resolve();
    await all.promise;
    return undefined;
  });
  try {
    expect(await toRegistry(rig, workspace, destination.host)).toMatchObject({ exitCode: 0 });
    expect(order.slice(0, -1).toSorted()).toEqual(children.toSorted());
    expect(await missingAt(server.host, imagesOf(rig, 'additional'))).toEqual([]);
  } finally {
    await destination[Symbol.asyncDispose]();
    await server.close();
  }
});
