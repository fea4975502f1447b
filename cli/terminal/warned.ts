import type { Problem } from '../../core/base/errors/airlock-error.ts';
import type { Terminal } from './terminal.ts';

/**
 * Returns a function that shows a problem on standard error, and adds it to the problems of the command's result for --json.
 */
export function warned(terminal: Terminal, problems: Problem[]): (problem: Problem) => void {
  return (problem) => {
    terminal.problem(problem);
    problems.push(problem);
  };
}
