import { access, chown, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

test('the journey through the practice world, with an engine restart in the middle', async () => {
  const world = await rig.ask('practice.start', {});
  expect(world).toMatchObject({ state: 'on', versions: ['4.16.1', '4.16.2', '4.16.5'] });
  expect(done(world)).toEqual(['workspace']);
  const { workspace = '', configFile = '', destination = '', stateDirectory = '', directory = '' } = world;
  expect(rig.events.filter(({ type }) => type === 'practice')).toMatchObject([
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
  const { text } = await rig.ask('configurations.read', { file: configFile });
  expect(await rig.ask('configurations.check', { file: configFile, text })).toMatchObject({
    ok: true,
    problems: [],
  });

  const fetch: MirrorSettingsInput = { workflow: 'mirrorToDisk', directory: workspace, configFile };
  await rig.ask('plans.make', { settings: fetch, ticket: 'plan' });
  expect(done(await rig.ask('practice.state', {}))).toEqual(['workspace', 'plan']);
  await finished(rig, await rig.ask('runs.start', { settings: fetch }));
  expect(await rig.ask('transfers.verify', { directory: workspace, ticket: 'v' })).toMatchObject({
    ok: true,
    problems: [],
  });
  expect(rig.events.findLast((event) => event.type === 'job' && event.job.kind === 'request')).toMatchObject({
    job: { kind: 'request', id: 'v', status: 'done', unit: 'bytes' },
  });
  expect(done(await rig.ask('practice.state', {}))).toEqual(['workspace', 'plan', 'fetch', 'verify']);

  await rig.service.close();
  const next = rig.again();
  await expect.poll(async () => (await next.ask('practice.state', {})).state, { timeout: 20_000 }).toBe('on');
  const again = await next.ask('practice.state', {});
  expect({ ...again, steps: [] }).toEqual({ ...world, steps: [] });
  expect(done(again)).toEqual(['workspace', 'plan', 'fetch', 'verify']);
  await writeFile(configFile, text.replace('# What', '# My'));
  // The set was signed by the world before the restart.
  const push: MirrorSettingsInput = {
    workflow: 'diskToMirror',
    directory: workspace,
    destination: `${destination}/mirror`,
  };
  const pushed = await next.ask('runs.start', { settings: push });
  expect(pushed.run.root).toBe(stateDirectory);
  await finished(next, pushed);
  const { files } = await next.ask('resources.list', pushed);
  await next.ask('resources.read', { ...pushed, name: files[0]!.name });
  expect(done(await next.ask('practice.state', {}))).toHaveLength(6);
  expect(await next.ask('registries.test', { name: `${destination}/mirror`, push: true })).toMatchObject({
    stages: [{}, {}, { result: 'warning' }, { result: 'passed' }, { result: 'passed' }],
  });
  const [line] = (await next.ask('workspaces.list', {})).workspaces;
  expect(line).toMatchObject({
    state: 'ready',
    enclaves: [
      {
        name: 'default',
        next: 'open-resources',
        lastRun: { workflow: 'diskToMirror' },
        lastPush: pushed,
        transfers: [{ name: 'default-0001', state: 'complete' }],
      },
    ],
  });
  expect(line!.bytes).toBeGreaterThan(10_000_000);
  expect(line!.freeBytes).toBeGreaterThan(0);

  expect(await next.ask('practice.stop', {})).toMatchObject({
    state: 'off',
    steps: [{ done: false }, {}, {}, {}, {}, {}],
  });
  await expect(access(directory)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await next.ask('workspaces.list', {})).toEqual({ workspaces: [] });
  expect(await rig.again().ask('practice.state', {})).toMatchObject({ state: 'off' });
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
