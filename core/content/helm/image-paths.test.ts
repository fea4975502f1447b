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
  ['.spec.image', 'Use {.spec.image}'],
  ['spec.image', 'Use {.spec.image}'],
  ['{spec.image}', "doesn't begin with a dot"],
  ['{.spec.jobs[?(@.name=="x")].image}', "isn't supported"],
  ['{.spec.jobs[0:2].image}', "isn't supported"],
  [`{.spec['a','b']}`, "isn't supported"],
  ['{range .items[*]}{.image}{end}', "doesn't begin with a dot"],
  ['{.spec.', 'Use {.spec.}'],
  ['.spec}', 'Use {.spec}'],
  ['image={.spec.image}', 'outside the braces'],
  ['', 'must be enclosed in braces'],
])('rejects %s', (path, message) => {
  expect(() => parseImagePath(path)).toThrow(message);
});

describe('the usual places', () => {
  const pod = { initContainers: [{ image: 'i:1' }], containers: [{ image: 'c:1' }] };
  const usual = (value: Parameters<typeof findImages>[0]) =>
    USUAL_IMAGE_PATHS.flatMap((path) => findImages(value, path));
  test('pods, workloads, and cron jobs', () => {
    expect(usual({ spec: pod })).toEqual(['i:1', 'c:1']);
    expect(usual({ spec: { template: { spec: pod } } })).toEqual(['i:1', 'c:1']);
    expect(usual({ spec: { jobTemplate: { spec: { template: { spec: pod } } } } })).toEqual(['i:1', 'c:1']);
    expect(usual({ image: 'x:1', spec: { image: 'y:1' } })).toEqual([]);
  });
});
