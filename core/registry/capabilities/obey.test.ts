import { expect, test } from 'vitest';
import type { Manifest } from '../../base/image/manifest.ts';
import { DOCKER_MANIFEST, OCI_INDEX, OCI_MANIFEST } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { t } from './messages.ts';
import { profileProblems, uploadMode } from './obey.ts';
import { type PlannedPushImage, shapeOf } from './planned-push.ts';
import { scratchArtifact, scratchBlob, scratchImage, scratchIndex } from './probe/scratch-content.ts';
import { profileWith } from './profile.fixture.ts';
import type { Capabilities, RegistryProfile } from './profile.ts';

const GIB = 2 ** 30;
const image = (given: Partial<PlannedPushImage> = {}): PlannedPushImage => ({
  origin: 'quay.io/a/b:1',
  repository: 'ocp/a/b',
  tag: '1',
  shape: { sparse: false, mixed: false, subject: false },
  moves: false,
  manifests: [{ digest: sha256('manifest'), size: 1000, mediaType: OCI_MANIFEST }],
  blobs: [{ digest: sha256('layer'), size: 3 * GIB }],
  ...given,
});
const problems = (profile: RegistryProfile, images = [image()], deletes = false) =>
  profileProblems(profile, { images, deletes });

test('reports no problems if no capability is known', () => {
  const everything = image({ shape: { sparse: true, mixed: true, subject: true }, moves: true });
  expect(problems(profileWith({}), [everything], true)).toEqual([]);
});

const shape = image().shape;
const docker = { digest: sha256('m'), size: 1, mediaType: DOCKER_MANIFEST };
type Values = Parameters<typeof profileWith>[0];
const host = 'reg.lan';
const images = 'quay.io/a/b:1 (ocp/a/b:1)';
const sizes = { host, accepted: '1 GiB', rejected: '2 GiB', images };
const remedy = (value: string) => ({ product: 'unknown', value });
test.each<[string, Values, Partial<PlannedPushImage>, string, string]>([
  [
    'pathDepth',
    { pathDepth: { accepted: 2, rejected: 3 } },
    {},
    t('namesTooDeep', { host, depth: 2, names: 'ocp/a/b' }),
    t('pathDepthRemedy', remedy('2')),
  ],
  [
    'sparse',
    { sparseIndexes: 'no' },
    { shape: { ...shape, sparse: true } },
    t('sparseIndexesRejected', { host, images }),
    t('sparseIndexesRemedy', remedy(host)),
  ],
  [
    'mixed',
    { mixedIndexes: 'no' },
    { shape: { ...shape, mixed: true } },
    t('mixedIndexesRejected', { host, images }),
    t('mixedIndexesRemedy', remedy(host)),
  ],
  [
    'subject',
    { subjects: 'no' },
    { shape: { ...shape, subject: true } },
    t('subjectsRejected', { host, images }),
    t('subjectsRemedy', remedy(host)),
  ],
  [
    'moves',
    { tagsMove: 'no' },
    { moves: true },
    t('tagsMoveRejected', { host, images }),
    t('tagsMoveRemedy', remedy(host)),
  ],
  [
    'docker',
    { dockerImages: 'no' },
    { manifests: [docker] },
    t('dockerImagesRejected', { host, images }),
    t('dockerImagesRemedy', { product: 'unknown' }),
  ],
  [
    'oci',
    { ociImages: 'no' },
    {},
    t('ociImagesRejected', { host, images }),
    t('ociImagesRemedy', remedy(host)),
  ],
  [
    'blob',
    { blobBytes: { accepted: GIB, rejected: 2 * GIB } },
    {},
    t('blobsTooLarge', sizes),
    t('blobBytesRemedy', remedy('3 GiB')),
  ],
  [
    'request',
    { requestBytes: { accepted: GIB, rejected: 2 * GIB }, chunks: 'no' },
    {},
    t('requestsTooLarge', sizes),
    t('requestBytesRemedy', remedy('3 GiB')),
  ],
  [
    'manifest',
    { manifestBytes: { accepted: 100, rejected: 200 } },
    {},
    t('manifestsTooLarge', { ...sizes, accepted: '100 bytes', rejected: '200 bytes' }),
    t('manifestBytesRemedy', remedy('1000 bytes')),
  ],
  [
    'quota',
    { quotaBytes: { accepted: GIB, rejected: 2 * GIB } },
    {},
    t('quotaTooSmall', { ...sizes, planned: '3 GiB' }),
    t('quotaBytesRemedy', remedy('2 GiB')),
  ],
])('reports an error of the plan: %s', (_, values, queries, message, remedy) => {
  const found = problems(profileWith(values), [image({ ...queries, blobs: image().blobs })]);
  expect(found).toEqual([
    {
      code: 'destination-unfit',
      level: 'error',
      message,
      remedy,
    },
  ]);
  const small = image({ repository: 'a', blobs: [], manifests: [] });
  expect(problems(profileWith(values), [small])).toEqual([]);
});

test('warns about sizes between the accepted and the rejected one', () => {
  const profile = profileWith({ blobBytes: { accepted: 2 * GIB, rejected: 4 * GIB } });
  expect(problems(profile)).toMatchObject([{ level: 'warning' }]);
});

test('accepts a body limit of a proxy if the registry supports chunked uploads', () => {
  const profile = profileWith({ requestBytes: { accepted: GIB, rejected: 2 * GIB }, chunks: 'yes' });
  expect(problems(profile)).toEqual([]);
  expect(uploadMode(profile)).toEqual({
    mounts: 'everywhere',
    completeOnly: false,
    requestBytes: GIB,
    parallel: null,
  });
});

test('reports many images as one problem with three names', () => {
  const images = Array.from({ length: 10 }, (_, i) => image({ repository: `ocp/a/b${i}` }));
  const [problem, ...rest] = problems(profileWith({ pathDepth: { accepted: 2, rejected: 3 } }), images);
  expect(rest).toEqual([]);
  expect(problem?.message).toMatch(/ocp\/a\/b0, ocp\/a\/b1, ocp\/a\/b2 and 7 more$/);
});

test('reports rejected deletions only if some are planned', () => {
  const profile = profileWith({ deletes: 'no' }, { product: { name: 'distribution', evidence: 'x' } });
  expect(problems(profile)).toEqual([]);
  expect(problems(profile, [], true)).toMatchObject([
    { remedy: expect.stringContaining('REGISTRY_STORAGE_DELETE_ENABLED=true') },
  ]);
});

test.each([
  ['quay', /create ocp as an organization/],
  ['harbor', /create ocp as a project/],
  ['nexus', /docker \(hosted\) repository for ocp/],
  ['artifactory', /create ocp as a local Docker repository/],
  ['distribution', /push to ocp/],
  ['zot', /the read, create and update actions on ocp/],
] as const)('reports a missing namespace in the words of %s', (name, remedy) => {
  const profile = profileWith(
    { namespace: 'missing', sparseIndexes: 'no' },
    { namespace: 'ocp/site', product: { name, evidence: 'x' } },
  );
  const found = problems(profile, [image({ shape: { ...shape, sparse: true } })]);
  expect(found).toMatchObject([
    {
      level: 'error',
      message: t('namespaceMissing', { host, namespace: 'ocp/site', evidence: 'namespace was probed' }),
      remedy: expect.stringMatching(remedy),
    },
  ]);
});

test('without a namespace, reports missing projects as errors and unprobed ones as warnings', () => {
  const profile = profileWith(
    { projects: 'must-exist' },
    { namespace: '', existingProjects: ['ubi9'], missingProjects: ['openshift'] },
  );
  const images = ['ubi9/ubi', 'openshift/release', 'rhel9/x'].map((repository) => image({ repository }));
  expect(problems(profile, images).map(({ level, message }) => [level, message])).toEqual([
    ['error', t('projectMissing', { host, project: 'openshift' })],
    ['warning', t('projectUnknown', { host, project: 'rhel9' })],
  ]);
});

test.each<[Partial<{ [C in keyof Capabilities]: Capabilities[C]['value'] }>, object]>([
  [{ mounts: 'no', mountsFromItself: 'yes' }, { mounts: 'never' }],
  [{ mounts: 'yes', mountsFromItself: 'no' }, { mounts: 'from-others' }],
  [
    { chunks: 'no', requestBytes: { accepted: 5, rejected: 6 } },
    { completeOnly: true, requestBytes: null },
  ],
  [{ requestBytes: { accepted: 5, rejected: null } }, { requestBytes: null }],
  [{ concurrentPushes: { accepted: 4, rejected: 5 } }, { parallel: 4 }],
  [{ concurrentPushes: { accepted: 16, rejected: null } }, { parallel: null }],
])('upload mode of %j', (values, mode) => {
  expect(uploadMode(profileWith(values))).toMatchObject(mode);
});

test('derives the shape of an image from its manifests', () => {
  const blob = scratchBlob();
  const oci = scratchImage('oci', blob, blob);
  const dockerImage = scratchImage('docker', blob, blob);
  const index = (family: 'docker' | 'oci', ...images: Manifest[]) => scratchIndex(family, images);
  expect(shapeOf([oci, index('oci', oci)])).toEqual({ sparse: false, mixed: false, subject: false });
  expect(shapeOf([oci, index('oci', oci, { ...oci, digest: sha256('absent') })]).sparse).toBe(true);
  expect(shapeOf([dockerImage, index('oci', dockerImage)]).mixed).toBe(true);
  expect(shapeOf([oci, index('docker', oci)]).mixed).toBe(true);
  expect(shapeOf([oci, scratchArtifact(oci, blob)]).subject).toBe(true);
  expect(index('oci', oci).mediaType).toBe(OCI_INDEX);
});
