import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImageContentReader } from '../../base/collected/collected.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { OCI_INDEX, OCI_MANIFEST } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { Access } from '../../registry/access/access.ts';
import { createRegistries } from '../../registry/client/registries.ts';
import { plainAccess } from '../../registry/exchange/registry.fixture.ts';
import type { Registries } from '../../registry/exchange/registry.ts';
import { type RegistryServer, startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { createTrust, type TrustedImage } from './evaluate.ts';
import { readHostFile } from './host-files.ts';
import { parsePolicy } from './policy.ts';
import { parseRegistriesD } from './registries-d.ts';

const PAYLOAD = 'application/vnd.dev.cosign.simplesigning.v1+json';
const SIGNATURE = 'dev.cosignproject.cosign/signature';

const pairs = {
  'P-256': generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  'P-384': generateKeyPairSync('ec', { namedCurve: 'secp384r1' }),
  RSA: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  Ed25519: generateKeyPairSync('ed25519'),
};
type KeyName = keyof typeof pairs;
const stranger = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

let server: RegistryServer;
let access: Access;
let registries: Registries;
let root: string;
let images = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-sigstore-'));
  server = await startRegistryServer({ storage: memoryStorage() });
  access = plainAccess();
  registries = createRegistries({ access });
  for (const [name, { publicKey }] of Object.entries(pairs))
    await writeFile(join(root, `${name}.pub`), publicKey.export({ type: 'spki', format: 'pem' }));
});
afterAll(async () => {
  await registries.close();
  await access.close();
  await server.close();
  await rm(root, { recursive: true });
});

interface Layer {
  payload: string;
  signature?: string;
  mediaType?: string;
}

/** The signed content of a cosign signature. */
function signature(reference: string, digest: string, key: KeyObject, change: object = {}): Layer {
  const critical = {
    identity: { 'docker-reference': reference },
    image: { 'docker-manifest-digest': digest },
    type: 'cosign container image signature',
    ...change,
  };
  const payload = JSON.stringify({ critical, optional: null });
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return { payload, signature: sign(algorithm, Buffer.from(payload), key).toString('base64') };
}

/** A new image name and digest; its signatures are pushed as cosign does. */
async function signedImage(
  layersFor: (repository: string, digest: Digest) => Layer[],
): Promise<TrustedImage> {
  const path = `ns/app${++images}`;
  const digest = sha256(path);
  const repository = `${server.host}/${path}`;
  const registry = registries.at(server.host);
  const put = async (bytes: Buffer) => {
    const blob = { digest: sha256(bytes), size: bytes.length };
    await registry.uploadBlob(path, blob, async function* () {
      yield bytes;
    });
    return blob;
  };
  const layers = [];
  for (const { payload, signature, mediaType = PAYLOAD } of layersFor(repository, digest)) {
    const blob = await put(Buffer.from(payload));
    layers.push({
      mediaType,
      ...blob,
      annotations: signature === undefined ? undefined : { [SIGNATURE]: signature },
    });
  }
  const config = { mediaType: 'application/vnd.oci.image.config.v1+json', ...(await put(Buffer.from('{}'))) };
  const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: OCI_MANIFEST, config, layers }));
  const manifest = { mediaType: OCI_MANIFEST, digest: sha256(bytes), bytes };
  await registry.putManifest(path, `sha256-${hexOf(digest)}.sig`, manifest);
  return { reference: `${repository}:1`, digest };
}

const attachments = (): ImageContentReader => ({
  manifest: ({ registry, repository, tag, digest }) =>
    registries.at(registry).manifest(repository, digest ?? tag!),
  blob: ({ registry, repository }, blob) => registries.at(registry).blob(repository, blob),
});

function trustWith(requirement: object, registriesD = '') {
  const complete = { type: 'sigstoreSigned', signedIdentity: { type: 'matchRepository' }, ...requirement };
  return createTrust({
    policy: parsePolicy(JSON.stringify({ default: [complete] }), 'policy.json'),
    registriesD: parseRegistriesD(registriesD, 'regd.yaml'),
    lookaside: {
      signatures: async () => {
        throw new Error('sigstoreSigned uses no lookaside');
      },
    },
    attachments: attachments(),
    readFile: readHostFile,
  });
}

const keyPath = (name: KeyName = 'P-256') => join(root, `${name}.pub`);
const decide = (image: TrustedImage, requirement: object = { keyPath: keyPath() }) =>
  trustWith(requirement).verdictOf(image);
const fingerprint = (name: KeyName) => sha256(pairs[name].publicKey.export({ type: 'spki', format: 'der' }));
const rejected = (why: RegExp, result = 'rejected') => ({
  accepted: false,
  verdict: { result },
  problem: expect.objectContaining({ code: 'policy-rejected', message: expect.stringMatching(why) }),
});

describe('sigstoreSigned', () => {
  it.each(Object.keys(pairs) as KeyName[])('accepts the signature of a key: %s', async (name) => {
    const image = await signedImage((reference, digest) => [
      { payload: '{}', mediaType: 'application/vnd.dsse.envelope.v1+json' },
      signature(reference, digest, stranger.privateKey),
      signature(reference, digest, pairs[name].privateKey),
    ]);
    expect(await decide(image, { keyPath: keyPath(name) })).toEqual({
      accepted: true,
      verdict: { result: 'verified', by: fingerprint(name) },
    });
  });

  it('accepts any of several keys, in every form', async () => {
    const image = await signedImage((reference, digest) => [
      signature(reference, digest, pairs['P-256'].privateKey),
    ]);
    const data = (name: KeyName) =>
      Buffer.from(pairs[name].publicKey.export({ type: 'spki', format: 'pem' })).toString('base64');
    for (const requirement of [
      { keyPaths: [keyPath('RSA'), keyPath()] },
      { keyData: data('P-256') },
      { keyDatas: [data('Ed25519'), data('P-256')] },
    ])
      expect(await decide(image, requirement)).toMatchObject({ accepted: true });
    expect(await trustWith({ keyPaths: [keyPath('RSA'), keyPath()] }).keys()).toEqual({
      keys: [
        { kind: 'sigstore', fingerprint: fingerprint('RSA'), origin: keyPath('RSA'), names: [] },
        { kind: 'sigstore', fingerprint: fingerprint('P-256'), origin: keyPath(), names: [] },
      ],
      problems: [],
    });
  });

  const key = pairs['P-256'].privateKey;
  const altered = (reference: string, digest: string): Layer => {
    const good = signature(reference, sha256('other'), key);
    return { ...good, payload: good.payload.replace(sha256('other'), digest) };
  };
  it.each<[string, (reference: string, digest: Digest) => Layer, RegExp]>([
    [
      'by another key',
      (r, d) => signature(r, d, stranger.privateKey),
      /no signature by key sha256:.* only 1 signature by other keys/,
    ],
    ['whose payload was altered', altered, /only 1 signature by other keys or for modified content/],
    ['of another image', (r) => signature(r, sha256('other'), key), /is for a different image/],
    ['of another repository', (r, d) => signature(`${r}more`, d, key), /is for a different image name/],
    [
      'of the other type',
      (r, d) => signature(r, d, key, { type: 'atomic container signature' }),
      /unexpected type/,
    ],
    ['with unknown fields', (r, d) => signature(r, d, key, { more: 1 }), /doesn't describe an image/],
    ['without its annotation', (r, d) => ({ payload: signature(r, d, key).payload }), /has no dev\.cosign/],
    ['that is not base64', (r, d) => ({ ...signature(r, d, key), signature: '*' }), /isn't valid base64/],
    ['that is empty', (r, d) => ({ ...signature(r, d, key), signature: '' }), /isn't valid base64/],
  ])('rejects one %s', async (_, layer, why) => {
    expect(await decide(await signedImage((r, d) => [layer(r, d)]))).toEqual(rejected(why));
  });

  it('rejects the tagless names of cosign unless only the repository must match', async () => {
    const image = await signedImage((reference, digest) => [signature(reference, digest, key)]);
    const exact = { keyPath: keyPath(), signedIdentity: { type: 'matchRepoDigestOrExact' } };
    expect(await decide(image, exact)).toEqual(rejected(/is for a different image name/));
    const tagged = await signedImage((reference, digest) => [signature(`${reference}:1`, digest, key)]);
    expect(await decide(tagged, exact)).toMatchObject({ accepted: true });
  });

  it('reports a missing signature with its tag', async () => {
    const none: TrustedImage = { reference: `${server.host}/ns/none:1`, digest: sha256('none') };
    const why = new RegExp(`the repository has no tag sha256-${hexOf(none.digest)}\\.sig`);
    expect(await decide(none)).toEqual(rejected(why, 'unsigned'));
    const attested = await signedImage((reference, digest) => [
      { ...signature(reference, digest, key), mediaType: 'application/vnd.dsse.envelope.v1+json' },
    ]);
    expect(await decide(attested)).toMatchObject({ accepted: false, verdict: { result: 'unsigned' } });
    expect(await decide({ reference: 'oci:///srv/image', digest: none.digest })).toEqual(
      rejected(/images in directories can't have signatures/, 'unsigned'),
    );
  });

  it('looks up no signatures if registries.d turns them off', async () => {
    const image = await signedImage((reference, digest) => [signature(reference, digest, key)]);
    const off = `default-docker:\n  use-sigstore-attachments: false\n`;
    const requests = server.stats.requests;
    expect(await trustWith({ keyPath: keyPath() }, off).verdictOf(image)).toEqual(
      rejected(/regd\.yaml \(line 1\) sets use-sigstore-attachments: false/, 'unsigned'),
    );
    expect(server.stats.requests).toBe(requests);
  });

  it('reads attachments in a set', async () => {
    const image = await signedImage((_, digest) => [signature('up.stream/ns/app', digest, key)]);
    const at = { registry: server.host, repository: image.reference.slice(server.host.length + 1, -2) };
    expect(await decide({ ...image, reference: 'up.stream/ns/app:1', at })).toMatchObject({ accepted: true });
  });

  it.each<[string, () => string, RegExp]>([
    [
      'a private key',
      () => String(key.export({ type: 'pkcs8', format: 'pem' })),
      /contains no public key in PEM format/,
    ],
    [
      'a broken key',
      () => '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n',
      /contains no readable public key/,
    ],
    [
      'a key that cannot sign',
      () => String(generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' })),
      /of type x25519/,
    ],
  ])('rejects every image for %s, even with a valid one', async (name, text, why) => {
    const path = join(root, `${name}.pub`);
    await writeFile(path, text());
    const image = await signedImage((reference, digest) => [signature(reference, digest, key)]);
    expect(await decide(image, { keyPaths: [keyPath(), path] })).toEqual(rejected(why));
  });

  it('throws for a manifest without signatures, and for registries that fail', async () => {
    const image = await signedImage(() => []);
    const path = image.reference.slice(server.host.length + 1, -2);
    const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: OCI_INDEX, manifests: [] }));
    const index = { mediaType: OCI_INDEX, digest: sha256(bytes), bytes };
    await registries.at(server.host).putManifest(path, `sha256-${hexOf(image.digest)}.sig`, index);
    await expect(decide(image)).rejects.toMatchObject({ code: 'manifest-invalid' });
    server.faults.set({ rules: [{ status: 403 }] });
    await expect(decide(image)).rejects.toMatchObject({ code: 'denied' });
    server.faults.clear();
  });
});
