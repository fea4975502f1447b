import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PushedCatalog } from '../../content/resources/catalog-resources.ts';
import { newSigner, releaseClaim, signed, signedTooLate } from '../../content/signature/signature.fixture.ts';
import { parseVerificationKeys } from '../../content/signature/verification-keys.ts';
import { clusterNeeds } from './cluster-needs.ts';
import { clusterObjects } from './cluster-objects.ts';
import {
  CATALOG,
  COMPONENT,
  GRAPH,
  HOST,
  knownAfter,
  OPERAND,
  PAYLOAD,
  RELEASE,
  UBI,
} from './known.fixture.ts';
import { manifestText } from './write-config.ts';

const ALL = [RELEASE, COMPONENT, GRAPH, CATALOG, OPERAND, UBI];
const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

async function objectsOf(
  options: Partial<Parameters<typeof clusterNeeds>[1]> = {},
  known = knownAfter({ images: ALL }),
) {
  return clusterObjects(await clusterNeeds(known, { keys: [], ...options }));
}

/** Golden: the text of every manifest, in the order they are applied. */
test('every manifest, byte for byte', async () => {
  const { objects } = await objectsOf({ authorities: PEM });
  const text = objects.map((object) => `### ${object.path}\n${manifestText(object)}`).join('');
  const golden = await readFile(join(import.meta.dirname, 'cluster-objects.golden.yaml'), 'utf8');
  expect(text).toBe(golden);
  expect((await objectsOf({ authorities: PEM })).objects).toEqual(objects);
});

test('sorts files in the order in which objects are applied', async () => {
  const signer = await newSigner();
  const keys = await parseVerificationKeys(signer.armored, 'keys');
  const messages = [await signed(signer, releaseClaim(PAYLOAD))];
  const known = knownAfter({ images: ALL, signatures: new Map([[PAYLOAD, messages]]) });
  const { objects, problems } = await objectsOf(
    { authorities: PEM, pullSecret: '{"auths":{}}', keys },
    known,
  );
  expect(problems).toEqual([]);
  const folders = objects.map(({ path }) => path.slice(0, path.lastIndexOf('/')));
  expect(folders).toEqual(folders.toSorted());
  expect([...new Set(folders)]).toEqual([
    'access',
    'mirrors',
    'operators',
    'signature/sha256',
    'update-service',
  ]);
  expect(objects.filter(({ secret }) => secret).map(({ path }) => path)).toEqual(['access/pull-secret.yaml']);
});

test('reports an invalid signature and leaves it out; each valid signature has its own key', async () => {
  const [one, two, stranger] = [await newSigner(), await newSigner(), await newSigner()];
  const keys = await parseVerificationKeys(`${one.armored}\n${two.armored}`, 'keys');
  const good = [await signed(one, releaseClaim(PAYLOAD)), await signed(two, releaseClaim(PAYLOAD))];
  const bad = await signed(stranger, releaseClaim(PAYLOAD));
  const withMessages = (messages: Buffer[]) =>
    knownAfter({ images: [RELEASE], signatures: new Map([[PAYLOAD, messages]]) });
  const both = await objectsOf({ keys }, withMessages([bad, ...good]));
  const signature = both.objects.find(({ path }) => path.startsWith('signature/'));
  expect(signature).toMatchObject({
    path: 'signature/sha256/81154f5c03294534.yaml',
    name: PAYLOAD.replace(':', '-'),
    namespace: 'openshift-config-managed',
    restartsNodes: false,
  });
  const key = PAYLOAD.replace(':', '-');
  expect(signature?.resource).toMatchObject({
    metadata: { labels: { 'release.openshift.io/verification-signatures': '' } },
    binaryData: {
      [`${key}-1`]: good[0]!.toString('base64'),
      [`${key}-2`]: good[1]!.toString('base64'),
    },
  });
  expect(both.problems).toMatchObject([{ code: 'signature-invalid', level: 'warning' }]);
  const altered = Buffer.from(good[0]!);
  altered[altered.length - 10]! ^= 1;
  const late = await signedTooLate(releaseClaim(PAYLOAD));
  const withExpired = await parseVerificationKeys(`${one.armored}\n${late.armored}`, 'keys');
  const another = await signed(one, releaseClaim(`sha256:${'b'.repeat(64)}`));
  for (const message of [bad, altered, late.message, another]) {
    const none = await objectsOf({ keys: withExpired }, withMessages([message]));
    expect(none.objects.filter(({ kind }) => kind === 'ConfigMap')).toEqual([]);
    expect(none.problems).toMatchObject([{ code: 'signature-invalid', level: 'warning' }]);
  }
});

test('reports a release without a signature', async () => {
  const { problems } = await objectsOf({}, knownAfter({ images: [RELEASE] }));
  expect(problems).toMatchObject([{ code: 'signature-missing', message: expect.stringContaining('4.18.1') }]);
});

test('depends on the version: ICSP before 4.13, no ClusterCatalog before 4.18, each with a problem', async () => {
  const kinds = async (openShiftVersion: string) => {
    const { objects, problems } = await objectsOf({ openShiftVersion });
    return {
      kinds: [...new Set(objects.map(({ kind }) => kind))],
      codes: problems.map(({ code }) => code).filter((code) => code !== 'signature-missing'),
    };
  };
  const updates = ['Namespace', 'OperatorGroup', 'Subscription', 'UpdateService'];
  expect(await kinds('4.12.40')).toEqual({
    kinds: ['ImageContentSourcePolicy', 'OperatorHub', 'CatalogSource', ...updates],
    codes: ['icsp-without-tags', 'cluster-version'],
  });
  expect(await kinds('4.16')).toEqual({
    kinds: ['ImageDigestMirrorSet', 'ImageTagMirrorSet', 'OperatorHub', 'CatalogSource', ...updates],
    codes: ['cluster-version'],
  });
  const newest = { kinds: expect.arrayContaining(['ClusterCatalog']), codes: [] };
  expect(await kinds('4.18.0-rc.1')).toMatchObject({ codes: ['cluster-version'] });
  expect(await kinds('4.18.0')).toMatchObject(newest);
  await expect(kinds('newest')).rejects.toMatchObject({ code: 'usage' });
});

test('writes ICSP if the last push did and no version is given', async () => {
  const known = knownAfter({ images: [COMPONENT], icsp: true });
  const kinds = async (options: Parameters<typeof objectsOf>[0]) =>
    (await objectsOf(options, known)).objects.map(({ kind }) => kind);
  expect(await kinds({})).toEqual(['ImageContentSourcePolicy']);
  expect(await kinds({ openShiftVersion: '4.14' })).toEqual(['ImageDigestMirrorSet']);
  expect(await kinds({ icsp: false })).toEqual(['ImageDigestMirrorSet']);
});

test('reports a graph image without a release, and writes no UpdateService', async () => {
  const { objects, problems } = await objectsOf({}, knownAfter({ images: [GRAPH] }));
  expect(objects).toEqual([]);
  expect(problems).toMatchObject([{ code: 'update-service-without-release' }]);
});

test('every object has a purpose and an effect', async () => {
  const { objects } = await objectsOf({ authorities: PEM, pullSecret: '{}' });
  for (const { purpose, effect } of objects)
    for (const text of [purpose, effect]) expect(text).toMatch(/^[A-Z].*\.$/);
  expect(objects.filter(({ restartsNodes }) => restartsNodes).map(({ kind }) => kind)).toEqual([
    'Image',
    'Secret',
    ...Array(2).fill('ImageDigestMirrorSet'),
    ...Array(2).fill('ImageTagMirrorSet'),
  ]);
});

test('installs the update service operator only from a catalog that contains it', async () => {
  const [other, certified] = ['redhat/a-index', 'redhat/b-index'].map((repository) => ({
    destination: { registry: HOST, repository: `ocp/${repository}`, tag: 'v4.18' },
  }));
  const updates = async (catalogs: PushedCatalog[], images = ALL) =>
    (await objectsOf({}, knownAfter({ images, catalogs }))).objects.filter(({ path }) =>
      path.startsWith('update-service/'),
    );
  expect((await updates([other!])).map(({ kind }) => kind)).toEqual(['UpdateService']);
  const { problems } = await objectsOf({}, knownAfter({ images: ALL, catalogs: [other!] }));
  expect(problems.filter(({ code }) => code === 'update-operator-missing')).toMatchObject([
    { level: 'info' },
  ]);
  expect(await updates([{ ...other!, updateOperator: 'v1' }], [CATALOG])).toEqual([]);
  const all = await updates([other!, { ...certified!, updateOperator: 'v2' }]);
  expect(all.map(({ path }) => path)).toEqual([
    'update-service/namespace.yaml',
    'update-service/operator-group.yaml',
    'update-service/subscription.yaml',
    'update-service/update-service-oc-mirror.yaml',
  ]);
  expect(all[2]!.resource.spec).toMatchObject({ channel: 'v2', source: 'cs-b-index-v4-18' });
});
