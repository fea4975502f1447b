import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { instantText } from '../../base/schedule/window.ts';
import { type ScheduleSettings, scheduleSettings } from '../../contract/topics/schedules/schedules.ts';
import { newRig, type Rig, toRegistry } from '../../mirror/mirror.fixture.ts';
import { mirror } from '../../mirror/mirror.ts';
import type { MirrorRequest } from '../../mirror/run/request.ts';
import { serveTcp } from '../../registry/access/loopback-servers.fixture.ts';
import { listRuns } from '../../runs/audit/read-runs.ts';
import { takeLock } from '../../store/workspace/lock.ts';
import { createNotices } from '../notices/notices.ts';
import { startWebhook, type TestWebhook } from '../notices/webhook.fixture.ts';
import { scheduleLines } from './lines.ts';
import { t } from './messages.ts';
import { type RunnerOptions, runSchedules, type ScheduleRunner } from './runner.ts';
import { editSchedule, readSchedules, runnerLock } from './schedule-file.ts';
import { moveSchedule, pauseSchedule, requestSchedule, saveSchedule } from './settings.ts';

let rig: Rig;
let hook: TestWebhook;
beforeAll(async () => {
  rig = await newRig();
  hook = await startWebhook();
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await hook[Symbol.asyncDispose]();
});
let runner: ScheduleRunner | undefined;
afterEach(async () => {
  await runner?.close();
  hook.received.length = 0;
});

/** A window that is open from now on for this time. */
const openFor = (ms: number, inMs = 0) =>
  `${instantText(Date.now() + inMs)}/${instantText(Date.now() + inMs + ms)}`;

interface Place {
  workspace: string;
  configDirectory: string;
  add(part: Partial<ScheduleSettings> & { name: string }): Promise<unknown>;
  start(options?: Partial<RunnerOptions>): ScheduleRunner;
}

async function place(): Promise<Place> {
  const workspace = rig.place('scheduled');
  const configDirectory = rig.place('config');
  const notices = createNotices({ configDirectory, host: rig.host, delaysMs: [] });
  await notices.change({ kinds: { 'nothing-new': true }, webhook: { url: hook.url, allowHttp: false } });
  return {
    ...{ workspace, configDirectory },
    async add({ name, ...part }) {
      const given = { name, job: 'mirrorToDisk', configFile: rig.world.sets.additional.file, ...part };
      // A window that opens now opened before the schedule was created, so it is created a moment earlier.
      const known = (await readSchedules(workspace)).some((one) => one.name === name);
      const replaces = known ? name : undefined;
      await saveSchedule(workspace, scheduleSettings.parse(given), {
        configDirectory,
        zone: 'UTC',
        replaces,
      });
      await editSchedule(workspace, name, (one) => ({
        ...one,
        handledTo: new Date(Date.now() - 600_000).toISOString(),
      }));
    },
    start(options = {}) {
      const started = runSchedules({
        workspaces: async () => [workspace],
        work: {
          host: () => rig.host,
          mirror: (request, control) => mirror({ ...request, retryDelayMs: 20 }, rig.host, control),
        },
        ...{ configDirectory, notices, lookEveryMs: 50, retryDelaysMs: [50], ...options },
      });
      // A drained runner has also delivered its notices.
      runner = {
        ...started,
        async drain() {
          await started.drain();
          await notices.delivered();
        },
      };
      return runner;
    },
  };
}

const kinds = () => hook.received.map(({ body }) => body.kind);

test('a nightly mirror runs in its window, and a night without new content starts no run', async () => {
  const { workspace, configDirectory, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)] });
  await start().drain();
  const [first] = await readSchedules(workspace);
  expect(first!.occasions).toMatchObject([
    { result: 'complete', attempts: 1, run: 1, transfer: 'default-0001', bytes: expect.any(Number) },
  ]);
  expect(hook.received).toMatchObject([
    {
      body: {
        kind: 'run-ended',
        status: 'complete',
        schedule: 'nightly',
        run: { root: workspace, sequence: 1 },
      },
    },
  ]);
  await runner!.drain();
  expect((await readSchedules(workspace))[0]!.occasions).toHaveLength(1);

  await add({ name: 'nightly', windows: [openFor(60_000)] });
  await runner!.drain();
  const [second] = await readSchedules(workspace);
  expect(second!.occasions[0]).toMatchObject({
    result: 'nothing-new',
    detail: expect.stringContaining('no new content'),
  });
  expect(await listRuns(airlockDirectory(workspace, 'runs'))).toHaveLength(1);
  expect(kinds()).toEqual(['run-ended', 'nothing-new']);
  const { schedules, holder } = await scheduleLines(workspace, configDirectory);
  expect(schedules).toMatchObject([{ name: 'nightly', state: 'waiting' }]);
  expect(holder).toContain(`${process.pid}`);
});

test('schedules of a workspace run one after another in the order of the queue', async () => {
  const { workspace, configDirectory, add, start } = await place();
  const running: string[][] = [];
  await add({ name: 'second', windows: [openFor(60_000)], enclave: 'b' });
  await add({ name: 'third', windows: [openFor(60_000)], enclave: 'c' });
  await moveSchedule(workspace, 'third', 0);
  const states = async () => {
    const { schedules } = await scheduleLines(workspace, configDirectory);
    running.push(schedules.map(({ name, state }) => `${name} ${state}`));
  };
  const seen: Promise<void>[] = [];
  await start({ onChange: () => void seen.push(states()) }).drain();
  await Promise.all(seen);
  expect(running[0]).toEqual(['third running', 'second queued']);
  const [third, second] = await readSchedules(workspace);
  expect(third!.occasions[0]!.endedAt <= second!.occasions[0]!.endedAt).toBe(true);
  expect([third!.occasions[0]!.run, second!.occasions[0]!.run]).toEqual([1, 2]);
});

test('a failure is repeated within the window, and its first attempt sends a notice', async () => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)] });
  let attempts = 0;
  const work: RunnerOptions['work'] = {
    host: () => rig.host,
    async mirror(request, control) {
      if (attempts++ === 0) throw new AirlockError('connection', 'the link is down');
      return mirror(request, rig.host, control);
    },
  };
  await start({ work }).drain();
  await expect
    .poll(async () => (await readSchedules(workspace))[0]!.occasions[0]?.result, { timeout: 20_000 })
    .toBe('complete');
  await runner!.drain();
  const [after] = await readSchedules(workspace);
  expect(after!.occasions).toMatchObject([{ result: 'complete', attempts: 2 }]);
  expect(hook.received).toMatchObject([
    {
      body: {
        ...{ kind: 'run-ended', status: 'failed', level: 'error' },
        text: expect.stringMatching(/^the link is down\. The next attempt starts at \d\d:\d\d \S+\.$/),
      },
    },
    { body: { kind: 'run-ended', status: 'complete' } },
  ]);

  hook.received.length = 0;
  const configFile = rig.place('removed.yaml');
  await writeFile(configFile, '');
  await add({ name: 'nightly', windows: [openFor(60_000)], configFile });
  await rm(configFile);
  await runner!.drain();
  expect((await readSchedules(workspace))[0]!.occasions[0]).toMatchObject({ result: 'failed', attempts: 1 });
  expect(hook.received).toMatchObject([
    { body: { level: 'error', text: expect.stringContaining(configFile) } },
  ]);
});

test('of the failed attempts of a start, the first and the last one send a notice', async () => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)], onlyIfNew: false });
  const { work, release } = controlledWork([down(), down(), down()]);
  release();
  await start({ work, retryDelaysMs: [50, 50] }).drain();
  const result = async () => (await readSchedules(workspace))[0]!.occasions[0];
  await expect.poll(result, { timeout: 20_000 }).toMatchObject({ result: 'failed', attempts: 3 });
  await runner!.drain();
  expect(hook.received.map(({ body }) => body.text)).toEqual([
    expect.stringContaining('The next attempt starts at '),
    'the link is down. Attempts: 3.',
  ]);
});

test('a failure whose window closes before the next attempt is reported as the last one', async () => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)], onlyIfNew: false });
  const { work, release } = controlledWork([down()]);
  release();
  await start({ work, retryDelaysMs: [600_000] }).drain();
  expect((await readSchedules(workspace))[0]).not.toHaveProperty('retry');
  expect(hook.received.map(({ body }) => body.text)).toEqual(['the link is down']);
});

test('a failure that is not tried again although it was announced is reported', async () => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)], onlyIfNew: false });
  const { work, began, release } = controlledWork([down()]);
  const drained = start({ work }).drain();
  await began;
  await pauseSchedule(workspace, 'nightly', true);
  release();
  await drained;
  await runner!.drain();
  expect(await readSchedules(workspace)).toMatchObject([{ occasions: [{ result: 'failed', attempts: 1 }] }]);
  expect(hook.received.map(({ body }) => body.text)).toEqual([
    expect.stringContaining('The next attempt starts at '),
    `the link is down. ${t('noNextAttempt')}`,
  ]);
});

test('an earlier failure is not reported again after a process died', async () => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)], onlyIfNew: false });
  const occasion = new Date().toISOString();
  await editSchedule(workspace, 'nightly', (one) => ({
    ...{ ...one, handledTo: occasion },
    running: { occasion, since: occasion, attempts: 1, reported: true },
  }));
  const { work, release } = controlledWork([down()]);
  release();
  await start({ work, retryDelaysMs: [50, 50] }).drain();
  const result = async () => (await readSchedules(workspace))[0]!.occasions[0];
  await expect.poll(result, { timeout: 20_000 }).toMatchObject({ result: 'complete', attempts: 3 });
  await runner!.drain();
  expect(hook.received).toMatchObject([{ body: { status: 'complete' } }]);
});

test('a run pauses when its window closes, and the next window continues it', async () => {
  const { workspace, add, start } = await place();
  const closesAt = Date.now() + 2_000;
  await add({ name: 'nightly', windows: [openFor(2_000)], onlyIfNew: false });
  const work: RunnerOptions['work'] = {
    host: () => rig.host,
    async mirror(request, control) {
      await wait(Math.max(0, closesAt + 100 - Date.now()));
      return mirror(request, rig.host, control);
    },
  };
  await start({ work }).drain();
  expect((await readSchedules(workspace))[0]!.occasions).toMatchObject([
    { result: 'paused', detail: t('closed'), attempts: 1 },
  ]);
  await add({ name: 'nightly', windows: [openFor(60_000)], onlyIfNew: false });
  await runner!.drain();
  expect((await readSchedules(workspace))[0]!.occasions).toMatchObject([
    { result: 'complete' },
    { result: 'paused' },
  ]);
});

test('two processes never run the schedules of one workspace', async () => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)] });
  const free = await takeLock(runnerLock(workspace));
  const second = start();
  await second.drain();
  expect(second.owns(workspace)).toBe(false);
  expect((await readSchedules(workspace))[0]!.occasions).toEqual([]);
  await free();
  await second.drain();
  expect((await readSchedules(workspace))[0]!.occasions).toHaveLength(1);
});

test('an attempt of a process that died is recorded and repeated', async () => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)] });
  const occasion = new Date().toISOString();
  await editSchedule(workspace, 'nightly', (one) => ({
    ...one,
    handledTo: occasion,
    running: { occasion, since: occasion, attempts: 1 },
  }));
  const results: unknown[] = [];
  const look = async () => results.push((await readSchedules(workspace))[0]!.occasions[0]?.result);
  const seen: Promise<unknown>[] = [];
  await start({ onChange: () => void seen.push(look()) }).drain();
  await Promise.all(seen);
  expect(results[0]).toBe('interrupted');
  expect((await readSchedules(workspace))[0]!.occasions).toMatchObject([{ result: 'complete', attempts: 2 }]);
});

test('a stopped process pauses its run, and the next one continues it in the window', async () => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)] });
  const first = start({
    onEvent(event) {
      if (event.type === 'image') void first.close();
    },
  });
  await first.drain();
  await first.close();
  expect((await readSchedules(workspace))[0]).toMatchObject({
    occasions: [{ result: 'interrupted' }],
    retry: { attempts: 0 },
  });
  expect(hook.received).toEqual([]);
  await start().drain();
  expect((await readSchedules(workspace))[0]!.occasions).toMatchObject([{ result: 'complete' }]);
});

test('a schedule that another user or a copied workspace contains does not run', async () => {
  const { workspace, configDirectory, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)] });
  await editSchedule(workspace, 'nightly', (one) => ({
    ...one,
    configFile: '/elsewhere.yaml',
    runNow: true,
  }));
  await start().drain();
  expect((await readSchedules(workspace))[0]!.occasions).toEqual([]);
  const { schedules } = await scheduleLines(workspace, configDirectory);
  expect(schedules).toMatchObject([{ state: 'unconfirmed' }]);
});

test('a request starts a schedule outside its windows', async () => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000, 3_600_000)] });
  await start().drain();
  expect((await readSchedules(workspace))[0]!.occasions).toEqual([]);
  await requestSchedule(workspace, 'nightly');
  await runner!.drain();
  const [done] = await readSchedules(workspace);
  expect(done).toMatchObject({ occasions: [{ result: 'complete' }] });
  expect(done).not.toHaveProperty('runNow');
});

test('a comparison finds a tag that was moved at the registry', async () => {
  const { workspace, add, start } = await place();
  const stateDirectory = join(rig.directory, 'state');
  const destination = `${rig.world.destination.host}/drift`;
  await add({ name: 'fetch', windows: [openFor(60_000)] });
  await start().drain();
  await toRegistry(rig, workspace, rig.world.destination.host, { namespace: 'drift' });
  const compare = {
    ...{ name: 'watch', job: 'compare' as const, destination, stateDirectory },
    ...{ destinationTlsVerify: false, configFile: undefined, windows: [openFor(60_000)] },
  };
  await add(compare);
  await runner!.drain();
  expect((await readSchedules(workspace))[1]!.occasions).toMatchObject([{ result: 'same' }]);
  hook.received.length = 0;

  const repository = 'drift/unrecorded';
  await pushEmptyImage(rig.world.destination.host, repository);
  await add({ ...compare, windows: [openFor(60_000)] });
  await runner!.drain();
  expect((await readSchedules(workspace))[1]!.occasions[0]).toMatchObject({
    result: 'different',
    drift: ['drift/unrecorded:v1 (unrecorded)'],
  });
  expect(hook.received).toMatchObject([
    { body: { kind: 'drift-found', images: ['drift/unrecorded:v1 (unrecorded)'] } },
  ]);
});

test.each([
  ['{"format": 1}', 'config-invalid'],
  ['{"format": 9}', 'workspace-format'],
])('the list %s is reported and left unchanged', async (text, code) => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)] });
  const file = airlockDirectory(workspace, 'schedules.json');
  await writeFile(file, text);
  const faults: unknown[] = [];
  await start({ onFault: (error) => faults.push(error) }).drain();
  await runner!.drain();
  expect(faults).toMatchObject([{ code }]);
  expect(await readFile(file, 'utf8')).toBe(text);
});

/** Work whose runs wait for `release` and fail with the errors of a queue first. */
function controlledWork(failures: AirlockError[] = []) {
  const { promise: began, resolve: begin } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const requests: MirrorRequest[] = [];
  const work: RunnerOptions['work'] = {
    host: () => rig.host,
    async mirror(request, control) {
      requests.push(request);
      begin();
      await released;
      const failure = failures.shift();
      if (failure) throw failure;
      return mirror({ ...request, retryDelayMs: 20 }, rig.host, control);
    },
  };
  return { work, began, release, requests };
}
const down = () => new AirlockError('connection', 'the link is down');

test('a request for a running schedule does not start it again', async () => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000, 3_600_000)], onlyIfNew: false });
  const { work, began, release, requests } = controlledWork();
  start({ work });
  await requestSchedule(workspace, 'nightly');
  const drained = runner!.drain();
  await began;
  await requestSchedule(workspace, 'nightly');
  expect(await readSchedules(workspace)).toMatchObject([{ running: { attempts: 1 } }]);
  release();
  await drained;
  await runner!.drain();
  expect(requests).toHaveLength(1);
  expect((await readSchedules(workspace))[0]!.occasions).toHaveLength(1);
  // Recorded as running by a process that died: the request isn't lost.
  await runner!.close();
  const since = new Date().toISOString();
  await editSchedule(workspace, 'nightly', (one) => ({
    ...one,
    running: { occasion: since, since, attempts: 1 },
  }));
  await requestSchedule(workspace, 'nightly');
  expect(await readSchedules(workspace)).toMatchObject([{ runNow: true }]);
});

test('the next attempt of a schedule ends its notice about a login', async () => {
  const { workspace, configDirectory, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)] });
  const notices = createNotices({ configDirectory, host: rig.host, delaysMs: [] });
  const waits = { kind: 'run-waiting', level: 'warning', title: 'login', text: '' } as const;
  for (const schedule of ['other', 'nightly']) await notices.send({ ...waits, workspace, schedule });
  await start().drain();
  const waiting = (await notices.list()).filter(({ kind }) => kind === 'run-waiting');
  expect(waiting).toMatchObject([
    { schedule: 'nightly', over: true, read: true },
    { schedule: 'other', read: false },
  ]);
  await notices.close();
});

test('a schedule that is renamed while it runs records its result under the new name', async () => {
  const { workspace, configDirectory, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)], onlyIfNew: false });
  const { work, began, release } = controlledWork();
  const drained = start({ work }).drain();
  await began;
  const given = { name: 'renamed', job: 'mirrorToDisk', configFile: rig.world.sets.additional.file };
  await saveSchedule(workspace, scheduleSettings.parse({ ...given, windows: [openFor(60_000, 600_000)] }), {
    ...{ configDirectory, zone: 'UTC', replaces: 'nightly' },
  });
  release();
  await drained;
  const [renamed] = await readSchedules(workspace);
  expect(renamed).toMatchObject({ name: 'renamed', occasions: [{ result: 'complete' }] });
  expect(renamed).not.toHaveProperty('running');
});

test('a result that cannot be saved sends its notice and is saved later', async () => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)], onlyIfNew: false });
  const { work, began, release } = controlledWork();
  const faults: unknown[] = [];
  const drained = start({ work, onFault: (error, where) => faults.push([error, where]) }).drain();
  await began;
  const file = airlockDirectory(workspace, 'schedules.json');
  const before = await readFile(file, 'utf8');
  await writeFile(file, 'damaged');
  release();
  await drained;
  expect(faults).toEqual([[expect.objectContaining({ code: 'config-invalid' }), workspace]]);
  expect(kinds()).toContain('run-ended');
  await writeFile(file, before);
  await expect
    .poll(async () => (await readSchedules(workspace))[0], { timeout: 10_000 })
    .toMatchObject({ occasions: [{ result: 'complete' }] });
  expect((await readSchedules(workspace))[0]).not.toHaveProperty('running');
  expect(kinds().filter((kind) => kind === 'run-ended')).toHaveLength(1);
});

test('an attempt recorded as running that this process does not run is recorded as dead', async () => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000, 600_000)] });
  await start().drain();
  const occasion = new Date().toISOString();
  await editSchedule(workspace, 'nightly', (one) => ({
    ...one,
    running: { occasion, since: occasion, attempts: 2 },
  }));
  await runner!.drain();
  // It was the last attempt, so that somebody is notified.
  const [found] = await readSchedules(workspace);
  expect(found).toMatchObject({ occasions: [{ result: 'interrupted', attempts: 2 }] });
  expect(found).not.toHaveProperty('running');
  expect(hook.received).toMatchObject([{ body: { kind: 'run-ended', level: 'error' } }]);
});

test('an unavailable webhook delays neither schedules nor the end of the process', async () => {
  const { workspace, configDirectory, add, start } = await place();
  await using silent = await serveTcp(() => {});
  const notices = createNotices({ configDirectory, host: rig.host });
  await notices.change({ webhook: { url: `http://127.0.0.1:${silent.port}/`, allowHttp: false } });
  await add({ name: 'first', windows: [openFor(60_000)] });
  await add({ name: 'second', windows: [openFor(60_000)], enclave: 'b' });
  start({ notices });
  await expect
    .poll(async () => (await readSchedules(workspace)).map(({ occasions }) => occasions[0]?.result), {
      timeout: 8_000,
    })
    .toEqual(['complete', 'complete']);
  const begin = performance.now();
  await runner!.close();
  await notices.close();
  expect(performance.now() - begin).toBeLessThan(4_000);
}, 20_000);

test('a requested start of a paused schedule that fails is reported, and is not repeated', async () => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(60_000)], onlyIfNew: false });
  await pauseSchedule(workspace, 'nightly', true);
  await requestSchedule(workspace, 'nightly');
  const { work, release, requests } = controlledWork([down(), down()]);
  release();
  await start({ work }).drain();
  const [found] = await readSchedules(workspace);
  expect(found).toMatchObject({ occasions: [{ result: 'failed' }] });
  expect(found).not.toHaveProperty('retry');
  expect(requests).toHaveLength(1);
  expect(hook.received).toMatchObject([
    { body: { kind: 'run-ended', text: expect.stringContaining('the link is down') } },
  ]);
});

test('a host that ends when nothing is due reports each failed attempt once', async () => {
  const { workspace, add, start } = await place();
  await add({ name: 'nightly', windows: [openFor(2_500)], onlyIfNew: false });
  const { work, release } = controlledWork([down()]);
  release();
  await start({ work, once: true, retryDelaysMs: [1_500] }).drain();
  expect((await readSchedules(workspace))[0]).toMatchObject({ retry: { attempts: 1, reported: true } });
  expect(hook.received.map(({ body }) => body.text)).toEqual(['the link is down']);
  await runner!.close();
  await wait(2_600);
  await start({ work, once: true }).drain();
  expect((await readSchedules(workspace))[0]).not.toHaveProperty('retry');
  expect(kinds()).toEqual(['run-ended']);
});

test('a run that a user pauses is not recorded as the end of a window', async () => {
  const { workspace, add, start } = await place();
  // A time of the last minutes would start it a second time.
  const hour = `${(new Date().getUTCHours() + 12) % 24}`.padStart(2, '0');
  await add({ name: 'nightly', at: `daily ${hour}:00`, onlyIfNew: false });
  await requestSchedule(workspace, 'nightly');
  const pause = new AbortController();
  pause.abort();
  const work: RunnerOptions['work'] = {
    host: () => rig.host,
    mirror: (request, control) => mirror(request, rig.host, { ...control, pause: pause.signal }),
  };
  await start({ work }).drain();
  expect((await readSchedules(workspace))[0]!.occasions).toMatchObject([
    { result: 'paused', detail: t('userPaused') },
  ]);
});

test('a run that a user paused in its window is not recorded as the end of the window, whenever it ends', async () => {
  const { workspace, add, start } = await place();
  const closesAt = Date.now() + 2_000;
  await add({ name: 'nightly', windows: [openFor(2_000)], onlyIfNew: false });
  const pause = new AbortController();
  pause.abort();
  const work: RunnerOptions['work'] = {
    host: () => rig.host,
    async mirror(request, control) {
      const result = await mirror(request, rig.host, { ...control, pause: pause.signal });
      await wait(Math.max(0, closesAt + 100 - Date.now()));
      return result;
    },
  };
  await start({ work }).drain();
  expect((await readSchedules(workspace))[0]!.occasions).toMatchObject([
    { result: 'paused', detail: t('userPaused') },
  ]);
});

test('runs of schedules are unattended, and a start and a missed window send notices', async () => {
  const { workspace, configDirectory, add, start } = await place();
  const notices = createNotices({ configDirectory, host: rig.host });
  await notices.change({ kinds: { 'schedule-started': true, 'schedule-missed': true } });
  await add({ name: 'nightly', windows: [openFor(60_000)], onlyIfNew: false });
  await add({ name: 'late', windows: [openFor(60_000, -120_000), openFor(60_000, 600_000)] });
  const { work, release, requests } = controlledWork();
  release();
  await start({ work }).drain();
  expect(requests).toMatchObject([{ unattended: true }]);
  const named = hook.received.map(({ body }) => [body.kind, body.schedule, body.title]);
  expect(named.toSorted()).toEqual([
    ['run-ended', 'nightly', t('runEnded', { schedule: 'nightly', status: 'complete' })],
    ['schedule-missed', 'late', t('missedTitle', { schedule: 'late' })],
    ['schedule-started', 'nightly', t('startedTitle', { schedule: 'nightly' })],
  ]);
  expect((await readSchedules(workspace))[1]!.occasions).toMatchObject([{ result: 'missed' }]);
});

/** Pushes a manifest without layers, which no record of a push contains. */
async function pushEmptyImage(host: string, repository: string): Promise<void> {
  const config = '{}';
  const digest = sha256(config);
  const size = config.length;
  const opened = await fetch(`http://${host}/v2/${repository}/blobs/uploads/`, { method: 'POST' });
  const location = new URL(opened.headers.get('location')!, `http://${host}`);
  location.searchParams.set('digest', digest);
  await fetch(location, { method: 'PUT', body: config });
  const mediaType = 'application/vnd.oci.image.manifest.v1+json';
  const described = { mediaType: 'application/vnd.oci.image.config.v1+json', digest, size };
  const manifest = { schemaVersion: 2, mediaType, config: described, layers: [] };
  const pushed = await fetch(`http://${host}/v2/${repository}/manifests/v1`, {
    ...{ method: 'PUT', headers: { 'content-type': mediaType }, body: JSON.stringify(manifest) },
  });
  expect(pushed.status).toBe(201);
}
