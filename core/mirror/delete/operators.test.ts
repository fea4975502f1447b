import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RegistryServer, startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import type { PracticeImage } from '../../test-world/inventory.ts';
import { across, additionalConfig, newRig, type Rig, toDisk, toRegistry } from '../mirror.fixture.ts';
import { layoutOf } from '../oci-layout.fixture.ts';
import { deletionOfFile, execute, generate, mirrored, tagsAt } from './delete.fixture.ts';
import { adjacentRecord } from './plan/files.ts';

const CATALOG = 'redhat/redhat-operator-index:v4.16';

let rig: Rig;
let server: RegistryServer;
let host: string;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());
beforeEach(async () => {
  server = await startRegistryServer({ storage: memoryStorage() });
  host = server.host;
});
afterEach(() => server.close());

/** A configuration of one catalog; `entry` is JSON with its other fields. */
async function configuration(kind: 'mirror' | 'delete' | 'prune', entry: object): Promise<string> {
  const file = `${rig.place(kind)}.yaml`;
  const head = kind === 'delete' ? 'DeleteImageSetConfiguration' : 'ImageSetConfiguration';
  const operators = [{ catalog: rig.world.inventory.catalog.source, ...entry }];
  await writeFile(file, JSON.stringify({ kind: head, [kind]: { operators } }));
  return file;
}

function imagesOf(...bundles: string[]): PracticeImage[] {
  return rig.world.inventory.catalog.packages
    .flatMap((each) => each.bundles)
    .filter(({ name }) => bundles.includes(name))
    .flatMap(({ bundle, related }) => [bundle, ...related]);
}

const anvil = (...channels: object[]) => ({
  packages: [{ name: 'anvil-operator', defaultChannel: 'stable', channels }],
});
const both = { packages: [{ name: 'anvil-operator' }, { name: 'bellows-operator' }] };

test('deletes a package, and the catalog only with its last package', async () => {
  const all = await configuration('mirror', both);
  const workspace = await mirrored(rig, host, [all]);
  const one = await configuration('delete', { packages: [{ name: 'anvil-operator' }] });
  const { plan, files, problems } = await generate(rig, host, { workspace, configFile: one });
  expect(plan.images.filter(({ kind }) => kind === 'operatorBundle')).toHaveLength(2);
  expect(plan.protected).toContainEqual(
    expect.objectContaining({
      image: CATALOG,
      reason: expect.stringMatching(
        /bellows-operator\.v2\.1\.0 in channel stable in .* is still in the catalog/,
      ),
    }),
  );
  expect(problems).toContainEqual(expect.objectContaining({ code: 'catalog-removal', level: 'warning' }));
  expect(await execute(rig, host, files[0]!)).toMatchObject({ exitCode: 0 });
  const left = await tagsAt(host);
  for (const { destination, digest } of imagesOf('bellows-operator.v2.1.0'))
    expect(left.get(destination)).toBe(digest);
  expect(left.has(CATALOG)).toBe(true);

  const rest = await configuration('delete', both);
  const last = await generate(rig, host, { workspace, configFile: rest, deleteId: 'last' });
  expect(last.files[0]).toMatch(/delete-images-last\.yaml$/);
  expect(last.plan.protected).toEqual([]);
  expect(await execute(rig, host, last.files[0]!)).toMatchObject({ exitCode: 0 });
  expect(await tagsAt(host)).toEqual(new Map());
});

test('deletes a channel other than the default one, without the bundles of other channels', async () => {
  const workspace = await mirrored(rig, host, [await configuration('mirror', { full: true, ...both })]);
  const candidate = { packages: [{ name: 'anvil-operator', channels: [{ name: 'candidate' }] }] };
  for (const kind of ['delete', 'prune'] as const) {
    const configFile = await configuration(kind, candidate);
    const { plan } = await generate(rig, host, { workspace, configFile });
    const bundles = plan.images.filter(({ kind }) => kind === 'operatorBundle').map(({ origin }) => origin);
    expect(bundles).toEqual([expect.stringContaining('anvil')]);
    const saved = imagesOf('anvil-operator.v1.2.0', 'bellows-operator.v2.1.0').map(
      ({ destination }) => destination,
    );
    expect(plan.images.filter(({ repository, tag }) => saved.includes(`${repository}:${tag}`))).toEqual([]);
  }
});

test('prune selects every version, delete the heads, as mirror does', async () => {
  const workspace = await mirrored(rig, host, [await configuration('mirror', { full: true, ...both })]);
  const bundlesOf = async (kind: 'delete' | 'prune') => {
    const configFile = await configuration(kind, anvil({ name: 'stable' }));
    const { plan } = await generate(rig, host, { workspace, configFile });
    return plan.images.filter(({ kind }) => kind === 'operatorBundle').length;
  };
  expect(await bundlesOf('delete')).toBe(1);
  expect(await bundlesOf('prune')).toBe(3);
});

test('retains an operator that a second configuration selects', async () => {
  const a = await configuration('mirror', both);
  const b = await configuration('mirror', { targetTag: 'b', packages: [{ name: 'anvil-operator' }] });
  const workspace = await mirrored(rig, host, [a, b]);
  const before = await tagsAt(host);
  const { plan, files } = await generate(rig, host, {
    workspace,
    configFile: await configuration('delete', both),
  });
  const shared = imagesOf('anvil-operator.v1.2.0', 'anvil-operator.v1.90.0');
  for (const { destination } of shared)
    expect(plan.protected.map(({ image }) => image)).toContain(destination);
  await execute(rig, host, files[0]!);
  const after = await tagsAt(host);
  for (const { destination } of shared) expect(after.get(destination)).toBe(before.get(destination));
  expect(after.has('redhat/redhat-operator-index:b')).toBe(true);
  expect(after.has(CATALOG)).toBe(false);
});

test("executes oc-mirror's own list without a record, with the state of the registry", async () => {
  const workspace = await mirrored(rig, host, [await configuration('mirror', both)]);
  const { files } = await generate(rig, host, { workspace, configFile: await configuration('delete', both) });
  const text = await readFile(files[0]!, 'utf8');
  await rm(adjacentRecord(files[0]!));
  const theirs = `${rig.place('theirs')}.yaml`;
  await writeFile(theirs, text);
  const done = await execute(rig, host, theirs);
  expect(done).toMatchObject({ status: 'complete', exitCode: 0, images: { failed: 0, retained: 0 } });
  expect(await tagsAt(host)).toEqual(new Map());
});

test('deletes a catalog of a folder (oci://) that was mirrored from registry to registry', async () => {
  const folder = await layoutOf(rig, rig.world.inventory.catalog);
  const entry = { catalog: `oci://${folder}`, targetCatalog: 'own/index', targetTag: 'v1', ...both };
  const workspace = rig.place('across');
  const pushed = await across(rig, workspace, host, await configuration('mirror', entry));
  expect(pushed).toMatchObject({ status: 'complete' });
  await rm(folder, { recursive: true });
  const configFile = await configuration('delete', entry);
  const { files, problems, plan } = await generate(rig, host, { workspace, configFile });
  expect(problems.map(({ code }) => code)).toEqual(['config-suspicious']);
  expect(plan.protected).toEqual([]);
  expect(await execute(rig, host, files[0]!)).toMatchObject({ exitCode: 0 });
  expect(await tagsAt(host)).toEqual(new Map());
});

test('rejects names that the catalog does not contain before anything is written', async () => {
  const workspace = await mirrored(rig, host, [await configuration('mirror', both)]);
  const configFile = await configuration('delete', { packages: [{ name: 'anvil-operatr' }] });
  await expect(generate(rig, host, { workspace, configFile })).rejects.toMatchObject({
    code: 'config-invalid',
    exitCode: 1,
    message: expect.stringContaining('anvil-operatr'),
  });
});

/** Pushes transfers from one folder, in which each replaces the archives of the one before. */
async function siteWith(configurations: string[], state?: string): Promise<string> {
  const [workspace, site] = [rig.place('workspace'), rig.place('site')];
  await mkdir(site);
  for (const file of configurations) {
    const { directory } = await toDisk(rig, workspace, file);
    await removeArchives(site);
    for (const name of await readdir(directory!))
      if (/^mirror_\d+\.tar$/.test(name)) await cp(join(directory!, name), join(site, name));
    const pushed = await toRegistry(rig, site, host, {
      configFile: file,
      stateDirectory: state ?? site,
      allowRemoval: true,
    });
    expect(pushed).toMatchObject({ status: 'complete' });
  }
  return site;
}

async function removeArchives(site: string): Promise<void> {
  for (const name of await readdir(site)) if (name.endsWith('.tar')) await rm(join(site, name));
}

test.each(['replaced', 'removed'] as const)(
  'deletes at a site whose archives were %s, with its state in the folder or elsewhere',
  async (fate) => {
    const all = await configuration('mirror', both);
    const image = await additionalConfig(`${rig.place('image')}.yaml`, [
      rig.world.inventory.additional[0]!.source,
    ]);
    for (const state of [undefined, rig.place('state')]) {
      const site = await siteWith(fate === 'replaced' ? [all, image] : [all], state);
      if (fate === 'removed') await removeArchives(site);
      const at = { workspace: site, stateDirectory: state ?? site };
      const one = await configuration('delete', { packages: [{ name: 'anvil-operator' }] });
      const part = await generate(rig, host, { ...at, configFile: one });
      expect(part.plan.images.filter(({ kind }) => kind === 'operatorBundle')).toHaveLength(2);
      const { plan, problems, files } = await generate(rig, host, {
        ...at,
        configFile: await configuration('delete', both),
        deleteId: 'all',
      });
      expect(problems.map(({ code }) => code)).toEqual(['config-suspicious']);
      expect(plan.protected).toEqual([]);
      expect(await execute(rig, host, files[0]!, at)).toMatchObject({ exitCode: 0 });
      const left = [...(await tagsAt(host)).keys()].filter((name) => !name.includes(':sha256-'));
      expect(left).toHaveLength(fate === 'replaced' ? 1 : 0);
      await server.close();
      server = await startRegistryServer({ storage: memoryStorage() });
      host = server.host;
    }
  },
);

test.each(['filtered', 'complete', 'part'] as const)(
  'deletes a catalog of a folder (oci://) from a workspace laid out by oc-mirror: %s',
  async (form) => {
    const folder = await layoutOf(rig, rig.world.inventory.catalog);
    const entry = { catalog: `oci://${folder}`, targetCatalog: 'own/index', targetTag: 'v1' };
    const set = rig.place('set');
    await toDisk(rig, set, await configuration('mirror', { ...entry, ...both }));
    await toRegistry(rig, set, host, { stateDirectory: rig.place('state') });
    const workspace = rig.place('theirs');
    const source = await openImageSource(set);
    for (const name of source.files('operator-catalogs/')) {
      if (form === 'complete' && name.endsWith('/digest')) continue;
      // A complete catalog isn't filtered: oc-mirror only extracts it.
      const laidOut =
        form === 'complete'
          ? name.replace(/filtered-catalogs.*catalog-config/, 'catalog-config/configs')
          : name;
      const path = join(workspace, 'working-dir', laidOut);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, (await source.file(name))!);
    }
    await source.close();
    await rm(folder, { recursive: true });
    const selection = {
      filtered: both,
      complete: { full: true },
      part: { packages: [{ name: 'anvil-operator' }] },
    }[form];
    const configFile = await configuration('delete', { ...entry, ...selection });
    const { problems, plan } = await generate(rig, host, { workspace, configFile });
    expect(problems.map(({ code }) => code)).toEqual(['config-suspicious']);
    const bundles = plan.images.filter(({ kind }) => kind === 'operatorBundle');
    const all = [...(await tagsAt(host)).keys()].filter((name) => name.includes('bundle'));
    expect(all.length).toBeGreaterThan(2);
    expect(bundles).toHaveLength(form === 'part' ? 2 : all.length);
  },
);

test('deletes a release at a site whose archives were removed', async () => {
  const { file } = rig.world.sets['release-one'];
  const site = await siteWith([file]);
  await removeArchives(site);
  const at = { workspace: site, stateDirectory: site };
  const { plan, problems, files } = await generate(rig, host, {
    ...at,
    configFile: await deletionOfFile(rig, file),
  });
  expect([problems, plan.protected]).toEqual([[], []]);
  expect(plan.images.filter(({ kind }) => kind === 'ocpRelease')).toHaveLength(1);
  expect(await execute(rig, host, files[0]!, at)).toMatchObject({ exitCode: 0 });
});
