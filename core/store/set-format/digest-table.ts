import { randomBytes } from 'node:crypto';

const DIGEST_BYTES = 32;
const HALVES = DIGEST_BYTES / 2;

/** A digest in a buffer, with a number. */
export interface NumberedDigest {
  bytes: Buffer;
  /** Offset of the 32 bytes. */
  start: number;
  number: number;
}

/**
 * Finds items by a digest and a number. The table needs at most 8 bytes per item, because the caller stores the items. The
 * hash is keyed, so that an attacker can't choose digests that collide.
 */
export class DigestTable {
  readonly #read: (item: number) => NumberedDigest;
  readonly #factors: Int32Array;
  #slots = new Int32Array(64).fill(-1);
  #shift = 32 - 6;
  #used = 0;

  /** @param read returns an added item */
  constructor(read: (item: number) => NumberedDigest) {
    this.#read = read;
    const random = randomBytes(4 * (HALVES + 2));
    this.#factors = Int32Array.from({ length: HALVES + 2 }, (_, i) => random.readInt32LE(4 * i) | 1);
  }

  /** Adds an item unless the table contains an equal one. @returns the equal item */
  add(item: number): number | undefined {
    if (2 * this.#used >= this.#slots.length) this.#grow();
    const wanted = this.#read(item);
    const slot = this.#slotOf(wanted);
    const equal = this.#slots[slot]!;
    if (equal !== -1) return equal;
    this.#slots[slot] = item;
    this.#used++;
    return undefined;
  }

  find(wanted: NumberedDigest): number | undefined {
    const item = this.#slots[this.#slotOf(wanted)]!;
    return item === -1 ? undefined : item;
  }

  /** Returns the slot of an item, or the free slot for it. */
  #slotOf(wanted: NumberedDigest): number {
    const { bytes, start, number } = wanted;
    let slot = this.#hash(wanted);
    for (;;) {
      const item = this.#slots[slot]!;
      if (item === -1) return slot;
      const found = this.#read(item);
      const same =
        found.number === number &&
        bytes.compare(found.bytes, found.start, found.start + DIGEST_BYTES, start, start + DIGEST_BYTES) ===
          0;
      if (same) return slot;
      slot = slot + 1 === this.#slots.length ? 0 : slot + 1;
    }
  }

  /** Multiplies each 16 bits by a secret number and returns the upper bits of the sum. */
  #hash({ bytes, start, number }: NumberedDigest): number {
    const factors = this.#factors;
    let sum = Math.imul(number & 0xffff, factors[HALVES]!) + Math.imul(number >>> 16, factors[HALVES + 1]!);
    for (let i = 0; i < HALVES; i++)
      sum = (sum + Math.imul(bytes.readUInt16LE(start + 2 * i), factors[i]!)) | 0;
    return sum >>> this.#shift;
  }

  #grow(): void {
    const items = this.#slots;
    this.#slots = new Int32Array(2 * items.length).fill(-1);
    this.#shift--;
    for (const item of items) if (item !== -1) this.#slots[this.#slotOf(this.#read(item))] = item;
  }
}
