import type { Problem } from '../errors/airlock-error.ts';
import { ERROR_CODES } from '../errors/codes.ts';

export type CloudConfigCode = 'cloud-config-unreadable' | 'cloud-config-invalid' | 'cloud-config-doubtful';

/** What is wrong at a line of the configuration; lines and columns are those of the configuration itself, from 1. */
export function problemAt(
  code: CloudConfigCode,
  { line, column }: { line: number; column: number },
  message: string,
  { remedy, path }: { remedy?: string; path?: string } = {},
): Problem {
  return {
    code,
    level: code === 'cloud-config-doubtful' ? 'warning' : 'error',
    message,
    remedy: remedy ?? ERROR_CODES[code][1],
    line,
    column,
    ...(path !== undefined && { path }),
  };
}
