import { readMessage, verify } from 'openpgp';
import { z } from 'zod';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { parseReference } from '../../base/image/reference.ts';
import type { VerificationKeys } from './verification-keys.ts';

/** What a signature says once it has been verified. */
export interface VerifiedSignature {
  /** Long id (16 hexadecimal digits, upper case) of the key or subkey that signed. */
  keyId: string;
  /** The name that was signed, a well-formed reference, e.g. `quay.io/openshift-release-dev/ocp-release:4.18.1-x86_64`. */
  dockerReference: string;
}

/** Real signatures have about 1 KiB; these bounds (bytes) keep a hostile one from filling the memory. */
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
 * Verifies a release signature: a binary OpenPGP signed message whose text names a digest (containers-signature(5)).
 *
 * Unlike in oc-mirror v2 (internal/pkg/release/signature.go) the signature counts only after the whole signed text has
 * been hashed, and the digest in the text must be the wanted one. As with gpg, and the cluster's own check, a key that
 * has expired since still verifies what it signed while it was valid; a key that was not valid then, one that was
 * revoked, and a signature whose own validity has ended do not.
 * @throws AirlockError `signature-invalid`; `clock-skew` for one that is good but for being of a time that the clock of this
 * host has not reached
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
    throw new AirlockError('signature-invalid', `the signature for ${digest} is that of another release`, {
      expected: digest,
      found: isDigest(signed) ? signed : 'no sha256 digest',
    });
  }
  const dockerReference = claim.critical.identity['docker-reference'];
  try {
    parseReference(dockerReference);
  } catch (error) {
    throw invalid(digest, 'the name it was made for is no image reference', error);
  }
  return { keyId, dockerReference };
}

async function signedText(
  bytes: Uint8Array,
  keys: VerificationKeys,
  digest: Digest,
): Promise<{ text: string; keyId: string }> {
  if (bytes.length > MAX_MESSAGE) throw invalid(digest, `it has ${bytes.length} bytes`);
  const config = { maxDecompressedMessageSize: MAX_UNPACKED };
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
        faults.push((error as Error).message);
        const { created } = (await signature).packets[0] ?? {};
        if (created && created.getTime() > Date.now() && (await isGoodAt(created, bytes, keys)))
          throw fromTheFuture(digest, created);
      }
    }
    throw invalid(digest, faults.join('; ') || 'the message is not signed');
  } catch (error) {
    throw error instanceof AirlockError ? error : invalid(digest, (error as Error).message, error);
  }
}

/** Whether a signature would be good if it were that time. */
async function isGoodAt(date: Date, bytes: Uint8Array, keys: VerificationKeys): Promise<boolean> {
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
  return new AirlockError(
    'clock-skew',
    `the signature for ${digest} was made at ${expected}, and the clock of this host says ${found}: by that it is of the future`,
    { exitCode: 5, side: 'local', expected: `after ${expected}`, found },
  );
}

function claimOf(text: string, digest: Digest): z.infer<typeof Claim> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw invalid(digest, 'the signed text is not JSON', error);
  }
  const claim = Claim.safeParse(json);
  if (claim.success) return claim.data;
  const issue = claim.error.issues[0]!;
  throw invalid(digest, `the signed text is no release signature: ${issue.path.join('.')}: ${issue.message}`);
}

function invalid(digest: Digest, why: string, cause?: unknown): AirlockError {
  return new AirlockError('signature-invalid', `the signature for ${digest} is not valid: ${why}`, { cause });
}
