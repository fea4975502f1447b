import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { RegistryProfile } from '../../registry/capabilities/profile.ts';
import { readProfile } from '../../registry/capabilities/profile-file.ts';
import { dockerRegistry } from '../../registry/exchange/registry.fixture.ts';
import type { Quirks } from '../../registry/server/faults/quirks.ts';
import { type RegistryServer, startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import {
  across,
  additionalConfig,
  control,
  imagesOf,
  missingAt,
  newRig,
  type Rig,
  requestOf,
  toDisk,
  toRegistry,
} from '../mirror.fixture.ts';
import { planMirror } from '../plan/plan-mirror.ts';
import { profileFolder } from './destination-profile.ts';
import type { MirrorRequest } from './request.ts';

let rig: Rig;
/** A workspace with all additional images of the world. */
let carried: string;
let server: RegistryServer | undefined;
beforeAll(async () => {
  rig = await newRig();
  carried = rig.place('carried');
  await toDisk(rig, carried, rig.world.sets.additional.file);
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});
afterAll(() => rig[Symbol.asyncDispose]());

async function registryWith(quirks: Quirks, options: { sparse?: boolean } = {}): Promise<RegistryServer> {
  server = await startRegistryServer({ storage: memoryStorage(), quirks, ...options });
  return server;
}

/** A separate state folder for each test, which contains everything known about destinations. */
function asking(chosen: Partial<MirrorRequest> = {}) {
  return { probe: true, stateDirectory: rig.place('state'), ...chosen };
}

function planned(from: string, host: string, chosen: Partial<MirrorRequest> & { namespace?: string }) {
  const { namespace = '', ...rest } = chosen;
  const request = requestOf(
    { kind: 'diskToMirror', from, destination: { host, namespace } },
    { destinationTlsVerify: false, ...rest },
  );
  return planMirror(request, rig.host, control());
}

const stored = (state: string, host: string, namespace = ''): Promise<RegistryProfile | undefined> =>
  readProfile(profileFolder(state), host, namespace);

/** Repositories of the server with content, without the empty ones of a probe. */
async function repositories(host: string): Promise<string[]> {
  const answer = (await (await fetch(`http://${host}/v2/_catalog`)).json()) as { repositories: string[] };
  return answer.repositories.filter((name) => !name.includes('airlock-probe'));
}

test('the first push probes the destination, reports it, and stores the result', async () => {
  const { host } = await registryWith({});
  const chosen = asking();
  const first = control();
  const result = await toRegistry(rig, carried, host, chosen, first);
  expect(result).toMatchObject({ status: 'complete', failures: [] });
  expect(first.events.filter(({ type }) => type === 'phase')).toMatchObject([
    { phase: 'collect' },
    { phase: 'probe', detail: expect.stringContaining(host) },
    { phase: 'copy' },
    { phase: 'resources' },
  ]);
  // The content of the probe isn't part of the mirrored content.
  const unasked = await toRegistry(rig, carried, (await startOther()).host, {
    stateDirectory: rig.place('state'),
  });
  // The first downloaded image is verified, which may be either.
  expect({ ...result.bytes, fetched: 0 }).toEqual({ ...unasked.bytes, fetched: 0 });
  expect(await stored(chosen.stateDirectory!, host)).toMatchObject({
    host,
    capabilities: { namespace: { value: 'ready' } },
  });
  const again = control();
  server!.resetStats();
  await toRegistry(rig, carried, host, chosen, again);
  expect(again.events.some((event) => event.type === 'phase' && event.phase === 'probe')).toBe(false);
  expect(server!.stats.bytesIn).toBe(0);
});

test('images are resolved while the destination is probed', async () => {
  const { host } = await registryWith({});
  const manifests = () => rig.world.upstream.stats.byRoute['GET manifests']?.requests ?? 0;
  const during: Record<string, number> = {};
  const controlled = control({
    onEvent: (event) => {
      if (event.type === 'phase') during[event.phase] = manifests();
    },
  });
  const config = rig.world.sets.additional.file;
  const { probe } = asking();
  const result = await across(rig, rig.place('across'), host, config, { probe }, controlled);
  expect(result).toMatchObject({ status: 'complete', failures: [] });
  expect(during.copy).toBeGreaterThan(during.probe!);
});

test("a destination that can't be probed ends the run before anything is sent", async () => {
  const { host } = await registryWith({});
  server!.faults.set({ rules: [{ status: 401 }] });
  const config = rig.world.sets.additional.file;
  await expect(across(rig, rig.place('across'), host, config, { probe: true })).rejects.toMatchObject({
    code: 'unauthorized',
    side: 'destination',
  });
  expect(server!.stats.bytesIn).toBe(0);
});

let other: RegistryServer | undefined;
async function startOther(): Promise<RegistryServer> {
  other = await startRegistryServer({ storage: memoryStorage() });
  return other;
}
afterEach(async () => {
  await other?.close();
  other = undefined;
});

const problem = (message: RegExp, remedy: RegExp, level = 'error') =>
  expect.objectContaining({
    code: 'destination-unfit',
    level,
    message: expect.stringMatching(message),
    remedy: expect.stringMatching(remedy),
  });

const UNFIT: [name: string, quirks: Quirks, namespace: string, message: RegExp, remedy: RegExp][] = [
  [
    'names deeper than the limit',
    { maxPathDepth: 2 },
    'team',
    /2 path components.*team\/practice\//,
    /--max-nested-paths 2/,
  ],
  [
    'projects that must exist before',
    { projects: { existing: ['other'] }, product: 'harbor' },
    '',
    /practice doesn't exist/,
    /In Harbor, create practice as a project/,
  ],
  [
    'a missing namespace',
    { organizations: ['other'] },
    'team',
    /team doesn't exist/,
    /Create team in the registry/,
  ],
  [
    'more content than the quota allows',
    { quota: { bytes: 100_000 } },
    '',
    /quota/,
    /Raise the quota by at least/,
  ],
];

test.each(UNFIT)(
  '%s: found before anything is sent, and in every plan',
  async (_, quirks, namespace, message, remedy) => {
    const { host } = await registryWith(quirks);
    const chosen = asking();
    const before = await planned(carried, host, { ...chosen, namespace });
    expect(before.exitCode).toBe(0);
    expect(before.summary.problems).toEqual([
      expect.objectContaining({
        code: 'destination-not-probed',
        remedy: `Run \`airlock doctor docker://${host}${namespace && `/${namespace}`}\`.`,
      }),
      expect.objectContaining({ code: 'index-unsigned', level: 'warning' }),
    ]);
    expect(server!.stats.byRoute).not.toHaveProperty('POST blobs/uploads');

    const push = toRegistry(rig, carried, host, { ...chosen, namespace });
    await expect(push).rejects.toMatchObject({
      code: 'destination-unfit',
      exitCode: 1,
      side: 'destination',
      problems: expect.arrayContaining([problem(message, remedy)]),
    });
    expect(await repositories(host)).toEqual([]);

    const fresh = await stored(chosen.stateDirectory!, host, namespace);
    expect(fresh).toBeDefined();
    const after = await planned(carried, host, { ...chosen, namespace });
    // A push checks problems again that the user may have fixed since, so they aren't errors of a plan.
    const mendable = /projects|namespace|quota/.test(_);
    expect(after.exitCode).toBe(mendable ? 0 : 1);
    const level = mendable ? 'warning' : 'error';
    expect(after.summary.problems).toContainEqual(problem(message, remedy, level));
  },
);

test('sparse indexes at a registry that rejects them: the plan names them, and all others are pushed', async () => {
  const { host } = await registryWith({ sparseIndexes: 'MANIFEST_BLOB_UNKNOWN', product: 'distribution' });
  const list = imagesOf(rig, 'additional').find(({ source }) => source.includes('/manifest-list'))!;
  const name = list.source.replace(/@.*$/, '');
  const platforms = [{ os: 'linux', architecture: 'amd64' }];
  const sparse = await additionalConfig(`${rig.place('sparse')}.yaml`, [
    { name: name.includes(':') ? name : `${name}:v1`, platforms },
  ]);
  const from = rig.place('sparse');
  await toDisk(rig, from, sparse);
  const chosen = asking();
  await expect(toRegistry(rig, from, host, chosen)).rejects.toMatchObject({
    code: 'destination-unfit',
    remedy: expect.stringMatching(/sets `platforms`.*validation\.manifests/),
  });
  expect((await planned(from, host, chosen)).exitCode).toBe(1);
  expect(await toRegistry(rig, carried, host, chosen)).toMatchObject({ exitCode: 0, failures: [] });
});

test('an immutable tag matters only if it would be moved, not for existing images', async () => {
  const { host } = await registryWith({ immutableTags: 'harbor', product: 'harbor' });
  const chosen = asking();
  expect(await toRegistry(rig, carried, host, chosen)).toMatchObject({ exitCode: 0, failures: [] });
  expect(await toRegistry(rig, carried, host, chosen)).toMatchObject({ exitCode: 0, images: { copied: 0 } });
  const one = imagesOf(rig, 'additional').find(({ source }) => source.includes('/zstd'))!;
  const [, repository, tag] = /^(.*):([^:]*)$/.exec(one.destination)!;
  const moved = await additionalConfig(`${rig.place('moved')}.yaml`, [
    { name: 'quay.io/practice/oci:v1', targetRepo: repository, targetTag: tag },
  ]);
  const from = rig.place('moved');
  await toDisk(rig, from, moved);
  await expect(toRegistry(rig, from, host, chosen)).rejects.toMatchObject({
    code: 'destination-unfit',
    message: expect.stringContaining(one.destination),
    remedy: expect.stringContaining('Tag Immutability'),
  });
  expect((await planned(from, host, chosen)).summary.problems).toMatchObject([
    { code: 'destination-unfit' },
    { code: 'index-unsigned' },
  ]);
});

test("a full quota doesn't affect existing images", async () => {
  const { host } = await registryWith({});
  await toRegistry(rig, carried, host);
  const storage = memoryStorage();
  const full = await startRegistryServer({ storage });
  await toRegistry(rig, carried, full.host);
  await full.close();
  other = await startRegistryServer({ storage, quirks: { quota: { bytes: 1_000 } } });
  const result = await toRegistry(rig, carried, other.host, asking());
  expect(result).toMatchObject({ exitCode: 0, images: { copied: 0, failed: 0 } });
});

test.each([403, 413] as const)(
  'failures by a full quota (%s) have its remedy, in the events and the result',
  async (status) => {
    const { host } = await registryWith({ quota: { bytes: 1_000, status } });
    const remedies: (string | undefined)[] = [];
    const watching = control({
      onEvent: (event) => event.type === 'image' && event.error && remedies.push(event.error.remedy),
    });
    const chosen = { stateDirectory: rig.place('state'), retryTimes: 0 };
    const { exitCode, failures } = await toRegistry(rig, carried, host, chosen, watching);
    expect(exitCode).toBe(2);
    expect(failures.length).toBeGreaterThan(1);
    expect(failures.map(({ remedy }) => remedy)).toEqual(remedies);
    for (const { message, remedy } of failures) {
      expect(message).toContain('quota');
      expect(remedy).toMatch(/^Raise the quota/);
    }
  },
);

test('pushes everything through a proxy that limits bodies, without a rejection', async () => {
  const { host } = await registryWith({ bodyLimit: { blobs: 40_000 }, mount: 'never', concurrentPushes: 5 });
  const chosen = asking();
  let rejected: Record<number, number> = {};
  const watching = control({
    onEvent: (event) => {
      if (event.type === 'phase' && event.phase === 'copy') server!.resetStats();
    },
  });
  expect(await toRegistry(rig, carried, host, chosen, watching)).toMatchObject({ exitCode: 0, failures: [] });
  rejected = server!.stats.statuses;
  expect([rejected[413], rejected[429]]).toEqual([undefined, undefined]);
  expect(await missingAt(host, imagesOf(rig, 'additional'))).toEqual([]);
});

test('sends no probe if it is disabled, and the registry itself rejects the push', async () => {
  const { host } = await registryWith({ maxPathDepth: 2 });
  const state = rig.place('state');
  const push = toRegistry(rig, carried, host, { stateDirectory: state, namespace: 'team' });
  await expect(push).rejects.toMatchObject({ message: expect.stringContaining('NAME_INVALID') });
  await expect(readdir(airlockDirectory(state, 'registries'))).rejects.toThrow('ENOENT');
});

test('distribution 2.8: a transfer is pushed completely after the probe', {
  timeout: 30_000,
}, async () => {
  await using registry = await dockerRegistry();
  const chosen = asking({ probe: true });
  const result = await toRegistry(rig, carried, registry.host, { ...chosen, namespace: 'site' });
  expect(result).toMatchObject({ status: 'complete', failures: [] });
  expect(await missingAt(registry.host, imagesOf(rig, 'additional'), 'site/')).toEqual([]);
  expect((await stored(chosen.stateDirectory!, registry.host, 'site'))?.product?.name).toBe('distribution');
});
