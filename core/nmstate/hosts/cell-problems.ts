import { MOST_PROBLEMS, unlistedProblems } from '../../base/errors/most-problems.ts';
import { RULE } from '../../base/errors/rules.ts';
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

/** Problems of a table, with the file and the place of the cell. */
export function problemsOf(problems: NmstateProblem[], file: string | undefined): CellProblem {
  return ({ line, column, text }, rule, message, remedy, level = 'error') => {
    if (problems.length > MOST_PROBLEMS) return;
    const isLast = problems.length === MOST_PROBLEMS;
    const reported = isLast ? unlistedProblems('The table') : { message, remedy };
    problems.push({
      code: 'host-table',
      level: isLast ? 'error' : level,
      ...reported,
      file,
      line,
      column,
      rule,
      [RULE]: { id: 'network-values', values: text.split(/[\s,;]+/) },
    });
  };
}
