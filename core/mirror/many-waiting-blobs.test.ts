import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WorkQueue } from '../base/flow/work-queue.ts';
import { sha256 } from '../base/image/sha256.ts';
import { pushImage, sampleImage } from '../registry/server/sample-image.fixture.ts';
import type { RunEvent } from '../runs/progress/events.ts';
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
let layers: Buffer[];
beforeAll(async () => {
  rig = await newRig();
  layers = Array.from({ length: COUNT }, () => randomBytes(600));
  ({ config, images } = await pushed('v1', (i) => layers[i]!));
}, 60_000);

/** Pushes images under a tag, each with a config of its own and this layer, and configures them. */
async function pushed(
  tag: string,
  layerOf: (i: number) => Buffer,
): Promise<{ config: string; images: ExpectedImage[] }> {
  const { upstream } = rig.world;
  const part = (bytes: Buffer) => ({ digest: sha256(bytes), size: bytes.length });
  const made = await Promise.all(
    Array.from({ length: COUNT }, async (_, i): Promise<ExpectedImage> => {
      const layer = layerOf(i);
      const { blobs, ...rest } = sampleImage({
        layerBytes: 10,
        extra: { layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar', ...part(layer) }] },
      });
      const image = { ...rest, blobs: [blobs[0]!, layer] };
      const name = `many/image-${String(i).padStart(3, '0')}`;
      await pushImage(upstream.url, name, tag, image);
      return {
        ...{ source: `${new URL(upstream.url).host}/${name}:${tag}`, destination: `${name}:${tag}` },
        ...{ digest: image.digest, manifests: [part(image.bytes)], blobs: image.blobs.map(part) },
        attachments: [],
      };
    }),
  );
  const sources = made.map(({ source }) => source);
  return { config: await additionalConfig(rig.place(`${tag}.yaml`), sources), images: made };
}
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
  const wanted = images.map(({ blobs }) => blobs[1]!.digest.slice('sha256:'.length));
  const ofRun = new Set(wanted);
  expect(stored.filter((hex) => ofRun.has(hex))).toEqual(wanted);

  // The next transfer has other configs and the same layers.
  const next = await pushed('v2', (i) => layers[i]!);
  const plans: RunEvent[] = [];
  const onEvent = (event: RunEvent) => void (event.type === 'plan' && plans.push(event));
  await toDisk(rig, workspace, next.config, REQUEST, control({ onEvent }));
  const sizes = next.images.flatMap(({ manifests, blobs }) =>
    [...manifests, ...blobs].map(({ size }) => size),
  );
  expect(plans.at(-1)).toMatchObject({
    ...{ complete: true, bytesPresent: COUNT * 600, bytes: sizes.reduce((sum, size) => sum + size, 0) },
  });
}, 60_000);

test('a layer that all images share and nobody has is requested a few times only', async () => {
  const { upstream } = rig.world;
  const shared = randomBytes(700);
  const broken = await pushed('broken', () => shared);
  upstream.resetStats();
  upstream.faults.set({
    latencyMs: 5,
    rules: [{ method: 'GET', path: `/blobs/${sha256(shared)}$`, status: 404 }],
  });
  const result = await toDisk(rig, rig.place('broken'), broken.config, { ...REQUEST, retryTimes: 0 });
  expect(result.images.failed).toBe(COUNT);
  expect(upstream.stats.byRoute['GET blobs']!.requests).toBeLessThanOrEqual(COUNT + 3);
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
        if (copied.length === 100) pause.abort();
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
