import type { NmstateProblem } from '../finding.ts';
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
  return ({ line, column }, rule, message, remedy, level = 'error') => {
    problems.push({
      code: 'host-table',
      level,
      message,
      remedy,
      ...(file !== undefined && { file }),
      line,
      column,
      rule,
    });
  };
}
