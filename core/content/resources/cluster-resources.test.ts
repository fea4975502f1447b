import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ImageKind } from '../../base/collected/collected.ts';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { type ClusterResourcesInput, clusterResources } from './cluster-resources.ts';
import type { PushedImage } from './pushed-image.ts';

const PAYLOAD: Digest = `sha256:${'b'.repeat(64)}`;
const OLDER: Digest = `sha256:${'a'.repeat(64)}`;

function pushed(kind: ImageKind, origin: string, repository: string, tag: string, digest = sha256(origin)) {
  const destination = { registry: 'reg.lan:5000', repository, tag };
  return {
    kind,
    origin,
    source: { registry: 'q', repository: 'q' },
    destination,
    digest,
  } satisfies PushedImage;
}

const component = pushed(
  'ocpReleaseContent',
  `quay.io/openshift-release-dev/ocp-v4.0-art-dev@${OLDER}`,
  'ocp/openshift/release',
  '4.18.1-x86_64-cli',
);
const payload = pushed(
  'ocpRelease',
  'quay.io/openshift-release-dev/ocp-release:4.18.1-x86_64',
  'ocp/openshift/release-images',
  '4.18.1-x86_64',
  PAYLOAD,
);
const graph = pushed(
  'cincinnatiGraph',
  'quay.io/openshift/graph-image:latest',
  'ocp/openshift/graph-image',
  'latest',
);
const ubi = pushed('generic', 'registry.redhat.io/ubi9/ubi:latest', 'ocp/ubi9/ubi', 'latest');

function resources(input: Partial<ClusterResourcesInput>) {
  const { files, problems } = clusterResources({
    images: [],
    signatures: new Map(),
    createdAt: new Date('2026-08-21T12:00:00.123Z'),
    repositoryScope: false,
    icsp: false,
    ...input,
  });
  return { files: Object.fromEntries(files.map(({ name, content }) => [name, content])), problems };
}

test('idms and itms in the format of oc-mirror v2, one document per category', () => {
  const { files, problems } = resources({ images: [ubi, component, payload] });
  expect(Object.keys(files)).toEqual(['idms-oc-mirror.yaml', 'itms-oc-mirror.yaml']);
  expect(problems).toEqual([]);
  expect(files['idms-oc-mirror.yaml']).toBe(`---
apiVersion: config.openshift.io/v1
kind: ImageDigestMirrorSet
metadata:
  annotations:
    createdAt: "2026-08-21T12:00:00Z"
    createdBy: airlock
  name: idms-release-0
spec:
  imageDigestMirrors:
  - mirrors:
    - reg.lan:5000/ocp/openshift/release-images
    source: quay.io/openshift-release-dev/ocp-release
  - mirrors:
    - reg.lan:5000/ocp/openshift/release
    source: quay.io/openshift-release-dev/ocp-v4.0-art-dev
`);
  expect(files['itms-oc-mirror.yaml']).toBe(`---
apiVersion: config.openshift.io/v1
kind: ImageTagMirrorSet
metadata:
  annotations:
    createdAt: "2026-08-21T12:00:00Z"
    createdBy: airlock
  name: itms-release-0
spec:
  imageTagMirrors:
  - mirrors:
    - reg.lan:5000/ocp/openshift/release-images
    source: quay.io/openshift-release-dev/ocp-release
---
apiVersion: config.openshift.io/v1
kind: ImageTagMirrorSet
metadata:
  annotations:
    createdAt: "2026-08-21T12:00:00Z"
    createdBy: airlock
  name: itms-generic-0
spec:
  imageTagMirrors:
  - mirrors:
    - reg.lan:5000/ocp/ubi9
    source: registry.redhat.io/ubi9
`);
});

test('no itms for digests only, and no files without pushed images', () => {
  expect(Object.keys(resources({ images: [component] }).files)).toEqual(['idms-oc-mirror.yaml']);
  expect(Object.keys(resources({ images: [ubi] }).files)).toEqual(['itms-oc-mirror.yaml']);
  expect(resources({})).toEqual({ files: {}, problems: [] });
});

test('--icsp: one policy per category, and a warning about pulls by tag', () => {
  const { files, problems } = resources({ images: [component, payload, ubi], icsp: true });
  expect(files).toEqual({
    'icsp-oc-mirror.yaml': `---
apiVersion: operator.openshift.io/v1alpha1
kind: ImageContentSourcePolicy
metadata:
  annotations:
    createdAt: "2026-08-21T12:00:00Z"
    createdBy: airlock
  name: icsp-release-0
spec:
  repositoryDigestMirrors:
  - mirrors:
    - reg.lan:5000/ocp/openshift/release-images
    source: quay.io/openshift-release-dev/ocp-release
  - mirrors:
    - reg.lan:5000/ocp/openshift/release
    source: quay.io/openshift-release-dev/ocp-v4.0-art-dev
`,
  });
  expect(problems).toEqual([expect.objectContaining({ code: 'icsp-without-tags', level: 'warning' })]);
  expect(problems[0]?.message).toContain('registry.redhat.io/ubi9 ');
  expect(problems[0]?.message).not.toContain('ocp-release');
  expect(resources({ images: [component, payload], icsp: true }).problems).toEqual([]);
});

test('updateService.yaml in the form of oc-mirror v2', () => {
  const { files } = resources({ images: [graph, payload] });
  expect(files['updateService.yaml']).toBe(`apiVersion: updateservice.operator.openshift.io/v1
kind: UpdateService
metadata:
  annotations:
    createdAt: "2026-08-21T12:00:00Z"
    createdBy: airlock
  name: update-service-oc-mirror
  namespace: openshift-update-service
spec:
  graphDataImage: reg.lan:5000/ocp/openshift/graph-image:latest
  releases: reg.lan:5000/ocp/openshift/release-images
  replicas: 2
`);
});

test('updateService.yaml follows rewritten repositories', () => {
  const at = (image: typeof graph, repository: string) => ({
    ...image,
    destination: { ...image.destination, repository },
  });
  const { files } = resources({
    images: [at(graph, 'ocp/openshift-graph-image'), at(payload, 'ocp/openshift-release-images')],
    repositoryScope: true,
  });
  expect(parse(files['updateService.yaml'] ?? '').spec).toEqual({
    graphDataImage: 'reg.lan:5000/ocp/openshift-graph-image:latest',
    releases: 'reg.lan:5000/ocp/openshift-release-images',
    replicas: 2,
  });
});

test('a graph image without release: no updateService.yaml, and a warning', () => {
  const { files, problems } = resources({ images: [graph] });
  expect(files).toEqual({});
  expect(problems).toEqual([
    expect.objectContaining({ code: 'update-service-without-release', level: 'warning' }),
  ]);
  expect(resources({ images: [payload] }).problems).toEqual([]);
});

test('signatures of pushed releases as ConfigMap, JSON and YAML', () => {
  const older = { ...payload, origin: payload.origin.replace('.1-', '.0-'), digest: OLDER };
  const long = Buffer.alloc(900, 0xfb);
  const signatures = new Map<Digest, Uint8Array>([
    [PAYLOAD, long],
    [OLDER, Buffer.from('older')],
    [sha256('not pushed'), Buffer.from('x')],
  ]);
  const { files } = resources({ images: [payload, payload, older], signatures });
  const encoded = long.toString('base64');
  expect(files['signature-configmap.json']).toBe(
    `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"mirrored-release-signatures","namespace":"openshift-config-managed","labels":{"release.openshift.io/verification-signatures":""},"annotations":{"createdAt":"2026-08-21T12:00:00Z","createdBy":"airlock"}},"binaryData":{"sha256-${'a'.repeat(64)}-1":"b2xkZXI=","sha256-${'b'.repeat(64)}-2":"${encoded}"}}`,
  );
  expect(files['signature-configmap.yaml']).toBe(`apiVersion: v1
binaryData:
  sha256-${'a'.repeat(64)}-1: b2xkZXI=
  sha256-${'b'.repeat(64)}-2: ${encoded}
kind: ConfigMap
metadata:
  annotations:
    createdAt: "2026-08-21T12:00:00Z"
    createdBy: airlock
  labels:
    release.openshift.io/verification-signatures: ""
  name: mirrored-release-signatures
  namespace: openshift-config-managed
`);
  expect(Object.keys(resources({ images: [component], signatures }).files)).toEqual(['idms-oc-mirror.yaml']);
});
