import { describe, expect, test } from 'vitest';
import type { Value } from './charts/yaml.ts';
import { findImages, parseImagePath, USUAL_IMAGE_PATHS } from './image-paths.ts';

const document: Value = {
  spec: {
    jobs: [{ image: 'a:1' }, { image: 'b:1 c:1' }, { other: 'x' }],
    'relay.image': 'd:1',
    replicas: 2,
    deep: { deeper: [{ image: 'e:1' }] },
  },
};

test.each([
  ['{.spec.jobs[*].image}', ['a:1', 'b:1', 'c:1']],
  ['{$.spec.jobs[0].image}', ['a:1']],
  ['{.spec.jobs[-2].image}', ['b:1', 'c:1']],
  ['{.spec.relay\\.image}', ['d:1']],
  [`{.spec['relay.image']}`, ['d:1']],
  [`{ .spec["relay.image"] }`, ['d:1']],
  ['{.spec.deep.*[*].image}', ['e:1']],
  ['{..image}', ['a:1', 'b:1', 'c:1', 'e:1']],
  ['{.spec.jobs[0].image} {.spec.deep.deeper[0].image}', ['a:1', 'e:1']],
  ['{.spec.replicas}', []],
  ['{.spec.nothing[*].image}', []],
  ['{.spec.jobs[7]}', []],
])('%s', (path, images) => {
  expect(findImages(document, parseImagePath(path))).toEqual(images);
});

test.each([
  ['.spec.image', 'write {.spec.image}'],
  ['spec.image', 'write {.spec.image}'],
  ['{spec.image}', 'does not begin with a dot'],
  ['{.spec.jobs[?(@.name=="x")].image}', 'is not understood'],
  ['{.spec.jobs[0:2].image}', 'is not understood'],
  [`{.spec['a','b']}`, 'is not understood'],
  ['{range .items[*]}{.image}{end}', 'does not begin with a dot'],
  ['{.spec.', 'it has no braces'],
  ['image={.spec.image}', 'outside the braces'],
  ['', 'it has no braces'],
])('%s is refused', (path, message) => {
  expect(() => parseImagePath(path)).toThrow(message);
});

describe('the usual places', () => {
  const pod = { initContainers: [{ image: 'i:1' }], containers: [{ image: 'c:1' }] };
  const usual = (value: Parameters<typeof findImages>[0]) =>
    USUAL_IMAGE_PATHS.flatMap((path) => findImages(value, path));
  test('pods, what makes pods, and cron jobs', () => {
    expect(usual({ spec: pod })).toEqual(['i:1', 'c:1']);
    expect(usual({ spec: { template: { spec: pod } } })).toEqual(['i:1', 'c:1']);
    expect(usual({ spec: { jobTemplate: { spec: { template: { spec: pod } } } } })).toEqual(['i:1', 'c:1']);
    expect(usual({ image: 'x:1', spec: { image: 'y:1' } })).toEqual([]);
  });
});
