import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../base/image/sha256.ts';
import { startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { openImageSource } from '../store/archive/archive-source.ts';
import { newRig, type Rig, toDisk, toRegistry } from './mirror.fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

async function extractedIn(set: string): Promise<string[]> {
  const source = await openImageSource(set);
  const names = source.files('operator-catalogs/');
  await source.close();
  return names.map((name) => name.replace(/^(operator-catalogs\/[^/]+\/)[0-9a-f]{64}/, '$1DIGEST'));
}

test('after a complete catalog moved, the transfer with new content can be pushed alone', async () => {
  const { catalog } = rig.world.inventory;
  const config = `${rig.place('full')}.yaml`;
  const head = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n';
  await writeFile(config, `${head}  operators:\n  - catalog: ${catalog.source}\n    full: true\n`);
  const workspace = rig.place('workspace');
  const server = await startRegistryServer({ storage: memoryStorage() });
  const first = await toDisk(rig, workspace, config);
  expect(await toRegistry(rig, first.directory!, server.host)).toMatchObject({ status: 'complete' });
  // The image is complete, so its files need not be transferred in addition.
  expect(await extractedIn(first.directory!)).toEqual([]);

  const url = `http://${rig.world.upstream.host}/v2/${catalog.destination.replace(':', '/manifests/')}`;
  const now = await fetch(url, { headers: { accept: '*/*' } });
  const headers = { 'content-type': now.headers.get('content-type')! };
  const body = JSON.stringify(await now.json(), null, 3);
  expect((await fetch(url, { method: 'PUT', body, headers })).status).toBe(201);

  const second = await toDisk(rig, workspace, config);
  expect(second).toMatchObject({ status: 'complete', transfer: 'default-0002' });
  expect(await extractedIn(second.directory!)).toEqual(
    ['anvil-operator', 'bellows-operator'].map(
      (name) => `operator-catalogs/redhat-operator-index/DIGEST/catalog-config/configs/${name}/catalog.json`,
    ),
  );
  const stateDirectory = join(rig.directory, 'another-host');
  const pushed = await toRegistry(rig, second.directory!, server.host, { stateDirectory });
  expect(pushed).toMatchObject({
    status: 'complete',
    images: { copied: 1, present: first.images.total - 1, failed: 0 },
  });
  const served = await fetch(url.replace(rig.world.upstream.host, server.host), {
    headers: { accept: '*/*' },
  });
  expect(served.headers.get('docker-content-digest')).toBe(sha256(body));
  await server.close();
});
