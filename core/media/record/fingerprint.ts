import { sha256 } from '../../base/image/sha256.ts';

/** Crockford's alphabet, without I, L, O and U, which are easily mistaken for other characters. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/**
 * Returns the record fingerprint of a transfer, such as `7F3K-29QX`: 40 bits that both sides compute from the digests they
 * have. People compare records with it. It doesn't verify content, the complete digests do.
 * @param content digest (hex) of the set's index where there is one, and digests (hex) of its files in their order
 */
export function recordFingerprint(content: { indexSha256?: string; files: readonly string[] }): string {
  const text = JSON.stringify(['airlock-transfer', content.indexSha256 ?? '', ...content.files]);
  const bits = BigInt(`0x${sha256(text).slice('sha256:'.length, 'sha256:'.length + (LENGTH * 5) / 4)}`);
  const letters = Array.from({ length: LENGTH }, (_, i) => {
    const shift = BigInt(5 * (LENGTH - 1 - i));
    return ALPHABET[Number((bits >> shift) & 31n)];
  }).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}
