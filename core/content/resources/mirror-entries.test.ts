import { expect, test } from 'vitest';
import type { ImageKind } from '../../base/collected/collected.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { mirrorEntries } from './mirror-entries.ts';
import type { PushedImage } from './pushed-image.ts';

const DIGEST = sha256('x');

function pushed(kind: ImageKind, origin: string, repository: string, registry = 'myregistry'): PushedImage {
  return {
    kind,
    origin,
    source: { registry: 'source.lan', repository: 'any', digest: DIGEST },
    destination: { registry, repository, tag: 't' },
    digest: DIGEST,
  };
}

/** `source -> mirror, mirror` lines by category and set. */
function lines(images: PushedImage[], repositoryScope = false): string[] {
  return mirrorEntries(images, repositoryScope).flatMap(({ category, byDigest, byTag }) => [
    ...byDigest.map(({ source, mirrors }) => `idms ${category} ${source} -> ${mirrors.join(', ')}`),
    ...byTag.map(({ source, mirrors }) => `itms ${category} ${source} -> ${mirrors.join(', ')}`),
  ]);
}

const art = `quay.io/openshift-release-dev/ocp-v4.0-art-dev@${DIGEST}`;
const payload = 'quay.io/openshift-release-dev/ocp-release:4.14.38-x86_64';

// Rows from oc-mirror's tests (internal/pkg/clusterresources/clusterresources_test.go).
test.each<[string, PushedImage[], boolean, string[]]>([
  [
    'release component',
    [pushed('ocpReleaseContent', art, 'mynamespace/openshift/release')],
    false,
    [
      'idms release quay.io/openshift-release-dev/ocp-v4.0-art-dev -> myregistry/mynamespace/openshift/release',
    ],
  ],
  [
    'release payload is in both sets',
    [pushed('ocpRelease', payload, 'mynamespace/openshift/release-images')],
    false,
    [
      'idms release quay.io/openshift-release-dev/ocp-release -> myregistry/mynamespace/openshift/release-images',
      'itms release quay.io/openshift-release-dev/ocp-release -> myregistry/mynamespace/openshift/release-images',
    ],
  ],
  [
    'destination namespace that resembles the source',
    [
      pushed('ocpReleaseContent', art, 'openshift-release-dev/ocp-release/openshift/release'),
      pushed('ocpRelease', payload, 'openshift-release-dev/ocp-release/openshift/release-images'),
    ],
    false,
    [
      'idms release quay.io/openshift-release-dev/ocp-release -> myregistry/openshift-release-dev/ocp-release/openshift/release-images',
      'idms release quay.io/openshift-release-dev/ocp-v4.0-art-dev -> myregistry/openshift-release-dev/ocp-release/openshift/release',
      'itms release quay.io/openshift-release-dev/ocp-release -> myregistry/openshift-release-dev/ocp-release/openshift/release-images',
    ],
  ],
  [
    'operator image: namespace scope',
    [
      pushed(
        'operatorRelatedImage',
        `quay.io/openshift-community-operators/cockroachdb@${DIGEST}`,
        'mynamespace/openshift-community-operators/cockroachdb',
      ),
    ],
    false,
    [
      'idms operator quay.io/openshift-community-operators -> myregistry/mynamespace/openshift-community-operators',
    ],
  ],
  [
    'source without namespace: the entire host',
    [pushed('operatorBundle', `registry.redhat.io/ubi8-minimal@${DIGEST}`, 'mynamespace/ubi8-minimal')],
    false,
    ['idms operator registry.redhat.io -> myregistry/mynamespace'],
  ],
  [
    'operator image by tag',
    [
      pushed(
        'operatorRelatedImage',
        'gcr.io/kubebuilder/kube-rbac-proxy:v0.5.0',
        'mynamespace/kubebuilder/kube-rbac-proxy',
      ),
    ],
    false,
    ['itms operator gcr.io/kubebuilder -> myregistry/mynamespace/kubebuilder'],
  ],
  [
    'additional image by tag',
    [pushed('generic', 'registry.redhat.io/ubi8/ubi:latest', 'mynamespace/ubi8/ubi')],
    false,
    ['itms generic registry.redhat.io/ubi8 -> myregistry/mynamespace/ubi8'],
  ],
  [
    'nested paths: repository scope',
    [
      pushed(
        'operatorRelatedImage',
        'quay.io/cockroachdb/cockroach-helm-operator:6.0.0',
        'mynamespace/cockroachdb-cockroach-helm-operator',
      ),
    ],
    true,
    [
      'itms operator quay.io/cockroachdb/cockroach-helm-operator -> myregistry/mynamespace/cockroachdb-cockroach-helm-operator',
    ],
  ],
])('A.4: %s', (_, images, repositoryScope, expected) => {
  expect(lines(images, repositoryScope)).toEqual(expected);
});

test('with nested paths, an unchanged repository has repository scope too', () => {
  expect(lines([pushed('generic', 'h.io/a/b:1', 'a/b')], true)).toEqual([
    'itms generic h.io/a/b -> myregistry/a/b',
  ]);
});

test('tag and digest together are in both sets', () => {
  expect(lines([pushed('helmImage', `h.io/a/b:1@${DIGEST}`, 'a/b')])).toEqual([
    'idms generic h.io/a -> myregistry/a',
    'itms generic h.io/a -> myregistry/a',
  ]);
});

test('a payload with only a digest has no entry by tag', () => {
  expect(lines([pushed('ocpRelease', `q.io/r/p@${DIGEST}`, 'openshift/release-images')])).toEqual([
    'idms release q.io/r/p -> myregistry/openshift/release-images',
  ]);
});

test('graph image, catalogs and layouts on disk have no entry, and no category without entries remains', () => {
  expect(
    mirrorEntries(
      [
        pushed('cincinnatiGraph', 'h.io/openshift/graph-image:latest', 'openshift/graph-image'),
        pushed('operatorCatalog', `h.io/redhat/index@${DIGEST}`, 'redhat/index'),
        pushed('generic', 'oci:///srv/a/b/img', 'a/b/img'),
      ],
      false,
    ),
  ).toEqual([]);
});

test('sources are sorted, mirrors keep their order, duplicates are dropped', () => {
  const images = [
    pushed('generic', 'z.io/a/b:1', 'ns2/a/b'),
    pushed('generic', 'z.io/a/c:1', 'ns1/a/c'),
    pushed('generic', 'z.io/a/d:1', 'ns2/a/d'),
    pushed('generic', 'b.io:5000/a/b:1', 'a/b', 'reg.lan:8443'),
    pushed('ocpReleaseContent', art, 'openshift/release'),
  ];
  expect(lines(images)).toEqual([
    'idms release quay.io/openshift-release-dev/ocp-v4.0-art-dev -> myregistry/openshift/release',
    'itms generic b.io:5000/a -> reg.lan:8443/a',
    'itms generic z.io/a -> myregistry/ns2/a, myregistry/ns1/a',
  ]);
});

test('a target name that only ends with the source name does not redirect the entire host', () => {
  expect(lines([pushed('generic', 'h.io/ubi:1', 'ns/my-ubi')])).toEqual([
    'itms generic h.io/ubi -> myregistry/ns/my-ubi',
  ]);
  // With a namespace, the string comparison of oc-mirror is correct.
  expect(lines([pushed('generic', 'h.io/a/ubi:1', 'my-a/ubi')])).toEqual([
    'itms generic h.io/a -> myregistry/my-a',
  ]);
});

test('an image without origin is an error with its name', () => {
  expect(() => lines([pushed('generic', '', 'a/b')])).toThrow(
    'unable to generate IDMS/ITMS: original reference for (source.lan/any,myregistry/a/b) undetermined',
  );
});
