import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RESOURCE_FILES } from '../../../content/resources/cluster-resources.ts';
import type { LiveRun } from '../../../contract/topics/run.ts';
import type { RunRef } from '../../../contract/topics/vocabulary.ts';
import { imagesOf, missingOnDisk } from '../../../mirror/mirror.fixture.ts';
import { RUN_FILE } from '../../../runs/audit/run-file.ts';
import { isOver, newRunsRig, type RunsRig, toRegistry } from './runs.fixture.ts';

/** A workspace with a run of the core set and one of a release; the first transfer pushed twice. */
let rig: RunsRig;
let workspace = '';
let state = '';
let first: LiveRun;
let second: LiveRun;
let pushed: LiveRun;

beforeAll(async () => {
  rig = await newRunsRig();
  workspace = rig.rig.place('workspace');
  state = join(rig.rig.directory, 'state');
  const { sets } = rig.rig.world;
  const run = async (settings: Parameters<typeof rig.toDisk>[1]) =>
    complete(await rig.ask('runs.start', { settings: rig.toDisk(workspace, settings) }));
  first = await run({ configFile: sets['release-one'].file });
  second = await run({});
  pushed = await complete(await rig.ask('runs.start', { settings: toRegistry(rig, workspace, 'lab') }));
});
afterAll(() => rig?.[Symbol.asyncDispose]());

async function complete({ run }: { run: RunRef }): Promise<LiveRun> {
  const end = await rig.until(run, isOver);
  expect(end).toMatchObject({ status: 'complete' });
  return end;
}

describe('runs.findImages', () => {
  const find = (search: string, limit?: number) => rig.ask('runs.findImages', { search, limit });

  test('finds images of all runs and workspaces by words, each image in its newest run', async () => {
    const found = await find('practice OCI-index');
    expect(found).toMatchObject({
      omitted: 0,
      images: [
        { origin: expect.stringContaining('practice/oci-index'), in: { kind: 'run', run: pushed.run } },
        { in: { kind: 'run', run: second.run } },
      ],
    });
    expect(found.searched).toBeGreaterThan(second.images!.total);
    expect((await find('release:4.16.1 etcd')).images.map((image) => image.in)).toContainEqual({
      ...{ kind: 'run', run: second.run },
    });
    expect(await find('practice', 2)).toMatchObject({ matching: expect.any(Number), images: [{}, {}] });
    expect((await find('practice', 2)).matching).toBeGreaterThan(2);
    expect(await find('no-such-image')).toMatchObject({ matching: 0, images: [] });
  });

  test('finds images of an opened plan, and of a transfer that no run here wrote', async () => {
    const received = rig.rig.place('received');
    await mkdir(join(received, 'transfers'), { recursive: true });
    rig.roots.push({ root: received, kind: 'workspace' });
    await cp(join(workspace, 'transfers', 'default-0001'), join(received, 'transfers', 'default-0001'), {
      recursive: true,
    });
    const places = (await find('release-images')).images.map((image) => image.in);
    rig.roots.pop();
    expect(places).toContainEqual({
      ...{ kind: 'transfer', workspace: received, enclave: 'default', transfer: 'default-0001' },
    });
    const settings = rig.toDisk(rig.rig.place('planned'));
    await rig.ask('plans.make', { settings, ticket: 'plan' });
    expect((await find('practice/zstd')).images[0]!.in).toEqual({ kind: 'plan', workflow: 'mirrorToDisk' });
    await complete(await rig.ask('runs.start', { settings }));
    const found = (await find('practice/zstd')).images.map(({ in: { kind } }) => kind);
    expect(found).not.toContain('plan');
    expect(found.length).toBeGreaterThan(0);
    const again = await rig.ask('plans.make', { settings, ticket: 'again' });
    expect(again.nothingNew).toBe(true);
    expect((await find('practice/zstd')).images.map(({ in: { kind } }) => kind)).toEqual(found);
  });
});

describe('runs.list', () => {
  test('returns the runs of all folders, the newest first', async () => {
    const { total, runs } = await rig.ask('runs.list', {});
    expect(total).toBe(runs.length);
    expect(runs.slice(-3)).toMatchObject([
      { run: { root: state, sequence: 1 }, workflow: 'diskToMirror', target: `${host()}/lab` },
      { run: { root: workspace, sequence: 2 }, workflow: 'mirrorToDisk', transfer: 'default-0002' },
      { run: { root: workspace, sequence: 1 }, status: 'complete', target: workspace },
    ]);
    expect(runs.at(-1)!.images).toEqual({
      total: first.images!.total,
      copied: first.images!.total,
      present: 0,
      failed: 0,
    });
  });

  test('returns one folder, one status, or one page', async () => {
    expect((await rig.ask('runs.list', { root: workspace, limit: 1, offset: 1 })).runs).toMatchObject([
      { run: { sequence: 1 } },
    ]);
    expect(await rig.ask('runs.list', { root: workspace, status: 'failed' })).toEqual({ total: 0, runs: [] });
    expect(await rig.ask('runs.list', { root: rig.rig.place('nothing') })).toEqual({ total: 0, runs: [] });
  });

  test('marks an unreadable record as damaged', async () => {
    const root = rig.rig.place('damaged');
    const record = join(root, '.airlock/runs/0007-20260131T100000Z');
    await mkdir(record, { recursive: true });
    await writeFile(join(record, RUN_FILE), '{');
    expect((await rig.ask('runs.list', { root })).runs).toMatchObject([
      { status: 'damaged', startedAt: '2026-01-31T10:00:00.000Z', run: { root, sequence: 7 } },
    ]);
    await expect(rig.ask('runs.live', { run: { root, sequence: 7 } })).rejects.toMatchObject({
      code: 'run-log-altered',
    });
  });
});

test('runs.describe shows how the run was started', async () => {
  const { live, command, tool, configurations, overrides } = await rig.ask('runs.describe', {
    run: second.run,
  });
  const { file, yaml } = rig.rig.world.sets.core;
  expect(live).toEqual(second);
  expect(command).toBe(`airlock mirror -c ${file} file://${workspace}`);
  expect(tool).toBe('airlock 0.0.0');
  expect(configurations).toEqual([{ name: 'imageset.yaml', text: yaml }]);
  expect(overrides).toContain(`UPDATE_URL_OVERRIDE=${rig.rig.world.services.updateUrl}`);
});

test("a run that doesn't exist is not found", async () => {
  await expect(rig.ask('runs.live', { run: { root: workspace, sequence: 99 } })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('runs.images and runs.log return the events of a run in pages', async () => {
  const all = await rig.ask('runs.images', { run: second.run });
  expect(all.total).toBe(imagesOf(rig.rig, 'core').length);
  expect(all.rows.map(({ digest }) => digest).sort()).toEqual(
    imagesOf(rig.rig, 'core')
      .map(({ digest }) => digest)
      .sort(),
  );
  expect(all.states.copied + all.states.present).toBe(all.total);
  const [some] = all.rows;
  const found = await rig.ask('runs.images', {
    run: second.run,
    search: some!.digest.slice(7, 30),
    limit: 5,
  });
  expect(found.rows.map(({ digest }) => digest)).toContain(some!.digest);
  expect(found.matching).toBeLessThan(all.total);
  const log = await rig.ask('runs.log', { run: second.run, limit: 3 });
  expect(log.lines.map(({ index }) => index)).toEqual([0, 1, 2]);
  expect(log.total).toBeGreaterThan(3);
});

test('runs.mapping has the source and the destination of every image of a run', async () => {
  const page = await rig.ask('runs.mapping', { run: pushed.run, limit: 2 });
  expect(page.total).toBe(imagesOf(rig.rig, 'core').length);
  for (const line of page.lines)
    expect(line).toMatch(new RegExp(`^docker://\\S+=docker://${host()}/lab/\\S+:\\S+$`));
  const file = rig.rig.place('run-mapping.txt');
  await rig.ask('runs.saveMapping', { run: pushed.run, file });
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(page.total);
  const transfer = await rig.ask('runs.mapping', { run: first.run, limit: 1 });
  expect(transfer.lines[0]).toMatch(/^docker:\/\/\S+=docker:\/\/localhost:55000\/openshift\/\S+$/);
});

test('runs.compare compares images and configurations separately', async () => {
  const forth = await rig.ask('runs.compare', { a: first.run, b: second.run });
  const back = await rig.ask('runs.compare', { a: second.run, b: first.run });
  const before = new Set<string>(imagesOf(rig.rig, 'release-one').map(({ digest }) => digest));
  const gained = imagesOf(rig.rig, 'core').flatMap(({ digest }) => (before.has(digest) ? [] : [digest]));
  expect(gained.length).toBeGreaterThan(0);
  expect(new Set(forth.added.map(({ digest }) => digest))).toEqual(new Set(gained));
  expect(forth.added.every(({ destination }) => destination !== '')).toBe(true);
  expect(forth.added.some(({ destination }) => destination.includes('openshift/release'))).toBe(true);
  expect(forth.removedTotal).toBe(back.addedTotal);
  expect(forth.addedTotal).toBe(back.removedTotal);
  expect(forth.same).toBeGreaterThan(0);
  expect(forth.configuration).toContain('--- run 1/imageset-release-one.yaml\n+++ run 2/imageset.yaml\n@@ ');
  const same = await rig.ask('runs.compare', { a: first.run, b: first.run });
  expect(same).toMatchObject({ addedTotal: 0, removedTotal: 0, movedTotal: 0, configuration: '' });
});

describe('cluster resources', () => {
  test('are listed with their purpose', async () => {
    const { directory, files } = await rig.ask('resources.list', { run: pushed.run });
    expect(directory).toBe(pushed.resources);
    const idms = files.find(({ name }) => name === RESOURCE_FILES.idms);
    expect(idms).toMatchObject({ kinds: ['ImageDigestMirrorSet'] });
    expect(idms!.objects).toBeGreaterThan(0);
    expect(files.map(({ name }) => name)).toEqual((await readdir(directory!)).sort());
    expect(pushed).toMatchObject({
      config: join(state, 'config'),
      handoff: join(state, 'config', 'handoff.html'),
      release: { from: `docker://${pushed.target}`, version: '4.16.5-x86_64', signatures: state },
    });
    expect(await readFile(pushed.handoff!, 'utf8')).toContain('<h1>Next steps for the cluster</h1>');
    for (const { purpose, bytes, kinds } of files)
      expect([purpose, bytes, kinds.length]).toEqual([
        expect.stringMatching(/^[A-Z].*\.$/),
        expect.any(Number),
        1,
      ]);
  });

  test('can be read and copied, but no other files', async () => {
    const { text } = await rig.ask('resources.read', { run: pushed.run, name: RESOURCE_FILES.idms });
    expect(text).toBe(await readFile(join(pushed.resources!, RESOURCE_FILES.idms), 'utf8'));
    await expect(
      rig.ask('resources.read', { run: pushed.run, name: '../airlock/format.json' }),
    ).rejects.toMatchObject({ code: 'not-found' });
    const target = join(rig.rig.place('copies'), 'new');
    const { files } = await rig.ask('resources.save', { run: pushed.run, directory: target });
    expect((await readdir(target)).map((name) => join(target, name)).sort()).toEqual([...files].sort());
    expect(await readFile(join(target, RESOURCE_FILES.idms), 'utf8')).toBe(text);
    await expect(rig.ask('resources.save', { run: pushed.run, directory: 'x' })).rejects.toMatchObject({
      code: 'usage',
    });
  });

  test('come only from the last push, and a mirror to disk has none', async () => {
    const again = await complete(
      await rig.ask('runs.start', { settings: toRegistry(rig, workspace, 'other') }),
    );
    expect(again.resources).toBe(pushed.resources);
    expect(await rig.ask('resources.list', { run: pushed.run })).toEqual({ files: [] });
    const live = await rig.ask('runs.live', { run: pushed.run });
    expect([live.resources, live.config, live.handoff]).toEqual([undefined, undefined, undefined]);
    expect(await rig.ask('resources.list', { run: first.run })).toEqual({ files: [] });
    pushed = again;
  });
});

test('runs.export packs record, configuration and resources', async () => {
  const file = join(rig.rig.place('export'), 'run.tar');
  const { bytes, digest, ...rest } = await rig.ask('runs.export', { run: pushed.run, file });
  const tar = await readFile(file);
  expect(rest.file).toBe(file);
  expect(bytes).toBe(tar.length);
  expect(digest).toBe(`sha256:${createHash('sha256').update(tar).digest('hex')}`);
  const into = rig.rig.place('unpacked');
  await mkdir(into);
  execFileSync('tar', ['-xf', file, '-C', into]);
  const [top] = await readdir(into);
  expect(top).toBe(pushed.directory.split('/').at(-1));
  const unpacked = (await readdir(join(into, top!), { recursive: true })).sort();
  expect(unpacked).toEqual(
    expect.arrayContaining([
      'run.json',
      'images.jsonl',
      'events.jsonl',
      'expected.jsonl',
      `resources/${RESOURCE_FILES.idms}`,
    ]),
  );
  expect(unpacked.some((name) => /^configuration\/\d-/.test(name))).toBe(true);
  for (const name of ['run.json', 'images.jsonl', 'events.jsonl'])
    expect(await readFile(join(into, top!, name))).toEqual(await readFile(join(pushed.directory, name)));
});

test('runs.replay repairs a damaged set', async () => {
  const set = join(workspace, 'transfers', 'default-0001');
  const volume = join(set, (await readdir(set)).find((name) => name.endsWith('.tar'))!);
  const content = await readFile(volume);
  content.fill(0x55, 2000, 20_000);
  await rm(volume);
  await writeFile(volume, content);
  expect(await missingOnDisk(set, [])).not.toEqual([]);
  const { run } = await rig.ask('runs.replay', { run: first.run });
  expect(await complete({ run })).toMatchObject({ workflow: 'replay', own: true, target: set });
  expect(await missingOnDisk(set, [])).toEqual([]);
  await expect(rig.ask('runs.replay', { run })).rejects.toMatchObject({ code: 'usage' });
});

test("a record without a request can't be resumed, and shows the reason", async () => {
  const root = rig.rig.place('old');
  const runs = join(root, '.airlock/runs');
  await mkdir(runs, { recursive: true });
  const record = join(runs, '0001-20260131T100000Z');
  execFileSync('cp', ['-r', first.directory, record]);
  const run = JSON.parse(await readFile(join(record, RUN_FILE), 'utf8')) as Record<string, unknown>;
  delete run.request;
  await writeFile(`${record}/x`, JSON.stringify({ ...run, status: 'paused' }));
  await rename(`${record}/x`, join(record, RUN_FILE));
  const ref = { root, sequence: 1 };
  expect(await rig.ask('runs.live', { run: ref })).toMatchObject({ status: 'paused', resumable: false });
  await expect(rig.ask('runs.resume', { run: ref })).rejects.toMatchObject({ code: 'unsupported' });
  await appendFile(join(record, RUN_FILE), 'x');
  expect((await rig.ask('runs.list', { root })).runs).toMatchObject([{ status: 'damaged' }]);
});

function host(): string {
  return rig.rig.world.destination.host;
}

test('runs.verifyLog detects a changed record', async () => {
  const one = async () => (await rig.ask('runs.verifyLog', { root: workspace })).logs[0]!;
  const before = await one();
  expect(before).toMatchObject({ root: workspace, ok: true });
  const known = await rig.ask('runs.verifyLog', {});
  expect(known.logs.map(({ root }) => root)).toEqual(expect.arrayContaining([workspace, state]));
  const file = join(first.directory, RUN_FILE);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('"status"', '"status" '));
  expect(await one()).toMatchObject({ ok: false, problems: [{ code: 'run-log-altered' }] });
  await writeFile(file, text);
  expect(await one()).toEqual(before);
});
