import { expect, test } from 'vitest';
import type { OperatorSelection } from '../../image-set/config/image-set.ts';
import { operatorSelection, selecting, sketched } from '../catalog/catalog.fixture.ts';
import { relatedImages } from '../catalog/related-images.ts';
import { operatorImages } from './operator-images.ts';

const SHARED = `quay.example/shared/proxy@sha256:${'1'.repeat(64)}`;
const FILES = Object.fromEntries(
  ['alpha', 'beta', 'gamma'].map((name) => [
    `${name}.json`,
    sketched(name, {
      channels: { stable: ['v2.0.0 < v1.0.0', 'v1.0.0'] },
      images: { 'v2.0.0': [`quay.example/${name}/operator:v2.0.0`, SHARED], 'v1.0.0': [SHARED] },
    }),
  ]),
);

function images(operator: OperatorSelection) {
  return selecting(FILES, operator, async (result, index) => {
    const { images } = await relatedImages(index, result);
    return operatorImages(images, result, { operator, title: 'index:v1', why: 'mirror.operators[0]' });
  });
}

test('by operator as in the configuration; a shared image belongs to the first and is needed by all', async () => {
  const range = { minVersion: '1.0.0' };
  const found = await images(operatorSelection([{ name: 'gamma', ...range }, { name: 'alpha' }]));
  expect(found.map(({ deliverable, origin }) => [deliverable, origin])).toEqual([
    ['operator gamma of index:v1', SHARED],
    ['operator gamma of index:v1', 'quay.example/gamma/bundle:v1.0.0'],
    ['operator gamma of index:v1', 'quay.example/gamma/bundle:v2.0.0'],
    ['operator gamma of index:v1', 'quay.example/gamma/operator:v2.0.0'],
    ['operator alpha of index:v1', 'quay.example/alpha/bundle:v2.0.0'],
    ['operator alpha of index:v1', 'quay.example/alpha/operator:v2.0.0'],
  ]);
  const shared = found[0]!;
  expect(shared).toMatchObject({
    kind: 'operatorRelatedImage',
    destination: { repository: 'shared/proxy', tag: `sha256-${'1'.repeat(64)}` },
    verdict: { result: 'not-checked' },
    why: 'mirror.operators[0]: needed by bundle alpha.v2.0.0 and 2 more',
  });
  expect(shared.neededBy).toEqual([
    { package: 'alpha', bundle: 'alpha.v2.0.0' },
    { package: 'gamma', bundle: 'gamma.v1.0.0' },
    { package: 'gamma', bundle: 'gamma.v2.0.0' },
  ]);
  expect(found[1]).toMatchObject({
    kind: 'operatorBundle',
    destination: { repository: 'gamma/bundle', tag: 'v1.0.0' },
    why: 'mirror.operators[0]: bundle gamma.v1.0.0',
    neededBy: [{ package: 'gamma', bundle: 'gamma.v1.0.0' }],
  });
});

test('without packages, in the order of the catalog; with platforms, only those', async () => {
  const platforms = [{ os: 'linux', architecture: 'amd64' }];
  const found = await images(operatorSelection(undefined, { platforms }));
  expect(new Set(found.map(({ deliverable }) => deliverable))).toEqual(
    new Set(['alpha', 'beta', 'gamma'].map((name) => `operator ${name} of index:v1`)),
  );
  expect(found.filter(({ origin }) => origin === SHARED)).toHaveLength(1);
  expect(found.every((image) => image.platforms === platforms)).toBe(true);
  expect((await images(operatorSelection()))[0]).not.toHaveProperty('platforms', expect.anything());
});
