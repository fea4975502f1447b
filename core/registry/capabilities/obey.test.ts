import { expect, test } from 'vitest';
import type { Manifest } from '../../base/image/manifest.ts';
import { DOCKER_MANIFEST, OCI_INDEX, OCI_MANIFEST } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
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

test('nothing is said of a registry that nothing is known of', () => {
  const everything = image({ shape: { sparse: true, mixed: true, subject: true }, moves: true });
  expect(problems(profileWith({}), [everything], true)).toEqual([]);
});

const shape = image().shape;
const docker = { digest: sha256('m'), size: 1, mediaType: DOCKER_MANIFEST };
type Values = Parameters<typeof profileWith>[0];
test.each<[string, Values, Partial<PlannedPushImage>, RegExp, RegExp]>([
  [
    'pathDepth',
    { pathDepth: { taken: 2, rejected: 3 } },
    {},
    /at most 2 elements.*ocp\/a\/b/,
    /--max-nested-paths 2\./,
  ],
  [
    'sparse',
    { sparseIndexes: 'no' },
    { shape: { ...shape, sparse: true } },
    /not all there: quay.io\/a\/b:1/,
    /`platforms`/,
  ],
  ['mixed', { mixedIndexes: 'no' }, { shape: { ...shape, mixed: true } }, /another format/, /blockedImages/],
  ['subject', { subjects: 'no' }, { shape: { ...shape, subject: true } }, /attached/, /--remove-signatures/],
  ['moves', { tagsMove: 'no' }, { moves: true }, /tag be moved: .*ocp\/a\/b:1/, /targetTag/],
  ['docker', { dockerImages: 'no' }, { manifests: [docker] }, /no docker images/, /takes docker/],
  ['oci', { ociImages: 'no' }, {}, /no OCI images/, /takes OCI/],
  [
    'blob',
    { blobBytes: { taken: GIB, rejected: 2 * GIB } },
    {},
    /1 GiB, and refuses 2 GiB/,
    /raised to 3 GiB/,
  ],
  [
    'request',
    { requestBytes: { taken: GIB, rejected: 2 * GIB }, pieces: 'no' },
    {},
    /requests of 1 GiB/,
    /client_max_body_size/,
  ],
  ['manifest', { manifestBytes: { taken: 100, rejected: 200 } }, {}, /manifests of 100 bytes/, /1000 bytes/],
  [
    'quota',
    { quotaBytes: { taken: GIB, rejected: 2 * GIB } },
    {},
    /room for 1 GiB.*3 GiB/,
    /raised by at least 2 GiB/,
  ],
])('%s: an error of the plan', (_, values, queries, message, remedy) => {
  const found = problems(profileWith(values), [image({ ...queries, blobs: image().blobs })]);
  expect(found).toEqual([
    {
      code: 'destination-unfit',
      level: 'error',
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    },
  ]);
  const small = image({ repository: 'a', blobs: [], manifests: [] });
  expect(problems(profileWith(values), [small])).toEqual([]);
});

test('between what was taken and what was refused it is a warning', () => {
  const profile = profileWith({ blobBytes: { taken: 2 * GIB, rejected: 4 * GIB } });
  expect(problems(profile)).toMatchObject([{ level: 'warning' }]);
});

test('a proxy that limits bodies is no problem where pieces are taken', () => {
  const profile = profileWith({ requestBytes: { taken: GIB, rejected: 2 * GIB }, pieces: 'yes' });
  expect(problems(profile)).toEqual([]);
  expect(uploadMode(profile)).toEqual({
    mounts: 'everywhere',
    completeOnly: false,
    requestBytes: GIB,
    parallel: null,
  });
});

test('many images are one problem that names three', () => {
  const images = Array.from({ length: 10 }, (_, i) => image({ repository: `ocp/a/b${i}` }));
  const [problem, ...rest] = problems(profileWith({ pathDepth: { taken: 2, rejected: 3 } }), images);
  expect(rest).toEqual([]);
  expect(problem?.message).toMatch(/ocp\/a\/b0, ocp\/a\/b1, ocp\/a\/b2 and 7 more$/);
});

test('deletes only where some are planned', () => {
  const profile = profileWith({ deletes: 'no' }, { product: { name: 'distribution', evidence: 'x' } });
  expect(problems(profile)).toEqual([]);
  expect(problems(profile, [], true)).toMatchObject([
    { remedy: expect.stringContaining('REGISTRY_STORAGE_DELETE_ENABLED=true') },
  ]);
});

test.each([
  ['quay', /Create New Organization, named ocp/],
  ['harbor', /New Project, named ocp/],
  ['nexus', /docker \(hosted\), for ocp/],
  ['artifactory', /with the key ocp/],
  ['distribution', /push to ocp/],
] as const)('a namespace that is not there, for %s', (name, remedy) => {
  const profile = profileWith(
    { namespace: 'missing', sparseIndexes: 'no' },
    { namespace: 'ocp/site', product: { name, evidence: 'x' } },
  );
  const found = problems(profile, [image({ shape: { ...shape, sparse: true } })]);
  expect(found).toMatchObject([
    {
      level: 'error',
      message: expect.stringContaining('reg.lan/ocp/site is not there'),
      remedy: expect.stringMatching(remedy),
    },
  ]);
});

test('projects of a plan without namespace: missing ones are errors, those not asked about warnings', () => {
  const profile = profileWith(
    { projects: 'must-exist' },
    { namespace: '', existingProjects: ['ubi9'], missingProjects: ['openshift'] },
  );
  const images = ['ubi9/ubi', 'openshift/release', 'rhel9/x'].map((repository) => image({ repository }));
  expect(
    problems(profile, images).map(({ level, message }) => [level, /and (\S+)/.exec(message)?.[1]]),
  ).toEqual([
    ['error', 'openshift'],
    ['warning', 'rhel9'],
  ]);
});

test.each<[Partial<{ [C in keyof Capabilities]: Capabilities[C]['value'] }>, object]>([
  [{ mounts: 'no', mountsFromItself: 'yes' }, { mounts: 'never' }],
  [{ mounts: 'yes', mountsFromItself: 'no' }, { mounts: 'from-others' }],
  [
    { pieces: 'no', requestBytes: { taken: 5, rejected: 6 } },
    { completeOnly: true, requestBytes: null },
  ],
  [{ requestBytes: { taken: 5, rejected: null } }, { requestBytes: null }],
  [{ concurrentPushes: { taken: 4, rejected: 5 } }, { parallel: 4 }],
  [{ concurrentPushes: { taken: 16, rejected: null } }, { parallel: null }],
])('upload mode of %j', (values, mode) => {
  expect(uploadMode(profileWith(values))).toMatchObject(mode);
});

test('the shape of an image from its manifests', () => {
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
