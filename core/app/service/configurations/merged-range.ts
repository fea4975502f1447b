import { compare, parse, type SemVer } from 'semver';
import { looseVersion } from '../../../image-set/config/version-range.ts';

/** Versions of a channel; neither bound: its head alone. */
export interface Bounds {
  minVersion?: string | undefined;
  maxVersion?: string | undefined;
}

/**
 * The smallest bounds that select all that each of two selects of a channel, by the rules of oc-mirror's filter: without
 * bounds the head, and versions with a dash only where a bound has one.
 */
export function mergedRange(a: Bounds, b: Bounds): Bounds {
  const isHead = ({ minVersion, maxVersion }: Bounds) => !minVersion && !maxVersion;
  if (isHead(a) && isHead(b)) return {};
  // The head is above whatever the other one takes: it asks for no lower bound.
  const lows = [a, b].filter((each) => !isHead(each)).map(({ minVersion }) => minVersion);
  const minVersion = lows.every((each) => each !== undefined)
    ? lows.reduce((least, each) => (isLess(lower(each), lower(least)) ? each : least))
    : undefined;
  const maxVersion =
    a.maxVersion && b.maxVersion
      ? isLess(upper(a.maxVersion), upper(b.maxVersion))
        ? b.maxVersion
        : a.maxVersion
      : undefined;
  const hadDash = [a, b].some((each) => [each.minVersion, each.maxVersion].some(hasDash));
  const hasOne = [minVersion, maxVersion].some(hasDash);
  const least = hadDash && !hasOne ? withDash(minVersion ?? '0.0.0') : minVersion;
  // Without any bound it would be the head alone.
  const low = least ?? (maxVersion ? undefined : '0.0.0');
  return { minVersion: low || undefined, maxVersion: maxVersion || undefined };
}

function hasDash(text: string | undefined): boolean {
  return (looseVersion(text ?? '')?.prerelease.length ?? 0) > 0;
}

function withDash(text: string): string {
  const { major, minor, patch } = looseVersion(text)!;
  return `${major}.${minor}.${patch}-0`;
}

function lower(text: string | undefined): SemVer | undefined {
  return looseVersion(text ?? '');
}

/** `1.2` as an upper bound includes all of 1.2. */
function upper(text: string): SemVer | undefined {
  const version = looseVersion(text);
  const written = text.replace(/^v/, '').split(/[-+]/)[0]!.split('.').length;
  if (!version || written >= 3) return version;
  const all = Number.MAX_SAFE_INTEGER;
  return parse(`${version.major}.${written === 1 ? all : version.minor}.${all}`) ?? version;
}

function isLess(a: SemVer | undefined, b: SemVer | undefined): boolean {
  return a !== undefined && b !== undefined && compare(a, b) < 0;
}
