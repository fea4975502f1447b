import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FULL } from '../../stress/effort.ts';
import { type Finished, startAirlock } from '../fixtures/airlock-process.ts';
import { compareWithUpstream, tagsAt } from '../fixtures/destination-check.ts';
import { type ExpectedImage, type Lab, type ProxyName, startLab } from '../fixtures/lab.ts';

let directory: string;
let lab: Lab;
let images: ExpectedImage[];
let neededBytes: number;
let cases = 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-faults-'));
  lab = await startLab({ state: join(directory, 'lab'), size: 'small' });
  images = [...(await lab.expected('core')), ...(await lab.signatures('core'))];
  neededBytes = [...(await lab.needed('core')).values()].reduce((sum, size) => sum + size, 0);
});
afterAll(async () => {
  await lab?.down();
  await rm(directory, { recursive: true, force: true });
});
afterEach(async () => {
  for (const proxy of ['upstream', 'destA', 'destB'] as const) await lab.faults(proxy, {});
});

const start = (args: string[], environment: Record<string, string> = {}) =>
  startAirlock(args, { ...lab.environment, ...environment }, directory);
const airlock = (...args: string[]) => start(args).finished;
const toDisk = (name: string) => [
  ...['mirror', '-c', lab.imageSet('core'), '--src-tls-verify=false'],
  `file://${join(directory, name)}`,
];
const fromDisk = (name: string, state = `${name}-state`) => [
  ...['mirror', '--from', `file://${join(directory, name)}`, '--state', join(directory, state)],
  ...['--dest-tls-verify=false', `docker://${lab.proxy.destA}/${state}`],
];
/** Dozens of statuses and resets, each with a wait: shorter waits than the default second test the same. */
const HASTE = ['--retry-delay', '200ms'];
const newName = () => `case-${++cases}`;

function complete({ exitCode, result, said: reported }: Finished) {
  expect(exitCode, reported).toBe(0);
  expect(result).toMatchObject({ status: 'complete', images: { failed: 0 } });
}

/** The folder verifies, and after a push below a separate path every tag equals that of upstream. */
async function expectComplete(name: string) {
  const verified = await airlock('verify', `file://${join(directory, name)}`);
  expect(verified.exitCode, verified.said).toBe(0);
  complete(await airlock(...fromDisk(name)));
  const found = await tagsAt(lab, images, { registry: 'destA', namespace: `${name}-state` });
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(images.map((i) => [i.destination, i.digest])));
  await rm(join(directory, name), { recursive: true });
}

async function expectFault(proxy: ProxyName, name: RegExp, least = 1) {
  const { faults } = await lab.stats(proxy);
  const hits = Object.entries(faults).filter(([fault]) => name.test(fault));
  expect(
    hits.reduce((sum, [, count]) => sum + count, 0),
    JSON.stringify(faults),
  ).toBeGreaterThanOrEqual(least);
}

const betweenRegistries = (name: string) => [
  ...['mirror', '-c', lab.imageSet('core'), '--workspace', `file://${join(directory, name)}`],
  ...['--src-tls-verify=false', '--dest-tls-verify=false', `docker://${lab.proxy.destB}/${name}`],
];

const body = (fault: Record<string, number>) => ({ rules: [{ blobsOnly: true, every: 7, ...fault }] });

type Direction = 'to disk' | 'push' | 'between registries';
const DIRECTIONS: Direction[] = ['to disk', 'push', 'between registries'];

/** A run in one direction with default options, and the check that nothing is missing afterwards. */
function mirror(direction: Direction, name: string) {
  if (direction === 'to disk')
    return {
      ...start(toDisk(name)),
      async check() {
        const verified = await airlock('verify', `file://${join(directory, name)}`);
        expect(verified.exitCode, verified.said).toBe(0);
      },
    };
  const registry = direction === 'push' ? 'destA' : 'destB';
  return {
    ...start(direction === 'push' ? fromDisk('good', name) : betweenRegistries(name)),
    async check() {
      const found = await tagsAt(lab, images, { registry, namespace: name });
      expect(Object.fromEntries(found)).toEqual(
        Object.fromEntries(images.map((i) => [i.destination, i.digest])),
      );
    },
  };
}

/** The proxies of a direction. */
const PROXIES = {
  'to disk': ['upstream'],
  push: ['destA'],
  'between registries': ['upstream', 'destB'],
} as const satisfies Record<Direction, ProxyName[]>;

describe('no image fails because of a transient fault with default options', () => {
  beforeAll(async () => complete(await airlock(...toDisk('good'))));

  const every = (n: number, fault: Record<string, unknown>) => ({ rules: [{ every: n, ...fault }] });
  const tokens = { auth: { mode: 'token', ttlSec: 1, announce: false }, latencyMs: 20 };
  /** Only responses have a body that can break; destination B requires its own login. */
  const reading = ['upstream'] as const;
  const withoutLogin = ['upstream', 'destA'] as const;
  const faults: [string, Record<string, unknown>, RegExp, (readonly ProxyName[])?][] = [
    ['every fifth request 429', every(5, { status: 429, retryAfter: 1 }), /status 429/],
    ['every sixth request 503', every(6, { status: 503 }), /status 503/],
    ['every sixth request 500', every(6, { status: 500 }), /status 500/],
    ['every sixth connection reset', every(6, { reset: 'before' }), /reset before/],
    ['resets inside blobs', body({ resetAfterBytes: 100_000 }), /reset mid-body/, reading],
    ['every sixth request 401', every(6, { status: 401 }), /status 401/],
    ['tokens that live a second and do not say so', tokens, /unauthorised/, withoutLogin],
    ['four connections', { maxConnections: 4, latencyMs: 5 }, /429 too many at once/],
  ];
  const rows = faults.flatMap(([name, script, fault, at = ['upstream', 'destA', 'destB']], index) => {
    const all = DIRECTIONS.map((direction) => ({
      ...{ name, script, fault, direction },
      proxies: PROXIES[direction].filter((proxy) => at.includes(proxy)),
    })).filter(({ proxies }) => proxies.length > 0);
    // CI has every fault in one direction and every direction with several faults; STRESS=full has every pair.
    return FULL ? all : [all[index % all.length]!];
  });
  test.each(rows)('$name, $direction', async ({ script, fault, direction, proxies }) => {
    const name = newName();
    await lab.resetStats();
    for (const proxy of proxies) await lab.faults(proxy, script);
    const { finished, check } = mirror(direction, name);
    complete(await finished);
    for (const proxy of proxies) {
      await expectFault(proxy, fault);
      await lab.faults(proxy, {});
    }
    await check();
  });

  test.each(DIRECTIONS)('a registry that is unavailable for five seconds, %s', async (direction) => {
    const name = newName();
    await lab.resetStats();
    const at = PROXIES[direction].at(-1)!;
    await lab.faults(at, { latencyMs: 20 });
    const { child, finished, check } = mirror(direction, name);
    while ((await lab.stats(at)).requests < 60) {
      expect(child.exitCode).toBeNull();
      await sleep(20);
    }
    await lab.faults(at, { rules: [{ reset: 'before' }] });
    await sleep(5_000);
    await expectFault(at, /reset before/);
    await lab.faults(at, {});
    complete(await finished);
    await check();
  });
});

describe('faults of the upstream: the mirror on disk is complete', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      'rate limit of blobs',
      { rules: [{ blobsOnly: true, every: 5, status: 429, retryAfter: 1 }] },
      /status 429/,
    ],
    ['502', { rules: [{ every: 9, status: 502 }] }, /status 502/],
    ['truncated bodies', body({ truncateAfterBytes: 100_000 }), /truncated/],
    ['resets and no Range', { range: false, ...body({ resetAfterBytes: 100_000 }) }, /reset mid-body/],
    [
      'one wrong byte',
      { rules: [{ blobsOnly: true, after: 3, times: 1, corruptAtByte: 200 }] },
      /wrong byte/,
    ],
    [
      'a wrong byte in every ninth blob',
      { rules: [{ blobsOnly: true, every: 9, corruptAtByte: 200 }] },
      /wrong byte/,
    ],
    [
      'blobs at another address that rejects credentials',
      { redirectBlobs: true, cdnRejectsAuth: true, auth: { mode: 'token', ttlSec: 60 } },
      /unauthorised/,
    ],
    [
      'addresses of blobs that expire, with resets',
      {
        redirectBlobs: true,
        cdnTtlSec: 1,
        totalBytesPerSec: 10_000_000,
        // Small blobs, and responses with an address, end before the break: more of them are affected.
        ...body({ every: 3, resetAfterBytes: 60_000 }),
      },
      /reset mid-body/,
    ],
  ])('%s', async (_name, script, fault) => {
    const name = newName();
    await lab.resetStats();
    await lab.faults('upstream', script);
    complete(await airlock(...toDisk(name), ...HASTE));
    await expectFault('upstream', fault);
    await lab.faults('upstream', {});
    await expectComplete(name);
  });

  test('bodies and responses that stall', async () => {
    const name = newName();
    await lab.resetStats();
    await lab.faults('upstream', {
      rules: [
        { blobsOnly: true, every: 6, stallAfterBytes: 5_000 },
        { method: 'HEAD', every: 30, hang: true },
      ],
    });
    const run = await start(toDisk(name), { AIRLOCK_STALL_MS: '2000' }).finished;
    complete(run);
    expect(run.wallMs).toBeGreaterThan(2000);
    await expectFault('upstream', /stall/, 2);
    await lab.faults('upstream', {});
    await expectComplete(name);
  });

  test('resumes a reset body at the same byte, and downloads nothing twice', async () => {
    const name = newName();
    await lab.resetStats();
    await lab.faults('upstream', body({ resetAfterBytes: 100_000, every: 4 }));
    complete(await airlock(...toDisk(name)));
    await expectFault('upstream', /reset mid-body/, 3);
    const { routes } = await lab.stats('upstream');
    // Only data that the reset discarded unread in sockets is sent again.
    expect(routes['GET blobs']!.bytesDown).toBeLessThan(neededBytes * 1.1);
    await rm(join(directory, name), { recursive: true });
  });

  test('a registry that is unavailable for 20 seconds', async () => {
    const name = newName();
    await lab.resetStats();
    await lab.faults('upstream', { totalBytesPerSec: 6_000_000 });
    const { child, finished } = start(toDisk(name));
    while ((await lab.stats('upstream')).bytesDown < neededBytes / 4) {
      expect(child.exitCode).toBeNull();
      await sleep(20);
    }
    await lab.faults('upstream', { rules: [{ reset: 'before' }] });
    await sleep(20_000);
    await expectFault('upstream', /reset before/);
    await lab.faults('upstream', {});
    const run = await finished;
    complete(run);
    expect(run.wallMs).toBeGreaterThan(20_000);
    await expectComplete(name);
  });

  test('a link with high latency', async () => {
    const name = newName();
    await lab.faults('upstream', { latencyMs: 80, bytesPerSec: 4_000_000, redirectBlobs: true });
    complete(await airlock(...toDisk(name)));
    await lab.faults('upstream', {});
    await expectComplete(name);
  });
});

describe('a permanently broken image', () => {
  test('exit 2, exactly this image is missing, existing content is usable, and the next run transfers the rest', async () => {
    const name = newName();
    const broken = images.find(({ source }) => source.includes('tiny-0001'))!;
    const manifest = lab.inventory.manifests.find(({ digest }) => digest === broken.digest)!;
    const own = manifest.blobs!.find(
      (blob) => lab.inventory.manifests.filter(({ blobs }) => blobs?.includes(blob)).length === 1,
    )!;
    await lab.faults('upstream', { rules: [{ path: `blobs/${own}`, corruptAtByte: 10 }] });
    const run = await airlock(...toDisk(name));
    expect(run.exitCode, run.said).toBe(2);
    expect(run.result).toMatchObject({ status: 'partial', images: { failed: 1 } });
    expect(run.result!.failures).toMatchObject([
      { source: expect.stringContaining('tiny-0001'), side: 'source', code: 'digest-mismatch' },
    ]);
    const verified = await airlock('verify', `file://${join(directory, name)}`);
    expect(verified.exitCode, verified.said).toBe(0);

    const pushed = await airlock(...fromDisk(name, 'broken'));
    expect(pushed.exitCode, pushed.said).toBe(2);
    const found = await tagsAt(lab, images, { registry: 'destA', namespace: 'broken' });
    const wanted = images.map((image) => [image.destination, image === broken ? null : image.digest]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));

    await lab.faults('upstream', {});
    await lab.resetStats();
    const repaired = await airlock(...toDisk(name));
    complete(repaired);
    expect(repaired.result!.transfer).toBe('default-0002');
    expect(Object.keys((await lab.stats('upstream')).blobGets)).toEqual([own]);
    await expectComplete(name);
  });
});

describe('faults of the destination: the push is complete', () => {
  beforeAll(async () => complete(await airlock(...toDisk('good'))));

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['503 to uploads', { rules: [{ method: 'PUT', every: 6, status: 503 }] }, /status 503/],
    ['a link with high latency', { latencyMs: 50, bytesPerSec: 4_000_000 }, /^$/],
  ])('%s', async (_name, script, fault) => {
    const state = `push-${++cases}`;
    await lab.wipe('a');
    await lab.resetStats();
    await lab.faults('destA', script);
    complete(await airlock(...fromDisk('good', state), ...HASTE));
    if (fault.source !== '^$') await expectFault('destA', fault);
    await lab.faults('destA', {});
    expect(await compareWithUpstream(lab, images, { registry: 'destA', namespace: state })).toEqual([]);
  });
});

describe('faults on both sides between registries', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['resets inside blobs', body({ resetAfterBytes: 100_000 }), { rules: [{ every: 9, reset: 'before' }] }],
    [
      'truncated bodies and 503',
      body({ truncateAfterBytes: 60_000 }),
      { rules: [{ every: 9, status: 503 }] },
    ],
    ['wrong bytes', { rules: [{ blobsOnly: true, every: 9, corruptAtByte: 200 }] }, {}],
  ])('%s', async (_name, upstream, destB) => {
    const name = newName();
    await lab.faults('upstream', upstream);
    await lab.faults('destB', destB);
    complete(await airlock(...betweenRegistries(name), ...HASTE));
    await expectFault('upstream', /./);
    for (const proxy of ['upstream', 'destB'] as const) await lab.faults(proxy, {});
    expect(await compareWithUpstream(lab, images, { registry: 'destB', namespace: name })).toEqual([]);
  });
});
