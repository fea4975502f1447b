import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { airlock, untilOr } from '../../../mirror/airlock-process.fixture.ts';
import { t } from '../../../mirror/messages.ts';
import { bytesOf, imagesOf, missingOnDisk, partsOf } from '../../../mirror/mirror.fixture.ts';
import { listRuns } from '../../../runs/audit/read-runs.ts';
import { runsFolder } from './run-places.ts';
import { isOver, newRunsRig, type RunsRig } from './runs.fixture.ts';

/** A rate at which the tiny world takes about ten seconds. */
const SLOW = 100 * 1024;

let disposed: (() => Promise<void>) | undefined;
afterEach(async () => {
  await disposed?.();
  disposed = undefined;
});

async function open(): Promise<RunsRig> {
  const opened = await newRunsRig();
  disposed = async () => opened[Symbol.asyncDispose]();
  return opened;
}

const underWay = (live: { progress?: { done: number } | undefined }) => (live.progress?.done ?? 0) > 0;

test('a run starts, reports its progress and completes', async () => {
  const { rig, ask: request, toDisk, until, events } = await open();
  const workspace = rig.place('workspace');
  const { run } = await request('runs.start', { settings: toDisk(workspace, { rate: 2 * SLOW }) });
  expect(run).toEqual({ root: workspace, sequence: 1 });
  const end = await until(run, isOver);
  expect(end).toMatchObject({ status: 'complete', own: true, enclave: 'default', target: workspace });
  expect(end).toMatchObject({ transfer: 'default-0001', resumable: false, failuresTotal: 0 });
  expect(end.next).toBe(t('transferNext', { directory: join(workspace, 'transfers/default-0001') }));
  expect(end.settings).toMatchObject({ workflow: 'mirrorToDisk', rate: 2 * SLOW });
  expect(await missingOnDisk(workspace, imagesOf(rig, 'core'))).toEqual([]);

  const reported = () =>
    events.flatMap(({ event }) => (event.type === 'job' && event.job.kind === 'run' ? [event.job] : []));
  await expect.poll(() => reported().at(-1)?.status).toBe('complete');
  expect(reported()[0]?.status).toBe('running');
  expect(reported().at(-1)).toEqual({ kind: 'run', ...end });
  expect(
    reported().some(({ progress }) => progress && progress.done > 0 && progress.done < progress.total),
  ).toBe(true);
  const kinds = events.map(({ event }) => event.type);
  expect(kinds.filter((kind) => kind === 'runs')).toHaveLength(2);
  expect(kinds.lastIndexOf('workspaces')).toBeGreaterThan(kinds.lastIndexOf('job'));
  for (const { at } of events)
    expect(events.filter((other) => other.at >= at && other.at < at + 1000).length).toBeLessThanOrEqual(10);
});

test('an error before a run has a record is the answer to the request', async () => {
  const { rig, ask: request, toDisk } = await open();
  const workspace = rig.place('workspace');
  await expect(
    request('runs.start', { settings: toDisk(workspace, { configFile: join(rig.directory, 'none.yaml') }) }),
  ).rejects.toMatchObject({ code: 'config-unreadable' });
  await expect(
    request('runs.start', { settings: toDisk(workspace, { windows: ['Mon 25:00-26:00'] }) }),
  ).rejects.toMatchObject({ code: 'usage', at: { column: 5 } });
  await expect(request('runs.start', { settings: toDisk('relative') })).rejects.toMatchObject({
    code: 'usage',
    at: { path: 'settings.directory' },
  });
  expect(await request('runs.list', {})).toEqual({ total: 0, runs: [] });
});

test('a paused run resumes as a new one with the existing content', async () => {
  const { rig, ask: request, toDisk, until, endedWaits } = await open();
  const workspace = rig.place('workspace');
  const { run } = await request('runs.start', { settings: toDisk(workspace, { rate: SLOW }) });
  await until(run, ({ progress }) => (progress?.done ?? 0) > 200_000);
  await expect(request('runs.resume', { run })).rejects.toMatchObject({ code: 'usage' });
  await expect(request('runs.start', { settings: toDisk(workspace) })).rejects.toMatchObject({
    code: 'workspace-locked',
  });
  await request('runs.pause', { run });
  const paused = await until(run, isOver);
  expect(paused).toMatchObject({ status: 'paused', resumable: true });
  await expect(request('runs.pause', { run })).rejects.toMatchObject({ code: 'run-ended' });

  expect(endedWaits).toEqual([]);
  const again = await request('runs.resume', { run });
  expect(again.run).toEqual({ root: workspace, sequence: 2 });
  // A notice that it needs a login is over.
  expect(endedWaits).toEqual([{ run }]);
  await request('runs.adjust', { run: again.run, limits: { rate: null } });
  const end = await until(again.run, isOver);
  expect(end.status).toBe('complete');
  const wanted = imagesOf(rig, 'core');
  const needed = bytesOf(partsOf(wanted, 'blobs'));
  expect(end.bytes!.fetched).toBeLessThan(needed);
  expect(await missingOnDisk(workspace, wanted)).toEqual([]);
  await expect(request('runs.resume', again)).rejects.toMatchObject({ code: 'usage' });
});

test('stops a run at once', async () => {
  const { rig, ask: request, toDisk, until } = await open();
  const { run } = await request('runs.start', {
    settings: toDisk(rig.place('workspace'), { rate: 20 * 1024 }),
  });
  await until(run, underWay);
  const requested = performance.now();
  await request('runs.stop', { run });
  expect(await until(run, isOver)).toMatchObject({ status: 'paused', resumable: true });
  expect(performance.now() - requested).toBeLessThan(3000);
});

test('changes limits during a run', async () => {
  const { rig, ask: request, toDisk, until } = await open();
  const { run } = await request('runs.start', {
    settings: toDisk(rig.place('workspace'), { rate: 20 * 1024 }),
  });
  await until(run, underWay);
  await request('runs.adjust', { run, limits: { parallelImages: 2, rate: null } });
  await until(run, ({ limits, status }) => status === 'complete' || limits?.rate === null);
  // At 20 KiB/s it would take most of a minute.
  expect(await until(run, isOver)).toMatchObject({ status: 'complete' });
  const { lines } = await request('runs.log', { run, search: 'request from' });
  expect(lines[0]?.text).toContain('set limits: 2 parallel images, no rate limit');
});

test('a run waits for its window, runs anyway on request, and resumes with its windows', async () => {
  const { rig, ask: request, toDisk, until } = await open();
  const windows = ['2126-01-01T00:00:00Z/2126-01-01T04:00:00Z', 'Mon 03:00-03:01 UTC'];
  const settings = toDisk(rig.place('workspace'), { windows, rate: SLOW });
  const { run } = await request('runs.start', { settings });
  const waiting = await until(run, ({ schedule }) => schedule?.state === 'closed');
  expect(waiting).toMatchObject({ status: 'running', schedule: { windows, exitAtClose: false } });
  expect(waiting.schedule!.changesAt).toBe(waiting.schedule!.opensAt);
  expect(waiting.progress?.bytes.fetched ?? 0).toBe(0);
  await request('runs.ignoreWindows', { run, ignore: true });
  expect(await until(run, underWay)).toMatchObject({ schedule: { state: 'ignored' } });
  await request('runs.ignoreWindows', { run, ignore: false });
  await until(run, ({ schedule }) => schedule?.state === 'closed');
  await expect(request('runs.setWindows', { run, windows: ['Mon 03:00-99:00'] })).rejects.toMatchObject({
    code: 'usage',
    at: { column: 11 },
  });
  await request('runs.setWindows', { run, windows: ['daily 0:00-24:00 UTC @50KiB/s'] });
  const opened = await until(run, ({ schedule }) => schedule?.state === 'open');
  expect(opened.schedule).toMatchObject({ windows: ['daily 00:00-24:00 UTC @50KiB/s'], rate: 50 * 1024 });
  await request('runs.pause', { run });
  expect(await until(run, isOver)).toMatchObject({ status: 'paused' });
  const again = await request('runs.resume', { run });
  await request('runs.setWindows', { run: again.run, windows: [] });
  await request('runs.adjust', { run: again.run, limits: { rate: null } });
  const end = await until(again.run, isOver);
  expect(end).toMatchObject({
    status: 'complete',
    settings: { windows: ['daily 00:00-24:00 UTC @50KiB/s'] },
  });
});

describe('runs of a terminal', () => {
  const begin = ({ rig, toDisk }: RunsRig, workspace: string) => {
    const { configFile } = toDisk(workspace);
    return airlock(rig, ['mirror', '-c', configFile!, `file://${workspace}`, '--rate', '100KiB/s']);
  };

  test('are followed and paused like runs of the app', async () => {
    const opened = await open();
    const { rig, ask: request, roots, events, until } = opened;
    const workspace = rig.place('workspace');
    roots.push({ root: workspace, kind: 'workspace' });
    const terminal = begin(opened, workspace);
    const reported = () =>
      events.flatMap(({ event }) => (event.type === 'job' && event.job.kind === 'run' ? [event.job] : []));
    await untilOr(terminal.ended, () => reported().some(underWay));
    const live = reported().at(-1)!;
    expect(live).toMatchObject({ own: false, status: 'running', run: { root: workspace, sequence: 1 } });
    expect((await request('runs.list', { status: 'running' })).runs).toHaveLength(1);
    await request('runs.pause', { run: live.run });
    expect((await terminal.ended).code).toBe(3);
    expect(await until(live.run, isOver)).toMatchObject({ status: 'paused', resumable: true });
    const again = await request('runs.resume', { run: live.run });
    await request('runs.adjust', { run: again.run, limits: { rate: null } });
    expect(await until(again.run, isOver)).toMatchObject({ status: 'complete', own: true });
  });

  test('are resumed if they were killed', async () => {
    const opened = await open();
    const { rig, ask: request, runs, roots, events, until } = opened;
    const workspace = rig.place('workspace');
    roots.push({ root: workspace, kind: 'workspace' });
    const terminal = begin(opened, workspace);
    const reported = () =>
      events.flatMap(({ event }) => (event.type === 'job' && event.job.kind === 'run' ? [event.job] : []));
    await untilOr(terminal.ended, () => reported().some(underWay));
    terminal.child.kill('SIGKILL');
    await terminal.ended;
    await expect.poll(() => reported().at(-1)?.status).toBe('interrupted');
    const { run } = reported().at(-1)!;
    expect((await request('runs.list', {})).runs).toMatchObject([{ status: 'interrupted' }]);
    const unknown = { root: rig.place('nowhere'), sequence: 9 };
    const [again, ...more] = await runs.resumeAfterCrash([run, unknown]);
    expect([again, more]).toEqual([{ root: workspace, sequence: 2 }, []]);
    await request('runs.adjust', { run: again!, limits: { rate: null } });
    expect(await until(again!, isOver)).toMatchObject({ status: 'complete' });
    expect(await missingOnDisk(workspace, imagesOf(rig, 'core'))).toEqual([]);
  });
});

test('closing pauses its own runs and closes their records', async () => {
  const { rig, ask: request, jobs, toDisk, until } = await open();
  const workspace = rig.place('workspace');
  const { run } = await request('runs.start', { settings: toDisk(workspace, { rate: 300 * 1024 }) });
  await until(run, underWay);
  const requested = performance.now();
  await jobs.close();
  expect(performance.now() - requested).toBeLessThan(7500);
  expect(await listRuns(runsFolder(workspace))).toMatchObject([{ status: 'paused' }]);
});
