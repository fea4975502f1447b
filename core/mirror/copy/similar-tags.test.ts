import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { type BuiltImage, builtImage } from '../../test-world/built-image.ts';
import { layer } from '../../test-world/layer.ts';
import { additionalConfig, newRig, type Rig, toDisk, toRegistry } from '../mirror.fixture.ts';
import { digestAt, upload } from '../referrers.fixture.ts';

const TAGS = ['v1', 'V1', 'v2'];

let rig: Rig;
let workspace: string;
let images: BuiltImage[];
let digests: string[];
beforeAll(async () => {
  rig = await newRig();
  images = TAGS.map((tag) => builtImage({ format: 'oci', layers: [layer([{ name: 'tag', content: tag }])] }));
  for (const [index, image] of images.entries())
    await upload(rig.world.upstream.host, 'similar/tags', image, TAGS[index]);
  digests = images.map(({ digest }) => digest);
  workspace = rig.place('workspace');
  const names = TAGS.map((tag) => `quay.io/similar/tags:${tag}`);
  const config = await additionalConfig(`${rig.place('similar')}.yaml`, names);
  expect(await toDisk(rig, workspace, config)).toMatchObject({ exitCode: 0 });
});
afterAll(() => rig[Symbol.asyncDispose]());

/** A registry, and a gateway in front of it that writes tags in lower case. */
async function registryWithGateway() {
  const server = await startRegistryServer({ storage: memoryStorage() });
  const gateway = createServer((incoming, response) => {
    const path = incoming.url!.replace(/\/manifests\/[^/]+$/, (end) => end.toLowerCase());
    const { method, headers } = incoming;
    const outgoing = request(`http://${server.host}${path}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  return {
    direct: server.host,
    gateway: `127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      gateway.closeAllConnections();
      gateway.close();
      await server.close();
    },
  };
}

const push = (host: string) => toRegistry(rig, workspace, host, { stateDirectory: rig.place('state') });

test('a tag that would replace a similar one fails its image, in every run', async () => {
  await using registry = await registryWithGateway();
  const { gateway } = registry;
  for (const copied of [2, 0]) {
    const result = await push(gateway);
    expect(result).toMatchObject({ exitCode: 2, status: 'partial', images: { copied, failed: 1 } });
    expect(result.failures).toMatchObject([{ code: 'destination-collision', side: 'destination' }]);
    expect(result.failures[0]!.message).toMatch(/doesn't distinguish the tags (v1 and V1|V1 and v1)/);
    const failed = result.failures[0]!.destination!.endsWith(':v1') ? 0 : 1;
    expect(await digestAt(gateway, 'similar/tags/manifests/v1')).toBe(digests[1 - failed]);
    expect(await digestAt(gateway, 'similar/tags/manifests/v2')).toBe(digests[2]);
  }
});

test('similar tags are pushed to a registry that distinguishes them', async () => {
  await using registry = await registryWithGateway();
  for (const copied of [3, 0])
    expect(await push(registry.direct)).toMatchObject({ exitCode: 0, images: { copied, failed: 0 } });
  for (const [index, tag] of TAGS.entries())
    expect(await digestAt(registry.direct, `similar/tags/manifests/${tag}`)).toBe(digests[index]);
});

test('a tag that has the image of a similar one is moved at a registry that distinguishes them', async () => {
  await using registry = await registryWithGateway();
  await upload(registry.direct, 'similar/tags', images[0]!, 'V1');
  expect(await push(registry.direct)).toMatchObject({ exitCode: 0, images: { failed: 0 } });
  for (const [index, tag] of TAGS.entries())
    expect(await digestAt(registry.direct, `similar/tags/manifests/${tag}`)).toBe(digests[index]);
});
