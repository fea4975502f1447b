import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FaultScript } from '../registry/server/faults/fault-script.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import type { RegistryStorage } from '../registry/server/storage/storage.ts';
import {
  across,
  bytesOf,
  type ExpectedImage,
  imagesOf,
  missingAt,
  missingOnDisk,
  newRig,
  partsOf,
  type Rig,
  toDisk,
  toRegistry,
  upstreamWithLogin,
} from './mirror.fixture.ts';

let rig: Rig;
let wanted: ExpectedImage[];
/** Bytes of all blobs that the core set needs. */
let needed: number;
/** Bytes that a run without faults downloads. */
let undisturbed: number;
beforeAll(async () => {
  rig = await newRig();
  wanted = imagesOf(rig, 'core');
  needed = bytesOf(partsOf(wanted, 'blobs'));
  undisturbed = (await toDisk(rig, rig.place('undisturbed'), rig.world.sets.core.file)).bytes.fetched;
  expect(undisturbed).toBe(needed + bytesOf(partsOf(wanted, 'manifests')));
});
afterEach(() => rig.world.upstream.faults.clear());
afterAll(() => rig[Symbol.asyncDispose]());

const blobs = { blobsOnly: true };
const reads: [name: string, script: FaultScript, strikes: string, cost?: 'some bytes twice'][] = [
  ['429 with Retry-After', { rules: [{ status: 429, retryAfter: 1, every: 20, times: 4 }] }, 'status 429'],
  [
    '500, 502 and 503',
    {
      rules: [
        { status: 500, every: 10, times: 8 },
        { status: 502, every: 11, times: 8 },
        { status: 503, every: 13, times: 8 },
      ],
    },
    'status 503',
  ],
  [
    'resets before the response',
    { rules: [{ reset: 'before', every: 9, times: 10 }] },
    'reset before the answer',
  ],
  [
    'resets in the body',
    { rules: [{ ...blobs, resetAfterBytes: 4000, every: 2, times: 20 }] },
    'reset in the answer',
  ],
  ['short bodies', { rules: [{ ...blobs, truncateAfterBytes: 4000, every: 2, times: 20 }] }, 'truncated'],
  [
    'short manifests',
    { rules: [{ method: 'GET', path: '/manifests/', truncateAfterBytes: 100, every: 3, times: 8 }] },
    'truncated',
    'some bytes twice',
  ],
  ['a wrong byte', { rules: [{ ...blobs, corruptAtByte: 90, times: 3 }] }, 'wrong byte', 'some bytes twice'],
  [
    'a wrong byte in manifests',
    { rules: [{ method: 'GET', path: '/manifests/', corruptAtByte: 90, every: 5, times: 4 }] },
    'wrong byte',
    'some bytes twice',
  ],
  ['stalls', { rules: [{ ...blobs, stallAfterBytes: 3000, every: 7, times: 3 }] }, 'stalled'],
  ['responses that never arrive', { rules: [{ hang: true, every: 30, times: 3 }] }, 'hang'],
  [
    'no Range and short bodies',
    { range: false, rules: [{ ...blobs, truncateAfterBytes: 4000, every: 3, times: 8 }] },
    'truncated',
    'some bytes twice',
  ],
  ['redirects to another host', { redirectBlobs: true }, ''],
];

describe('mirror to disk completes and downloads only missing content despite', () => {
  test.each(reads)('%s', async (_, script, strikes, cost) => {
    const { upstream } = rig.world;
    upstream.faults.set(script);
    upstream.resetStats();
    const result = await toDisk(rig, rig.place('faults'), rig.world.sets.core.file);
    expect(result).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
    expect(result.images).toMatchObject({ copied: wanted.length, failed: 0 });
    expect(await missingOnDisk(result.directory!, wanted)).toEqual([]);
    if (strikes) expect(upstream.stats.faults).toHaveProperty([strikes]);
    // Received content isn't requested again, unless it was wrong or the server can't resume.
    if (cost) expect(result.bytes.fetched).toBeGreaterThan(undisturbed);
    else expect(result.bytes.fetched).toBe(undisturbed);
    expect(result.bytes.written).toBeGreaterThanOrEqual(needed);
  });

  test('a registry that is unavailable for a while', async () => {
    const { upstream } = rig.world;
    upstream.resetStats();
    upstream.faults.set({ latencyMs: 10, bytesPerSec: 400_000 });
    const running = toDisk(rig, rig.place('gone'), rig.world.sets.core.file, {
      retryTimes: 10,
      retryDelayMs: 300,
    });
    while ((upstream.stats.byRoute['GET blobs']?.bytesOut ?? 0) < needed / 4)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await upstream.faults.disconnect(1500);
    const result = await running;
    expect(result).toMatchObject({ status: 'complete', exitCode: 0 });
    expect(await missingOnDisk(result.directory!, wanted)).toEqual([]);
  });

  test.each([
    ['tokens that expire unannounced', { latencyMs: 25, tokenTtlMs: 300 }],
    [
      'rejections of valid tokens',
      { rules: [{ status: 401, path: '/(blobs|manifests)/', every: 50, times: 2 }] },
    ],
    [
      'a blob store that rejects Authorization and breaks',
      {
        redirectBlobs: true,
        blobStoreRejectsAuth: true,
        rules: [{ ...blobs, truncateAfterBytes: 4000, every: 3, times: 8 }],
      },
    ],
  ])('%s', async (_, script: FaultScript) => {
    const auth = { kind: 'token', ttlMs: 60_000, announce: false } as const;
    const { server, host } = await upstreamWithLogin(rig, auth);
    try {
      server.faults.set(script);
      const result = await toDisk({ ...rig, host }, rig.place('login'), rig.world.sets.core.file);
      expect(result).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
      expect(await missingOnDisk(result.directory!, wanted)).toEqual([]);
      if (script.tokenTtlMs) expect(server.stats.byRoute['GET token']!.requests).toBeGreaterThan(6);
      if (!script.redirectBlobs) return;
      const { byRoute, faults } = server.stats;
      expect(faults).toHaveProperty(['truncated']);
      expect(byRoute['GET blob-store']!.bytesOut).toBe(needed);
      // Addresses expire: each is used once, and the rest of a blob is downloaded from a new one.
      expect(byRoute['GET blobs']!.statuses[307]).toBe(byRoute['GET blob-store']!.requests);
    } finally {
      await server.close();
    }
  });
});

describe('everything is pushed despite', () => {
  let workspace: string;
  let destination: RegistryServer;
  beforeAll(async () => {
    workspace = rig.place('set');
    expect(await toDisk(rig, workspace, rig.world.sets.core.file)).toMatchObject({ exitCode: 0 });
  });
  afterEach(() => destination.close());

  const writes: [name: string, script: FaultScript, strikes: string][] = [
    ['429 with Retry-After', { rules: [{ status: 429, retryAfter: 1, every: 40, times: 4 }] }, 'status 429'],
    [
      '500, 502 and 503',
      {
        rules: [
          { status: 500, every: 15, times: 10 },
          { status: 502, method: 'PUT', every: 11, times: 10 },
          { status: 503, method: 'POST', every: 13, times: 10 },
        ],
      },
      'status 502',
    ],
    [
      'resets before the response',
      { rules: [{ reset: 'before', every: 19, times: 12 }] },
      'reset before the answer',
    ],
    [
      'resets of uploads',
      {
        rules: [{ method: 'PUT', path: '/blobs/uploads/', resetUploadAfterBytes: 2000, every: 3, times: 9 }],
      },
      'reset in the upload',
    ],
    ['responses that never arrive', { rules: [{ method: 'HEAD', hang: true, every: 3, times: 3 }] }, 'hang'],
    ['lists of tags that never arrive', { rules: [{ path: '/tags/list', hang: true }] }, 'hang'],
  ];

  test.each(writes)('%s, disk to mirror', async (_, script, strikes) => {
    destination = await startRegistryServer({ storage: memoryStorage(), faults: script });
    const result = await toRegistry(rig, workspace, destination.host);
    expect(result).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
    expect(destination.stats.faults).toHaveProperty([strikes]);
    destination.faults.clear();
    expect(await missingAt(destination.host, wanted)).toEqual([]);
    expect(result.bytes.sent).toBeGreaterThanOrEqual(needed);
  });

  test('tokens that expire unexpectedly and rejections of valid ones, disk to mirror', async () => {
    const storage = memoryStorage();
    destination = await startRegistryServer({
      storage,
      auth: { kind: 'token', ttlMs: 400, announce: false },
      faults: { latencyMs: 25, rules: [{ status: 401, path: '/(blobs|manifests)/', every: 50, times: 2 }] },
    });
    const result = await toRegistry(rig, workspace, destination.host);
    expect(result).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
    expect(destination.stats.faults['status 401']).toBeGreaterThan(0);
    expect(destination.stats.statuses[401]).toBeGreaterThan(2);
    await using open = await openToAll(storage);
    expect(await missingAt(open.host, wanted)).toEqual([]);
  });

  test('a registry that is unavailable for a while, disk to mirror', async () => {
    destination = await startRegistryServer({
      storage: memoryStorage(),
      faults: { latencyMs: 5, bytesPerSec: 400_000 },
    });
    const running = toRegistry(rig, workspace, destination.host, { retryTimes: 10, retryDelayMs: 300 });
    while (destination.stats.bytesIn < needed / 4) await new Promise((resolve) => setTimeout(resolve, 5));
    await destination.faults.disconnect(1500);
    expect(await running).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
    destination.faults.clear();
    expect(await missingAt(destination.host, wanted)).toEqual([]);
  });

  test('faults on both sides, mirror to mirror', async () => {
    rig.world.upstream.faults.set({
      rules: [
        { ...blobs, corruptAtByte: 90, every: 9, times: 3 },
        { ...blobs, resetAfterBytes: 3000, every: 5, times: 6 },
        { status: 503, every: 17, times: 6 },
      ],
    });
    destination = await startRegistryServer({
      storage: memoryStorage(),
      faults: {
        rules: [
          { method: 'PUT', path: '/blobs/uploads/', resetUploadAfterBytes: 2000, every: 7, times: 5 },
          { status: 500, every: 23, times: 6 },
        ],
      },
    });
    const result = await across(rig, rig.place('across'), destination.host, rig.world.sets.core.file);
    expect(result).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
    destination.faults.clear();
    expect(await missingAt(destination.host, wanted)).toEqual([]);
  });
});

/** The same registry without login and faults, for inspection. */
async function openToAll(storage: RegistryStorage) {
  const server = await startRegistryServer({ storage });
  return { host: server.host, [Symbol.asyncDispose]: () => server.close() };
}
