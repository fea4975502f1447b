import type { Key } from 'openpgp';
import { type ClaimRules, claimFault } from './claim.ts';
import { t } from './messages.ts';

/** The result of checking one signature. `stranger`: it may be valid, but isn't by any of the required keys. */
export type Checked =
  | { result: 'verified'; by: string }
  | { result: 'stranger'; keyId?: string }
  | { result: 'invalid'; why: string };

/** The largest unpacked size of a message in bytes, which limits hostile ones. */
const MAX_UNPACKED = 1024 * 1024;

/**
 * Checks an OpenPGP signed message about an image (`signedBy`). Stricter than for releases, like podman and CRI-O: an
 * expired key isn't accepted, nor is a message with several signatures.
 * @returns `by`: fingerprint of the key, of its primary key when a subkey signed, upper case. Never throws.
 */
export async function checkSimpleSignature(
  message: Uint8Array,
  keys: readonly Key[],
  rules: ClaimRules,
): Promise<Checked> {
  const { readMessage, verify } = await import('openpgp');
  const config = { maxDecompressedMessageSize: MAX_UNPACKED };
  const invalid = (why: string): Checked => ({ result: 'invalid', why });
  try {
    const read = await readMessage({ binaryMessage: new Uint8Array(message), config });
    const { data, signatures } = await verify({
      message: read,
      verificationKeys: [...keys],
      format: 'binary',
      config,
    });
    const [signature] = signatures;
    if (!signature) return invalid(t('notSigned'));
    if (signatures.length > 1) return invalid(t('signedTwice', { count: signatures.length }));
    const keyId = signature.keyID;
    const key = keys.find((each) => each.getKeys(keyId).length > 0);
    if (!key) return { result: 'stranger', keyId: keyId.toHex().toUpperCase() };
    await signature.verified;
    await key.getSigningKey(keyId, new Date());
    const why = claimFault(data, 'atomic container signature', rules);
    return why ? invalid(why) : { result: 'verified', by: fingerprintOf(key) };
  } catch (error) {
    return invalid((error as Error).message);
  }
}

/** 40 hexadecimal digits or more, upper case. */
export function fingerprintOf(key: Key): string {
  return key.getFingerprint().toUpperCase();
}
