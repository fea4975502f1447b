import { expect, test } from 'vitest';
import type { CollectedImage } from '../../../base/collected/collected.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import { imageSet } from '../live-plan.fixture.ts';
import { currentFailures } from './current-failures.ts';

const problem: Problem = { code: 'not-found', level: 'error', message: 'm', remedy: 'r' };

const imageOf = (name: string): CollectedImage => ({
  ...{ kind: 'generic', origin: `quay.io/lab/${name}:v1`, deliverable: 'additional images', why: '' },
  source: { registry: 'quay.io', repository: `lab/${name}`, tag: 'v1' },
  destination: { repository: `lab/${name}`, tag: 'v1' },
  verdict: { result: 'not-checked' },
});

const partOf = (image: CollectedImage, position: number) => ({
  ...{ id: `image ${image.origin}`, kind: 'additional' as const, name: image.origin, why: '' },
  path: ['mirror', 'additionalImages', position],
  ...{ images: [], moreImages: 0, contents: Uint32Array.of(), estimated: true },
});

const NOTHING = { parts: [], unknown: [], catalogs: [], charts: { charts: [], unknown: [], problems: [] } };

test('a failure of an image is placed at its entry, wherever that is now', () => {
  const [absent, other] = [imageOf('absent'), imageOf('other')];
  const parts = { ...NOTHING, parts: [partOf(other, 0), partOf(absent, 1)], unknown: [absent] };
  expect(currentFailures([{ problem, image: absent }], parts)).toEqual([
    {
      ...problem,
      subject: 'quay.io/lab/absent:v1',
      path: 'mirror.additionalImages[1]',
      entry: 'mirror.additionalImages[1]',
    },
  ]);
});

test('an image that was removed or found since has no failure', () => {
  expect(currentFailures([{ problem, image: imageOf('absent') }], NOTHING)).toEqual([]);
});

test('a failure of a catalog concerns its entries until the catalog is read', () => {
  const catalog = 'registry.redhat.io/redhat/redhat-operator-index:v4.99';
  const { configuration } = imageSet('operators:', `  - catalog: ${catalog}`);
  const planned = { operator: configuration.operators[0]!, title: 'redhat', faults: [] };
  const failures = [{ problem, catalog }];
  expect(currentFailures(failures, { ...NOTHING, catalogs: [planned] })).toMatchObject([
    { entry: 'mirror.operators[0]', subject: catalog, line: 5 },
  ]);
  const read = { ...planned, index: { packages: [] } as never };
  expect(currentFailures(failures, { ...NOTHING, catalogs: [read] })).toEqual([]);
  expect(currentFailures(failures, NOTHING)).toEqual([]);
});

test('a failure of a chart remains until the chart is downloaded', () => {
  const failures = [{ problem, chart: 'helm podinfo' }];
  expect(currentFailures(failures, NOTHING)).toEqual([]);
  const charts = { ...NOTHING.charts, unknown: ['helm podinfo'] };
  expect(currentFailures(failures, { ...NOTHING, charts })).toEqual([problem]);
});
