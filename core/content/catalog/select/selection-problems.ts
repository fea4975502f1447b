import { AirlockError, type Location, type Problem } from '../../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../../base/errors/codes.ts';

/** Where in the configuration a part of a selection stands; empty when no file holds it. */
export type Place = Location;

export function problem(place: Place, what: Omit<Problem, keyof Location>): Problem {
  return { ...what, ...place };
}

/** Several errors as one, with the code of the first. */
export function allProblems(errors: readonly Problem[]): AirlockError {
  const [first] = errors as [Problem];
  const { code, level: _level, message, remedy, ...at } = first;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new AirlockError(code as ErrorCode, `${message}${more}`, {
    remedy,
    at,
    problems: [...errors],
  });
}
