import { expect, test } from 'vitest';
import { blockedNames, pinned, registryHost, sourceHosts, whereProblems, whereSentence } from './words.ts';

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
