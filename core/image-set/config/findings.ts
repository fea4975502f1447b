import type { LineCounter } from 'yaml';
import type { Location, Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { MOST_PROBLEMS, unlistedProblems } from '../../base/errors/most-problems.ts';
import { type Rule, ruleField } from '../../base/errors/rules.ts';

/** Collects the problems of one file with their positions. */
export interface Findings {
  readonly problems: Problem[];
  /** Records the position of a field's value. */
  mark(path: string, offset: number): void;
  /** Returns the position of a field, or of the nearest part around it that is in the file. */
  at(path: string): Location;
  /** Adds a problem for which oc-mirror v2 rejects the file (code `config-invalid`). */
  error(path: string, message: string, hint?: Hint): void;
  /** Adds a problem that oc-mirror v2 accepts but that probably isn't intended (code `config-suspicious`). */
  warning(path: string, message: string, hint?: Hint): void;
}

export interface Hint {
  remedy?: string;
  rule?: Rule;
  /** Position in the text if it isn't that of the field's value. */
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

/** Returns `file:line:column: level: message`, the form that editors and terminals link. */
export function printable(problem: Problem): string {
  return placed(problem, `${problem.level}: ${problem.message}`);
}

/** Returns a message after `file:line:column`. */
export function placed({ file, line, column }: Location, message: string): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return place ? `${place}: ${message}` : message;
}
