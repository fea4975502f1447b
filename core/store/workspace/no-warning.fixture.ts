import type { Problem } from '../../base/errors/airlock-error.ts';

/** Throws each warning in a test that expects none. */
export function noWarning(problem: Problem): never {
  throw new Error(`unexpected warning: ${problem.message}`);
}
