import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { MOST_PROBLEMS, unlistedProblems } from '../../base/errors/most-problems.ts';

export type CloudConfigCode = 'cloud-config-unreadable' | 'cloud-config-invalid' | 'cloud-config-suspicious';

/** Returns a problem at a line and column of the configuration, both from 1. */
export function problemAt(
  code: CloudConfigCode,
  { line, column }: { line: number; column: number },
  message: string,
  { remedy, path }: { remedy?: string | undefined; path?: string } = {},
): Problem {
  return {
    code,
    level: code === 'cloud-config-suspicious' ? 'warning' : 'error',
    message,
    remedy: remedy ?? ERROR_CODES[code][1],
    line,
    column,
    path,
  };
}

/** Returns the first problems of one file, and one that reports that the others aren't listed. It's an error where one of them is. */
export function listedProblems(problems: readonly Problem[]): Problem[] {
  if (problems.length <= MOST_PROBLEMS) return [...problems];
  const others = problems.slice(MOST_PROBLEMS);
  const isError = others.some(({ level }) => level === 'error');
  const { message, remedy } = unlistedProblems('the file');
  return [
    ...problems.slice(0, MOST_PROBLEMS),
    problemAt(
      isError ? 'cloud-config-invalid' : 'cloud-config-suspicious',
      { line: others[0]!.line ?? 1, column: others[0]!.column ?? 1 },
      message,
      { remedy },
    ),
  ];
}
