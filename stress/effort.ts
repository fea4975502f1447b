/**
 * How much work a stress test does. `npm test` runs each one briefly so that it can't rot; `npm run stress` runs the
 * figures that `bench/RESULTS.md` reports.
 */
export const FULL = process.env.STRESS === 'full';

/** Returns the number of rounds to run: `full` under `npm run stress`, otherwise `brief`. `STRESS_ROUNDS` overrides both. */
export function rounds(brief: number, full: number): number {
  const chosen = Number(process.env.STRESS_ROUNDS);
  if (Number.isSafeInteger(chosen) && chosen > 0) return chosen;
  return FULL ? full : brief;
}

/** Returns every entry under `npm run stress`, otherwise a third of them: which one depends on the seed. */
export function share<Entry>(entries: readonly Entry[]): readonly Entry[] {
  return FULL ? entries : entries.filter((_, index) => index % 3 === SEED % 3);
}

/** Returns the seed of this process's random choices; `STRESS_SEED` repeats a run that failed. */
export const SEED = Number(process.env.STRESS_SEED ?? Math.floor(Math.random() * 2 ** 31));

/**
 * Returns a generator of numbers from 0 (inclusive) to 1 (exclusive) that depends only on its seed (mulberry32), so that
 * a failing round can be repeated.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
