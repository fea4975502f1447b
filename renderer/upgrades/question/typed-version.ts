import { t } from './messages.ts';

const FULL = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;
const MINOR = /^\d+\.\d+$/;

/** Whether a text is a version with its patch number, such as `4.18.9`. */
export function isFullVersion(text: string): boolean {
  return FULL.test(text);
}

/** Returns the problem of a typed version; undefined for a version, an empty text, and a minor version if `minors`. */
export function versionProblem(typed: string, minors: boolean): string | undefined {
  if (typed === '' || isFullVersion(typed) || (minors && MINOR.test(typed))) return undefined;
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
