import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { asAirlockError } from '../base/errors/airlock-error.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { openRunFollower } from '../runs/control/follow-run.ts';
import type { RunEvent } from '../runs/progress/events.ts';
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
  upstreamWithLogin,
} from './mirror.fixture.ts';
import type { MirrorResult, RunControl } from './run/request.ts';

/** Bytes of each blob that may be in flight when a connection ends, for all connections together. */
const IN_FLIGHT = 20 * 64 * 1024;

let rig: Rig;
let wanted: ExpectedImage[];
let needed: number;
beforeAll(async () => {
  rig = await newRig();
  wanted = imagesOf(rig, 'core');
  needed = bytesOf(partsOf(wanted, 'blobs')) + bytesOf(partsOf(wanted, 'manifests'));
});
let server: RegistryServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});
afterAll(() => rig[Symbol.asyncDispose]());

/** The accepted user, and an auth file with the password that was written last. */
function login() {
  const now = { password: 'first' };
  const users = (user: string, password: string) => user === 'me' && password === now.password;
  const file = `${rig.place('auth')}.json`;
  return {
    now,
    users,
    file,
    write: (host: string, password: string) =>
      writeFile(
        file,
        JSON.stringify({ auths: { [host]: { auth: Buffer.from(`me:${password}`).toString('base64') } } }),
      ),
  };
}

/** The record of a run that ended with an error, as followers see it. */
async function stoppedBy(run: Promise<MirrorResult>, controlled: RunControl & { events: RunEvent[] }) {
  const error = await run.then(() => undefined, asAirlockError);
  const started = controlled.events.find((event) => event.type === 'run')!;
  const follower = await openRunFollower(started.directory);
  return { error, run: follower.run, snapshot: follower.snapshot(), images: follower.images };
}

/** Calls `once` after this number of bytes of blobs. */
function at(bytes: () => number, half: number, once: () => void): () => void {
  const timer = setInterval(() => {
    if (bytes() < half) return;
    clearInterval(timer);
    once();
  }, 2);
  return () => clearInterval(timer);
}

const auths = [{ kind: 'basic' }, { kind: 'token', ttlMs: 150, announce: false }] as const;

test.each(auths)('the source, mirror to disk, $kind', async (auth) => {
  const me = login();
  const upstream = await upstreamWithLogin(rig, { ...auth, users: me.users });
  server = upstream.server;
  const host = { ...upstream.host, env: { ...upstream.host.env, REGISTRY_AUTH_FILE: me.file } };
  await me.write(server.host, 'first');
  server.faults.set({ totalBytesPerSec: needed });
  const workspace = rig.place('set');
  const controlled = control();
  const stop = at(
    () => server?.stats.byRoute['GET blobs']?.bytesOut ?? 0,
    needed / 3,
    () => {
      me.now.password = 'second';
    },
  );
  const began = Date.now();
  const first = await stoppedBy(
    toDisk({ ...rig, host }, workspace, rig.world.sets.core.file, {}, controlled),
    controlled,
  );
  stop();
  expect(first.error).toMatchObject({ code: 'login-expired', exitCode: 4 });
  expect(first.run).toMatchObject({ status: 'paused', exitCode: 4, problem: { code: 'login-expired' } });
  expect(first.snapshot).toMatchObject({
    status: 'paused',
    failuresTotal: 0,
    images: { failed: 0 },
    login: { registry: server.host, from: expect.stringContaining(me.file) },
  });
  expect(Date.parse(first.snapshot.login!.since)).toBeGreaterThanOrEqual(began);
  expect(first.images({ offset: 0, limit: 1, state: 'failed' }).matching).toBe(0);
  const story = await readFile(join(first.snapshot.directory, 'events.jsonl'), 'utf8');
  expect(story).not.toMatch(/second|Zmlyc3Q|bWU6/);

  await me.write(server.host, 'second');
  const again = await toDisk({ ...rig, host }, workspace, rig.world.sets.core.file);
  expect(again).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
  expect(await missingOnDisk(again.directory!, wanted)).toEqual([]);
  const fetched = first.snapshot.bytes!.fetched + again.bytes.fetched;
  const manifests = bytesOf(partsOf(wanted, 'manifests'));
  expect(fetched).toBeLessThan(needed + manifests + IN_FLIGHT);
});

test('a login that is renewed in time has no effect on the run', async () => {
  const me = login();
  const upstream = await upstreamWithLogin(rig, { kind: 'basic', users: me.users });
  server = upstream.server;
  const host = { ...upstream.host, env: { ...upstream.host.env, REGISTRY_AUTH_FILE: me.file } };
  await me.write(server.host, 'first');
  server.faults.set({ totalBytesPerSec: needed });
  const controlled = control();
  let renewing: Promise<void> | undefined;
  const stop = at(
    () => server?.stats.byRoute['GET blobs']?.bytesOut ?? 0,
    needed / 3,
    () => {
      renewing = me.write(server!.host, 'second').then(() => {
        me.now.password = 'second';
      });
    },
  );
  const result = await toDisk({ ...rig, host }, rig.place('set'), rig.world.sets.core.file, {}, controlled);
  stop();
  await renewing;
  expect(result).toMatchObject({ status: 'complete', exitCode: 0 });
  expect(me.now.password).toBe('second');
  expect(server.stats.statuses[401]).toBeGreaterThan(0);
  expect(controlled.events.filter(({ type }) => type === 'login')).toEqual([]);
});

test.each(['diskToMirror', 'mirrorToMirror'] as const)('the destination, %s', async (workflow) => {
  const me = login();
  const storage = memoryStorage();
  server = await startRegistryServer({ storage, auth: { kind: 'basic', users: me.users } });
  await me.write(server.host, 'first');
  const target = server.host;
  const host = { ...rig.host, env: { ...rig.host.env, REGISTRY_AUTH_FILE: me.file } };
  const there = { ...rig, host };
  const set = rig.place('set');
  if (workflow === 'diskToMirror') await toDisk(rig, set, rig.world.sets.core.file);
  const push = (controlled = control()) =>
    workflow === 'diskToMirror'
      ? toRegistry(there, set, target, {}, controlled)
      : across(there, set, target, rig.world.sets.core.file, {}, controlled);
  server.faults.set({ totalBytesPerSec: needed });
  const controlled = control();
  const stop = at(
    () => server!.stats.bytesIn,
    needed / 3,
    () => {
      me.now.password = 'second';
    },
  );
  const first = await stoppedBy(push(controlled), controlled);
  stop();
  expect(first.error).toMatchObject({ code: 'login-expired', exitCode: 4 });
  expect(first.snapshot).toMatchObject({
    status: 'paused',
    failuresTotal: 0,
    images: { failed: 0 },
    login: { registry: target },
  });
  await me.write(server.host, 'second');
  server.faults.clear();
  expect(await push()).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
  const open = await startRegistryServer({ storage });
  expect(await missingAt(open.host, wanted)).toEqual([]);
  await open.close();
});
