import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FaultRule } from '../registry/server/faults/fault-script.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import {
  across,
  bytesOf,
  imagesOf,
  lackingAt,
  newRig,
  partsOf,
  type Rig,
  toDisk,
  toRegistry,
  type Wanted,
} from './mirror.fixture.ts';

let rig: Rig;
let wanted: Wanted[];
let set: string;
let server: RegistryServer;
beforeAll(async () => {
  rig = await newRig();
  wanted = imagesOf(rig, 'core');
  set = (await toDisk(rig, rig.place('undisturbed'), rig.world.sets.core.file)).directory!;
});
afterEach(() => server?.close());
afterAll(() => rig[Symbol.asyncDispose]());

const put = { method: 'PUT', path: '/blobs/uploads/', every: 3, times: 6 };
const post = { method: 'POST', path: '/blobs/uploads/', every: 5, times: 4 };
const rules: [name: string, rule: FaultRule, strikes: string][] = [
  ['a reset in the body', { ...put, resetUploadAfterBytes: 300 }, 'reset in the upload'],
  ['a body cut short', { ...put, truncateUploadAfterBytes: 300 }, 'upload truncated'],
  [
    'a wrong byte, rejected with DIGEST_INVALID',
    { ...put, corruptUploadAtByte: 10 },
    'wrong byte in the upload',
  ],
  ['a stall in a PUT', { ...put, times: 3, stallUploadAfterBytes: 300 }, 'upload stalled'],
  ['a POST that is never answered', { ...post, times: 2, hang: true }, 'hang'],
  ['a PUT that is never answered', { ...put, times: 2, hang: true }, 'hang'],
  ['the answer to a PUT lost after it was stored', { ...put, loseAnswer: true }, 'answer lost'],
  ['the answer to a POST lost', { ...post, loseAnswer: true }, 'answer lost'],
  ['a forgotten upload', { ...put, forgetUpload: true }, 'upload forgotten'],
  ['a Location that leads nowhere', { ...post, misstate: 'location' }, 'wrong location'],
];

/** The rule for the PUTs of blobs over 300 bytes: a shorter body ends before the break. Other rules as they are. */
function inLongBodies(rule: FaultRule): FaultRule {
  if (rule.method !== 'PUT') return rule;
  const long = partsOf(wanted, 'blobs').filter(({ size }) => size > 300);
  return { ...rule, path: `/blobs/uploads/.*(${long.map(({ digest }) => digest.slice(-12)).join('|')})` };
}

/** What the registry received of blobs, and the most it may have: each fault costs at most one blob again. */
function expectBounded(strikes: string): void {
  const parts = partsOf(wanted, 'blobs');
  const struck = server.stats.faults[strikes] ?? 0;
  expect(struck).toBeGreaterThan(0);
  const largest = Math.max(...parts.map(({ size }) => size));
  const uploads = ['PUT blobs/uploads', 'PATCH blobs/uploads'].map((route) => server.stats.byRoute[route]);
  const received = uploads.reduce((sum, route) => sum + (route?.bytesIn ?? 0), 0);
  expect(received).toBeLessThanOrEqual(bytesOf(parts) + struck * largest);
}

describe.each(['disk to mirror', 'mirror to mirror'] as const)('%s', (direction) => {
  const run = (chosen = {}) =>
    direction === 'disk to mirror'
      ? toRegistry(rig, set, server.host, chosen)
      : across(rig, rig.place('across'), server.host, rig.world.sets.core.file, chosen);

  test.each(rules)('%s costs no image and little traffic', async (_, rule, strikes) => {
    const rules = [inLongBodies(rule)];
    server = await startRegistryServer({ storage: memoryStorage(), faults: { rules } });
    const result = await run();
    expect(result).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
    expectBounded(strikes);
    server.faults.clear();
    expect(await lackingAt(server.host, wanted)).toEqual([]);
  });

  test('a registry that rejects every body of a blob as damaged: that image fails and is named', async () => {
    const { digest } = partsOf(wanted, 'blobs')[0]!;
    const path = `/blobs/uploads/.*${digest.slice(-12)}`;
    const rule = { method: 'PUT', path, corruptUploadAtByte: 5 };
    server = await startRegistryServer({ storage: memoryStorage(), faults: { rules: [rule] } });
    const result = await run({ retryTimes: 2 });
    expect(result).toMatchObject({ status: 'partial', exitCode: 2 });
    expect(result.failures.length).toBeGreaterThan(0);
    for (const failure of result.failures)
      expect(failure).toMatchObject({ code: 'digest-mismatch', side: 'destination' });
  });
});
