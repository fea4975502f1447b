import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantText } from '../../core/base/schedule/window.ts';
import { airlock } from '../../core/mirror/airlock-process.fixture.ts';
import {
  bytesOf,
  type ExpectedImage,
  imagesOf,
  missingAt,
  missingOnDisk,
  newRig,
  partsOf,
  type Rig,
} from '../../core/mirror/mirror.fixture.ts';
import { startRegistryServer } from '../../core/registry/server/start.ts';
import { memoryStorage } from '../../core/registry/server/storage/memory-storage.ts';

const MIB = 1024 ** 2;
const OPEN_MS = 20_000;
const CLOSED_MS = 10_000;
const RESET_EVERY_MS = 5_000;
/** Open seconds that the link needs: more than two windows. */
const LINK_SECONDS = 50;
/** Concurrent connections, and the data that each may have in flight when it is interrupted. */
const IN_FLIGHT = 20 * 64 * 1024;

let rig: Rig;
let wanted: ExpectedImage[];
let needed: number;
beforeAll(async () => {
  rig = await newRig({
    // Twenty connections share a slow link, so a chunk of each takes a while.
    env: { AIRLOCK_STALL_MS: '10000' },
    size: {
      components: 10,
      baseLayer: 2 * MIB,
      runtimeLayer: 2 * MIB,
      componentLayer: 2 * MIB,
      operatingSystemLayer: 8 * MIB,
      additionalLayer: MIB,
      operandLayer: 1024,
      catalogCache: 1024,
    },
  });
  wanted = imagesOf(rig, 'core');
  needed = bytesOf(partsOf(wanted, 'blobs')) + bytesOf(partsOf(wanted, 'manifests'));
});
afterAll(() => rig[Symbol.asyncDispose]());

/** `--window` arguments from now on. ms */
function windows(openMs = OPEN_MS, closedMs = CLOSED_MS): string[] {
  const now = Date.now();
  return Array.from({ length: 20 }, (_, i) => {
    const from = now + i * (openMs + closedMs);
    return ['--window', `${instantText(from)}/${instantText(from + openMs)}`];
  }).flat();
}

/** Every connection to a server breaks repeatedly. @returns a function that ends it and returns the number of breaks */
function resets(faults: { disconnect(ms: number): Promise<void> }): () => number {
  let count = 0;
  const timer = setInterval(() => {
    count++;
    void faults.disconnect(10);
  }, RESET_EVERY_MS);
  return () => {
    clearInterval(timer);
    return count;
  };
}

test('windows of 20 s open and 10 s closed over a link that resets every 5 s: complete, with bytes in flight twice at most', async () => {
  const { upstream } = rig.world;
  upstream.faults.set({ totalBytesPerSec: Math.ceil(needed / LINK_SECONDS) });
  upstream.resetStats();
  const ends = resets(upstream.faults);
  const started = Date.now();
  const { ended } = airlock(rig, [
    ...['mirror', '-c', rig.world.sets.core.file, ...windows()],
    `file://${rig.place('windows')}`,
  ]);
  const { code, result, stderr } = await ended;
  const count = ends();
  expect(code, stderr).toBe(0);
  const wallMs = Date.now() - started;
  expect(wallMs).toBeGreaterThan(LINK_SECONDS * 1000 + 2 * CLOSED_MS - 5_000);
  expect(count).toBeGreaterThanOrEqual(10);
  const { bytes, directory, images } = result as {
    bytes: { fetched: number };
    directory: string;
    images: { failed: number };
  };
  expect(images.failed).toBe(0);
  expect(bytes.fetched).toBeLessThanOrEqual(needed + IN_FLIGHT);
  expect(await missingOnDisk(directory, wanted)).toEqual([]);
  // On the wire: only data that a reset or a closed window discarded unread in sockets is sent again.
  expect(upstream.stats.byRoute['GET blobs']!.bytesOut).toBeLessThan(needed + count * IN_FLIGHT);
}, 300_000);

test('the same, three times as fast, from disk to a registry', async () => {
  rig.world.upstream.faults.clear();
  const workspace = rig.place('set');
  const first = airlock(rig, ['mirror', '-c', rig.world.sets.core.file, `file://${workspace}`]);
  expect(await first.ended).toMatchObject({ code: 0 });
  const destination = await startRegistryServer({
    storage: memoryStorage(),
    faults: { totalBytesPerSec: Math.ceil((needed * 3) / LINK_SECONDS) },
  });
  try {
    const ends = resets(destination.faults);
    const { ended } = airlock(rig, [
      ...['mirror', '--from', `file://${workspace}`, '--state', rig.place('state')],
      ...[...windows(OPEN_MS / 3, CLOSED_MS / 3), '--dest-tls-verify=false', `docker://${destination.host}`],
    ]);
    const { code, stderr } = await ended;
    const count = ends();
    expect(code, stderr).toBe(0);
    destination.faults.clear();
    expect(await missingAt(destination.host, wanted)).toEqual([]);
    expect(destination.stats.bytesIn).toBeLessThan(needed + count * IN_FLIGHT);
  } finally {
    await destination.close();
  }
}, 300_000);
