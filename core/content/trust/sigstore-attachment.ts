import { type KeyObject, verify } from 'node:crypto';
import type { ImageContentReader } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { type Descriptor, type Manifest, parseManifest } from '../../base/image/manifest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { type ClaimRules, claimFault } from './claim.ts';
import type { Checked } from './simple-signing.ts';

/** One of cosign's signatures of an image as a registry or a set gives it; nothing of it is verified. */
export interface SigstoreSignature {
  payload: Buffer;
  /** Base64; undefined when the annotation is missing. */
  signature: string | undefined;
}

/** The repository that holds an image: a registry's, or the destination's in a set. */
export interface ImageRepository {
  registry: string;
  repository: string;
}

const PAYLOAD_TYPE = 'application/vnd.dev.cosign.simplesigning.v1+json';
const SIGNATURE = 'dev.cosignproject.cosign/signature';
/** Bytes; as containers tools. */
const LARGEST = 4 * 1024 * 1024;
const MOST = 128;

/**
 * Cosign's signatures of a digest: the layers below `sha256-HEX.sig` in the image's repository, attestations and the
 * like left out.
 * @returns nothing when there is no such tag
 * @throws AirlockError `manifest-invalid`, and what the reader throws but for absence
 */
export async function attachedSignatures(
  reader: ImageContentReader,
  at: ImageRepository,
  digest: Digest,
  signal?: AbortSignal,
): Promise<SigstoreSignature[]> {
  const tag = `sha256-${hexOf(digest)}.sig`;
  const source = { registry: at.registry, repository: at.repository, tag };
  const where = `${at.repository}:${tag}`;
  let manifest: Manifest;
  try {
    manifest = await reader.manifest(source, signal);
  } catch (error) {
    if (error instanceof AirlockError && ['not-found', 'content-missing'].includes(error.code)) return [];
    throw error;
  }
  const content = parseManifest(manifest.bytes, manifest.mediaType);
  if (content.kind !== 'image') throw unusable(where, 'is an index, not signatures');
  const layers = content.layers.filter(({ mediaType }) => mediaType === PAYLOAD_TYPE);
  if (layers.length > MOST) throw unusable(where, `has ${layers.length} signatures`);
  const signatures: SigstoreSignature[] = [];
  for (const layer of layers) {
    if (layer.size > LARGEST) throw unusable(where, `has a signature of ${layer.size} bytes`);
    const payload = await contentOf(reader, { ...source, digest: manifest.digest }, layer, where, signal);
    signatures.push({ payload, signature: layer.annotations?.[SIGNATURE] });
  }
  return signatures;
}

async function contentOf(
  reader: ImageContentReader,
  source: Parameters<ImageContentReader['blob']>[0],
  layer: Descriptor,
  where: string,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of reader.blob(source, layer, signal)) {
    size += part.length;
    if (size > layer.size) break;
    parts.push(part);
  }
  const payload = Buffer.concat(parts);
  if (size !== layer.size || sha256(payload) !== layer.digest)
    throw new AirlockError('digest-mismatch', `${where}: a signature is not what its manifest says`, {
      side: 'source',
      expected: layer.digest,
      found: sha256(payload),
    });
  return payload;
}

/** A public key with its fingerprint, `sha256:` of its DER form. */
export interface SigstoreKey {
  key: KeyObject;
  fingerprint: string;
}

/**
 * Checks one of cosign's signatures about an image (`sigstoreSigned`) with SHA-256 and any of the keys: ECDSA, RSA
 * (PKCS #1 v1.5) or Ed25519. Never throws.
 */
export function checkSigstoreSignature(
  { payload, signature }: SigstoreSignature,
  keys: readonly SigstoreKey[],
  rules: ClaimRules,
): Checked {
  if (signature === undefined) return { result: 'invalid', why: `it has no ${SIGNATURE} annotation` };
  const compact = signature.replace(/[\r\n]/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(compact) || compact === '')
    return { result: 'invalid', why: 'it is not base64' };
  const bytes = Buffer.from(compact, 'base64');
  // A signature of this kind does not say whose it is, so one that fits no key may as well be another's.
  const signer = keys.find(({ key }) => isSignedBy(payload, bytes, key));
  if (!signer) return { result: 'stranger' };
  const why = claimFault(payload, 'cosign container image signature', rules);
  return why ? { result: 'invalid', why } : { result: 'verified', by: signer.fingerprint };
}

function isSignedBy(payload: Buffer, signature: Buffer, key: KeyObject): boolean {
  try {
    return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', payload, key, signature);
  } catch {
    return false;
  }
}

function unusable(where: string, why: string): AirlockError {
  return new AirlockError('manifest-invalid', `${where} ${why}`, { side: 'source' });
}
