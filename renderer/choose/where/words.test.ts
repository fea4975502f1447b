import { expect, test } from 'vitest';
import {
  blockedNames,
  pinned,
  registryHost,
  sourceHosts,
  takenWords,
  whereProblems,
  whereSentence,
} from './words.ts';

const draft = { goal: 'disk', enclave: 'fleet', workspace: '/srv/mirror' } as const;

test('what is missing is said at its field', () => {
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

test('the step is a sentence', () => {
  expect(whereSentence({ ...draft, workspace: undefined }, [])).toBe('Where does it go, and for whom?');
  expect(whereSentence(draft, [])).toBe('To disk in mirror, for fleet');
  expect(whereSentence({ ...draft, goal: 'registry', destination: 'r.lab:5000' }, [])).toBe(
    'Straight to r.lab:5000, for fleet',
  );
  expect(whereSentence({ ...draft, goal: 'both', enclave: 'default' }, [])).toBe(
    'To disk in mirror, then to a registry',
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

test('an image is pinned beside its tag, and pinned anew', () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  expect(pinned('quay.io/a/b:1', digest)).toBe(`quay.io/a/b:1@${digest}`);
  expect(pinned(`quay.io/a/b:1@sha256:${'b'.repeat(64)}`, digest)).toBe(`quay.io/a/b:1@${digest}`);
});

test('what a blocked expression takes out', () => {
  const names = ['quay.io/a/debug:1', 'docker://quay.io/a/b:1'];
  expect(blockedNames('.*debug.*', names)).toEqual(['quay.io/a/debug:1']);
  expect(blockedNames('^quay', names)).toEqual(names);
  expect(blockedNames('(', names)).toBeUndefined();
});

test('what an expression matches is said by all that is known', () => {
  const MiB = 1024 ** 2;
  expect(takenWords([], undefined)).toBe('matches none of the additional images');
  expect(takenWords([], { images: 0, bytes: 0 })).toBe('matches no image that is known');
  expect(takenWords([], { images: 3, bytes: 5 * MiB })).toBe('takes out 3 images, 5.0 MiB');
  expect(takenWords(['q.io/a:1'], undefined)).toBe('takes out 1 image: q.io/a:1');
  expect(takenWords(['q.io/a:1', 'q.io/b:1'], { images: 1, bytes: MiB })).toBe(
    'takes out 2 images, 1.0 MiB: q.io/a:1, …',
  );
});

test('a configuration without releases is not fetched from quay.io', () => {
  const view = { releases: [], catalogs: [{ catalog: 'oci:///srv/index' }], additionalImages: [] };
  expect(sourceHosts(view)).toEqual([]);
  expect(sourceHosts({ ...view, additionalImages: [{ name: 'localhost/a:1' }, { name: '' }] })).toEqual([
    'localhost',
  ]);
});

test('the practice workspace is called so, and others by their names', () => {
  const line = { directory: '/srv/mirror', name: 'north', practice: false };
  const of = (more: object) => whereSentence(draft, [{ ...line, ...more }] as never);
  expect(of({})).toBe('To disk in north, for fleet');
  expect(of({ practice: true })).toBe('To disk in Practice, for fleet');
  expect(of({ directory: '/srv/other' })).toBe('To disk in mirror, for fleet');
});
