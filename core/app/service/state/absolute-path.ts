import { isAbsolute, resolve } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';

/** A path that a page sent, without `.`, `..` and a slash at its end. @throws AirlockError `usage` for a relative one */
export function absolutePath(path: string, field: string): string {
  if (!isAbsolute(path) || path.includes('\0'))
    throw new AirlockError(
      'usage',
      { subject: field, statement: `${path} is not an absolute path` },
      {
        remedy: 'Write the whole path, beginning with /.',
        at: { path: field },
      },
    );
  return resolve(path);
}

/** {@link absolutePath} of a path that may be absent. @throws AirlockError `usage` */
export function optionalPath(path: string | undefined, field: string): string | undefined {
  return path === undefined ? undefined : absolutePath(path, field);
}
