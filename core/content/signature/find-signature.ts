import type { WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, hexOf, isDigest } from '../../base/image/digest.ts';
import { parseReference } from '../../base/image/reference.ts';
import { t } from './messages.ts';
import { type VerifiedSignature, verifyReleaseSignature } from './release-signature.ts';
import type { SignatureSource } from './signature-source.ts';
import type { VerificationKeys } from './verification-keys.ts';

const FOLDER = 'signatures/';

/**
 * Returns the first valid signature of a release: a saved one, which is checked again each time, else one from the
 * service, which is then saved raw as `signatures/<tag>-sha256-<hex>` (oc-mirror v2: internal/pkg/release/signature.go).
 * @param options.source absent on the disconnected side, which only has the saved files
 * @throws AirlockError `signature-missing` if there is none, `signature-invalid` if none of them is valid, `clock-skew`
 * if one was made in the future (all exit code 5), and the errors of the source
 */
export async function findReleaseSignature(options: {
  digest: Digest;
  files: WorkingFiles;
  source?: SignatureSource;
  keys: VerificationKeys;
  signal?: AbortSignal;
}): Promise<VerifiedSignature> {
  const { digest, files, source, keys, signal } = options;
  let fault: AirlockError | undefined;
  for await (const { message, saved } of candidates(digest, files, source, signal)) {
    try {
      const signature = await verifyReleaseSignature({ message, keys, digest });
      if (!saved) await files.write?.(signatureFile(signature.dockerReference, digest), message);
      return signature;
    } catch (error) {
      if (!(error instanceof AirlockError)) throw error;
      // A wrong clock explains more than another invalid signature.
      if (error.code === 'clock-skew') fault = error;
      else if (error.code === 'signature-invalid') fault ??= error;
      else throw error;
    }
  }
  if (fault?.code === 'clock-skew') throw fault;
  if (fault) {
    const { message, expected, found, cause } = fault;
    throw new AirlockError('signature-invalid', message, {
      exitCode: 5,
      side: 'source',
      cause,
      expected: expected || undefined,
      found: found || undefined,
    });
  }
  const missing = source
    ? t('signatureNotPublished', { digest, location: source.location })
    : t('signatureNotTransferred', { digest });
  throw new AirlockError('signature-missing', missing, { exitCode: 5, side: 'source' });
}

/**
 * Returns the digest that a saved signature claims for a tag, by its file name. It isn't verified: the caller must
 * verify the signature for that digest.
 */
export async function savedSignatureDigest(files: WorkingFiles, tag: string): Promise<Digest | undefined> {
  const start = `${FOLDER}${tag}-sha256-`;
  const digests = (await files.list(start)).map((name) => `sha256:${name.slice(start.length)}`);
  return digests.find(isDigest);
}

async function* candidates(
  digest: Digest,
  files: WorkingFiles,
  source?: SignatureSource,
  signal?: AbortSignal,
): AsyncGenerator<{ message: Buffer; saved: boolean }> {
  for (const name of await files.list(FOLDER)) {
    if (!name.includes(hexOf(digest))) continue;
    const message = await files.read(name);
    if (message) yield { message, saved: true };
  }
  if (!source) return;
  for await (const message of source.signatures(digest, signal)) yield { message, saved: false };
}

/** A tag that `parseReference` accepts is safe as a file name. */
function signatureFile(dockerReference: string, digest: Digest): string {
  const { tag } = parseReference(dockerReference);
  return `${FOLDER}${tag ? `${tag}-` : ''}sha256-${hexOf(digest)}`;
}
