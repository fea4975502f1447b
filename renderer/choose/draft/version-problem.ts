import { t } from './messages.ts';

/** Such as `4.18.9`. */
export const FULL_VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;
const MINOR_VERSION = /^\d+\.\d+$/;

/** Returns the problem of a typed version; undefined for a version, an empty text, and a minor version if `minors`. */
export function versionProblem(typed: string, minors: boolean): string | undefined {
  if (typed === '' || FULL_VERSION.test(typed) || (minors && MINOR_VERSION.test(typed))) return undefined;
  return t(minors ? 'versionError' : 'fullVersionError');
}

/** Returns whether both versions can be written to a configuration, if they are entered. */
export function areVersions({
  from = '',
  to = '',
}: {
  from?: string | undefined;
  to?: string | undefined;
}): boolean {
  return versionProblem(from, false) === undefined && versionProblem(to, true) === undefined;
}
