import type { Digest } from '../../../base/image/digest.ts';

/**
 * Assigns numbers to digests. Sets of content are compared and added up thousands of times for one answer, which is a
 * hundred times faster with arrays of numbers than with sets of strings.
 */
export interface ContentTable {
  /** Names by number: digests, or other names for estimates. */
  readonly names: readonly string[];
  /** Bytes, by number. */
  readonly sizes: readonly number[];
  numberOf(digest: Digest, size: number): number;
  /** Returns the number of unknown content with an estimated size. The same name has the same number and the last size. */
  guess(name: string, size: number, basis: GuessBasis): number;
  /** Undefined for known content. */
  basis(number: number): GuessBasis | undefined;
  /** Undefined for an estimate. */
  digest(number: number): Digest | undefined;
}

/** The basis of an estimate: known images, typical sizes, or nothing, so that its size is 0. */
export type GuessBasis = 'learned' | 'typical' | 'unknown';

export function contentTable(): ContentTable {
  const names: string[] = [];
  const sizes: number[] = [];
  const known = new Map<string, number>();
  const guesses = new Map<number, GuessBasis>();
  const add = (name: string, size: number): number => {
    const number = names.length;
    names.push(name);
    sizes.push(size);
    known.set(name, number);
    return number;
  };
  return {
    names,
    sizes,
    numberOf: (digest, size) => known.get(digest) ?? add(digest, size),
    guess(name, size, basis) {
      const full = `guess ${name}`;
      const number = known.get(full);
      if (number === undefined) {
        const fresh = add(full, Math.round(size));
        guesses.set(fresh, basis);
        return fresh;
      }
      sizes[number] = Math.round(size);
      guesses.set(number, basis);
      return number;
    },
    basis: (number) => guesses.get(number),
    digest: (number) => (guesses.has(number) ? undefined : (names[number] as Digest)),
  };
}
