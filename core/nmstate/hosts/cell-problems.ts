import type { NmstateProblem } from '../model/finding.ts';
import type { Cell } from './delimited.ts';

/** Adds a problem of a cell. */
export type CellProblem = (
  cell: Pick<Cell, 'line' | 'column' | 'text'>,
  rule: string,
  message: string,
  remedy: string,
  level?: NmstateProblem['level'],
) => void;

/** A table with more has one cause, and nobody reads them. */
const MOST_PROBLEMS = 1000;

/** Problems of a table, with the file and the place of the cell. */
export function problemsOf(problems: NmstateProblem[], file: string | undefined): CellProblem {
  return ({ line, column }, rule, message, remedy, level = 'error') => {
    if (problems.length > MOST_PROBLEMS) return;
    const isLast = problems.length === MOST_PROBLEMS;
    problems.push({
      code: 'host-table',
      ...(isLast
        ? {
            level: 'error',
            message: `The table has more than ${MOST_PROBLEMS} problems; only the first ${MOST_PROBLEMS} are listed`,
            remedy: 'Fix the listed problems, then check the table again.',
          }
        : { level, message, remedy }),
      ...(file !== undefined && { file }),
      line,
      column,
      rule,
    });
  };
}
