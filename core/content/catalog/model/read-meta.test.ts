import { expect, test } from 'vitest';
import { readMeta } from './read-meta.ts';

const bundle = (relatedImages: unknown, properties: unknown[] = []) =>
  readMeta({ schema: 'olm.bundle', name: 'a.v1', package: 'a', relatedImages, properties });

test('images and kinds are read like Go, with null as an absent field', () => {
  const images = [{ name: 'one', image: 'r/one', other: 1 }, { name: null, image: 'r/two' }, {}];
  const kind = (value: unknown) => ({ type: 'olm.gvk', value });
  const kinds = [kind({ group: 'g', version: 'v1', kind: 'K', other: 1 }), kind({ group: null, kind: 'K' })];
  expect(bundle(images, kinds)).toMatchObject({
    details: {
      relatedImages: [
        { name: 'one', image: 'r/one' },
        { name: '', image: 'r/two' },
        { name: '', image: '' },
      ],
      provides: [
        { group: 'g', version: 'v1', kind: 'K' },
        { group: '', version: '', kind: 'K' },
      ],
    },
  });
  for (const none of [undefined, null, []])
    expect(bundle(none)).toMatchObject({ details: { relatedImages: [] } });
});

test.each<[unknown, string]>([
  [[{ name: 'a' }, { image: 1 }], 'relatedImages.1.image: Invalid input: expected string, received number'],
  [[{ name: {} }], 'relatedImages.0.name: Invalid input: expected string, received object'],
  [[null], 'relatedImages.0: Invalid input: expected object, received null'],
  [[[]], 'relatedImages.0: Invalid input: expected object, received array'],
  ['r/a', 'relatedImages: Invalid input: expected array, received string'],
])('the schema rejects other images: %j', (images, reason) => {
  expect(bundle(images)).toBe(reason);
});

test('the schema also rejects them after many valid ones, and limits their number', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => ({ name: `n${i}`, image: 'r/a' }));
  expect(bundle(many)).toMatchObject({ details: { relatedImages: many } });
  expect(bundle([...many, { image: 1 }])).toMatch(/^relatedImages.20000.image: /);
  expect(bundle(Array(2_000_001).fill({}))).toMatch(/^relatedImages: Too big/);
});

test.each([[null], [[]], ['K'], [{ group: 1 }], [{ kind: [] }]])(
  'a kind with other fields is skipped: %j',
  (value) => {
    expect(bundle([], [{ type: 'olm.gvk', value }])).toMatchObject({ details: { provides: [] } });
  },
);
