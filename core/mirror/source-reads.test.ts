import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FaultRule } from '../registry/server/faults/fault-script.ts';
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
} from './mirror.fixture.ts';

let rig: Rig;
let wanted: ExpectedImage[];
let server: RegistryServer;
beforeAll(async () => {
  rig = await newRig();
  wanted = imagesOf(rig, 'core');
});
afterEach(() => server?.close());
afterAll(() => rig[Symbol.asyncDispose]());

/** Not those of release payloads, whose manifests are read for planning and stay in the workspace. */
const upload = { path: '^/v2/(?!openshift/release-images/).*/blobs/uploads/', every: 3, times: 8 };

test.each<[fault: string, rule: FaultRule, readsAgain: number]>([
  ['429 to PUT', { ...upload, method: 'PUT', status: 429 }, 1],
  ['503 to PUT', { ...upload, method: 'PUT', status: 503 }, 1],
  ['500 to POST', { ...upload, method: 'POST', status: 500 }, 0],
])(
  'registry to registry, %s: reads a blob again at the source only if it was sent',
  async (_, rule, readsAgain) => {
    server = await startRegistryServer({ storage: memoryStorage(), faults: { rules: [rule] } });
    const { stats } = rig.world.upstream;
    const readsBefore = new Map(stats.blobGets);
    const bytesBefore = stats.byRoute['GET blobs']?.bytesOut ?? 0;
    const result = await across(rig, rig.place('across'), server.host, rig.world.sets.core.file);
    expect(result).toMatchObject({ status: 'complete', exitCode: 0 });
    const struck = server.stats.faults[`status ${rule.status}`]!;
    expect(struck).toBe(rule.times);
    const blobs = partsOf(wanted, 'blobs');
    const all = blobs.map(({ digest }) => (stats.blobGets.get(digest) ?? 0) - (readsBefore.get(digest) ?? 0));
    expect(all.reduce((sum, each) => sum + each, 0)).toBe(blobs.length + readsAgain * struck);
    const largest = Math.max(...blobs.map(({ size }) => size));
    expect((stats.byRoute['GET blobs']?.bytesOut ?? 0) - bytesBefore).toBeLessThanOrEqual(
      bytesOf(blobs) + readsAgain * struck * largest,
    );
    server.faults.clear();
    expect(await missingAt(server.host, wanted)).toEqual([]);
  },
);
