import { expect, test } from 'vitest';
import { findCollisions } from '../../base/image/destination.ts';
import { parseImageSet } from '../../image-set/config/load-image-set.ts';
import { collectAdditional } from './collect.ts';

const digest = `sha256:${'a'.repeat(64)}`;

function collect(entries: string[], blocked = '[]') {
  const lines = entries.map((entry) => `  - ${entry}\n`).join('');
  const { configuration, problems } = parseImageSet(
    `kind: ImageSetConfiguration\nmirror:\n  blockedImages: ${blocked}\n  additionalImages:\n${lines}`,
    'isc.yaml',
  );
  if (!configuration) throw new Error(JSON.stringify(problems));
  const all = [...collectAdditional(configuration.additionalImages, configuration.blockedImages)];
  return {
    images: all.flatMap((collected) => (collected.type === 'image' ? [collected.image] : [])),
    problems: all.flatMap((collected) => (collected.type === 'problem' ? [collected.problem] : [])),
  };
}

test('every form of a reference', () => {
  const { images, problems } = collect([
    'name: registry.redhat.io/ubi9/ubi:latest',
    `name: docker://h:5000/a/b@${digest}`,
    `name: gcr.io/k/p:v1@${digest}`,
    'name: nginx:1',
    'name: library/nginx:2',
    '{name: "q.io/a/b:1", targetRepo: base/b, targetTag: "2", platforms: [{os: linux, architecture: arm64}]}',
  ]);
  expect(images.map(({ origin, source, destination }) => [origin, source, destination])).toEqual([
    [
      'registry.redhat.io/ubi9/ubi:latest',
      { registry: 'registry.redhat.io', repository: 'ubi9/ubi', tag: 'latest' },
      { repository: 'ubi9/ubi', tag: 'latest' },
    ],
    [
      `h:5000/a/b@${digest}`,
      { registry: 'h:5000', repository: 'a/b', digest },
      { repository: 'a/b', tag: `sha256-${'a'.repeat(64)}` },
    ],
    [
      `gcr.io/k/p:v1@${digest}`,
      { registry: 'gcr.io', repository: 'k/p', tag: 'v1', digest },
      { repository: 'k/p', tag: 'v1' },
    ],
    [
      'nginx:1',
      { registry: 'docker.io', repository: 'library/nginx', tag: '1' },
      { repository: 'nginx', tag: '1' },
    ],
    [
      'library/nginx:2',
      { registry: 'docker.io', repository: 'library/nginx', tag: '2' },
      { repository: 'nginx', tag: '2' },
    ],
    ['q.io/a/b:1', { registry: 'q.io', repository: 'a/b', tag: '1' }, { repository: 'base/b', tag: '2' }],
  ]);
  expect(images[0]).toMatchObject({
    kind: 'generic',
    deliverable: 'additional images',
    why: 'mirror.additionalImages[0] (isc.yaml:5)',
    verdict: { result: 'not-checked' },
  });
  expect(images[0]).not.toHaveProperty('platforms', expect.anything());
  expect(images[5]!.platforms).toEqual([{ os: 'linux', architecture: 'arm64' }]);
  expect(problems).toMatchObject([
    { level: 'info', line: 7, message: expect.stringContaining('using digest to pull') },
  ]);
});

test('invalid entries are problems with their place, and the others are collected', () => {
  const { images, problems } = collect([
    'name: q.io/a/b',
    'name: q.io/a/b@sha256:abc',
    'name: oci:///A/b/img',
    '{name: "q.io/a/b:1", targetRepo: "base/b:2"}',
    '{name: "q.io/a/b:1", targetTag: "a b"}',
    'targetTag: x',
    'name: q.io/a/c:1',
  ]);
  expect(images.map(({ origin }) => origin)).toEqual(['q.io/a/c:1']);
  expect(problems.map(({ code, level, line, file }) => [code, level, line, file])).toEqual([
    ['reference-invalid', 'error', 5, 'isc.yaml'],
    ['reference-invalid', 'error', 6, 'isc.yaml'],
    ['config-invalid', 'error', 7, 'isc.yaml'],
    ['config-invalid', 'error', 8, 'isc.yaml'],
    ['config-invalid', 'error', 9, 'isc.yaml'],
    ['config-invalid', 'error', 10, 'isc.yaml'],
  ]);
});

test('folders are named by their path, or by targetRepo', () => {
  const { images, problems } = collect([
    'name: oci:///a/b/img',
    '{name: "oci://./My Images/x", targetRepo: base/x, targetTag: v1}',
  ]);
  expect(problems).toEqual([]);
  expect(images.map(({ origin, source, destination }) => [origin, source, destination])).toEqual([
    ['oci:///a/b/img', { registry: '', repository: '/a/b/img' }, { repository: 'a/b/img', tag: 'latest' }],
    [
      'oci://./My Images/x',
      { registry: '', repository: './My Images/x' },
      { repository: 'base/x', tag: 'v1' },
    ],
  ]);
});

test('blocked images and repetitions are skipped', () => {
  const entries = [
    'name: q.io/aws/a:1',
    '{name: "q.io/x/a:1", targetRepo: y/aws}',
    'name: q.io/b:1',
    'name: docker://q.io/b:1',
  ];
  expect(collect(entries, '[{name: aws}]').images.map(({ origin }) => origin)).toEqual(['q.io/b:1']);
  expect(collect(entries, '[{name: "^q.io/aws"}]').images).toHaveLength(2);
});

test('collisions are reported with both lines', () => {
  const { images } = collect(['name: q.io/a/b:1', 'name: docker.io/a/b:1']);
  expect(findCollisions(images)[0]!.message).toMatch(/\(isc.yaml:5\).*\(isc.yaml:6\)/);
});
