import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ImageKind } from '../../core/base/collected/collected.ts';
import type { Digest } from '../../core/base/image/digest.ts';
import { sha256 } from '../../core/base/image/sha256.ts';
import { clusterNeeds } from '../../core/cluster/config/cluster-needs.ts';
import { type ClusterObject, clusterObjects } from '../../core/cluster/config/cluster-objects.ts';
import { type KnownContent, withPush } from '../../core/cluster/config/known-content.ts';
import type { PushedImage } from '../../core/content/resources/pushed-image.ts';
import { loadVerificationKeys } from '../../core/content/signature/verification-keys.ts';
import { crd, releaseFile, violations } from '../fixtures/published-shapes.ts';

const SAMPLE = 'sample-output_working-dir_cluster-resources_';
const HOST = 'ip-10-0-35-196.us-east-2.compute.internal:8443';
const AT = `@sha256:${'1'.repeat(64)}`;

function pushed(kind: ImageKind, origin: string, repository: string, tag = 't', digest = sha256(origin)) {
  const destination = { registry: HOST, repository, tag };
  return { kind, origin, source: { registry: 'q', repository: 'q' }, destination, digest };
}

function knownOf(
  images: PushedImage[],
  signatures = new Map<Digest, Buffer[]>(),
  icsp = false,
): KnownContent {
  return withPush(
    undefined,
    { enclave: 'default', destination: { host: HOST, namespace: '' } },
    {
      ...{ images, signatures, icsp, repositoryScope: false },
      catalogs: images.filter(({ kind }) => kind === 'operatorCatalog'),
      run: '0001-run',
      at: new Date('2026-08-21T12:00:00Z'),
    },
  );
}

async function objectsOf(known: KnownContent): Promise<ClusterObject[]> {
  const { objects, problems } = clusterObjects(
    await clusterNeeds(known, { keys: await loadVerificationKeys() }),
  );
  expect(problems).toEqual([]);
  return objects;
}

/** A ConfigMap of the collection as signatures. */
function signaturesIn(text: string): Map<Digest, Buffer[]> {
  const { binaryData } = parse(text) as { binaryData: Record<string, string> };
  return new Map(
    Object.entries(binaryData).map(([key, value]) => [
      `sha256:${key.split('-')[1]}` as Digest,
      [Buffer.from(value, 'base64')],
    ]),
  );
}

test('mirror sets and policies match the schemas of openshift/api', async () => {
  const images = [
    pushed('ocpReleaseContent', `quay.io/openshift-release-dev/ocp-v4.0-art-dev${AT}`, 'openshift/release'),
    pushed('operatorBundle', `registry.redhat.io/ubi8-minimal${AT}`, 'ns/ubi8-minimal'),
    pushed('generic', `localhost:5000/a_b/c--d/e:1${AT}`, 'ns/other'),
  ];
  for (const [icsp, ending] of [
    [false, 'imagedigestmirrorsets.crd.yaml'],
    [true, 'imagecontentsourcepolicies.crd.yaml'],
  ] as const) {
    const { kind, apiVersion, schema } = crd(ending);
    const known = knownOf(images.slice(0, icsp ? 2 : 3), new Map(), icsp);
    const objects = (await objectsOf(known)).filter((object) => object.kind === kind);
    expect(objects.length).toBe(icsp ? 2 : 3);
    for (const { resource } of objects) {
      expect(resource.apiVersion).toBe(apiVersion);
      expect(violations(schema, resource)).toEqual([]);
    }
  }
});

/** Without the fields that only one tool writes, and the empty fields of older ones. */
function plain({ status: _status, ...object }: Record<string, unknown>) {
  const {
    annotations: _,
    creationTimestamp: _created,
    ...metadata
  } = object.metadata as Record<string, unknown>;
  return { ...object, metadata };
}

test('catalogs equal those of a real run of oc-mirror v2', async () => {
  const index = pushed(
    'operatorCatalog',
    'registry.redhat.io/redhat/redhat-operator-index:v4.19',
    'redhat/redhat-operator-index',
    'v4.19',
  );
  const objects = await objectsOf(knownOf([index]));
  for (const kind of ['cs', 'cc'])
    expect(
      plain(objects.find(({ name }) => name === `${kind}-redhat-operator-index-v4-19`)!.resource),
    ).toEqual(plain(parse(releaseFile(`${SAMPLE}${kind}-redhat-operator-index-v4-19.yaml`))));
});

test('real release signatures verify with the included keys, and are written like in oc', async () => {
  const carried = signaturesIn(releaseFile(`${SAMPLE}signature-configmap.yaml`));
  const theirs = JSON.parse(releaseFile('signature-sha256-9d24a8cdd67b8f18.json'));
  for (const [digest, messages] of signaturesIn(JSON.stringify(theirs))) carried.set(digest, messages);
  const objects = await objectsOf(knownOf([], carried));
  expect(objects.length).toBe(carried.size);
  const ours = objects.find(({ path }) => path === 'signature/sha256/9d24a8cdd67b8f18.yaml')!;
  expect(plain(ours.resource)).toEqual(plain(theirs));
});

test('excludes an altered real signature', async () => {
  const [[digest, [message]]] = [...signaturesIn(releaseFile(`${SAMPLE}signature-configmap.yaml`))] as [
    [Digest, [Buffer]],
  ];
  message[message.length - 30]! ^= 1;
  const known = knownOf([], new Map([[digest, [message]]]));
  const { objects, problems } = clusterObjects(
    await clusterNeeds(known, { keys: await loadVerificationKeys() }),
  );
  expect(objects).toEqual([]);
  expect(problems).toMatchObject([{ code: 'signature-invalid' }]);
});
