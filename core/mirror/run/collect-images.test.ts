import { expect, test } from 'vitest';
import type { CollectedImage } from '../../base/collected/collected.ts';
import { type Collection, joinCollections } from './collect-images.ts';

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
