import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { ImageKind } from '../../core/base/collected/collected.ts';
import type { Digest } from '../../core/base/image/digest.ts';
import { sha256 } from '../../core/base/image/sha256.ts';
import { clusterResources } from '../../core/content/resources/cluster-resources.ts';
import { readGraphData } from '../../core/content/resources/graph-data.ts';
import { graphLayer } from '../../core/content/resources/graph-layer.ts';
import type { PushedImage } from '../../core/content/resources/pushed-image.ts';
import { type Crd, crd, DATA, releaseFile, type Schema, violations } from '../fixtures/published-shapes.ts';

const SAMPLE = 'dmc5179__openshift4-disconnected__oc-mirror_v2_sample-output_working-dir_cluster-resources_';
const REGISTRY = 'ip-10-0-35-196.us-east-2.compute.internal:8443';

function pushed(kind: ImageKind, origin: string, repository: string, digest = sha256(origin)): PushedImage {
  const destination = { registry: REGISTRY, repository, tag: 't' };
  return { kind, origin, source: { registry: 'q', repository: 'q' }, destination, digest };
}

function resources(
  images: PushedImage[],
  options: { icsp?: boolean; signatures?: Map<Digest, Buffer> } = {},
) {
  const { files } = clusterResources({
    images,
    signatures: options.signatures ?? new Map(),
    createdAt: new Date('2026-08-21T12:00:00Z'),
    repositoryScope: false,
    icsp: options.icsp ?? false,
  });
  return new Map(files.map(({ name, content }) => [name, content]));
}

const DIGEST = `sha256:${'1'.repeat(64)}`;
const IMAGES = [
  pushed(
    'ocpReleaseContent',
    `quay.io/openshift-release-dev/ocp-v4.0-art-dev@${DIGEST}`,
    'openshift/release',
  ),
  pushed('ocpRelease', 'quay.io/openshift-release-dev/ocp-release:4.19.9-x86_64', 'openshift/release-images'),
  pushed(
    'operatorBundle',
    `registry.redhat.io/openshift-update-service/x@${DIGEST}`,
    'openshift-update-service/x',
  ),
  pushed('operatorRelatedImage', `registry.redhat.io/ubi8-minimal@${DIGEST}`, 'ns/ubi8-minimal'),
  pushed('generic', `localhost:5000/a_b/c--d/e:1@${DIGEST}`, 'ns/other'),
];

function check(crd: Crd, file: string | undefined): number {
  const objects = parseAllDocuments(file ?? '').map((document) => document.toJS() as Record<string, unknown>);
  for (const object of objects) {
    expect(violations(crd.schema, object)).toEqual([]);
    expect([object.kind, object.apiVersion]).toEqual([crd.kind, crd.apiVersion]);
  }
  return objects.length;
}

test('resources match the schemas of openshift/api', () => {
  const digests = crd('imagedigestmirrorsets.crd.yaml');
  const files = resources(IMAGES);
  expect(check(digests, files.get('idms-oc-mirror.yaml'))).toBe(3);
  const policies = crd('imagecontentsourcepolicies.crd.yaml');
  expect(check(policies, resources(IMAGES, { icsp: true }).get('icsp-oc-mirror.yaml'))).toBe(3);
  // The data has no schema of tag mirrors, which is that of digest mirrors with this one field renamed.
  const { imageDigestMirrors, ...others } = digests.schema.properties?.spec?.properties ?? {};
  const tags: Schema = {
    ...digests.schema,
    properties: {
      ...digests.schema.properties,
      spec: { type: 'object', properties: { ...others, imageTagMirrors: imageDigestMirrors! } },
    },
  };
  expect(
    check({ ...digests, kind: 'ImageTagMirrorSet', schema: tags }, files.get('itms-oc-mirror.yaml')),
  ).toBe(2);
});

test('the schema check finds errors', () => {
  const { schema } = crd('imagedigestmirrorsets.crd.yaml');
  const spec = { imageDigestMirrors: [{ mirrors: ['HOST/Upper'], extra: 1 }], foreign: [] };
  expect(violations(schema, { kind: 1, spec })).toEqual([
    '.kind is not a string',
    '.spec.imageDigestMirrors[0].source is missing',
    '.spec.imageDigestMirrors[0].mirrors[0] does not match',
    '.spec.imageDigestMirrors[0].extra is unknown',
    '.spec.foreign is unknown',
  ]);
});

/** The order of objects and entries is random in oc-mirror, and it has its own annotations and empty status. */
function comparable(text: string) {
  return parseAllDocuments(text)
    .map((document) => document.toJS())
    .map(({ status, metadata: { annotations, ...metadata }, spec, ...object }) => ({
      ...object,
      metadata,
      spec: Object.fromEntries(
        Object.entries(spec as Record<string, { source: string }[]>).map(([name, entries]) => [
          name,
          entries.toSorted((a, b) => a.source.localeCompare(b.source)),
        ]),
      ),
    }))
    .sort((a, b) => a.metadata.name.localeCompare(b.metadata.name));
}

test('idms-oc-mirror.yaml has the same content as in a real run of oc-mirror v2', () => {
  const ours = resources(IMAGES.slice(0, 3)).get('idms-oc-mirror.yaml') ?? '';
  expect(comparable(ours)).toEqual(comparable(releaseFile(`${SAMPLE}idms-oc-mirror.yaml`)));
});

test('signature ConfigMaps equal those of a real run byte for byte except for the annotations', () => {
  const json = releaseFile(`${SAMPLE}signature-configmap.json`);
  const [[key, encoded]] = Object.entries(JSON.parse(json).binaryData as Record<string, string>) as [
    [string, string],
  ];
  const digest: Digest = `sha256:${key.split('-')[1]}`;
  const files = resources(
    [pushed('ocpRelease', 'q.io/a/b:4.19.9-x86_64', 'openshift/release-images', digest)],
    {
      signatures: new Map([[digest, Buffer.from(encoded, 'base64')]]),
    },
  );
  const ours = files.get('signature-configmap.json') ?? '';
  expect(ours.replace(/"annotations":\{.*?\}/, '')).toBe(json.replace(/"annotations":\{.*?\}/, ''));
  const withoutAnnotations = (text: string) =>
    text.replace(/^ {4}(createdAt|createdBy|oc-mirror_version):.*\n/gm, '');
  expect(withoutAnnotations(files.get('signature-configmap.yaml') ?? '')).toBe(
    withoutAnnotations(releaseFile(`${SAMPLE}signature-configmap.yaml`)),
  );
});

test('the real graph data becomes a layer', async () => {
  const files = await readGraphData(readFileSync(join(DATA, 'cincinnati', 'graph-data.tar.gz')));
  expect(files.length).toBe(1266);
  expect(files.map(({ path }) => path)).toContain('blocked-edges/4.1.1.yaml');
  expect((await graphLayer(files)).digest).toBe((await graphLayer(files)).digest);
});
