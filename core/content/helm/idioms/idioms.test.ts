import { expect, test } from 'vitest';
import { findInChart } from '../find-in-chart.ts';
import { isImageName } from '../image-names.ts';
import { packedIdiom } from './idiom.fixture.ts';
import { IDIOMS } from './idioms.fixture.ts';
import { generatedValues } from './value-sets.fixture.ts';

const { signal } = new AbortController();

test('idioms have different names', () => {
  expect(new Set(IDIOMS.map(({ name }) => name)).size).toBe(IDIOMS.length);
  expect(IDIOMS.length).toBeGreaterThanOrEqual(60);
});

// peers/helm-idioms.peer.test.ts compares the same charts with helm.
test.each(IDIOMS)('$name', async (idiom) => {
  const archive = await packedIdiom(idiom);
  const search = (values: string) =>
    findInChart({ archive, subject: 'web', paths: [], values: [{ file: 'values', text: values }], signal });
  const { images, method } = await search('{}');
  const found = images.map(({ reference }) => reference);
  const isExtra = (name: string) => Object.keys(idiom.extras).some((start) => name.startsWith(start));
  expect(method).toBe('not rendered');
  expect(found).toEqual(expect.arrayContaining(idiom.images));
  expect(found.filter((name) => !idiom.images.includes(name) && !isExtra(name))).toEqual([]);
  for (const seed of [1, 2, 3]) {
    const generated = await search(JSON.stringify(generatedValues(idiom, seed)));
    expect(generated.images.filter(({ reference }) => !isImageName(reference))).toEqual([]);
  }
});
