import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import type { FaultRule, FaultScript } from '../registry/server/faults/fault-script.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import {
  across,
  bytesOf,
  type ExpectedImage,
  imagesOf,
  missingAt,
  newRig,
  partsOf,
  type Rig,
  toDisk,
  toRegistry,
} from './mirror.fixture.ts';

let rig: Rig;
let wanted: ExpectedImage[];
let set: string;
beforeAll(async () => {
  rig = await newRig();
  wanted = imagesOf(rig, 'release-one');
  set = (await toDisk(rig, rig.place('undisturbed'), config())).directory!;
});
afterAll(() => rig[Symbol.asyncDispose]());

const config = () => rig.world.sets['release-one'].file;

const put = { method: 'PUT', path: '/blobs/uploads/', every: 2, times: 6 };
const post = { method: 'POST', path: '/blobs/uploads/', every: 5, times: 4 };
const rules: [name: string, rule: FaultRule, strikes: string][] = [
  ['a reset in the body', { ...put, resetUploadAfterBytes: 300 }, 'reset in the upload'],
  ['a truncated body', { ...put, truncateUploadAfterBytes: 300 }, 'upload truncated'],
  [
    'a wrong byte, rejected with DIGEST_INVALID',
    { ...put, corruptUploadAtByte: 10 },
    'wrong byte in the upload',
  ],
  ['a stall in a PUT', { ...put, times: 3, stallUploadAfterBytes: 300 }, 'upload stalled'],
  ['a POST that is never answered', { ...post, times: 2, hang: true }, 'hang'],
  ['a PUT that is never answered', { ...put, times: 2, hang: true }, 'hang'],
  ['a lost response to a PUT that was stored', { ...put, loseAnswer: true }, 'answer lost'],
  ['a lost response to a POST', { ...post, loseAnswer: true }, 'answer lost'],
  ['a forgotten upload', { ...put, forgetUpload: true }, 'upload forgotten'],
  ['a Location that leads nowhere', { ...post, misstate: 'location' }, 'wrong location'],
];

/** The rule for PUTs of blobs over 300 bytes, because a shorter body ends before the break. Other rules are unchanged. */
function inLongBodies(rule: FaultRule): FaultRule {
  if (rule.method !== 'PUT') return rule;
  const long = partsOf(wanted, 'blobs').filter(({ size }) => size > 300);
  return { ...rule, path: `/blobs/uploads/.*(${long.map(({ digest }) => digest.slice(-12)).join('|')})` };
}

/** The received bytes of blobs, and their maximum: each fault repeats at most one blob. */
function expectBounded({ stats }: RegistryServer, strikes: string, rule: FaultRule): void {
  const parts = partsOf(wanted, 'blobs');
  const struck = stats.faults[strikes] ?? 0;
  // An upload that resumes may have too little left for its body to break, which uses up a strike.
  const breaksBody = Object.keys(rule).some((name) => name.endsWith('UploadAfterBytes'));
  expect(struck).toBeGreaterThanOrEqual(breaksBody ? rule.times! / 2 : rule.times!);
  expect(struck).toBeLessThanOrEqual(rule.times!);
  const largest = Math.max(...parts.map(({ size }) => size));
  const uploads = ['PUT blobs/uploads', 'PATCH blobs/uploads'].map((route) => stats.byRoute[route]);
  const received = uploads.reduce((sum, route) => sum + (route?.bytesIn ?? 0), 0);
  expect(received).toBeLessThanOrEqual(bytesOf(parts) + struck * largest);
}

async function destination({ onTestFinished }: TestContext, faults: FaultScript): Promise<RegistryServer> {
  const server = await startRegistryServer({ storage: memoryStorage(), faults });
  onTestFinished(() => server.close());
  return server;
}

// They wait most of the time for stalls and responses that never arrive.
describe.concurrent.each(['disk to mirror', 'mirror to mirror'] as const)('%s', (direction) => {
  const run = ({ host }: RegistryServer, chosen = {}) =>
    direction === 'disk to mirror'
      ? toRegistry(rig, set, host, { stateDirectory: rig.place('state'), ...chosen })
      : across(rig, rig.place('across'), host, config(), chosen);

  test.for(rules)(
    '%s: no image fails, with little additional traffic',
    async ([_, rule, strikes], context) => {
      const server = await destination(context, { rules: [inLongBodies(rule)] });
      const result = await run(server);
      expect(result).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
      expectBounded(server, strikes, rule);
      server.faults.clear();
      expect(await missingAt(server.host, wanted)).toEqual([]);
    },
  );

  test('if a registry rejects every body of a blob as damaged, only that image fails and is reported', async (context) => {
    const { digest } = partsOf(wanted, 'blobs')[0]!;
    const path = `/blobs/uploads/.*${digest.slice(-12)}`;
    const server = await destination(context, { rules: [{ method: 'PUT', path, corruptUploadAtByte: 5 }] });
    const result = await run(server, { retryTimes: 2 });
    expect(result).toMatchObject({ status: 'partial', exitCode: 2 });
    expect(result.failures.length).toBeGreaterThan(0);
    for (const failure of result.failures)
      expect(failure).toMatchObject({ code: 'digest-mismatch', side: 'destination' });
  });
});
