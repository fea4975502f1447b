import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WorkQueue } from '../base/flow/work-queue.ts';
import { sha256 } from '../base/image/sha256.ts';
import { pushImage, sampleImage } from '../registry/server/sample-image.fixture.ts';
import { readSetIndex } from '../store/set-format/set-index.ts';
import {
  additionalConfig,
  control,
  type ExpectedImage,
  missingOnDisk,
  newRig,
  type Rig,
  toDisk,
} from './mirror.fixture.ts';

/** More blobs than may wait: a config and a layer each. */
const COUNT = 300;
const REQUEST = { sourceTlsVerify: false, parallelImages: 1, parallelLayers: 2 };

let rig: Rig;
let config: string;
let images: ExpectedImage[];
beforeAll(async () => {
  rig = await newRig();
  const { upstream } = rig.world;
  const part = (bytes: Buffer) => ({ digest: sha256(bytes), size: bytes.length });
  images = await Promise.all(
    Array.from({ length: COUNT }, async (_, i): Promise<ExpectedImage> => {
      const image = sampleImage({ layerBytes: 600 });
      const name = `many/image-${String(i).padStart(3, '0')}`;
      await pushImage(upstream.url, name, 'v1', image);
      return {
        ...{ source: `${new URL(upstream.url).host}/${name}:v1`, destination: `${name}:v1` },
        ...{ digest: image.digest, manifests: [part(image.bytes)], blobs: image.blobs.map(part) },
        attachments: [],
      };
    }),
  );
  config = await additionalConfig(
    rig.place('many.yaml'),
    images.map(({ source }) => source),
  );
}, 60_000);
beforeEach(() => rig.world.upstream.faults.set({ latencyMs: 5 }));
afterEach(() => {
  rig.world.upstream.faults.clear();
  vi.restoreAllMocks();
});
afterAll(() => rig[Symbol.asyncDispose]());

test('the blobs of a few images wait, and all are stored in the order of the run', async () => {
  let most = 0;
  const { run } = WorkQueue.prototype;
  vi.spyOn(WorkQueue.prototype, 'run').mockImplementation(function (this: WorkQueue, job) {
    most = Math.max(most, this.waitingJobs);
    return run.call(this, job) as never;
  });
  const workspace = rig.place('ordered');
  const result = await toDisk(rig, workspace, config, REQUEST);
  expect(result).toMatchObject({ status: 'complete', exitCode: 0, images: { copied: COUNT } });
  expect(await missingOnDisk(workspace, images)).toEqual([]);
  expect(most).toBeGreaterThan(200);
  expect(most).toBeLessThanOrEqual(256);
  const { volumes } = (await readSetIndex(`${workspace}/transfers/default-0001`))!;
  const stored = volumes.flatMap(({ entries }) =>
    [...entries].flatMap(
      ([name]) => /^docker\/.*\/blobs\/sha256\/\w\w\/(\w{64})\/data$/.exec(name)?.[1] ?? [],
    ),
  );
  const layers = images.map(({ blobs }) => blobs[1]!.digest.slice('sha256:'.length));
  const ofRun = new Set(layers);
  expect(stored.filter((hex) => ofRun.has(hex))).toEqual(layers);
}, 60_000);

test('a pause with waiting images ends the run, which resumes with what is missing', async () => {
  const workspace = rig.place('paused');
  const pause = new AbortController();
  const copied: unknown[] = [];
  const first = await toDisk(
    rig,
    workspace,
    config,
    REQUEST,
    control({
      pause: pause.signal,
      onEvent(event) {
        if (event.type === 'image') copied.push(event);
        if (copied.length === 10) pause.abort();
      },
    }),
  );
  expect(first).toMatchObject({ status: 'paused' });
  expect(copied.length).toBeLessThan(COUNT);
  rig.world.upstream.faults.clear();
  const again = await toDisk(rig, workspace, config, REQUEST);
  expect(again).toMatchObject({ status: 'complete', exitCode: 0 });
  expect(await missingOnDisk(workspace, images)).toEqual([]);
}, 60_000);
