import { AirlockError, type Location, type Problem } from '../../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../../base/errors/codes.ts';
import { t } from '../messages.ts';

/** The position of a part of a selection in the configuration; empty if it isn't in a file. */
export type Place = Location;

export function problem(place: Place, fields: Omit<Problem, keyof Location>): Problem {
  return { ...fields, ...place };
}

/** Combines several errors into one with the code of the first. */
export function allProblems(errors: readonly Problem[]): AirlockError {
  const [first] = errors as [Problem];
  const { code, level: _level, message, remedy, ...at } = first;
  const text = errors.length > 1 ? t('moreErrors', { message, count: errors.length - 1 }) : message;
  return new AirlockError(code as ErrorCode, text, {
    remedy,
    at,
    problems: [...errors],
  });
}
