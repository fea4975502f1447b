import { afterEach, beforeEach, expect, test } from 'vitest';
import { newReleaseSigner } from '../../test-world/release-signer.ts';
import {
  type CheckRig,
  checkRig,
  itemOf,
  notOk,
  OPERATOR_IMAGE,
  PASSWORD,
  release,
} from './check.fixture.ts';
import { t } from './messages.ts';

let rig: CheckRig;
beforeEach(async () => {
  rig = await checkRig();
});
afterEach(() => rig[Symbol.asyncDispose]());

const NEXT = release('4.16.5');

test('a complete mirror passes: every image by digest, with its mirror set; nothing is written', async () => {
  const report = await rig.check();
  expect(notOk(report)).toEqual([]);
  expect(report).toMatchObject({ ok: true, to: '4.16.5', version: '4.16.1', digest: NEXT.digest });
  expect(itemOf(report, 'release', 'Digest').message).toContain('from tag 4.16.5-x86_64');
  expect(itemOf(report, 'release', 'Upgrade path').message).toBe(
    t('upgradeInMetadata', { version: '4.16.1' }),
  );
  const { host } = rig.mirror;
  expect(itemOf(report, 'payload', 'release').from).toBe(
    `${host}/openshift-release-dev/ocp-release (mirror 1 of ImageDigestMirrorSet idms-release-0)`,
  );
  // The longest source wins, because components have no row of their own.
  expect(itemOf(report, 'payload', 'etcd').from).toContain(
    `${host}/openshift-release-dev/ocp-v4.0-art-dev (`,
  );
  const payload = report.items.filter(({ group }) => group === 'payload');
  expect(payload.length).toBe(1 + NEXT.components.length);
  expect(itemOf(report, 'installed', `operators/operator.v1.0.0: ${OPERATOR_IMAGE}`).state).toBe('ok');
  expect(rig.server.requests.every(({ method }) => method === 'GET')).toBe(true);
  expect(JSON.stringify(report)).not.toContain(PASSWORD);
});

test('reports content that is missing at the mirror: a blob of a component, a manifest, the image of an operator', async () => {
  const [first, second] = NEXT.components;
  const repository = 'openshift-release-dev/ocp-v4.0-art-dev';
  const writer = rig.storage.writer!;
  const blob = first!.blobs.at(-1)!.digest;
  await writer.deleteBlob(repository, blob);
  await writer.deleteManifest(repository, second!.digest);
  const { path, digest } = splitName(OPERATOR_IMAGE);
  await writer.deleteManifest(path, digest);
  const report = await rig.check();
  expect(report.ok).toBe(false);
  const broken = itemOf(report, 'payload', first!.name);
  expect(broken).toMatchObject({ state: 'failed', remedy: expect.stringContaining('Mirror the release') });
  expect(broken.message).toContain(blob);
  expect(itemOf(report, 'payload', second!.name).message).toContain('404');
  expect(itemOf(report, 'installed', `operators/operator.v1.0.0: ${OPERATOR_IMAGE}`).state).toBe('failed');
});

test('reports a login that the mirror rejects, and a CA that the cluster does not trust', async () => {
  rig.login(rig.mirror.host, 'another');
  const rejected = await rig.check(NEXT.reference);
  expect(itemOf(rejected, 'payload', 'release')).toMatchObject({
    state: 'failed',
    remedy: expect.stringContaining('pull secret'),
  });
  rig.login(rig.mirror.host);
  rig.config('Image', 'cluster', { spec: {} });
  const untrusted = await rig.check(NEXT.reference);
  expect(itemOf(untrusted, 'payload', 'release')).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('Lab mirror CA'),
    remedy: expect.stringContaining('--trust-bundle'),
  });
  // Insecure registries of the cluster need no CA.
  rig.config('Image', 'cluster', { spec: { registrySources: { insecureRegistries: [rig.mirror.host] } } });
  expect((await rig.check(NEXT.reference)).ok).toBe(true);
});

test('reports a signature that is missing, by another key, or of another release', async () => {
  const forged = await (await newReleaseSigner()).sign(NEXT.digest, NEXT.payload.source);
  rig.signature(forged);
  expect(itemOf(await rig.check(), 'signatures', 'Signature ConfigMap')).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(/key [0-9A-F]{16} isn't trusted/),
    remedy: t('signatureInvalidRemedy'),
  });
  rig.server.remove('v1', 'ConfigMap', NEXT.digest.replace(':', '-'), 'openshift-config-managed');
  expect(itemOf(await rig.check(), 'signatures', 'Signature ConfigMap')).toMatchObject({
    state: 'failed',
    message: expect.stringContaining(NEXT.digest),
    remedy: t('signatureRemedy'),
  });
});

test('checks signature images if a policy of the cluster requires them', async () => {
  const policy = { policy: { rootOfTrust: { policyType: 'PublicKey', publicKey: {} } } };
  const scopes = ['quay.io/openshift-release-dev'];
  rig.config('ClusterImagePolicy', 'openshift', { spec: { scopes, ...policy } });
  const signed = await rig.check();
  expect(itemOf(signed, 'signatures', 'Signature images').state).toBe('ok');
  const { attachments } = NEXT.payload;
  const signature = attachments.find(({ kind }) => kind === 'cosign-signature')!;
  await rig.storage.writer!.deleteManifest('openshift-release-dev/ocp-release', signature.digest);
  expect(itemOf(await rig.check(), 'signatures', 'Signature images')).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(/missing signature images \(1 of \d+\): release/),
  });
  // The practice signatures are made without a key.
  const key =
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n';
  const publicKey = { keyData: Buffer.from(key).toString('base64') };
  rig.config('ClusterImagePolicy', 'openshift', {
    spec: { scopes, policy: { rootOfTrust: { policyType: 'PublicKey', publicKey } } },
  });
  expect(itemOf(await rig.check(), 'signatures', 'Signature images').message).toContain(
    'invalid signature images',
  );
});

test('reports a release that no mirror has, an older one, and one that skips a minor version', async () => {
  const unknown = await rig.check('4.16.9');
  expect(itemOf(unknown, 'release', 'Digest')).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('404'),
    remedy: expect.stringContaining('--to quay.io/openshift-release-dev/ocp-release@sha256:DIGEST'),
  });
  rig.config('ClusterVersion', 'version', {
    spec: {},
    status: { history: [{ state: 'Completed', version: '4.16.9' }] },
  });
  expect(itemOf(await rig.check(), 'release', 'Upgrade path').message).toBe(
    t('versionOlder', { to: '4.16.5', from: '4.16.9' }),
  );
  rig.config('ClusterVersion', 'version', {
    spec: {},
    status: { history: [{ state: 'Completed', version: '4.14.1' }] },
  });
  expect(itemOf(await rig.check(), 'release', 'Upgrade path').message).toBe(
    t('minorSkipped', { from: '4.14.1' }),
  );
});

test('rejects a release with the tag of another one', async () => {
  const other = release('4.16.2');
  const manifest = (await rig.storage.manifest('openshift-release-dev/ocp-release', other.digest))!;
  const { parseManifest } = await import('../../base/image/manifest.ts');
  await rig.storage.writer!.putManifest(
    ...(['openshift-release-dev/ocp-release', manifest, parseManifest(manifest.bytes)] as const),
    '4.16.5-x86_64',
  );
  expect(itemOf(await rig.check(), 'release', 'Version')).toMatchObject({
    state: 'failed',
    message: t('versionDiffers', { digest: other.digest, found: '4.16.2', wanted: '4.16.5' }),
  });
});

function splitName(reference: string) {
  const [name, digest] = reference.split('@') as [string, `sha256:${string}`];
  return { path: name.slice(name.indexOf('/') + 1), digest };
}
