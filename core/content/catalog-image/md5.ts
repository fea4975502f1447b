/** Shift amounts of the four rounds (RFC 1321, 3.4). */
const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;
const SINES = Uint32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));

/**
 * Returns the MD5 of a text's UTF-8 bytes, in lower-case hex (RFC 1321). It is only used for oc-mirror's folder names.
 * It doesn't use node:crypto, because OpenSSL rejects MD5 on hosts in FIPS mode.
 */
export function md5(text: string): string {
  const content = Buffer.from(text, 'utf8');
  const padded = Buffer.alloc((((content.length + 8) >> 6) << 6) + 64);
  content.copy(padded);
  padded[content.length] = 0x80;
  padded.writeBigUInt64LE(BigInt(content.length) * 8n, padded.length - 8);
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  for (let offset = 0; offset < padded.length; offset += 64)
    addBlock(state, padded.subarray(offset, offset + 64));
  const result = Buffer.alloc(16);
  for (const [index, word] of state.entries()) result.writeUInt32LE(word, index * 4);
  return result.toString('hex');
}

function addBlock(state: Uint32Array, block: Buffer): void {
  let [a, b, c, d] = state as unknown as [number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    const [mixed, word] = mix(round, i, b, c, d);
    const sum = (a + mixed + SINES[i]! + block.readUInt32LE(word * 4)) >>> 0;
    const shift = SHIFTS[round]![i & 3]!;
    [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) >>> 0];
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
}

/** Returns the function of the state in a round, and the word of the block for it. */
function mix(round: number, i: number, b: number, c: number, d: number): [mixed: number, word: number] {
  if (round === 0) return [((b & c) | (~b & d)) >>> 0, i];
  if (round === 1) return [((d & b) | (~d & c)) >>> 0, (5 * i + 1) & 15];
  if (round === 2) return [(b ^ c ^ d) >>> 0, (3 * i + 5) & 15];
  return [(c ^ (b | ~d)) >>> 0, (7 * i) & 15];
}
