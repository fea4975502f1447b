import { access, chown, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ClusterJob } from '../../../contract/topics/clusters.ts';
import type { DeleteChoiceLine } from '../../../contract/topics/deletes.ts';
import type { PracticeState } from '../../../contract/topics/practice.ts';
import type { MirrorSettingsInput, RunRef } from '../../../contract/topics/vocabulary.ts';
import { newTestService, type TestService } from '../service.fixture.ts';

let rig: TestService;
beforeEach(async () => {
  rig = await newTestService();
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

const done = ({ steps }: PracticeState) => steps.filter((step) => step.done).map(({ id }) => id);

async function finished(at: TestService, { run }: { run: RunRef }): Promise<void> {
  const status = async () => (await at.ask('runs.live', { run })).status;
  await expect.poll(status, { timeout: 20_000 }).toBe('complete');
}

const TYPE = 'mirrorToDisk' as const;

async function mediaDone(at: TestService, { id }: { id: string }) {
  const job = async () =>
    (await at.ask('jobs.list', {})).jobs.find((one) => one.kind === 'media' && one.id === id);
  await expect.poll(async () => (await job())?.status, { timeout: 20_000 }).not.toMatch(/running|waiting/);
  return (await job())!;
}

test('the journey through the practice world, with an engine restart in the middle', async () => {
  const world = await rig.ask('practice.start', {});
  expect(world).toMatchObject({ state: 'on', versions: ['4.16.1', '4.16.2', '4.16.5'] });
  expect(done(world)).toEqual([]);
  const { workspace = '', configFile = '', destination = '', stateDirectory = '', directory = '' } = world;
  const { chosenFile = '', received = '', kubeconfig = '' } = world;
  expect(rig.events.filter(({ type }) => type === 'practice').slice(0, 2)).toMatchObject([
    { practice: { state: 'starting' } },
    { practice: { state: 'on' } },
  ]);
  expect(await rig.ask('practice.start', {})).toEqual(world);
  expect((await rig.ask('workspaces.list', {})).workspaces).toMatchObject([
    { directory: workspace, state: 'empty', practice: true },
  ]);
  expect((await rig.ask('configurations.list', { workspace })).configurations).toMatchObject([
    { file: configFile },
  ]);

  // Choose
  const draft = await rig.ask('drafts.read', { id: world.draft! });
  expect(draft).toMatchObject({ file: chosenFile, workspace, from: '4.16.1' });
  await rig.ask('configurations.save', { file: chosenFile, text: draft.text });
  expect(done(await rig.ask('practice.state', {}))).toEqual(['choose']);

  // Fetch
  const fetch: MirrorSettingsInput = { workflow: TYPE, directory: workspace, configFile: chosenFile };
  await finished(rig, await rig.ask('runs.start', { settings: fetch }));
  expect(done(await rig.ask('practice.state', {}))).toEqual(['choose', 'fetch']);

  // Carry: the transfer needs both drives.
  const [a, b] = world.drives.map(({ path }) => path);
  expect((await rig.ask('media.drives', { workspace })).drives.slice(0, 2)).toMatchObject([
    { label: 'DRIVE-A', free: world.drives[0]!.bytes, mountPoint: a },
    { label: 'DRIVE-B', mountPoint: b },
  ]);
  const [listed] = (await rig.ask('media.drives', { workspace })).drives;
  expect(await rig.ask('media.eject', { device: listed!.device })).toEqual({ state: 'simulated' });
  const { drives } = await rig.ask('media.drives', { workspace: '/srv/mirror' });
  expect(drives.map(({ label }) => label)).not.toContain('DRIVE-A');
  const elsewhere = await rig.ask('media.drives', { directory: '/srv/received' });
  expect(elsewhere.drives.map(({ label }) => label)).not.toContain('DRIVE-A');
  const transfer = 'default-0001';
  const exported = await mediaDone(rig, await rig.ask('media.export', { workspace, transfer, to: [a!, b!] }));
  expect(exported).toMatchObject({ status: 'done', volumes: [{ drive: 'DRIVE-A' }, { drive: 'DRIVE-B' }] });
  await expect.poll(async () => (await rig.ask('practice.state', {})).damage).toBeTruthy();
  const carried = await rig.ask('practice.state', {});
  expect(done(carried)).toEqual(['choose', 'fetch', 'carry']);
  expect(carried.damage).toMatchObject({ drive: 'DRIVE-B', volume: 2, repaired: false });

  await rig.service.close();
  const next = rig.again();
  await expect.poll(async () => (await next.ask('practice.state', {})).state, { timeout: 20_000 }).toBe('on');
  expect(await next.ask('practice.state', {})).toEqual(carried);

  // Receive finds the damage. The volume is written again.
  const first = await mediaDone(
    next,
    await next.ask('media.import', { directory: received, from: [a!, b!] }),
  );
  const { from, to } = carried.damage!;
  expect(JSON.stringify(first)).toMatch(/damaged/);
  const found = await next.ask('practice.state', {});
  expect(found.steps.find(({ id }) => id === 'receive')).toEqual({
    id: 'receive',
    done: false,
    next: 'repair',
  });
  expect(to - from).toBe(15);
  await mediaDone(next, await next.ask('media.export', { workspace, transfer, to: [b!], volumes: [2] }));
  const repaired = await next.ask('practice.state', {});
  expect(repaired.damage).toMatchObject({ repaired: true });
  expect(repaired.steps.find(({ id }) => id === 'receive')?.next).toBe('again');
  await mediaDone(next, await next.ask('media.import', { directory: received, from: [b!] }));
  expect(done(await next.ask('practice.state', {}))).toEqual(['choose', 'fetch', 'carry', 'receive']);
  // The connected side shows what the other side of this host did, and Home still shows one workspace.
  expect((await next.ask('settings.read', {})).workspaces).toEqual([workspace]);
  const line = async () => (await next.ask('workspaces.list', {})).workspaces[0]!.enclaves[0]!.transfers[0]!;
  expect(await line()).toMatchObject({ step: 'on-media', onHost: { importedAt: expect.any(String) } });
  expect((await line()).onHost?.push).toBeUndefined();

  // Push
  const push: MirrorSettingsInput = { workflow: 'diskToMirror', directory: received, destination };
  const pushed = await next.ask('runs.start', { settings: push });
  expect(pushed.run.root).toBe(stateDirectory);
  await finished(next, pushed);
  expect(done(await next.ask('practice.state', {}))).toHaveLength(5);

  // Apply
  const { folders } = await next.ask('clusters.folders', {});
  expect(folders[0]).toMatchObject({ release: '4.16.1' });
  const manifests = folders[0]!.directory;
  expect((await line()).onHost?.push).toMatchObject({ target: destination, config: manifests });
  const life = await next.ask('enclaves.describe', { workspace, enclave: 'default' });
  expect(life.transfers[0]!.onHost).toEqual((await line()).onHost);
  const comparison = await next.ask('clusters.compare', { directory: manifests, kubeconfig });
  expect(comparison).toMatchObject({ context: 'practice', openShiftVersion: '4.16.1' });
  const objects = comparison.objects.map(({ apiVersion, kind, name, namespace }) => ({
    ...{ apiVersion, kind, name, namespace },
  }));
  const apply = { directory: manifests, kubeconfig, objects, allowRestart: true };
  const applying = await next.ask('clusters.apply', apply);
  const cluster = async () =>
    (await next.ask('jobs.list', {})).jobs.find((job) => job.kind === 'cluster' && job.id === applying.id);
  const ready: (number | undefined)[] = [];
  await expect
    .poll(
      async () => {
        const job = (await cluster()) as ClusterJob;
        if (job.readiness?.for === 'pools') ready.push(job.readiness.done);
        // The step is complete after its nodes, not before.
        if (job.status !== 'done' && ready.length > 0 && ready.at(-1)! < 5)
          expect(done(await next.ask('practice.state', {}))).not.toContain('apply');
        return job.status;
      },
      { timeout: 40_000, interval: 200 },
    )
    .toBe('done');
  // Nodes restart one after the other, and each can be seen.
  expect([...new Set(ready)]).toEqual(expect.arrayContaining([0, 1, 2, 3, 4]));
  expect(done(await next.ask('practice.state', {}))).toContain('apply');
  expect((await line()).onHost?.push?.applied).toEqual({
    ...{ at: expect.any(String), context: 'practice', kubeconfig },
  });

  // The mirror has the release that the cluster runs.
  const readiness = async (to: string) => (await next.ask('clusters.check', { kubeconfig, to })).report;
  const installed = await readiness('4.16.1');
  expect(installed.items.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(installed.items.map(({ group }) => group)).toEqual(
    expect.arrayContaining(['payload', 'signatures', 'cluster', 'nodes']),
  );

  // Upgrade: the next transfer has the update only.
  const before = await next.ask('practice.state', {});
  expect(before.steps.find(({ id }) => id === 'upgrade')).toEqual({ id: 'upgrade', done: false });
  const text = draft.text.replace('maxVersion: 4.16.1', 'maxVersion: 4.16.5');
  await next.ask('configurations.save', {
    ...{ file: chosenFile, text },
    digest: (await next.ask('configurations.read', { file: chosenFile })).digest,
  });
  const upgrade = async () => (await next.ask('practice.state', {})).steps.find(({ id }) => id === 'upgrade');
  expect(await upgrade()).toMatchObject({ next: 'fetch' });
  await finished(next, await next.ask('runs.start', { settings: fetch }));
  expect(await upgrade()).toMatchObject({ next: 'push' });
  await finished(next, await next.ask('runs.start', { settings: { ...push, directory: workspace } }));
  const { workspaces } = await next.ask('workspaces.list', {});
  const lastPushes = workspaces.flatMap(({ enclaves }) => enclaves.map(({ lastPush }) => lastPush?.config));
  expect(lastPushes).toContain(manifests);
  expect(await upgrade()).toEqual({ id: 'upgrade', done: true });
  const target = (await next.ask('clusters.folders', {})).folders[0]!.release!;
  expect(target).toBe('4.16.5');
  // Its signature arrives with the manifests of the second push.
  const missing = (await readiness(target)).items.filter(({ state }) => state !== 'ok');
  expect(missing).toMatchObject([{ group: 'signatures', state: 'failed' }]);
  const changed = (await next.ask('clusters.compare', { directory: manifests, kubeconfig })).objects;
  const signatures = changed
    .filter(({ kind, action }) => kind === 'ConfigMap' && action === 'create')
    .map(({ apiVersion, kind, name, namespace }) => ({ apiVersion, kind, name, namespace }));
  const added = await next.ask('clusters.apply', { ...apply, objects: signatures });
  await expect
    .poll(async () => (await next.ask('jobs.list', {})).jobs.find(({ id }) => id === added.id)?.status, {
      timeout: 20_000,
    })
    .toBe('done');
  expect((await readiness(target)).items.filter(({ state }) => state !== 'ok')).toEqual([]);

  // Delete
  const opened = await next.ask('deletes.open', { workspace, destination, stateDirectory, ticket: 'd' });
  // The cluster keeps its release: the update skips the deleted one.
  const skipped = opened.choices.find(({ kind, name }) => kind === 'release' && name.startsWith('4.16.2'))!;
  const leaves = (each: DeleteChoiceLine): DeleteChoiceLine[] =>
    each.children.length > 0 ? each.children.flatMap(leaves) : [each];
  const parts = leaves(skipped).map(({ id }) => id);
  const { files, preview } = await next.ask('deletes.write', { session: opened.session, parts });
  const deletion = await next.ask('deletes.run', {
    ...{ listFile: files[0]!, destination, stateDirectory },
    confirmed: { registry: destination, images: preview.images },
  });
  await finished(next, deletion);
  expect(done(await next.ask('practice.state', {}))).toHaveLength(8);

  // Another destination is a workspace of its own until the directory of practice is removed.
  const other = `${workspace}-received`;
  await mediaDone(next, await next.ask('media.import', { directory: other, from: [b!] }));
  expect((await next.ask('settings.read', {})).workspaces).toEqual([workspace, other]);

  expect(await next.ask('practice.stop', {})).toMatchObject({
    state: 'off',
    steps: Array(8).fill({ done: false }),
  });
  await expect(access(directory)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await next.ask('workspaces.list', {})).toEqual({ workspaces: [] });
  expect((await next.ask('drafts.list', {})).drafts).toEqual([]);
  expect(await rig.again().ask('practice.state', {})).toMatchObject({ state: 'off' });
}, 90_000);

test('a new world has its own draft, although the draft of the previous one was edited', async () => {
  const first = await rig.ask('practice.start', {});
  await rig.ask('drafts.save', await rig.ask('drafts.read', { id: first.draft! }));
  await rig.ask('practice.stop', {});
  const second = await rig.ask('practice.start', {});
  expect(second.chosenFile).not.toBe(first.chosenFile);
  expect(await rig.ask('drafts.read', { id: second.draft! })).toMatchObject({
    file: second.chosenFile,
    workspace: second.workspace,
  });
});

test('a world whose port is in use is off, and starts on other ports', async () => {
  const world = await rig.ask('practice.start', {});
  await rig.service.close();
  const port = Number(world.destination!.split(':')[1]);
  const thief = createServer().listen(port, '127.0.0.1');
  const next = rig.again();
  await expect
    .poll(async () => (await next.ask('practice.state', {})).state, { timeout: 20_000 })
    .toBe('off');
  const moved = await next.ask('practice.start', {});
  expect(moved).toMatchObject({ state: 'on', directory: world.directory });
  expect(moved.destination).not.toBe(world.destination);
  thief.close();
});

test('a world without its folder is forgotten', async () => {
  const { directory = '' } = await rig.ask('practice.start', {});
  await rig.service.close();
  await rm(directory, { recursive: true });
  const next = rig.again();
  expect(await next.ask('practice.state', {})).toMatchObject({ state: 'off', versions: [] });
  const { directory: other } = await next.ask('practice.start', {});
  expect(other).not.toBe(directory);
});

test.runIf(process.getuid?.() === 0)(
  "a world that another user could have replaced isn't loaded",
  async () => {
    const { directory = '' } = await rig.ask('practice.start', {});
    await rig.service.close();
    await chown(directory, 65534, 65534);
    expect(await rig.again().ask('practice.state', {})).toMatchObject({ state: 'off', versions: [] });
    await rm(directory, { recursive: true });
  },
);

test('a world that another process serves is used, and can be stopped only there', async () => {
  await rig.ask('practice.start', {});
  await rig.service.close();
  const file = join(rig.home, '.config/airlock/practice.json');
  const saved = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...saved, process: { pid: process.ppid, started: '' } }));
  const next = rig.again();
  expect(await next.ask('practice.state', {})).toMatchObject({ state: 'on' });
  expect((await next.fail('practice.stop', {})).message).toContain(String(process.ppid));
});
