import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newRig, type Rig, toDisk, toRegistry } from '../../../mirror/mirror.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../../registry/server/start.ts';
import { memoryStorage } from '../../../registry/server/storage/memory-storage.ts';
import { PRACTICE_SCALES } from '../../../test-world/materials.ts';
import { newTestService, type TestService } from '../service.fixture.ts';

let world: Rig;
let rig: TestService;
let workspace: string;
let server: RegistryServer;

beforeAll(async () => {
  world = await newRig({ size: { ...PRACTICE_SCALES.tiny, components: 8 } });
  workspace = world.place('ws');
  await toDisk(world, workspace, world.world.sets['release-one'].file);
  const env = Object.fromEntries(Object.entries(world.host.env).filter(([, value]) => value !== undefined));
  server = await startRegistryServer({ storage: memoryStorage() });
  const registries = world.place('registries.conf');
  const known = await readFile(world.host.env.CONTAINERS_REGISTRIES_CONF!, 'utf8');
  const own = `[[registry]]\nlocation = "${server.host}"\ninsecure = true\n`;
  await writeFile(registries, `${known}\n${own}`);
  env.CONTAINERS_REGISTRIES_CONF = registries;
  rig = await newTestService({ env: env as Record<string, string> });
}, 60_000);
afterAll(async () => {
  await server.close();
  await rig[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

test('extracts the files of a release with progress', async () => {
  const to = world.place('tools');
  const answer = await rig.ask('releases.extract', {
    ...{ from: workspace, tools: true, iso: true, to, ticket: 't1' },
  });
  expect(answer).toMatchObject({
    version: '4.16.1',
    architecture: 'amd64',
    isOriginalName: true,
    problems: [],
  });
  expect(answer.files.map(({ name }) => name)).toEqual(['openshift-install', 'oc', 'ccoctl', 'iso']);
  expect(await readdir(to)).toHaveLength(4);
  const jobs = rig.events.flatMap((event) =>
    event.type === 'job' && event.job.kind === 'request' && event.job.id === 't1' ? event.job : [],
  );
  expect(jobs.at(-1)).toMatchObject({ phase: 'extract', unit: 'bytes', status: 'done' });
});

test('extracts from a mirror registry, with the signature in the workspace that pushed', async () => {
  const pushed = world.place('state');
  await toRegistry(world, workspace, server.host, { stateDirectory: pushed });
  const to = world.place('tools');
  const request = { from: `docker://${server.host}`, tools: true, iso: false, to, ticket: 't3' };
  expect(await rig.ask('releases.extract', { ...request, signatures: pushed })).toMatchObject({
    ...{ version: '4.16.1', isOriginalName: false, problems: [] },
    installs: expect.stringContaining(server.host),
  });
  expect(await rig.fail('releases.extract', { ...request, to: world.place('none') })).toMatchObject({
    code: 'signature-missing',
  });
});

test('extracts from a mirror with joined repository names', async () => {
  const pushed = world.place('state');
  const chosen = { stateDirectory: pushed, namespace: 'a/b', maxNestedPaths: 2 };
  const { release } = await toRegistry(world, workspace, server.host, chosen);
  expect(release).toEqual({
    ...{ from: `docker://${server.host}/a/b`, version: '4.16.1-x86_64' },
    ...{ maxNestedPaths: 2, signatures: pushed },
  });
  const to = world.place('tools');
  const request = { ...release!, tools: true, iso: false, to, ticket: 't4' };
  expect(await rig.ask('releases.extract', request)).toMatchObject({
    installs: expect.stringContaining(`${server.host}/a/b-openshift-release-images@sha256:`),
  });
});

test('rejects relative paths, and names the releases of a place', async () => {
  const shared = { tools: true, iso: false, ticket: 't2' };
  expect(await rig.fail('releases.extract', { ...shared, from: 'here', to: '/tmp/x' })).toMatchObject({
    code: 'usage',
    path: 'from',
  });
  expect(
    await rig.fail('releases.extract', { ...shared, from: workspace, to: '/tmp/x', version: '4.1.0' }),
  ).toMatchObject({ code: 'content-missing', remedy: expect.stringContaining('4.16.1-x86_64') });
});

test('lists boot images, and compares a downloaded file with its SHA-256', async () => {
  const { images, problems } = await rig.ask('releases.bootImages', {
    from: workspace,
    architecture: 'amd64',
  });
  expect(problems).toEqual([]);
  const iso = images.find(({ platform, format }) => platform === 'metal' && format === 'iso')!;
  expect(images).toContainEqual(expect.objectContaining({ platform: 'vmware', format: 'ova', part: 'disk' }));
  // The ISO of the release is the file that the release lists.
  const to = world.place('iso');
  await rig.ask('releases.extract', { from: workspace, tools: false, iso: true, to, ticket: 't5' });
  const file = join(to, (await readdir(to))[0]!);
  const { size } = await rig.ask('releases.checkBootImage', { file, sha256: iso.sha256, ticket: 't6' });
  expect(size).toBe((await readFile(file)).length);
  const check = { sha256: 'a'.repeat(64), ticket: 't7' };
  expect(await rig.fail('releases.checkBootImage', { ...check, file })).toMatchObject({
    ...{ code: 'digest-mismatch', file, message: expect.stringContaining(file) },
  });
  expect(await rig.fail('releases.checkBootImage', { ...check, file: to })).toMatchObject({
    code: 'config-unreadable',
  });
  const pipe = world.place('pipe');
  execFileSync('mkfifo', [pipe]);
  expect(await rig.fail('releases.checkBootImage', { ...check, file: pipe })).toMatchObject({
    code: 'config-unreadable',
  });
});
