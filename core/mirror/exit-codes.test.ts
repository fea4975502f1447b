import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { asAirlockError } from '../base/errors/airlock-error.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { across, newRig, type Rig, toDisk, toRegistry } from './mirror.fixture.ts';
import type { HostFacts, MirrorResult } from './run/request.ts';

let rig: Rig;
let set: string;
let server: RegistryServer | undefined;
beforeAll(async () => {
  rig = await newRig();
  set = (await toDisk(rig, rig.place('undisturbed'), rig.world.sets.core.file)).directory!;
});
afterEach(async () => {
  rig.world.upstream.faults.clear();
  await server?.close();
  server = undefined;
});
afterAll(() => rig[Symbol.asyncDispose]());

/** The host's facts with the upstream at another address. */
async function upstreamAt(address: string): Promise<HostFacts> {
  const conf = `${rig.place('registries')}.conf`;
  const given = await readFile(rig.host.env.CONTAINERS_REGISTRIES_CONF!, 'utf8');
  await writeFile(conf, given.replaceAll(rig.world.upstream.host, address));
  return { ...rig.host, env: { ...rig.host.env, CONTAINERS_REGISTRIES_CONF: conf } };
}

const CHOSEN = { retryTimes: 2, retryDelayMs: 20 };
const directions = [
  'mirror to disk',
  'disk to mirror',
  'mirror to mirror, source',
  'mirror to mirror, destination',
];
const faults = [
  ['503 to everything', 503],
  ['429 to everything', 429],
  ['401 to everything', 401],
  ['a rejected connection', '127.0.0.1:1'],
  ['a name that does not resolve', 'nowhere.invalid:5000'],
] as const;

test.each(
  directions.flatMap((direction) => faults.map(([name, fault]) => [direction, name, fault] as const)),
)('%s, %s: exit code 4, as documented in the README', async (direction, _name, fault) => {
  const config = rig.world.sets.additional.file;
  const down = typeof fault === 'number' ? { rules: [{ status: fault }] } : {};
  const fromUpstream = direction === 'mirror to disk' || direction.endsWith('source');
  if (fromUpstream) rig.world.upstream.faults.set(down);
  server = await startRegistryServer({ storage: memoryStorage(), faults: fromUpstream ? {} : down });
  const destination = !fromUpstream && typeof fault === 'string' ? fault : server.host;
  const host = fromUpstream && typeof fault === 'string' ? await upstreamAt(fault) : rig.host;
  const there = { ...rig, host };
  const run = (): Promise<MirrorResult> => {
    if (direction === 'mirror to disk') return toDisk(there, rig.place('disk'), config, CHOSEN);
    if (direction === 'disk to mirror') return toRegistry(there, set, destination, CHOSEN);
    return across(there, rig.place('across'), destination, config, CHOSEN);
  };
  const exitCode = await run().then(
    (result) => result.exitCode,
    (error) => asAirlockError(error).exitCode,
  );
  expect(exitCode).toBe(4);
});
