import type { Problem } from '../../base/errors/airlock-error.ts';

/** Receives the warnings of a test that expects none. @throws each of them */
export function noWarning(problem: Problem): never {
  throw new Error(`unexpected warning: ${problem.message}`);
}
