import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { openImageSource } from '../store/archive/archive-source.ts';
import type { PracticeImage } from '../test-world/inventory.ts';
import { t } from './messages.ts';
import {
  across,
  control,
  missingAt,
  missingOnDisk,
  newRig,
  type Rig,
  requestOf,
  toDisk,
  toRegistry,
} from './mirror.fixture.ts';
import { mirror } from './mirror.ts';
import { layoutOf } from './oci-layout.fixture.ts';
import { planMirror } from './plan/plan-mirror.ts';

let rig: Rig;
let catalog: string;
const servers: RegistryServer[] = [];
beforeAll(async () => {
  rig = await newRig();
  catalog = rig.world.inventory.catalog.source;
});
afterEach(() => rig.world.upstream.faults.clear());
afterAll(async () => {
  for (const server of servers) await server.close();
  await rig[Symbol.asyncDispose]();
});

async function registry(): Promise<string> {
  const server = await startRegistryServer({ storage: memoryStorage() });
  servers.push(server);
  return server.host;
}

/** Writes a configuration with one catalog; `rest` is YAML of the entry, indented by four. */
async function operators(rest = ''): Promise<string> {
  const file = `${rig.place('operators')}.yaml`;
  const head =
    'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  operators:\n';
  await writeFile(file, `${head}  - catalog: ${catalog}\n${rest}`);
  return file;
}

const ANVIL = '    packages:\n    - name: anvil-operator\n      channels:\n      - name: stable\n';

/** Images of bundles, from the inventory of the world. */
function imagesOf(...bundles: string[]): PracticeImage[] {
  const all = rig.world.inventory.catalog.packages.flatMap((each) => each.bundles);
  return all
    .filter(({ name }) => bundles.includes(name))
    .flatMap(({ bundle, related }) => [bundle, ...related]);
}

interface ManifestJson {
  manifests: { digest: string }[];
  layers: { digest: string }[];
}

const answer = async (url: string) =>
  (await fetch(url, { headers: { accept: '*/*' } })).json() as Promise<ManifestJson>;

/** The file-based catalog in a registry's catalog image: the last layer, read only with tar. */
async function servedPackages(host: string, repository: string, tag: string): Promise<string[]> {
  const index = await answer(`http://${host}/v2/${repository}/manifests/${tag}`);
  const child = index.manifests[0]!;
  const manifest = await answer(`http://${host}/v2/${repository}/manifests/${child.digest}`);
  const layer = manifest.layers.at(-1)!;
  const blob = await fetch(`http://${host}/v2/${repository}/blobs/${layer.digest}`);
  const names: string[] = [];
  const reading = extract();
  reading.end(gunzipSync(Buffer.from(await blob.arrayBuffer())));
  for await (const entry of reading) {
    names.push(entry.header.name);
    entry.resume();
  }
  return names.filter((name) => name.endsWith('.json'));
}

test('heads of a channel, to disk and then to a registry: images, a catalog with only them, resources', async () => {
  const workspace = rig.place('heads');
  const template = `${rig.place('template')}.yaml`;
  const catalogSource = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    spec: { displayName: 'Ours' },
  };
  await writeFile(template, JSON.stringify(catalogSource));
  const file = await operators(`    targetCatalogSourceTemplate: ${template}\n${ANVIL}`);
  const result = await toDisk(rig, workspace, file);
  await rm(template);
  expect(result).toMatchObject({ status: 'complete', incomplete: [] });
  expect(result.deliverables.map(({ name }) => name)).toEqual([
    'operator anvil-operator of redhat-operator-index:v4.16',
    'catalog redhat-operator-index:v4.16',
  ]);
  const images = imagesOf('anvil-operator.v1.2.0');
  expect(images).toHaveLength(3);
  expect(await missingOnDisk(result.directory!, [...images, rig.world.inventory.catalog])).toEqual([]);

  const source = await openImageSource(result.directory!);
  const tags = [...source.tags().get('redhat/redhat-operator-index')!.keys()];
  const folder = source.files('operator-catalogs/').find((name) => name.endsWith('/digest'))!;
  expect(tags.filter((tag) => /^[0-9a-f]{32}$/.test(tag))).toHaveLength(2);
  expect(folder).toMatch(
    /^operator-catalogs\/redhat-operator-index\/[0-9a-f]{64}\/filtered-catalogs\/[0-9a-f]{32}\/digest$/,
  );
  await source.close();

  const host = await registry();
  const pushed = await toRegistry(rig, result.directory!, host);
  expect(pushed).toMatchObject({ status: 'complete', images: { failed: 0, total: 4 } });
  expect(await missingAt(host, images)).toEqual([]);
  expect(await servedPackages(host, 'redhat/redhat-operator-index', 'v4.16')).toEqual([
    'configs/anvil-operator/catalog.json',
  ]);
  const resources = await readdir(pushed.resources!);
  expect(resources).toEqual(
    expect.arrayContaining([
      'cc-redhat-operator-index-v4-16.yaml',
      'cs-redhat-operator-index-v4-16.yaml',
      'idms-oc-mirror.yaml',
    ]),
  );
  const text = await readFile(join(pushed.resources!, 'cs-redhat-operator-index-v4-16.yaml'), 'utf8');
  expect(parse(text)).toMatchObject({
    spec: { displayName: 'Ours', image: `${host}/redhat/redhat-operator-index:v4.16` },
  });
});

test('registry to registry gives the same catalog as through a disk; a full one is copied unchanged', async () => {
  const [direct, carried] = [await registry(), await registry()];
  const file = await operators(ANVIL);
  expect(await across(rig, rig.place('across'), direct, file)).toMatchObject({ status: 'complete' });
  const { directory } = await toDisk(rig, rig.place('disk'), file);
  await toRegistry(rig, directory!, carried);
  const digest = async (host: string) =>
    (
      await fetch(`http://${host}/v2/redhat/redhat-operator-index/manifests/v4.16`, { method: 'HEAD' })
    ).headers.get('docker-content-digest');
  expect(await digest(direct)).toBe(await digest(carried));

  const full = await toDisk(rig, rig.place('full'), await operators('    full: true\n'));
  const complete = await registry();
  expect(await toRegistry(rig, full.directory!, complete)).toMatchObject({ status: 'complete' });
  const { catalog: upstream } = rig.world.inventory;
  const everything = upstream.packages.flatMap(({ bundles }) => bundles.map(({ name }) => name));
  expect(await missingAt(complete, [upstream, ...imagesOf(...everything)])).toEqual([]);
});

test('another filter on the disconnected side is applied to the transferred catalog, without network', async () => {
  const workspace = rig.place('other');
  const { directory } = await toDisk(
    rig,
    workspace,
    await operators('    packages:\n    - name: anvil-operator\n'),
  );
  const host = await registry();
  const before = rig.world.upstream.stats.requests;
  const pushed = await toRegistry(rig, directory!, host, { configFile: await operators(ANVIL) });
  expect(pushed).toMatchObject({ status: 'complete', images: { failed: 0, total: 4 } });
  expect(rig.world.upstream.stats.requests).toBe(before);
  expect(await missingAt(host, imagesOf('anvil-operator.v1.2.0'))).toEqual([]);
});

test('unknown names stop the run before anything except the catalog is downloaded', async () => {
  const wrong = await operators('    packages:\n    - name: anvil-operatr\n    - name: bellows-operator\n');
  const workspace = rig.place('wrong');
  const before = rig.world.upstream.stats.requests;
  await expect(toDisk(rig, workspace, wrong)).rejects.toMatchObject({
    code: 'config-invalid',
    problems: [{ code: 'operator-unknown', line: 7, remedy: expect.stringContaining('anvil-operator') }],
  });
  // The digest of the tag, its manifests, configuration and layers; none of its images.
  expect(rig.world.upstream.stats.requests - before).toBeLessThan(12);
  const lenient = await toDisk(rig, workspace, wrong, { skipUnknown: true });
  expect(lenient).toMatchObject({ status: 'complete' });
});

test('reports dependencies, and adds them on request', async () => {
  const file = await operators('    packages:\n    - name: bellows-operator\n');
  const reported = control();
  const alone = await toDisk(rig, rig.place('alone'), file, {}, reported);
  const dependencies = (events: typeof reported.events) =>
    events
      .flatMap((event) => (event.type === 'problem' ? [event.problem] : []))
      .map(({ code, level }) => `${code} ${level}`);
  expect(dependencies(reported.events)).toEqual(['operator-dependency warning']);
  const both = control();
  const added = await toDisk(rig, rig.place('added'), file, { addDependencies: true }, both);
  expect(dependencies(both.events)).toEqual(['operator-dependency info']);
  expect(added.images.total).toBeGreaterThan(alone.images.total);
  expect(
    await missingOnDisk(added.directory!, imagesOf('anvil-operator.v1.2.0', 'bellows-operator.v2.1.0')),
  ).toEqual([]);
  const host = await registry();
  await toRegistry(rig, added.directory!, host);
  expect(await missingAt(host, imagesOf('anvil-operator.v1.2.0', 'bellows-operator.v2.1.0'))).toEqual([]);
  expect(await servedPackages(host, 'redhat/redhat-operator-index', 'v4.16')).toHaveLength(2);
});

test('an operand that is missing in its registry fails alone; its bundle is reported with its operator', async () => {
  const [, controller] = imagesOf('anvil-operator.v1.2.0');
  const digest = controller!.digest.replace('sha256:', '');
  rig.world.upstream.faults.set({
    rules: [{ status: 404, path: `/manifests/sha256:${digest}`, times: 1000 }],
  });
  const emitted = control();
  const result = await toDisk(rig, rig.place('broken'), await operators(ANVIL), {}, emitted);
  expect(result).toMatchObject({
    status: 'partial',
    exitCode: 2,
    images: { failed: 1 },
    incomplete: [
      { package: 'anvil-operator', bundle: 'anvil-operator.v1.2.0', missing: [controller!.source] },
    ],
  });
  expect(emitted.events).toContainEqual(
    expect.objectContaining({
      type: 'problem',
      problem: expect.objectContaining({ code: 'bundle-incomplete' }),
    }),
  );
  const others = imagesOf('anvil-operator.v1.2.0').filter((image) => image !== controller);
  expect(await missingOnDisk(result.directory!, others)).toEqual([]);
});

test('rejects and lists removals before the tag of a catalog moves', async () => {
  const host = await registry();
  const both = await operators('    packages:\n    - name: anvil-operator\n    - name: bellows-operator\n');
  const fewer = await operators(ANVIL);
  await across(rig, rig.place('first'), host, both);
  const workspace = rig.place('second');
  const workflow = { kind: 'mirrorToMirror' as const, workspace, destination: { host, namespace: '' } };
  const chosen = { configFile: fewer, destinationTlsVerify: false };
  const planned = await planMirror(requestOf(workflow, chosen), rig.host, control());
  expect(planned.summary.problems).toMatchObject([{ code: 'catalog-removal', level: 'warning' }]);
  await expect(across(rig, workspace, host, fewer)).rejects.toMatchObject({
    code: 'catalog-removal',
    message: expect.stringMatching(
      /would no longer contain channel candidate .*of anvil-operator, operator bellows-operator/,
    ),
  });
  expect(await servedPackages(host, 'redhat/redhat-operator-index', 'v4.16')).toHaveLength(2);
  expect(await across(rig, workspace, host, fewer, { allowRemoval: true })).toMatchObject({
    status: 'complete',
  });
  expect(await servedPackages(host, 'redhat/redhat-operator-index', 'v4.16')).toHaveLength(1);
});

test('a plan contains the catalog by digest, and is mirrored as approved', async () => {
  const workspace = rig.place('approved');
  const file = await operators(ANVIL);
  const workflow = { kind: 'mirrorToDisk' as const, directory: workspace };
  const { document, exitCode } = await planMirror(
    requestOf(workflow, { configFile: file }),
    rig.host,
    control(),
  );
  expect(exitCode).toBe(0);
  expect(document.catalogs).toEqual({ [catalog]: rig.world.inventory.catalog.digest });
  const planFile = `${rig.place('plan')}.json`;
  await writeFile(planFile, JSON.stringify(document));
  const request = requestOf(workflow, { planFile });
  const result = await mirror(request, rig.host, control());
  expect(result).toMatchObject({ status: 'complete', images: { total: document.images } });
});

test('a second run without new content adds no transfer; a wider filter transfers only the difference', async () => {
  const workspace = rig.place('increments');
  await toDisk(rig, workspace, await operators(ANVIL));
  const again = await toDisk(rig, workspace, await operators(ANVIL));
  expect(again.transfer).toBeUndefined();
  const wider = await toDisk(rig, workspace, await operators(`${ANVIL}        minVersion: 1.1.0\n`));
  expect(wider.transfer).toBe('default-0002');
  const pinned = (await readdir(join(workspace, 'working-dir'))).filter((name) => name.includes('_pinned_'));
  expect(pinned.map((name) => name.slice(0, 11)).sort()).toEqual(
    expect.arrayContaining(['disc_pinned', 'isc_pinned_']),
  );
  const newest = pinned
    .filter((name) => name.startsWith('isc'))
    .sort()
    .at(-1)!;
  const text = await readFile(join(workspace, 'working-dir', newest), 'utf8');
  const { digest } = rig.world.inventory.catalog;
  expect(parse(text).mirror.operators[0]).toMatchObject({
    catalog: `${catalog.replace(/:v4.16$/, '')}@${digest}`,
    targetTag: 'v4.16',
  });
  const host = await registry();
  expect(await toRegistry(rig, workspace, host)).toMatchObject({ status: 'complete', images: { failed: 0 } });
  expect(await missingAt(host, imagesOf('anvil-operator.v1.1.0', 'anvil-operator.v1.2.0'))).toEqual([]);
});

test('a catalog and an image in folders (oci://), through a disk and directly', async () => {
  const { inventory } = rig.world;
  const [index, image] = [
    await layoutOf(rig, inventory.catalog),
    await layoutOf(rig, inventory.additional[0]!),
  ];
  const file = await operators(
    `    targetCatalog: own/index\n    targetTag: v1\n${ANVIL}  additionalImages:\n  - {name: "oci://${image}", targetRepo: own/image, targetTag: v2}\n`,
  );
  const text = (await readFile(file, 'utf8')).replace(`catalog: ${catalog}`, `catalog: oci://${index}`);
  await writeFile(file, text);
  const [direct, carried] = [await registry(), await registry()];
  expect(await across(rig, rig.place('across'), direct, file)).toMatchObject({ images: { failed: 0 } });
  const { directory, status } = await toDisk(rig, rig.place('disk'), file);
  expect(status).toBe('complete');
  await rm(index, { recursive: true });
  await rm(image, { recursive: true });
  expect(await toRegistry(rig, directory!, carried)).toMatchObject({ images: { failed: 0 } });
  for (const host of [direct, carried]) {
    expect(await servedPackages(host, 'own/index', 'v1')).toEqual(['configs/anvil-operator/catalog.json']);
    const { attachments: _attachments, ...bare } = inventory.additional[0]!;
    expect(await missingAt(host, [{ ...bare, attachments: [], destination: 'own/image:v2' }])).toEqual([]);
  }
});

test('reports an unavailable catalog, and how to continue if nothing else was copied', async () => {
  const file = await operators('    targetCatalog: own/index\n');
  const folder = rig.place('absent');
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace(`catalog: ${catalog}`, `catalog: oci://${folder}`),
  );
  const result = await toDisk(rig, rig.place('nothing'), file);
  expect(result).toMatchObject({
    status: 'partial',
    exitCode: 2,
    rejected: [
      {
        code: 'layout-invalid',
        message: expect.stringContaining(
          t('deliverableRejected', { deliverable: `catalog oci://${folder}`, problem: '' }),
        ),
      },
    ],
    next: t('transferEmptyNext'),
  });
  expect(result.transfer).toBeUndefined();
});
