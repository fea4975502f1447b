import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  destinationOf,
  findCollisions,
  maxNestedPaths,
  type NamedImage,
  resolveDestination,
  withNamespace,
} from './destination.ts';
import type { Digest } from './digest.ts';
import { parseReference } from './reference.ts';

const digest = (character: string): Digest => `sha256:${character.repeat(64)}`;
const image = (text: string) => destinationOf({ kind: 'image', reference: parseReference(text) });

describe('destination names of oc-mirror v2', () => {
  test('release content', () => {
    expect(destinationOf({ kind: 'payload', tag: '4.18.1-x86_64' })).toEqual({
      repository: 'openshift/release-images',
      tag: '4.18.1-x86_64',
    });
    expect(destinationOf({ kind: 'payload', digest: digest('a') }).tag).toBe('a'.repeat(64));
    expect(destinationOf({ kind: 'component', payloadTag: '4.18.1-x86_64', component: 'etcd' })).toEqual({
      repository: 'openshift/release',
      tag: '4.18.1-x86_64-etcd',
    });
    expect(destinationOf({ kind: 'graph' })).toEqual({ repository: 'openshift/graph-image', tag: 'latest' });
  });

  test('a component tag is cut to 127 characters when it is longer than 128', () => {
    const tag = (length: number) =>
      destinationOf({ kind: 'component', payloadTag: 'a'.repeat(64), component: 'c'.repeat(length - 65) })
        .tag;
    expect(tag(128)).toHaveLength(128);
    expect(tag(129)).toHaveLength(127);
  });

  test('drops the host of other images, converts a digest to a tag, and keeps a tag next to a digest', () => {
    expect(image('registry.redhat.io/ubi9/ubi:latest')).toEqual({ repository: 'ubi9/ubi', tag: 'latest' });
    expect(image(`h:5000/a/b@${digest('7')}`)).toEqual({
      repository: 'a/b',
      tag: `sha256-${'7'.repeat(64)}`,
    });
    expect(image(`gcr.io/k/p:v0.13.1@${digest('d')}`)).toEqual({ repository: 'k/p', tag: 'v0.13.1' });
    expect(image('nginx:1')).toEqual({ repository: 'nginx', tag: '1' });
    expect(image('oci:///a/b/img')).toEqual({ repository: 'a/b/img', tag: 'latest' });
  });

  test('targetRepo and targetTag replace', () => {
    const reference = parseReference('registry.redhat.io/ubi9/ubi:latest');
    expect(destinationOf({ kind: 'image', reference, targetRepo: 'base/ubi9', targetTag: '1' })).toEqual({
      repository: 'base/ubi9',
      tag: '1',
    });
    expect(destinationOf({ kind: 'image', reference, targetTag: '1' })).toEqual({
      repository: 'ubi9/ubi',
      tag: '1',
    });
  });
});

describe('nesting (oc-mirror v2: internal/pkg/image/image_test.go)', () => {
  const name =
    'ocpbugs-11922/mirror-release/gitlab-org/ci-cd/gitlab-runner-ubi-images/gitlab-runner-helper-ocp';
  test.each([
    [0, name],
    [6, name],
    [7, name],
    [2, 'ocpbugs-11922/mirror-release-gitlab-org-ci-cd-gitlab-runner-ubi-images-gitlab-runner-helper-ocp'],
    [3, 'ocpbugs-11922/mirror-release/gitlab-org-ci-cd-gitlab-runner-ubi-images-gitlab-runner-helper-ocp'],
    [5, 'ocpbugs-11922/mirror-release/gitlab-org/ci-cd/gitlab-runner-ubi-images-gitlab-runner-helper-ocp'],
    [1, name.replaceAll('/', '-')],
  ])('limit %i', (limit, expected) => expect(maxNestedPaths(name, limit)).toBe(expected));

  test('the namespace counts', () => {
    const release = { destination: { repository: 'openshift/release', tag: 't' } };
    expect(resolveDestination(release, { namespace: 'ocp', maxNestedPaths: 2 })).toEqual({
      repository: 'ocp/openshift-release',
      tag: 't',
    });
    expect(resolveDestination(release, {})).toEqual(release.destination);
    expect(withNamespace('/a/b/', 'c')).toBe('a/b/c');
  });

  test('never exceeds the limit, leaves no empty component, and changes only slashes', () => {
    const path = fc.array(fc.stringMatching(/^[a-z0-9]{1,5}$/), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(path, fc.integer({ min: 1, max: 9 }), (elements, limit) => {
        const result = maxNestedPaths(elements.join('/'), limit);
        expect(result.split('/').length).toBe(Math.min(elements.length, limit));
        expect(result.replaceAll('-', '/')).toBe(elements.join('/'));
      }),
    );
  });
});

describe('collisions', () => {
  const named = (origin: string, why = 'line', source?: Partial<NamedImage['source']>): NamedImage => {
    const reference = parseReference(origin);
    return {
      origin,
      why,
      destination: destinationOf({ kind: 'image', reference }),
      source: {
        registry: reference.domain,
        repository: reference.path,
        tag: reference.tag || undefined,
        digest: reference.digest,
        ...source,
      },
    };
  };

  test('reports both sources and lines of two hosts with one path', () => {
    const problems = findCollisions([
      named('quay.io/a/b:1', 'isc.yaml:7'),
      named('docker.io/a/b:1', 'isc.yaml:9'),
    ]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'destination-collision', level: 'error' });
    for (const part of ['quay.io/a/b:1', 'docker.io/a/b:1', 'isc.yaml:7', 'isc.yaml:9'])
      expect(problems[0]!.message).toContain(part);
    expect(problems[0]!.remedy).toContain('targetRepo');
  });

  test('accepts a repeated source, and the same content from two hosts', () => {
    expect(findCollisions([named('quay.io/a/b:1'), named('quay.io/a/b:1')])).toEqual([]);
    expect(
      findCollisions([named(`quay.io/a/b@${digest('1')}`), named(`docker.io/a/b@${digest('1')}`)]),
    ).toEqual([]);
    expect(
      findCollisions([
        named('quay.io/a/b:1', '', { digest: digest('1') }),
        named('docker.io/a/b:1', '', { digest: digest('1') }),
      ]),
    ).toEqual([]);
    expect(findCollisions([named('quay.io/a/b:1'), named(`quay.io/a/b:1@${digest('1')}`)])).toEqual([]);
  });

  test('reports one tag with two digests', () => {
    const problems = findCollisions([
      named(`quay.io/a/b:1@${digest('1')}`),
      named(`quay.io/a/b:1@${digest('2')}`),
    ]);
    expect(problems).toHaveLength(1);
    expect(problems[0]!.message).toContain(digest('2'));
  });

  test('reports names that are equal only because nesting is limited', () => {
    const images = [named('h/a/b-c:1'), named('h/a-b/c:1')];
    expect(findCollisions(images, { namespace: 'n', maxNestedPaths: 3 })).toEqual([]);
    const [problem] = findCollisions(images, { maxNestedPaths: 1 });
    expect(problem!.remedy).toContain('--max-nested-paths');
  });

  test('reports a third source, but not a repeated one', () => {
    const images = [named('x/a/b:1'), named('y/a/b:1'), named('z/a/b:1'), named('y/a/b:1')];
    expect(findCollisions(images)).toHaveLength(2);
  });
});
