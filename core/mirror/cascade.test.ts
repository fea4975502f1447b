import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { verifySource } from '../store/archive/verify.ts';
import { airlock, eventsOf, untilOr } from './airlock-process.fixture.ts';
import { tagsAt } from './delete/delete.fixture.ts';
import { across, control, newRig, type Rig, requestOf, toDisk, toRegistry } from './mirror.fixture.ts';
import { mirror } from './mirror.ts';
import { planMirror } from './plan/plan-mirror.ts';
import { replayRun } from './rollback/replay.ts';
import type { MirrorRequest } from './run/request.ts';

let rig: Rig;
let servers: RegistryServer[];
beforeAll(async () => {
  rig = await newRig({ releaseKey: 'rsa' });
});
beforeEach(() => {
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.close();
});
afterAll(() => rig[Symbol.asyncDispose]());

async function registry(): Promise<string> {
  const server = await startRegistryServer({ storage: memoryStorage() });
  servers.push(server);
  return server.host;
}

interface Selection {
  packages: string[];
  graph?: boolean;
  releases?: 'first' | 'both';
  images?: number;
}

async function configuration({ packages, graph, releases, images = 0 }: Selection): Promise<string> {
  const { catalog, additional, releases: all } = rig.world.inventory;
  const single = all.filter(({ architecture }) => architecture === 'amd64');
  const last = releases === 'both' ? single.at(-1)! : single[0]!;
  const channel = { name: 'stable-4.16', minVersion: single[0]!.version, maxVersion: last.version };
  const content = {
    platform: releases && { graph, channels: [channel] },
    operators: packages.length > 0 && [
      { catalog: catalog.source, packages: packages.map((name) => ({ name })) },
    ],
    additionalImages: additional.slice(0, images).map(({ source }) => ({ name: source })),
  };
  const file = `${rig.place('isc')}.yaml`;
  const head = { kind: 'ImageSetConfiguration', apiVersion: 'mirror.openshift.io/v2alpha1' };
  const given = Object.fromEntries(Object.entries(content).filter(([, value]) => value));
  await writeFile(file, JSON.stringify({ ...head, mirror: given }));
  return file;
}

const BOTH = ['anvil-operator', 'bellows-operator'];
const ALL: Selection = { packages: BOTH, graph: true, releases: 'both', images: 3 };
const SOME: Selection = { packages: ['anvil-operator'], graph: true, releases: 'first', images: 1 };
const FEW: Selection = { packages: ['anvil-operator'] };

/** Mirrors the content of a configuration from the sets in one folder to a set in another. */
function onward(from: string, directory: string, configFile: string, chosen: Partial<MirrorRequest> = {}) {
  return mirror(
    requestOf({ kind: 'mirrorToDisk', directory, from }, { configFile, ...chosen }),
    rig.host,
    control(),
  );
}

/** Mirrors the content of a configuration from a mirror registry, with the records of its pushes, to a set. */
function onwardFrom(
  mirrorHost: string,
  directory: string,
  configFile: string,
  chosen: Partial<MirrorRequest> & { namespace?: string } = {},
) {
  const { namespace = '', ...rest } = chosen;
  const workflow = {
    kind: 'mirrorToDisk' as const,
    directory,
    fromRegistry: { host: mirrorHost, namespace },
  };
  return mirror(requestOf(workflow, { configFile, sourceTlsVerify: false, ...rest }), rig.host, control());
}

/** Returns the tags of a new registry after a push of one folder. */
async function tagsOf(from: string): Promise<[string, string][]> {
  const host = await registry();
  const stateDirectory = rig.place('state');
  expect(await toRegistry(rig, from, host, { stateDirectory })).toMatchObject({ status: 'complete' });
  return [...(await tagsAt(host))].sort();
}

/** Returns a check that no request reached a registry of the connected side since. */
function disconnected(): () => void {
  const { upstream } = rig.world;
  upstream.resetStats();
  return () => expect(upstream.stats.requests).toBe(0);
}

test('a set of a subset has the same content as one that was mirrored from the registries', async () => {
  const [first, second, direct] = [rig.place('first'), rig.place('second'), rig.place('direct')];
  const some = await configuration(SOME);
  await toDisk(rig, first, await configuration(ALL));
  await toDisk(rig, direct, some);
  const expected = await tagsOf(direct);
  const check = disconnected();
  const made = await onward(first, second, some);
  check();
  expect(made).toMatchObject({
    ...{ status: 'complete', exitCode: 0, transfer: 'default-0001' },
    ...{ images: { failed: 0 }, bytes: { fetched: 0 }, verdicts: { rejected: 0 } },
  });
  expect(await verifySource(join(second, 'transfers/default-0001'))).toMatchObject({ ok: true });
  expect(await tagsOf(join(second, 'transfers/default-0001'))).toEqual(expected);
  expect(expected.map(([name]) => name)).toEqual(
    expect.arrayContaining(['openshift/graph-image:latest', expect.stringMatching(/operator-index:v4/)]),
  );
});

test('three sites in a chain, with a kill in the middle, and an increment that has only new content', async () => {
  const [one, two, three] = [rig.place('one'), rig.place('two'), rig.place('three')];
  await toDisk(rig, one, await configuration(SOME));
  const check = disconnected();
  const [some, few] = [await configuration(SOME), await configuration(FEW)];
  const killed = airlock(rig, ['mirror', '-c', some, '--from', `file://${one}`, `file://${two}`]);
  const events = eventsOf(killed);
  await untilOr(killed.ended, () => events.some(({ type }) => type === 'image'));
  killed.child.kill('SIGKILL');
  expect((await killed.ended).result).toBeUndefined();
  expect(await onward(one, two, some)).toMatchObject({ status: 'complete', transfer: 'default-0001' });
  expect(await onward(two, three, few)).toMatchObject({ status: 'complete', transfer: 'default-0001' });
  check();
  const tags = await Promise.all([one, two, three].map((place) => tagsOf(place)));
  expect(tags[1]).toEqual(tags[0]);
  expect(tags[0]).toEqual(expect.arrayContaining(tags[2]!.filter(([name]) => !name.includes('-index:'))));
  expect(tags[2]!.length).toBeLessThan(tags[1]!.length);

  const all = await configuration(ALL);
  expect(await toDisk(rig, one, all)).toMatchObject({ transfer: 'default-0002' });
  const still = disconnected();
  const next = await onward(one, two, all);
  still();
  expect(next).toMatchObject({ status: 'complete', transfer: 'default-0002' });
  expect(next.bytes.present).toBeGreaterThan(0);
  expect(await onward(one, two, all)).not.toHaveProperty('transfer');
  expect(await tagsOf(two)).toEqual(await tagsOf(one));
});

test('content that is missing in the sets is an error with its name, and nothing is requested', async () => {
  const [first, second] = [rig.place('first'), rig.place('second')];
  await toDisk(rig, first, await configuration(FEW));
  const check = disconnected();
  const image = await configuration({ packages: [], images: 1 });
  expect(await onward(first, second, image)).toMatchObject({
    ...{ status: 'partial', exitCode: 2 },
    failures: [{ code: 'content-missing', source: rig.world.inventory.additional[0]!.source }],
  });
  await expect(
    onward(first, second, await configuration({ ...FEW, graph: true, releases: 'first' })),
  ).rejects.toMatchObject({ code: 'content-missing', message: expect.stringContaining('stable-4.16') });
  await expect(onward(first, first, image)).rejects.toMatchObject({ code: 'usage' });
  check();
});

test('a damaged layer in the sets fails its image only, and nothing is requested', async () => {
  const [first, second] = [rig.place('first'), rig.place('second')];
  const images = await configuration({ packages: [], images: 3 });
  await toDisk(rig, first, images);
  const [name] = (await readdir(join(first, 'transfers/default-0001'))).filter((each) =>
    each.endsWith('.tar'),
  );
  const path = join(first, 'transfers/default-0001', name!);
  const bytes = await readFile(path);
  const { layers } = { layers: rig.world.inventory.additional[0]!.blobs };
  const largest = layers.toSorted((a, b) => b.size - a.size)[0]!;
  const at = bytes.indexOf(
    largest.digest.slice(7),
    bytes.indexOf(`blobs/sha256/${largest.digest.slice(7, 9)}/${largest.digest.slice(7)}`),
  );
  expect(at).toBeGreaterThan(0);
  bytes[at + 1024]! ^= 1;
  await writeFile(path, bytes);
  const check = disconnected();
  const made = await onward(first, second, images, { retryTimes: 1 });
  check();
  expect(made).toMatchObject({ status: 'partial', exitCode: 2 });
  expect(made.failures.length).toBeLessThan(made.images.total);
});

test.each(['sets', 'a mirror registry'])(
  'plan shows the subset of %s, replay repairs its set, and the audit record has the source',
  async (kind) => {
    const [first, second, state] = ['first', 'second', 'state'].map(rig.place) as [string, string, string];
    await toDisk(rig, first, await configuration(ALL));
    const host = await registry();
    await toRegistry(rig, first, host, { stateDirectory: state });
    const few = await configuration(FEW);
    const check = disconnected();
    const source = kind === 'sets' ? { from: first } : { fromRegistry: { host, namespace: '' } };
    const request = requestOf(
      { kind: 'mirrorToDisk', directory: second, ...source },
      { configFile: few, stateDirectory: state, sourceTlsVerify: false },
    );
    const planned = await planMirror(request, rig.host, control());
    expect(planned).toMatchObject({ exitCode: 0 });
    const made = await mirror(request, rig.host, control());
    expect(planned.summary.images).toBe(made.images.total);
    const { directory, run } = made;
    expect(JSON.parse(await readFile(join(run!, 'run.json'), 'utf8'))).toMatchObject({
      request: { workflow: { kind: 'mirrorToDisk', directory: second, ...source } },
    });
    const copy = rig.place('copy');
    await mkdir(copy);
    await cp(directory!, copy, { recursive: true });
    const [volume] = (await readdir(directory!)).filter((name) => name.endsWith('.tar'));
    const bytes = await readFile(join(directory!, volume!));
    for (let at = 4096; at < bytes.length; at += 65_536) bytes[at]! ^= 1;
    await writeFile(join(directory!, volume!), bytes);
    await rm(join(second, '.airlock/cache'), { recursive: true });
    expect(
      await replayRun({ ...request, directory: second, sequence: 1 }, rig.host, control()),
    ).toMatchObject({
      status: 'complete',
    });
    expect((await readFile(join(directory!, volume!))).equals(await readFile(join(copy, volume!)))).toBe(
      true,
    );
    check();
  },
);

/** Without catalogs, which are rebuilt from the catalog of the mirror. */
const withoutCatalogs = (tags: readonly [string, string][]) =>
  tags.filter(([name]) => !name.includes('operator-index:'));

test.each([
  ['', 0],
  ['site/one', 0],
  ['site', 2],
] as const)(
  'a set is filled from a mirror registry at "%s" (nested paths: %i)',
  async (namespace, maxNestedPaths) => {
    const [first, second, direct, state] = ['first', 'second', 'direct', 'state'].map(rig.place) as [
      string,
      string,
      string,
      string,
    ];
    const some = await configuration(SOME);
    await toDisk(rig, first, await configuration(ALL));
    await toDisk(rig, direct, some);
    const expected = await tagsOf(direct);
    const check = disconnected();
    const host = await registry();
    const pushed = { stateDirectory: state, namespace, maxNestedPaths };
    expect(await toRegistry(rig, first, host, pushed)).toMatchObject({ status: 'complete' });
    await rm(first, { recursive: true });
    const made = await onwardFrom(host, second, some, { stateDirectory: state, namespace });
    expect(made.failures).toEqual([]);
    expect(made).toMatchObject({ status: 'complete', images: { failed: 0 }, verdicts: { rejected: 0 } });
    const tags = await tagsOf(second);
    check();
    expect(withoutCatalogs(tags)).toEqual(withoutCatalogs(expected));
    expect(tags.map(([name]) => name)).toEqual(expected.map(([name]) => name));
    expect(await onwardFrom(host, second, some, { stateDirectory: state, namespace })).not.toHaveProperty(
      'transfer',
    );
  },
);

test('three registries in a chain, with a kill in the middle, without any request upstream', async () => {
  const [one, two, three] = [await registry(), await registry(), await registry()];
  const [all, some, few] = [await configuration(ALL), await configuration(SOME), await configuration(FEW)];
  const workspaces = ['one', 'two', 'three'].map(rig.place) as [string, string, string];
  expect(await across(rig, workspaces[0], one, all)).toMatchObject({ status: 'complete' });
  const check = disconnected();
  const pass = ['mirror', '-c', some, '--from', `docker://${one}`, '--state', workspaces[0]];
  const tls = ['--src-tls-verify=false', '--dest-tls-verify=false', '--no-probe'];
  const words = [...pass, ...tls, '--workspace', `file://${workspaces[1]}`, `docker://${two}`];
  const killed = airlock(rig, words);
  const events = eventsOf(killed);
  await untilOr(killed.ended, () => events.some(({ type }) => type === 'image'));
  killed.child.kill('SIGKILL');
  expect((await killed.ended).result).toBeUndefined();
  const again = await airlock(rig, words).ended;
  expect(again).toMatchObject({ code: 0, result: { status: 'complete', images: { failed: 0 } } });
  const fromRegistry = { host: two, namespace: '' };
  const last = requestOf(
    {
      kind: 'mirrorToMirror',
      workspace: workspaces[2],
      destination: { host: three, namespace: '' },
      fromRegistry,
    },
    { configFile: few, stateDirectory: workspaces[1], sourceTlsVerify: false, destinationTlsVerify: false },
  );
  expect(await mirror(last, rig.host, control())).toMatchObject({ status: 'complete' });
  check();
  const [inOne, inTwo, inThree] = await Promise.all(
    [one, two, three].map(async (host) => withoutCatalogs([...(await tagsAt(host))].sort())),
  );
  expect(inOne).toEqual(expect.arrayContaining(inTwo!));
  expect(inTwo).toEqual(expect.arrayContaining(inThree!));
  expect(inThree!.length).toBeGreaterThan(0);
  expect(inTwo!.length).toBeGreaterThan(inThree!.length);
  expect(inOne!.length).toBeGreaterThan(inTwo!.length);
  // Clusters of the last site find images under their original names.
  const resources = join(workspaces[2], 'working-dir/cluster-resources');
  const idms = await readFile(join(resources, 'idms-oc-mirror.yaml'), 'utf8');
  expect(idms).toContain(three);
  expect(idms).not.toContain(two);
});

test('a trust policy judges images of a mirror registry by their original names, also at the next site', async () => {
  const [first, second, state] = ['first', 'second', 'state'].map(rig.place) as [string, string, string];
  const some = await configuration(SOME);
  await toDisk(rig, first, await configuration(ALL));
  const host = await registry();
  const pushed = { stateDirectory: state, namespace: 'site', maxNestedPaths: 2 };
  expect(await toRegistry(rig, first, host, pushed)).toMatchObject({ status: 'complete' });
  const originals = ['quay.io', 'registry.redhat.io', 'registry.access.redhat.com', 'ghcr.io'];
  const accepted = Object.fromEntries(originals.map((name) => [name, [{ type: 'insecureAcceptAnything' }]]));
  const policy = rig.place('policy.json');
  await writeFile(
    policy,
    JSON.stringify({ default: [{ type: 'reject' }], transports: { docker: accepted } }),
  );
  const enforced = { securePolicy: true, policy };
  const made = await onwardFrom(host, second, some, {
    stateDirectory: state,
    namespace: 'site',
    ...enforced,
  });
  expect(made.failures).toEqual([]);
  expect(made).toMatchObject({ status: 'complete', verdicts: { rejected: 0 } });
  const next = await toRegistry(rig, second, await registry(), {
    stateDirectory: rig.place('state'),
    ...enforced,
  });
  expect(next.failures).toEqual([]);
  expect(next).toMatchObject({ status: 'complete', verdicts: { rejected: 0 } });
  await writeFile(policy, JSON.stringify({ default: [{ type: 'reject' }] }));
  const rejected = await onwardFrom(host, rig.place('third'), some, {
    stateDirectory: state,
    namespace: 'site',
    ...enforced,
  });
  expect(rejected).toMatchObject({ status: 'partial' });
  expect(new Set(rejected.failures.map(({ code }) => code))).toEqual(new Set(['policy-rejected']));
});
