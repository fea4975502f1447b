import { isAbsolute, resolve } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** Returns a path from a page without `.`, `..` and a trailing slash. @throws AirlockError `usage` for a relative path */
export function absolutePath(path: string, field: string): string {
  if (!isAbsolute(path) || path.includes('\0'))
    throw new AirlockError(
      'usage',
      { subject: field, statement: t('pathNotAbsolute', { path }) },
      {
        remedy: t('pathNotAbsoluteRemedy'),
        at: { path: field },
      },
    );
  return resolve(path);
}

/** Returns the {@link absolutePath} of a path that may be absent. @throws AirlockError `usage` */
export function optionalPath(path: string | undefined, field: string): string | undefined {
  return path === undefined ? undefined : absolutePath(path, field);
}
