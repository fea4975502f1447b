import { type Key, readMessage, verify } from 'openpgp';
import { type ClaimRules, claimFault } from './claim.ts';

/** What became of one signature. `stranger`: it may well be good, but its key is not among those asked for. */
export type Checked =
  | { result: 'verified'; by: string }
  | { result: 'stranger'; keyId?: string }
  | { result: 'invalid'; why: string };

/** Bytes that a hostile message may unpack to. */
const MAX_UNPACKED = 1024 * 1024;

/**
 * Checks an OpenPGP signed message about an image (`signedBy`). Stricter than for releases, as podman and CRI-O are: a
 * key that has expired since does not count, nor does a message with several signatures.
 * @returns `by`: fingerprint of the key, of its primary key when a subkey signed, upper case. Never throws.
 */
export async function checkSimpleSignature(
  message: Uint8Array,
  keys: readonly Key[],
  rules: ClaimRules,
): Promise<Checked> {
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
    if (!signature) return invalid('the message is not signed');
    if (signatures.length > 1) return invalid(`the message has ${signatures.length} signatures`);
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
