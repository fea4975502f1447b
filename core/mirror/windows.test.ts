import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { instantText } from '../base/schedule/window.ts';
import { workspaceStatus } from '../media/delivery/status.ts';
import { startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { requestRun } from '../runs/control/control-file.ts';
import { parseLiveFile } from '../runs/control/live-file.ts';
import type { RunEvent } from '../runs/progress/events.ts';
import { t } from './messages.ts';
import {
  across,
  bytesOf,
  control,
  type ExpectedImage,
  imagesOf,
  missingAt,
  missingOnDisk,
  newRig,
  partsOf,
  type Rig,
  toDisk,
  toRegistry,
} from './mirror.fixture.ts';

const KiB = 1024;
const CHUNK = 64 * KiB;
/** Additional data that a connection may have in flight: buffers of both ends. */
const IN_FLIGHT = 20 * CHUNK;

let rig: Rig;
let wanted: ExpectedImage[];
let needed: number;
beforeAll(async () => {
  rig = await newRig({
    size: {
      components: 8,
      baseLayer: 400 * KiB,
      runtimeLayer: 300 * KiB,
      componentLayer: 300 * KiB,
      operatingSystemLayer: 400 * KiB,
      additionalLayer: 300 * KiB,
      operandLayer: 1 * KiB,
      catalogCache: 1 * KiB,
    },
  });
  wanted = imagesOf(rig, 'core');
  needed = bytesOf(partsOf(wanted, 'blobs')) + bytesOf(partsOf(wanted, 'manifests'));
});
afterEach(() => rig.world.upstream.faults.clear());
afterAll(() => rig[Symbol.asyncDispose]());

/** Windows from now on: open and closed for these times. */
function windowsFromNow(openMs: number, closedMs: number, count = 40): string[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, i) => {
    const from = now + i * (openMs + closedMs);
    return `${instantText(from)}/${instantText(from + openMs)}`;
  });
}

const later = (ms: number) => new Date(Date.now() + ms).toISOString();
const standings = (events: RunEvent[]) =>
  events.flatMap((event) => (event.type === 'window' ? [event.state] : []));

/** Connections that break repeatedly. @returns a function that ends it */
function resets(removed: (ms: number) => Promise<void>, everyMs: number): () => void {
  const timer = setInterval(() => void removed(10), everyMs);
  return () => clearInterval(timer);
}

test('a mirror to disk through windows with broken connections completes, and repeats only bytes in flight', async () => {
  const { upstream } = rig.world;
  upstream.faults.set({ totalBytesPerSec: Math.ceil(needed / 4) });
  upstream.resetStats();
  const stop = resets((ms) => upstream.faults.disconnect(ms), 450);
  const controlled = control();
  const config = rig.world.sets.core.file;
  const result = await toDisk(
    rig,
    rig.place('windows'),
    config,
    { windows: windowsFromNow(1500, 700), retryTimes: 20 },
    controlled,
  ).finally(stop);
  expect(result).toMatchObject({ status: 'complete', exitCode: 0, failures: [], rejected: [] });
  expect(await missingOnDisk(result.directory!, wanted)).toEqual([]);
  expect(result.bytes.fetched).toBeLessThanOrEqual(needed + IN_FLIGHT);
  // It took several windows, and closed ones opened again. On a busy host, the first one may close before the run checks.
  const seen = standings(controlled.events);
  expect(seen.filter((state) => state === 'closed').length).toBeGreaterThanOrEqual(2);
  expect(seen.every((state, i) => i === 0 || state !== seen[i - 1])).toBe(true);
  // A closed window isn't an error.
  const retries = controlled.events.filter((event) => event.type === 'retry');
  expect(retries.every(({ message }) => !message.includes('window'))).toBe(true);
}, 60_000);

test('sends no requests while a window is closed', async () => {
  const { upstream } = rig.world;
  const opens = Date.now() + 900;
  const windows = [`${instantText(opens)}/${instantText(opens + 60_000)}`];
  upstream.resetStats();
  const running = toDisk(rig, rig.place('closed'), rig.world.sets.core.file, { windows });
  await new Promise((resolve) => setTimeout(resolve, opens - Date.now() - 150));
  expect(upstream.stats.byRoute).toEqual({});
  expect(await running).toMatchObject({ status: 'complete', exitCode: 0 });
  expect(Date.now()).toBeGreaterThanOrEqual(opens);
}, 30_000);

test.each(['push', 'across'] as const)(
  '%s through windows completes, with interrupted and resumed uploads',
  async (path) => {
    const workspace = rig.place('from');
    if (path === 'push') await toDisk(rig, workspace, rig.world.sets.core.file);
    const destination = await startRegistryServer({
      storage: memoryStorage(),
      faults: { totalBytesPerSec: Math.ceil(needed / 3) },
    });
    try {
      const controlled = control();
      const chosen = { windows: windowsFromNow(1300, 500) };
      const result =
        path === 'push'
          ? await toRegistry(rig, workspace, destination.host, chosen, controlled)
          : await across(rig, workspace, destination.host, rig.world.sets.core.file, chosen, controlled);
      expect(result).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
      destination.faults.clear();
      expect(await missingAt(destination.host, wanted)).toEqual([]);
      expect(standings(controlled.events)).toContain('closed');
    } finally {
      await destination.close();
    }
  },
  60_000,
);

test('--exit-at-close exits with code 3 when the window closes, and the next run resumes', async () => {
  const { upstream } = rig.world;
  const workspace = rig.place('exit');
  const config = rig.world.sets.core.file;
  upstream.faults.set({ totalBytesPerSec: Math.ceil(needed / 2) });
  const controlled = control();
  const windows = windowsFromNow(1000, 60_000);
  const first = await toDisk(rig, workspace, config, { windows, exitAtClose: true }, controlled);
  expect(first).toMatchObject({ status: 'paused', exitCode: 3 });
  expect(controlled.events).toContainEqual({ type: 'control', action: 'pause', by: '--exit-at-close' });
  upstream.faults.clear();
  const second = await toDisk(rig, workspace, config);
  expect(second).toMatchObject({ status: 'complete', exitCode: 0 });
  expect(await missingOnDisk(second.directory!, wanted)).toEqual([]);
  expect(first.bytes.fetched + second.bytes.fetched).toBeLessThanOrEqual(needed + IN_FLIGHT);
}, 30_000);

test('--until and --max-bytes exit with code 3', async () => {
  const { upstream } = rig.world;
  const config = rig.world.sets.core.file;
  upstream.faults.set({ totalBytesPerSec: Math.ceil(needed / 2) });
  const started = Date.now();
  const until = await toDisk(rig, rig.place('until'), config, { until: later(700) });
  expect(until).toMatchObject({ status: 'paused', exitCode: 3 });
  expect(Date.now() - started).toBeLessThan(2500);
  upstream.faults.clear();
  const maxBytes = Math.ceil(needed / 3);
  const most = await toDisk(rig, rig.place('most'), config, { maxBytes });
  expect(most).toMatchObject({ status: 'paused', exitCode: 3 });
  expect(most.bytes.fetched).toBeGreaterThanOrEqual(maxBytes);
  expect(most.bytes.fetched).toBeLessThanOrEqual(maxBytes + IN_FLIGHT);
}, 30_000);

test('the rate of a window applies, and the lower of both rates counts', async () => {
  const { upstream } = rig.world;
  upstream.resetStats();
  const started = Date.now();
  const rate = Math.ceil(needed / 2);
  const windows = [`${instantText(started)}/${instantText(started + 60_000)} @${rate}B/s`];
  const config = rig.world.sets.core.file;
  const result = await toDisk(rig, rig.place('rate'), config, { windows, rate: rate * 10 });
  expect(result).toMatchObject({ status: 'complete' });
  expect(Date.now() - started).toBeGreaterThan(1200);
}, 30_000);

test('runs outside its windows or in other windows on request, with its state in live.json', async () => {
  const { upstream } = rig.world;
  upstream.faults.set({ totalBytesPerSec: Math.ceil(needed / 2) });
  const opens = Date.now() + 3_600_000;
  const windows = [`${instantText(opens)}/${instantText(opens + 60_000)} @1MiB/s`];
  const request: Record<string, () => Promise<void>> = {};
  const workspace = rig.place('now');
  let directory = '';
  const live = async () => parseLiveFile(await readFile(join(directory, 'live.json'), 'utf8'))?.schedule;
  const untilLive = async (state: string) => {
    for (;;) {
      const schedule = await live().catch(() => undefined);
      if (schedule?.state === state) return schedule;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  request.run = async () => {
    expect(await untilLive('closed')).toMatchObject({
      windows,
      changesAt: instantText(opens),
      opensAt: instantText(opens),
    });
    const { running } = await workspaceStatus({ directory: workspace, env: {}, home: rig.host.home });
    expect(running).toMatchObject([{ window: { state: 'closed', changesAt: instantText(opens) } }]);
    await requestRun(directory, { action: 'ignore-windows', ignore: true });
    expect(await untilLive('ignored')).toMatchObject({ windows, changesAt: instantText(opens) });
    await requestRun(directory, { action: 'ignore-windows', ignore: false });
    await untilLive('closed');
    await requestRun(directory, { action: 'windows', windows: ['daily 00:00-24:00 UTC'] });
  };
  let requested: Promise<void> | undefined;
  const controlled = control({
    onEvent(event) {
      if (event.type !== 'run') return;
      directory = event.directory;
      requested = request.run!();
    },
  });
  const result = await toDisk(rig, workspace, rig.world.sets.core.file, { windows }, controlled);
  await requested;
  expect(result).toMatchObject({ status: 'complete', exitCode: 0 });
  expect(standings(controlled.events)).toEqual(['closed', 'ignored', 'closed', 'open']);
}, 30_000);

test('a run that waits for its window is paused at once', async () => {
  const pause = new AbortController();
  const opens = Date.now() + 3_600_000;
  const windows = [`${instantText(opens)}/${instantText(opens + 60_000)}`];
  const controlled = control({
    pause: pause.signal,
    onEvent: (event) => event.type === 'phase' && setTimeout(() => pause.abort(), 200),
  });
  const config = rig.world.sets.core.file;
  expect(await toDisk(rig, rig.place('paused'), config, { windows }, controlled)).toMatchObject({
    status: 'paused',
    exitCode: 3,
  });
});

test('ends the run cleanly after the last window', async () => {
  const windows = ['2020-01-01T00:00:00Z/2020-01-01T01:00:00Z'];
  const controlled = control();
  const config = rig.world.sets.core.file;
  const result = await toDisk(rig, rig.place('over'), config, { windows }, controlled);
  expect(result).toMatchObject({ status: 'paused', exitCode: 3 });
  expect(controlled.events).toContainEqual({
    type: 'control',
    action: 'pause',
    by: t('windowsOver'),
  });
});
