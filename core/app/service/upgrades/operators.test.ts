import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { MirrorSettingsInput } from '../../../contract/topics/vocabulary.ts';
import { isOver, newRunsRig, type RunsRig, toRegistry } from '../runs/runs.fixture.ts';

let rig: RunsRig;
beforeAll(async () => {
  rig = await newRunsRig();
});
afterEach(() => rig.rig.world.upstream.faults.clear());
afterAll(() => rig?.[Symbol.asyncDispose]());

/** Writes a configuration with the world's catalog; `packages` is YAML of their list. */
async function operators(packages: string): Promise<string> {
  const file = `${rig.rig.place('operators')}.yaml`;
  await writeFile(
    file,
    'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  operators:\n' +
      `  - catalog: ${rig.rig.world.inventory.catalog.source}\n    packages:\n${packages}`,
  );
  return file;
}

const stable = (more = '') => `    - name: anvil-operator\n      channels:\n      - name: stable\n${more}`;

async function ran(settings: MirrorSettingsInput) {
  const { run } = await rig.ask('runs.start', { settings });
  return rig.until(run, isOver);
}

test("versions that can't be installed are reported with the run, and are in its record", async () => {
  const { packages } = rig.rig.world.inventory.catalog;
  const bundle = packages
    .flatMap(({ bundles }) => bundles)
    .find(({ name }) => name === 'anvil-operator.v1.2.0')!;
  const [controller] = bundle.related;
  const path = `/manifests/${controller!.digest}`;
  rig.rig.world.upstream.faults.set({ rules: [{ status: 404, path, times: 1000 }] });
  const settings = rig.toDisk(rig.rig.place('broken'), { configFile: await operators(stable()) });
  const broken = await ran(settings);
  const incomplete = [{ package: 'anvil-operator', bundle: bundle.name, missing: [controller!.source] }];
  expect(broken).toMatchObject({ status: 'partial', failuresTotal: 1, incomplete, incompleteTotal: 1 });
  const record = JSON.parse(await readFile(join(broken.directory, 'run.json'), 'utf8'));
  expect(record.result.incomplete).toEqual(incomplete);

  rig.rig.world.upstream.faults.clear();
  const repaired = await rig.ask('runs.resume', { run: broken.run });
  expect(await rig.until(repaired.run, isOver)).toMatchObject({
    status: 'complete',
    incomplete: [],
    incompleteTotal: 0,
  });
});

test("names that the catalog doesn't contain have their place, in a plan and in the record of a run", async () => {
  const configFile = await operators('    - name: anvil-operatr\n    - name: bellows-operatr\n');
  const settings = rig.toDisk(rig.rig.place('wrong'), { configFile });
  const problems = [
    { code: 'operator-unknown', file: configFile, line: 7 },
    { code: 'operator-unknown', file: configFile, line: 8 },
  ];
  await expect(rig.ask('plans.make', { settings, ticket: 'wrong' })).rejects.toMatchObject({
    code: 'config-invalid',
    problems,
  });
  expect(await ran(settings)).toMatchObject({
    status: 'failed',
    error: { code: 'config-invalid', problems },
  });
});

test('a push that would remove versions is rejected unless removal is allowed', async () => {
  const workspace = rig.rig.place('removal');
  const wide = await operators(stable('        minVersion: 1.1.0\n'));
  const narrow = await operators(stable());
  expect(await ran(rig.toDisk(workspace, { configFile: wide }))).toMatchObject({ status: 'complete' });
  const push = toRegistry(rig, workspace, 'removal');
  expect(await ran(push)).toMatchObject({ status: 'complete' });
  const fewer = { ...push, configFile: narrow };
  const planned = await rig.ask('plans.make', { settings: fewer, ticket: 'fewer' });
  expect(planned.problems).toMatchObject([
    { code: 'index-unsigned', level: 'warning' },
    { code: 'catalog-removal', level: 'warning' },
  ]);
  const rejected = await ran(fewer);
  expect(rejected).toMatchObject({
    status: 'failed',
    error: {
      code: 'catalog-removal',
      message: expect.stringContaining('anvil-operator.v1.1.0'),
      problems: [{ code: 'catalog-removal' }],
    },
  });
  const allowed = await ran({ ...rejected.settings!, allowRemoval: true });
  expect(allowed).toMatchObject({ status: 'complete', settings: { allowRemoval: true } });
  const { command, overrides } = await rig.ask('runs.describe', { run: allowed.run });
  expect(command).toContain(' --allow-removal ');
  expect(overrides).toContain('allow-removal');
  const { files } = await rig.ask('resources.list', { run: allowed.run });
  expect(files.flatMap(({ kinds }) => kinds)).toEqual(
    expect.arrayContaining(['CatalogSource', 'ClusterCatalog']),
  );
  const purposes = files
    .filter(({ kinds }) => kinds.some((kind) => /Catalog/.test(kind)))
    .map(({ purpose }) => purpose);
  expect(new Set(purposes).size).toBe(2);
});
