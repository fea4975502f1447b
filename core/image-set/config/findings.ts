import type { LineCounter } from 'yaml';
import type { Location, Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { MOST_PROBLEMS, unlistedProblems } from '../../base/errors/most-problems.ts';
import { type Rule, ruleField } from '../../base/errors/rules.ts';

/** Collects what is wrong with one file, each with its place. */
export interface Findings {
  readonly problems: Problem[];
  /** Remembers where the value of a field stands. */
  mark(path: string, offset: number): void;
  /** The place of a field, or of the nearest part around it that is in the file. */
  at(path: string): Location;
  /** What oc-mirror v2 refuses (code `config-invalid`). */
  error(path: string, message: string, hint?: Hint): void;
  /** What oc-mirror v2 accepts but hardly means what was meant (code `config-suspicious`). */
  warning(path: string, message: string, hint?: Hint): void;
}

export interface Hint {
  remedy?: string;
  rule?: Rule;
  /** Position in the text, where it is not that of the field's value. */
  offset?: number;
}

export function newFindings(file: string, lines: LineCounter): Findings {
  const problems: Problem[] = [];
  const offsets = new Map<string, number>();
  const place = (offset: number): Location => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const at = (path: string): Location => {
    let known = path;
    while (known && !offsets.has(known)) known = parentOf(known);
    return { file, ...place(offsets.get(known) ?? 0), path: path || undefined };
  };
  const add = (code: 'config-invalid' | 'config-suspicious', path: string, message: string, hint: Hint) => {
    if (problems.length > MOST_PROBLEMS) return;
    if (problems.length === MOST_PROBLEMS) {
      problems.push({
        ...{ code: 'config-invalid', level: 'error', ...unlistedProblems('the file') },
        ...at(path),
      });
      return;
    }
    const where = hint.offset === undefined ? undefined : place(hint.offset);
    problems.push({
      code,
      level: code === 'config-invalid' ? 'error' : 'warning',
      message,
      remedy: hint.remedy ?? ERROR_CODES[code][1],
      ...at(path),
      ...where,
      ...ruleField(hint.rule),
    });
  };
  return {
    problems,
    mark: (path, offset) => void offsets.set(path, offset),
    at,
    error: (path, message, hint = {}) => add('config-invalid', path, message, hint),
    warning: (path, message, hint = {}) => add('config-suspicious', path, message, hint),
  };
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['), 0));
}

/** `file:line:column: message`, with `warning: ` where it is one: the form editors and terminals can follow. */
export function printable(problem: Problem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(':');
  const level = problem.level === 'error' ? '' : `${problem.level}: `;
  return `${place ? `${place}: ` : ''}${level}${problem.message}`;
}
