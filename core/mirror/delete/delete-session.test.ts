import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RegistryServer, startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { control, newRig, type Rig } from '../mirror.fixture.ts';
import { deletionOfFile, execute, generate, mirrored, tagsAt } from './delete.fixture.ts';
import { createDeleteSession } from './delete-session.ts';
import { type DeleteChoice, partsOfChoice } from './plan/choices.ts';
import { readDeleteSelection } from './plan/selection.ts';

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

function session(workspace: string) {
  return createDeleteSession(
    {
      workspace,
      destination: { host, namespace: '' },
      keep: [],
      maxNestedPaths: 0,
      destinationTlsVerify: false,
      retryTimes: 3,
      retryDelayMs: 20,
      stateDirectory: join(rig.directory, 'state'),
    },
    rig.host,
    control(),
  );
}

function find(choices: readonly DeleteChoice[], wanted: (choice: DeleteChoice) => boolean): DeleteChoice {
  const all = (each: DeleteChoice): DeleteChoice[] => [each, ...each.children.flatMap(all)];
  const found = choices.flatMap(all).find(wanted);
  if (!found) throw new Error(`not among ${choices.map(({ name }) => name).join(', ')}`);
  return found;
}

test('a chosen release is the same as one in a file, and its files can be executed', async () => {
  const workspace = await mirrored(rig, host, [rig.world.sets.core.file]);
  const configFile = await deletionOfFile(rig, rig.world.sets['release-one'].file);
  const { plan } = await generate(rig, host, { workspace, configFile });
  const open = await session(workspace);
  const releases = open.choices.filter(({ kind }) => kind === 'release');
  expect(releases.length).toBeGreaterThan(1);
  expect(releases.every(({ images, requestedBy }) => images > 0 && requestedBy.length === 1)).toBe(true);
  // The newest is first.
  const oldest = releases.at(-1)!;
  expect(open.preview(partsOfChoice(oldest))).toEqual(plan);
  expect(open.preview([])).toMatchObject({ images: [], bytesFreed: 0, protected: [] });

  const { files } = await open.write(partsOfChoice(oldest));
  const selection = await readDeleteSelection(files[1]!);
  const version = oldest.name.replace(/-[^-]*$/, '');
  expect(selection.content.platform!.channels).toMatchObject([{ minVersion: version, maxVersion: version }]);
  expect(await readFile(files[0]!, 'utf8')).toContain('kind: DeleteImageList');
  const done = await execute(rig, host, files[0]!);
  expect(done).toMatchObject({ exitCode: 0, images: { deleted: plan.images.length, failed: 0 } });
  const left = await tagsAt(host);
  expect(plan.images.filter(({ repository, tag }) => left.has(`${repository}:${tag}`))).toEqual([]);

  // Deleted content can no longer be selected.
  const again = await session(workspace);
  expect(
    again.choices.filter(({ id }) => id === oldest.id && open.preview([id]).images.length === 0),
  ).toEqual([]);
  expect(again.images).toBeLessThan(open.images);
});

test('catalogs are a tree of packages, channels and bundles; a bundle frees only content of its own', async () => {
  const file = `${rig.place('operators')}.yaml`;
  const packages = [{ name: 'anvil-operator' }, { name: 'bellows-operator' }];
  const operators = [{ catalog: rig.world.inventory.catalog.source, packages }];
  await writeFile(file, JSON.stringify({ kind: 'ImageSetConfiguration', mirror: { operators } }));
  const workspace = await mirrored(rig, host, [file]);
  const open = await session(workspace);
  const catalog = find(open.choices, ({ kind }) => kind === 'catalog');
  expect(catalog.name).toBe(rig.world.inventory.catalog.source);
  expect(catalog.children.map(({ name }) => name)).toEqual(['anvil-operator', 'bellows-operator']);
  const bundle = find([catalog], ({ kind }) => kind === 'bundle');
  const complete = open.preview(partsOfChoice(catalog));
  const one = open.preview(
    partsOfChoice(catalog).filter((id) => id.includes(JSON.stringify(bundle.name).slice(1, -1))),
  );
  expect(complete.images.some(({ kind }) => kind === 'operatorCatalog')).toBe(true);
  expect(complete.bytesFreed).toBeGreaterThan(one.bytesFreed);
  // The catalog still offers the others.
  expect(one.images.some(({ kind }) => kind === 'operatorCatalog')).toBe(false);
  const { files } = await open.write(partsOfChoice(catalog));
  const { content } = await readDeleteSelection(files[1]!);
  expect(content.operators.map((operator) => operator.catalog)).toEqual([catalog.name]);
});
