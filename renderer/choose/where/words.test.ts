import { expect, test } from 'vitest';
import { t } from './messages.ts';
import {
  blockedNames,
  excludedWords,
  pinned,
  registryHost,
  sourceHosts,
  whereProblems,
  whereTitle,
} from './words.ts';

const draft = { goal: 'disk', enclave: 'fleet', workspace: '/srv/mirror' } as const;

test('missing values are reported at their fields', () => {
  expect(whereProblems(draft)).toEqual({});
  expect(whereProblems({ ...draft, workspace: undefined })).toHaveProperty('directory');
  expect(whereProblems({ ...draft, workspace: 'mirror' })).toHaveProperty('directory');
  expect(whereProblems({ ...draft, enclave: 'Fleet 1' })).toHaveProperty('enclave');
  expect(whereProblems({ ...draft, goal: 'both' })).toHaveProperty('destination');
  expect(whereProblems({ ...draft, goal: 'both', destination: 'https://r.lab' })).toHaveProperty(
    'destination',
  );
  expect(whereProblems({ ...draft, goal: 'registry', destination: 'r.lab:5000/ocp' })).toEqual({});
});

test('the title has destination and enclave', () => {
  expect(whereTitle({ ...draft, workspace: undefined }, [])).toBe(t('openTitle'));
  expect(whereTitle(draft, [])).toBe('Mirror to disk in mirror for fleet');
  expect(whereTitle({ ...draft, goal: 'registry', destination: 'r.lab:5000' }, [])).toBe(
    'Mirror to r.lab:5000 for fleet',
  );
  expect(whereTitle({ ...draft, goal: 'both', enclave: 'default' }, [])).toBe(
    'Mirror to disk in mirror, then to a registry',
  );
});

test('the registries of a configuration', () => {
  expect(registryHost('nginx:1')).toBe('docker.io');
  expect(registryHost('library/nginx:1')).toBe('docker.io');
  expect(registryHost('docker://h:5000/a/b:1')).toBe('h:5000');
  expect(registryHost('oci:///srv/a')).toBeUndefined();
  expect(
    sourceHosts({
      releases: [{}],
      catalogs: [{ catalog: 'registry.redhat.io/redhat/redhat-operator-index:v4.18' }],
      additionalImages: [{ name: 'registry.redhat.io/ubi9/ubi:1' }, { name: 'quay.io/a/b:1' }],
    }),
  ).toEqual(['quay.io', 'registry.redhat.io']);
});

test('an image gets a digest in addition to its tag, or another digest', () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  expect(pinned('quay.io/a/b:1', digest)).toBe(`quay.io/a/b:1@${digest}`);
  expect(pinned(`quay.io/a/b:1@sha256:${'b'.repeat(64)}`, digest)).toBe(`quay.io/a/b:1@${digest}`);
});

test('a blocked expression matches names', () => {
  const names = ['quay.io/a/debug:1', 'docker://quay.io/a/b:1'];
  expect(blockedNames('.*debug.*', names)).toEqual(['quay.io/a/debug:1']);
  expect(blockedNames('^quay', names)).toEqual(names);
  expect(blockedNames('(', names)).toBeUndefined();
});

test('the effect of an expression shows all that is known', () => {
  const MiB = 1024 ** 2;
  expect(excludedWords([], undefined)).toBe(t('noAdditionalMatchText'));
  expect(excludedWords([], { images: 0, bytes: 0 })).toBe(t('noMatchText'));
  expect(excludedWords([], { images: 3, bytes: 5 * MiB })).toBe('Excludes 3 images (5.0 MiB)');
  expect(excludedWords(['q.io/a:1'], undefined)).toBe('Excludes 1 image: q.io/a:1');
  expect(excludedWords(['q.io/a:1', 'q.io/b:1'], { images: 1, bytes: MiB })).toBe(
    'Excludes 2 images (1.0 MiB): q.io/a:1, …',
  );
});

test("a configuration without releases doesn't use quay.io", () => {
  const view = { releases: [], catalogs: [{ catalog: 'oci:///srv/index' }], additionalImages: [] };
  expect(sourceHosts(view)).toEqual([]);
  expect(sourceHosts({ ...view, additionalImages: [{ name: 'localhost/a:1' }, { name: '' }] })).toEqual([
    'localhost',
  ]);
});

test('the practice workspace has its own name', () => {
  const line = { directory: '/srv/mirror', name: 'north', practice: false };
  const of = (more: object) => whereTitle(draft, [{ ...line, ...more }] as never);
  expect(of({})).toBe('Mirror to disk in north for fleet');
  expect(of({ practice: true })).toBe('Mirror to disk in Practice for fleet');
  expect(of({ directory: '/srv/other' })).toBe('Mirror to disk in mirror for fleet');
});
