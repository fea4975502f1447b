import type { Problem } from './airlock-error.ts';

/** A file with more problems has one cause, and nobody reads them. */
export const MOST_PROBLEMS = 1000;

/** Returns the text of the problem that stands for those of a file or table that aren't listed. */
export function unlistedProblems(what: 'the file' | 'The table'): Pick<Problem, 'message' | 'remedy'> {
  return {
    message: `${what} has more than ${MOST_PROBLEMS} problems; only the first ${MOST_PROBLEMS} are listed`,
    remedy: `Fix the listed problems, then check ${what.toLowerCase()} again.`,
  };
}
