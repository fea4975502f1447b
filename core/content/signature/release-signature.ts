import { z } from 'zod';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { parseReference } from '../../base/image/reference.ts';
import { t } from './messages.ts';
import type { VerificationKeys } from './verification-keys.ts';

/** The content of a verified signature. */
export interface VerifiedSignature {
  /** Long id (16 hexadecimal digits, upper case) of the key or subkey that signed. */
  keyId: string;
  /** The signed name, a well-formed reference such as `quay.io/openshift-release-dev/ocp-release:4.18.1-x86_64`. */
  dockerReference: string;
}

/** Limits in bytes, so that a hostile signature can't fill the memory. Real ones have about 1 KiB. */
const MAX_MESSAGE = 256 * 1024;
const MAX_UNPACKED = 1024 * 1024;

const Claim = z.object({
  critical: z.object({
    type: z.literal('atomic container signature'),
    image: z.object({ 'docker-manifest-digest': z.string() }),
    identity: z.object({ 'docker-reference': z.string().min(1) }),
  }),
});

/**
 * Verifies a release signature: a binary OpenPGP signed message with a digest in its text (containers-signature(5)).
 *
 * Unlike in oc-mirror v2 (internal/pkg/release/signature.go), the signature is only accepted after the entire signed text
 * has been hashed, and the digest in the text must match. Like gpg and the cluster, this accepts signatures by a key that
 * has expired since. It rejects a key that wasn't valid at that time, a revoked key, and an expired signature.
 * @throws AirlockError `signature-invalid`; `clock-skew` for one that is valid except that it was made in the future
 */
export async function verifyReleaseSignature(options: {
  message: Uint8Array;
  keys: VerificationKeys;
  digest: Digest;
}): Promise<VerifiedSignature> {
  const { message, keys, digest } = options;
  const { text, keyId } = await signedText(message, keys, digest);
  const claim = claimOf(text, digest);
  const signed = claim.critical.image['docker-manifest-digest'];
  if (signed !== digest) {
    throw new AirlockError('signature-invalid', t('signatureOfOther', { digest }), {
      expected: digest,
      found: isDigest(signed) ? signed : t('noSha256'),
    });
  }
  const dockerReference = claim.critical.identity['docker-reference'];
  try {
    parseReference(dockerReference);
  } catch (error) {
    throw invalid(digest, t('nameInvalid'), error);
  }
  return { keyId, dockerReference };
}

async function signedText(
  bytes: Uint8Array,
  keys: VerificationKeys,
  digest: Digest,
): Promise<{ text: string; keyId: string }> {
  if (bytes.length > MAX_MESSAGE)
    throw invalid(digest, t('signatureTooLarge', { size: bytes.length, limit: MAX_MESSAGE }));
  const config = { maxDecompressedMessageSize: MAX_UNPACKED };
  const { readMessage, verify } = await import('openpgp');
  try {
    const message = await readMessage({ binaryMessage: new Uint8Array(bytes), config });
    const { data, signatures } = await verify({
      message,
      verificationKeys: [...keys],
      format: 'binary',
      config,
    });
    const text = Buffer.from(data).toString('utf8');
    const faults: string[] = [];
    for (const { verified, keyID, signature } of signatures) {
      try {
        await verified;
        return { text, keyId: keyID.toHex().toUpperCase() };
      } catch (error) {
        const isKnown = keys.some((key) => key.getKeys(keyID).length > 0);
        faults.push(
          isKnown ? (error as Error).message : t('keyNotTrusted', { key: keyID.toHex().toUpperCase() }),
        );
        const { created } = (await signature).packets[0] ?? {};
        if (created && created.getTime() > Date.now() && (await isGoodAt(created, bytes, keys)))
          throw fromTheFuture(digest, created);
      }
    }
    throw invalid(digest, faults.join('; ') || t('notSigned'));
  } catch (error) {
    throw error instanceof AirlockError ? error : invalid(digest, (error as Error).message, error);
  }
}

/** Returns whether a signature is valid at a date. */
async function isGoodAt(date: Date, bytes: Uint8Array, keys: VerificationKeys): Promise<boolean> {
  const { readMessage, verify } = await import('openpgp');
  const config = { maxDecompressedMessageSize: MAX_UNPACKED };
  const message = await readMessage({ binaryMessage: new Uint8Array(bytes), config });
  const { signatures } = await verify({
    message,
    verificationKeys: [...keys],
    format: 'binary',
    config,
    date,
  });
  const checked = await Promise.allSettled(signatures.map(({ verified }) => verified));
  return checked.some(({ status }) => status === 'fulfilled');
}

function fromTheFuture(digest: Digest, created: Date): AirlockError {
  const [expected, found] = [created.toISOString(), new Date().toISOString()];
  return new AirlockError('clock-skew', t('signatureFromFuture', { digest, created: expected, now: found }), {
    exitCode: 5,
    side: 'local',
    expected: t('expectedTime', { created: expected }),
    found,
  });
}

function claimOf(text: string, digest: Digest): z.infer<typeof Claim> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw invalid(digest, t('notJson'), error);
  }
  const claim = Claim.safeParse(json);
  if (claim.success) return claim.data;
  const issue = claim.error.issues[0]!;
  throw invalid(digest, t('claimMalformed', { path: issue.path.join('.'), fault: issue.message }));
}

function invalid(digest: Digest, why: string, cause?: unknown): AirlockError {
  return new AirlockError('signature-invalid', t('signatureInvalid', { digest, why }), { cause });
}
