import { type KeyObject, verify } from 'node:crypto';
import type { ImageContentReader } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { type Descriptor, type Manifest, parseManifest } from '../../base/image/manifest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { type ClaimRules, claimFault } from './claim.ts';
import { t } from './messages.ts';
import type { Checked } from './simple-signing.ts';

/** A cosign signature of an image from a registry or a set. It isn't verified. */
export interface SigstoreSignature {
  payload: Buffer;
  /** Base64; undefined if the annotation is missing. */
  signature: string | undefined;
}

/** The repository of an image: at a registry, or of the destination in a set. */
export interface ImageRepository {
  registry: string;
  repository: string;
}

const PAYLOAD_TYPE = 'application/vnd.dev.cosign.simplesigning.v1+json';
const SIGNATURE = 'dev.cosignproject.cosign/signature';
/** In bytes, the limit of containers tools. */
const LARGEST = 4 * 1024 * 1024;
const MOST = 128;

/**
 * Returns cosign's signatures of a digest: the layers of `sha256-HEX.sig` in the repository of the image, without
 * attestations and the like.
 * @returns an empty list if the tag doesn't exist
 * @throws AirlockError `manifest-invalid`, and errors of the reader except `not-found` and `content-missing`
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
  if (content.kind !== 'image') throw unusable(t('attachmentIsIndex', { image: where }));
  const layers = content.layers.filter(({ mediaType }) => mediaType === PAYLOAD_TYPE);
  if (layers.length > MOST)
    throw unusable(t('attachmentCount', { image: where, count: layers.length, limit: MOST }));
  const signatures: SigstoreSignature[] = [];
  for (const layer of layers) {
    if (layer.size > LARGEST)
      throw unusable(t('attachmentTooLarge', { image: where, size: layer.size, limit: LARGEST }));
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
    throw new AirlockError('digest-mismatch', t('attachmentAltered', { image: where }), {
      side: 'source',
      expected: layer.digest,
      found: sha256(payload),
    });
  return payload;
}

/** A public key with its fingerprint, `sha256:` and the hash of its DER form. */
export interface SigstoreKey {
  key: KeyObject;
  fingerprint: string;
}

/**
 * Checks a cosign signature of an image (`sigstoreSigned`) with SHA-256 and any of the keys: ECDSA, RSA
 * (PKCS #1 v1.5) or Ed25519. Never throws.
 */
export function checkSigstoreSignature(
  { payload, signature }: SigstoreSignature,
  keys: readonly SigstoreKey[],
  rules: ClaimRules,
): Checked {
  if (signature === undefined)
    return { result: 'invalid', why: t('annotationMissing', { annotation: SIGNATURE }) };
  const compact = signature.replace(/[\r\n]/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(compact) || compact === '')
    return { result: 'invalid', why: t('notBase64') };
  const bytes = Buffer.from(compact, 'base64');
  // This kind of signature doesn't name its key, so a mismatch can also mean that another key made it.
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

function unusable(message: string): AirlockError {
  return new AirlockError('manifest-invalid', message, { side: 'source' });
}
