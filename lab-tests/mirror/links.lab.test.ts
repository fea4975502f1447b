import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startAirlock } from '../fixtures/airlock-process.ts';
import { compareWithUpstream } from '../fixtures/destination-check.ts';
import { type ExpectedImage, type Lab, type ProxyName, startLab } from '../fixtures/lab.ts';

let directory: string;
let lab: Lab;
let images: ExpectedImage[];
let neededBytes: number;
let blobs: number;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-links-'));
  lab = await startLab({ state: join(directory, 'lab'), size: 'small' });
  images = [...(await lab.expected('core')), ...(await lab.signatures('core'))];
  const needed = await lab.needed('core');
  blobs = needed.size;
  neededBytes = [...needed.values()].reduce((sum, size) => sum + size, 0);
});
afterAll(async () => {
  await lab?.down();
  await rm(directory, { recursive: true, force: true });
});
afterEach(async () => {
  for (const proxy of ['upstream', 'destA'] as const) await lab.faults(proxy, {});
});

const start = (args: string[], environment: Record<string, string> = {}) =>
  startAirlock(args, { ...lab.environment, ...environment }, directory);
const toDisk = (name: string) => [
  ...['mirror', '-c', lab.imageSet('core'), '--src-tls-verify=false'],
  `file://${join(directory, name)}`,
];
const fromDisk = (name: string) => [
  ...['mirror', '--from', `file://${join(directory, name)}`, '--state', join(directory, `${name}-state`)],
  ...['--dest-tls-verify=false', `docker://${lab.proxy.destA}/${name}`],
];

test('a registry that accepts six concurrent requests gets about as many, and everything is mirrored', async () => {
  await lab.resetStats();
  await lab.faults('upstream', { maxConnections: 6, latencyMs: 20, bytesPerSec: 3_000_000 });
  const run = await start(toDisk('six')).finished;
  expect(run.exitCode, run.said).toBe(0);
  const { faults, routes } = await lab.stats('upstream');
  expect(faults['429 too many at once']).toBeGreaterThan(0);
  // With twenty concurrent requests all the time, every other blob would be rejected.
  expect(routes['GET blobs']!.requests).toBeLessThan(blobs * 1.5);
  await rm(join(directory, 'six'), { recursive: true });
});

/** An auth file with a password for one registry, in addition to the lab's own entries for others. */
async function logIn(proxy: ProxyName, password: string): Promise<Record<string, string>> {
  const own = JSON.parse(await readFile(lab.environment.REGISTRY_AUTH_FILE!, 'utf8')) as { auths: object };
  const auth = Buffer.from(`mirror:${password}`).toString('base64');
  const file = join(directory, `auth-${proxy}.json`);
  await writeFile(file, JSON.stringify({ auths: { ...own.auths, [lab.proxy[proxy]]: { auth } } }));
  return { REGISTRY_AUTH_FILE: file };
}

const wants = (mode: 'token' | 'basic', password: string) => ({
  auth: { mode, user: 'mirror', password, ttlSec: 1, announce: false },
  totalBytesPerSec: 10_000_000,
});

async function passed(proxy: ProxyName, which: 'bytesDown' | 'bytesUp', child: { exitCode: number | null }) {
  while ((await lab.stats(proxy))[which] < neededBytes / 4) {
    expect(child.exitCode).toBeNull();
    await sleep(20);
  }
}

test.each(['token', 'basic'] as const)(
  '%s: a source rejects the login during a run: exit 4, and the same command resumes',
  async (mode) => {
    await lab.resetStats();
    await lab.faults('upstream', wants(mode, 'first'));
    const login = await logIn('upstream', 'first');
    const { child, finished } = start(toDisk(mode), login);
    await passed('upstream', 'bytesDown', child);
    await lab.faults('upstream', wants(mode, 'second'));
    const stopped = await finished;
    expect(stopped.exitCode, stopped.said).toBe(4);
    expect(stopped.result).toMatchObject({ code: 'login-expired', side: 'source' });
    await logIn('upstream', 'second');
    const again = await start(toDisk(mode), login).finished;
    expect(again.exitCode, again.said).toBe(0);
    const { routes } = await lab.stats('upstream');
    expect(routes['GET blobs']!.bytesDown).toBeLessThan(neededBytes * 1.15);
    await rm(join(directory, mode), { recursive: true });
  },
);

test('uses a login that is renewed during a run, and pauses the push if the destination rejects it', async () => {
  await lab.faults('upstream', wants('token', 'first'));
  const login = await logIn('upstream', 'first');
  const { child, finished } = start(toDisk('renewed'), login);
  await passed('upstream', 'bytesDown', child);
  await logIn('upstream', 'second');
  await lab.faults('upstream', wants('token', 'second'));
  const fetched = await finished;
  expect(fetched.exitCode, fetched.said).toBe(0);
  await lab.faults('upstream', {});

  await lab.resetStats();
  await lab.faults('destA', wants('basic', 'third'));
  const other = await logIn('destA', 'third');
  const push = start(fromDisk('renewed'), other);
  await passed('destA', 'bytesUp', push.child);
  await lab.faults('destA', wants('basic', 'fourth'));
  const rejected = await push.finished;
  expect(rejected.exitCode, rejected.said).toBe(4);
  expect(rejected.result).toMatchObject({ code: 'login-expired', side: 'destination' });
  await logIn('destA', 'fourth');
  const again = await start(fromDisk('renewed'), other).finished;
  expect(again.exitCode, again.said).toBe(0);
  await lab.faults('destA', {});
  expect(await compareWithUpstream(lab, images, { registry: 'destA', namespace: 'renewed' })).toEqual([]);
});
