import type { Digest } from '../../../base/image/digest.ts';

/**
 * Numbers for digests: sets of content are compared and added up thousands of times for one answer, which arrays of
 * numbers do a hundred times faster than sets of strings.
 */
export interface ContentTable {
  /** By number. Guesses have a name that is no digest. */
  readonly names: readonly string[];
  /** Bytes, by number. */
  readonly sizes: readonly number[];
  numberOf(digest: Digest, size: number): number;
  /** A stand-in for content that is not known yet. The same name has the same number, with the size given last. */
  guess(name: string, size: number, basis: GuessBasis): number;
  /** Undefined for what is known. */
  basis(number: number): GuessBasis | undefined;
  /** Undefined for a guess. */
  digest(number: number): Digest | undefined;
}

/** What a size is guessed by: images that were looked at, or nothing but what is usual in the field. */
export type GuessBasis = 'learned' | 'typical';

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
