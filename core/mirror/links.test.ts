import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PACE_WORDS } from '../contract/topics/link-words.ts';
import { openRunFollower } from '../runs/control/follow-run.ts';
import { type LiveFile, parseLiveFile } from '../runs/control/live-file.ts';
import { t } from '../runs/messages.ts';
import {
  control,
  type ExpectedImage,
  imagesOf,
  missingOnDisk,
  newRig,
  type Rig,
  toDisk,
} from './mirror.fixture.ts';

let rig: Rig;
let wanted: ExpectedImage[];
beforeAll(async () => {
  rig = await newRig();
  wanted = imagesOf(rig, 'core');
});
afterEach(() => rig.world.upstream.faults.clear());
afterAll(() => rig[Symbol.asyncDispose]());

/** Every observed live.json of a run. */
function watchLive() {
  const seen: LiveFile[] = [];
  let timer: NodeJS.Timeout | undefined;
  const controlled = control({
    onEvent(event) {
      if (event.type !== 'run') return;
      timer = setInterval(async () => {
        const live = parseLiveFile(
          await readFile(join(event.directory, 'live.json'), 'utf8').catch(() => ''),
        );
        if (live) seen.push(live);
      }, 100);
    },
  });
  return { seen, controlled, end: () => clearInterval(timer) };
}

test('reduces parallel requests to a source with limits, with events, live.json and log entries', async () => {
  const { upstream } = rig.world;
  upstream.faults.set({ latencyMs: 20, maxConnections: 3 });
  const { seen, controlled, end } = watchLive();
  const result = await toDisk(
    rig,
    rig.place('limited'),
    rig.world.sets.core.file,
    { retryTimes: 40 },
    controlled,
  );
  end();
  expect(result).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
  expect(await missingOnDisk(result.directory!, wanted)).toEqual([]);
  const reported = controlled.events.filter((event) => event.type === 'link');
  expect(reported[0]).toEqual({
    type: 'link',
    host: upstream.host,
    parallel: 10,
    allowed: 20,
    reason: 'rate-limited',
  });
  const links = seen.flatMap((live) => live.links ?? []);
  expect(links).toContainEqual(
    expect.objectContaining({ host: upstream.host, allowed: 20, reason: 'rate-limited', stalls: 0 }),
  );
  expect(Math.min(...links.map(({ parallel }) => parallel))).toBeLessThanOrEqual(5);
  const follower = await openRunFollower(result.run!);
  const { lines } = follower.log({ offset: 0, limit: 1000, search: 'concurrent' });
  expect(lines[0]!.text).toBe(
    t('concurrencyReduced', {
      ...{ host: upstream.host, parallel: 10, allowed: 20 },
      reason: PACE_WORDS['rate-limited'],
    }),
  );
});

test('counts and reports stalled connections, and resumes after --stall-timeout', async () => {
  const { upstream } = rig.world;
  upstream.faults.set({ rules: [{ blobsOnly: true, stallAfterBytes: 3000, every: 2, times: 12 }] });
  upstream.resetStats();
  const { seen, controlled, end } = watchLive();
  const unhurried = { ...rig, host: { ...rig.host, env: { ...rig.host.env, AIRLOCK_STALL_MS: undefined } } };
  const result = await toDisk(
    unhurried,
    rig.place('stalled'),
    rig.world.sets.core.file,
    { stallMs: 900 },
    controlled,
  );
  end();
  expect(result).toMatchObject({ status: 'complete', exitCode: 0 });
  const retries = controlled.events.filter((event) => event.type === 'retry');
  const { stalled = 0 } = upstream.stats.faults;
  expect(stalled).toBeGreaterThan(0);
  expect(retries.filter(({ code }) => code === 'stalled')).toHaveLength(stalled);
  const last = seen.at(-1)!.links!.find(({ host }) => host === upstream.host)!;
  expect(last.stalls).toBeGreaterThan(0);
  expect(last.stalls).toBeLessThanOrEqual(stalled);
});
