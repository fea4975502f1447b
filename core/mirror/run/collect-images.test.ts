import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CollectedImage } from '../../base/collected/collected.ts';
import { parseImageSet } from '../../image-set/config/load-image-set.ts';
import { type Collection, type Collectors, collectImages, joinCollections } from './collect-images.ts';

const image = (origin: string, more: Partial<CollectedImage> = {}): CollectedImage => ({
  kind: 'operatorRelatedImage',
  origin,
  source: { registry: 'quay.example', repository: 'ns/proxy', tag: 'v1' },
  destination: { repository: 'ns/proxy', tag: 'v1' },
  deliverable: 'operator foo of index:v1',
  why: '',
  verdict: { result: 'not-checked' },
  ...more,
});
const collection = (...images: CollectedImage[]): Collection => ({
  images,
  planned: [],
  catalogs: [],
  rejected: [],
  problems: [],
});
const foo = { package: 'foo', bundle: 'foo.v1' };
const bar = { package: 'bar', bundle: 'bar.v1' };

test('an operand of two sets is one image that the bundles of both need; the later set defines it', () => {
  const origin = 'quay.example/ns/proxy:v1';
  const { images } = joinCollections([
    collection(image(origin, { neededBy: [foo] })),
    collection(image(origin, { neededBy: [bar], why: 'later' })),
    collection(image(origin, { why: 'not an operator' })),
  ]);
  expect(images).toHaveLength(1);
  expect(images[0]).toMatchObject({ why: 'not an operator' });
  expect(new Set(images[0]!.neededBy)).toEqual(new Set([foo, bar]));
});

test('another origin with the same name stays separate, and is rejected later', () => {
  const one = image('quay.example/ns/proxy:v1');
  const two = image('docker.example/ns/proxy:v1', { neededBy: [bar] });
  expect(joinCollections([collection(one), collection(two), collection(two)]).images).toEqual([
    one,
    { ...two, neededBy: [bar, bar] },
  ]);
});

test('the error of the first collector counts, although a later one fails earlier', async () => {
  const { configuration } = parseImageSet(
    `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  platform:
    channels: [{name: stable-4.16}]
  operators: [{catalog: 'quay.example/catalog:v4.16'}]
`,
    'isc.yaml',
    'ImageSetConfiguration',
  );
  const stopped: string[] = [];
  const ending = (name: string, ms: number): (() => AsyncGenerator<never>) =>
    async function* (...given: unknown[]) {
      const signal = given.at(-1) as AbortSignal;
      signal.addEventListener('abort', () => stopped.push(name));
      await sleep(ms, undefined, { signal });
      throw new Error(name);
    };
  const collect = (releases: number, operators: number) => {
    const collectors: Collectors = {
      releases: ending('releases', releases),
      operators: ending('operators', operators),
      charts: ending('charts', 0),
      catalogImages: () => [],
      signal: new AbortController().signal,
    };
    return collectImages(configuration as Parameters<typeof collectImages>[0], collectors);
  };
  await expect(collect(50, 0)).rejects.toThrow('releases');
  stopped.length = 0;
  // A failed release doesn't wait for a large catalog.
  await expect(collect(0, 60_000)).rejects.toThrow('releases');
  expect(stopped).toEqual(['operators']);
});
