import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newRig, type Rig, toDisk, toRegistry } from '../../../mirror/mirror.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../../registry/server/start.ts';
import { memoryStorage } from '../../../registry/server/storage/memory-storage.ts';
import { newTestService, type TestService } from '../service.fixture.ts';

let world: Rig;
let rig: TestService;
let server: RegistryServer;
let a: string;
let received: string;
beforeAll(async () => {
  world = await newRig();
  rig = await newTestService({ env: world.host.env as Record<string, string> });
  server = await startRegistryServer({ storage: memoryStorage() });
  [a, received] = [world.place('a'), world.place('received')];
  await toDisk(world, a, await configuration(), { enclave: 'lab' });
  await cp(join(a, 'transfers'), join(received, 'transfers'), { recursive: true });
});
/** Two releases of a channel, two operators and three images. */
async function configuration(): Promise<string> {
  const { catalog, additional, releases } = world.world.inventory;
  const [first, second] = releases.filter(({ architecture }) => architecture === 'amd64');
  const channels = [{ name: 'stable-4.16', minVersion: first!.version, maxVersion: second!.version }];
  const packages = ['anvil-operator', 'bellows-operator'].map((name) => ({ name }));
  const file = `${world.place('isc')}.yaml`;
  const content = {
    platform: { channels },
    operators: [{ catalog: catalog.source, packages }],
    additionalImages: additional.slice(0, 3).map(({ source }) => ({ name: source })),
  };
  const head = { kind: 'ImageSetConfiguration', apiVersion: 'mirror.openshift.io/v2alpha1' };
  await writeFile(file, JSON.stringify({ ...head, mirror: content }));
  return file;
}

afterAll(async () => {
  await server.close();
  await rig[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const until = async (status: () => Promise<string>) =>
  expect.poll(status, { timeout: 30_000, interval: 50 }).toBe('complete');

test('content for the next site is selected from received transfers, mirrored and reported', async () => {
  const source = { kind: 'sets' as const, directory: received };
  const available = await rig.ask('sites.available', { source });
  const [channel] = available.channels;
  expect(available).toMatchObject({
    channels: [{ name: 'stable-4.16', versions: [expect.any(String), expect.any(String)] }],
    catalogs: [{ entire: false, packages: ['anvil-operator', 'bellows-operator'] }],
    images: [expect.any(String), expect.any(String), expect.any(String)],
  });
  const [catalog] = available.catalogs;
  const b = world.place('b');
  const selection = {
    channels: [],
    graph: false,
    catalogs: [{ catalog: catalog!.catalog, packages: catalog!.packages.slice(0, 1) }],
    images: available.images.slice(0, 1),
    charts: [],
  };
  const { file } = await rig.ask('sites.configure', { source, selection, workspace: b });
  expect(await readFile(file, 'utf8')).not.toContain('platform');
  const foreign = { ...selection, images: ['quay.io/not/there:1'] };
  expect(await rig.fail('sites.configure', { source, selection: foreign, workspace: b })).toMatchObject({
    code: 'usage',
  });
  const wrong = { ...selection, channels: [{ name: channel!.name, from: '4.1.0', to: '4.1.0' }] };
  expect(await rig.fail('sites.configure', { source, selection: wrong, workspace: b })).toMatchObject({
    code: 'usage',
  });

  world.world.upstream.resetStats();
  await rig.ask('workspaces.open', { directory: b, create: true });
  const settings = {
    ...{ workflow: 'mirrorToDisk' as const, directory: b, configFile: file },
    ...{ from: received, enclave: 'branch' },
  };
  const plan = await rig.ask('plans.make', { settings, ticket: 'plan' });
  expect(plan.command).toContain(`--from file://${received}`);
  const { run } = await rig.ask('runs.start', { settings });
  await until(async () => (await rig.ask('runs.describe', { run })).live.status);
  await expect
    .poll(() => rig.events, { timeout: 30_000 })
    .toContainEqual({ type: 'job', job: expect.objectContaining({ kind: 'run', status: 'complete' }) });
  expect(world.world.upstream.stats.requests).toBe(0);
  const { sites, sources } = await rig.ask('sites.describe', {});
  expect(sources).toEqual([source, { kind: 'sets', directory: b }]);
  expect(sites).toMatchObject([
    { kind: 'sender' },
    { id: 'here', name: 'lab', content: { images: expect.any(Number) } },
    { name: 'branch', source, waiting: { operators: [expect.stringContaining(catalog!.packages[0]!)] } },
  ]);

  const report = join(world.place('drive'), 'report.json');
  const written = await rig.ask('sites.writeReport', { directory: received, file: report, ticket: 'report' });
  expect(written).toMatchObject({ file: report, sites: ['branch'] });
  expect(
    await rig.fail('sites.writeReport', { directory: received, file: report, ticket: 'again' }),
  ).toMatchObject({ code: 'file-changed' });
  const before = rig.events.length;
  const given = { workspace: a, file: report };
  expect(await rig.ask('sites.readReport', given)).toMatchObject({ enclave: 'lab', sites: ['branch'] });
  expect(rig.events.length).toBe(before);
  expect(await rig.ask('sites.recordReport', given)).toMatchObject({ enclave: 'lab', problems: [] });
  expect(rig.events.slice(before)).toContainEqual({ type: 'workspaces' });
  await writeFile(report, 'no report');
  expect(await rig.fail('sites.readReport', given)).toMatchObject({ code: 'config-invalid' });
});

test('content for the next site is selected from a mirror registry', async () => {
  const stateDirectory = world.place('state');
  const pushed = await toRegistry(world, received, server.host, { stateDirectory, namespace: 'ocp' });
  expect(pushed).toMatchObject({ status: 'complete' });
  const source = { kind: 'registry' as const, registry: `${server.host}/ocp` };
  expect(await rig.fail('sites.available', { source })).toMatchObject({ code: 'content-missing' });
  await rig.ask('workspaces.open', { directory: stateDirectory });
  const available = await rig.ask('sites.available', { source });
  expect(available).toEqual(
    await rig.ask('sites.available', { source: { kind: 'sets', directory: received } }),
  );
  const workspace = world.place('c');
  const [{ name, versions } = { name: '', versions: [] }] = available.channels;
  const selection = {
    channels: [{ name, from: versions[0]!, to: versions.at(-1)! }],
    ...{ graph: available.graph, catalogs: [], images: [], charts: [] },
  };
  const { file } = await rig.ask('sites.configure', { source, selection, workspace });
  const settings = {
    ...{ workflow: 'mirrorToDisk' as const, directory: workspace, configFile: file, stateDirectory },
    ...{ from: `docker://${server.host}/ocp`, sourceTlsVerify: false },
  };
  const { run } = await rig.ask('runs.start', { settings });
  await until(async () => (await rig.ask('runs.describe', { run })).live.status);
  const details = await rig.ask('runs.describe', { run });
  expect(details.command).toContain(`--from docker://${server.host}/ocp`);
  expect(details.live.settings).toMatchObject({ from: `docker://${server.host}/ocp` });
});
