import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hexOf } from '../../base/image/digest.ts';
import { parseManifest } from '../../base/image/manifest.ts';
import { OCI_MANIFEST } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { type CheckRig, checkRig, itemOf, release } from './check.fixture.ts';
import { t } from './messages.ts';

const REPOSITORY = 'openshift-release-dev/ocp-release';
const NAME = `quay.io/${REPOSITORY}`;
const NEXT = release('4.16.5');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

let rig: CheckRig;
beforeEach(async () => {
  rig = await checkRig();
  const keyData = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })).toString('base64');
  rig.config('ClusterImagePolicy', 'openshift', {
    spec: {
      scopes: [NAME],
      policy: { rootOfTrust: { policyType: 'PublicKey', publicKey: { keyData } } },
    },
  });
});
afterEach(() => rig[Symbol.asyncDispose]());

/** Replaces the signature of an image at the mirror with one by cosign. */
async function signed(name: string, digest: string, key: KeyObject): Promise<void> {
  const payload = Buffer.from(
    JSON.stringify({
      critical: {
        identity: { 'docker-reference': name },
        image: { 'docker-manifest-digest': digest },
        type: 'cosign container image signature',
      },
      optional: null,
    }),
  );
  const config = Buffer.from('{}');
  const writer = rig.storage.writer!;
  for (const blob of [payload, config]) {
    const sink = await writer.newBlob();
    await sink.write(blob);
    await sink.keep(REPOSITORY, sha256(blob));
  }
  const described = (mediaType: string, bytes: Buffer) => ({
    ...{ mediaType, digest: sha256(bytes), size: bytes.length },
  });
  const manifest = {
    ...{ schemaVersion: 2, mediaType: OCI_MANIFEST },
    config: described('application/vnd.oci.image.config.v1+json', config),
    layers: [
      {
        ...described('application/vnd.dev.cosign.simplesigning.v1+json', payload),
        annotations: { 'dev.cosignproject.cosign/signature': sign(null, payload, key).toString('base64') },
      },
    ],
  };
  const bytes = Buffer.from(JSON.stringify(manifest));
  const complete = { mediaType: OCI_MANIFEST, digest: sha256(bytes), bytes };
  const tag = `sha256-${hexOf(NEXT.digest)}.sig`;
  await writer.putManifest(REPOSITORY, complete, parseManifest(bytes), tag);
}
const found = async () => itemOf(await rig.check(), 'signatures', 'Signature images');

test('verifies the signature image of a release with the key of the cluster', async () => {
  await signed(`${NAME}:4.16.5-x86_64`, NEXT.digest, privateKey);
  expect(await found()).toMatchObject({
    state: 'ok',
    message: t('signatureImagesFound', { total: 1, verified: 1 }),
  });
});

test('rejects a signature by another key, for another image or with another name', async () => {
  const stranger = generateKeyPairSync('ed25519').privateKey;
  const cases = [
    [NAME, NEXT.digest, stranger, t('signatureKeyDiffers')],
    [NAME, release('4.16.2').digest, privateKey, 'for a different image ('],
    [`${NAME}-other`, NEXT.digest, privateKey, 'for a different image name ('],
  ] as const;
  for (const [name, digest, key, why] of cases) {
    await signed(name, digest, key);
    expect(await found()).toMatchObject({ state: 'failed', message: expect.stringContaining(why) });
  }
});
