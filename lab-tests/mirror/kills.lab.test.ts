import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Digest } from '../../core/base/image/digest.ts';
import { startAirlock } from '../fixtures/airlock-process.ts';
import { tagsAt } from '../fixtures/destination-check.ts';
import { type ExpectedImage, type Lab, startLab } from '../fixtures/lab.ts';

const KILLS = 30;
const POLL_MS = 10;
/** Slow enough that a kill interrupts a transfer. */
const LINE = { totalBytesPerSec: 8_000_000 };

let directory: string;
let lab: Lab;
let images: ExpectedImage[];
let needed: Map<Digest, number>;
let neededBytes: number;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-kills-'));
  lab = await startLab({ state: join(directory, 'lab'), size: 'small' });
  images = [...(await lab.expected('core')), ...(await lab.signatures('core'))];
  needed = await lab.needed('core');
  neededBytes = sum(needed.values());
});
afterAll(async () => {
  await lab?.down();
  await rm(directory, { recursive: true, force: true });
});

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);
const toDisk = (name: string) => [
  ...['mirror', '-c', lab.imageSet('core'), '--src-tls-verify=false'],
  `file://${join(directory, name)}`,
];
const fromDisk = (name: string, state: string) => [
  ...['mirror', '--from', `file://${join(directory, name)}`, '--state', join(directory, state)],
  ...['--dest-tls-verify=false', `docker://${lab.proxy.destA}/${state}`],
];
/** Few enough that data in flight is far from everything. */
const FEW = ['--parallel-images', '2', '--parallel-layers', '3'];
const MOST_AT_ONCE = 2 * 3;

interface Moved {
  /** Bodies of blobs, as counted by the proxy. */
  bytes: number;
  gets: Record<Digest, number>;
}

async function moved(proxy: 'upstream' | 'destA'): Promise<Moved> {
  const { routes, blobGets } = await lab.stats(proxy);
  const bytes = (routes['GET blobs']?.bytesDown ?? 0) + (routes['PUT blobs/uploads']?.bytesUp ?? 0);
  return { bytes, gets: blobGets };
}

/** After a kill, the proxy still transfers the data in its buffers and the sockets'. */
async function settled(proxy: 'upstream' | 'destA'): Promise<Moved> {
  for (let last = await moved(proxy); ; ) {
    await sleep(150);
    const now = await moved(proxy);
    if (now.bytes === last.bytes) return now;
    last = now;
  }
}

/** Runs a command and kills it when a proxy has seen `limit` bytes since the counters were set to zero. */
async function killAt(proxy: 'upstream' | 'destA', limit: number, args: string[]) {
  const { child, finished } = startAirlock(args, lab.environment, directory);
  let ended = false;
  finished.finally(() => {
    ended = true;
  });
  const before = await moved(proxy);
  let atKill = before;
  while (!ended && atKill.bytes < limit) {
    await sleep(POLL_MS);
    atKill = await moved(proxy);
  }
  child.kill('SIGKILL');
  const run = await finished;
  const after = await settled(proxy);
  return { run, before, atKill, after, killed: run.signal === 'SIGKILL' };
}

/** Returns the most bytes that can have been in flight: those of the largest blobs that fit into the limits, and no more than the run moved. */
function mostInFlight(kill: { before: Moved; atKill: Moved; after: Moved }, sizes: number[]): number {
  const largest = sizes.toSorted((a, b) => b - a).slice(0, MOST_AT_ONCE);
  const late = kill.after.bytes - kill.atKill.bytes;
  return Math.min(kill.after.bytes - kill.before.bytes, sum(largest) + late);
}

/**
 * Returns the most blobs that the run can have had open when it died. The proxy's count of open requests isn't that
 * number: a blob that the proxy has sent may still be in a socket, unread.
 */
function mostOpen({ before, after }: { before: Moved; after: Moved }): number {
  return Math.min(MOST_AT_ONCE, sum(Object.values(after.gets)) - sum(Object.values(before.gets)));
}

async function expectComplete(name: string, state: string) {
  const verified = await startAirlock(
    ['verify', `file://${join(directory, name)}`],
    lab.environment,
    directory,
  ).finished;
  expect(verified.exitCode, verified.said).toBe(0);
  const pushed = await startAirlock(fromDisk(name, state), lab.environment, directory).finished;
  expect(pushed.exitCode, pushed.said).toBe(0);
  const found = await tagsAt(lab, images, { registry: 'destA', namespace: state });
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(images.map((i) => [i.destination, i.digest])));
}

test(`after ${KILLS} kills at random bytes of a mirror to disk, only data in flight is downloaded again`, async () => {
  let kills = 0;
  for (let mirror = 1; kills < KILLS; mirror++) {
    const name = `mirror-${mirror}`;
    await lab.faults('upstream', LINE);
    await lab.resetStats();
    let open = 0;
    let inFlight = 0;
    let end: Moved | undefined;
    while (!end) {
      const step = kills < KILLS ? Math.random() * (neededBytes / 8) : Number.POSITIVE_INFINITY;
      const limit = (await moved('upstream')).bytes + step;
      const kill = await killAt('upstream', limit, [...toDisk(name), ...FEW]);
      if (kill.killed) {
        kills++;
        open += mostOpen(kill);
        const own = [...needed].filter(([digest]) => kill.after.gets[digest] !== kill.before.gets[digest]);
        inFlight += mostInFlight(
          kill,
          own.map(([, size]) => size),
        );
      } else {
        expect(kill.run.exitCode, kill.run.said).toBe(0);
        end = kill.after;
      }
    }
    expect(Object.keys(end.gets).sort()).toEqual([...needed.keys()].sort());
    const again = { blobs: sum(Object.values(end.gets)) - needed.size, bytes: end.bytes - neededBytes };
    console.info(
      `${name}: ${kills} kills so far; asked again for ${again.blobs} blobs (at most ${open} were open), ${again.bytes} bytes (at most ${inFlight} in flight)`,
    );
    expect(again.blobs).toBeLessThanOrEqual(open);
    expect(again.bytes).toBeLessThanOrEqual(inFlight);
    await lab.faults('upstream', {});
    await expectComplete(name, `${name}-state`);
  }
});

test("after kills of a push, existing blobs aren't sent again", async () => {
  const { exitCode, said: reported } = await startAirlock(toDisk('good'), lab.environment, directory)
    .finished;
  expect(exitCode, reported).toBe(0);
  await lab.wipe('a');
  await lab.faults('destA', LINE);
  await lab.resetStats();
  let inFlight = 0;
  for (let count = 1; count <= 5; count++) {
    const limit = (await moved('destA')).bytes + neededBytes / 8;
    const kill = await killAt('destA', limit, [...fromDisk('good', 'killed'), ...FEW]);
    expect(kill.killed).toBe(true);
    inFlight += mostInFlight(kill, [...needed.values()]);
  }
  await lab.faults('destA', {});
  await expectComplete('good', 'killed');
  const again = (await moved('destA')).bytes - neededBytes;
  console.info(`push: ${again} bytes sent again (at most ${inFlight} in flight)`);
  expect(again).toBeLessThanOrEqual(inFlight);
});

test('a killed download of a large blob loses only about the last second', async () => {
  const [largest, size] = [...needed].reduce((a, b) => (b[1] > a[1] ? b : a));
  const perSecond = 700_000;
  await lab.resetStats();
  await lab.faults('upstream', { bytesPerSec: perSecond });
  const alone = async () => {
    const { gets } = await moved('upstream');
    return Object.keys(gets).length === needed.size;
  };
  const { child, finished } = startAirlock(toDisk('large'), lab.environment, directory);
  const started = performance.now();
  while (
    child.exitCode === null &&
    (!(await alone()) || performance.now() - started < (size / perSecond) * 800)
  )
    await sleep(POLL_MS);
  child.kill('SIGKILL');
  expect((await finished).signal).toBe('SIGKILL');
  const before = await settled('upstream');
  await lab.faults('upstream', {});
  const run = await startAirlock(toDisk('large'), lab.environment, directory).finished;
  expect(run.exitCode, run.said).toBe(0);
  const { bytes, gets } = await moved('upstream');
  const again = Object.entries(gets).filter(([digest, count]) => count !== before.gets[digest as Digest]);
  console.info(
    `large: ${bytes - before.bytes} bytes after the kill for ${again.length} open blobs; ${bytes - neededBytes} again`,
  );
  expect(again.map(([digest]) => digest)).toContain(largest);
  expect(bytes - neededBytes).toBeLessThan(again.length * 2 * perSecond);
});
