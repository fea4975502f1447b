import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { across, control, newRig, type Rig, toDisk, toRegistry } from './mirror.fixture.ts';
import type { RunControl } from './run/request.ts';

let rig: Rig;
let collect: () => void;
beforeAll(async () => {
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc');
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

/** Runs a mirror that can be paused and stopped, and returns a reference that doesn't retain what reports its events. */
async function afterRun(work: (controlled: RunControl) => Promise<unknown>): Promise<WeakRef<object>> {
  const controlled = control({ signal: stop.signal, pause: pause.signal });
  await work(controlled);
  expect(controlled.events.length).toBeGreaterThan(0);
  return new WeakRef(controlled.events);
}

// An application passes the same signals to many runs.
const [stop, pause] = [new AbortController(), new AbortController()];

test('a completed mirror is released from memory, although its signals remain in use', async () => {
  const workspace = rig.place('workspace');
  const server = await startRegistryServer({ storage: memoryStorage() });
  const other = await startRegistryServer({ storage: memoryStorage() });
  onTestFinished(async () => {
    await server.close();
    await other.close();
  });
  const { file } = rig.world.sets['release-one'];
  const runs = [
    ['to disk', await afterRun((controlled) => toDisk(rig, workspace, file, {}, controlled))],
    ['from disk', await afterRun((controlled) => toRegistry(rig, workspace, server.host, {}, controlled))],
    [
      'between registries',
      await afterRun((controlled) => across(rig, rig.place('across'), other.host, file, {}, controlled)),
    ],
  ] as const;
  // The stack of promises of this turn may still refer to the last run.
  await expect
    .poll(() => {
      collect();
      return runs.flatMap(([name, run]) => (run.deref() ? [name] : []));
    })
    .toEqual([]);
});
