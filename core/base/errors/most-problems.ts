import type { Problem } from './airlock-error.ts';
import { t } from './messages.ts';

/** Maximum listed problems. More have a common cause, and nobody reads them. */
export const MOST_PROBLEMS = 1000;

/** Returns the text of the problem about the unlisted problems of a file or table. */
export function unlistedProblems(subject: 'the file' | 'The table'): Pick<Problem, 'message' | 'remedy'> {
  const key = subject === 'the file' ? 'moreFileProblems' : 'moreTableProblems';
  return { message: t(key, { limit: MOST_PROBLEMS }), remedy: t(`${key}Remedy`) };
}
