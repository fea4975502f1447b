import { compare, parse, type SemVer } from 'semver';

/** `>=min <=max` of the configuration, as oc-mirror passes it to its filter. */
export interface VersionRange {
  /** As in oc-mirror's messages. */
  text: string;
  /** The single version if minVersion and maxVersion are the same. */
  only?: string;
  contains(version: SemVer): boolean;
  /** Returns whether a version is outside of the range only because it is a pre-release and no bound is one. */
  hides(version: SemVer): boolean;
}

interface Bound {
  version: SemVer;
  /** The omitted part: `<=1.2` includes all of 1.2, `<=1` all of 1. */
  open?: 'minor' | 'patch';
}

const LOOSE = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?((?:-[0-9A-Za-z.-]+)?)((?:\+[0-9A-Za-z.-]+)?)$/;

/**
 * Returns the range of a minimum and a maximum by the rules of oc-mirror's constraint library: bounds can be short
 * (`1.2`, `v1`), build metadata is ignored, and pre-releases are only in the range if a bound is one.
 * @returns undefined without bounds; `{ invalid }` with the bound that isn't a version
 */
export function versionRange(
  minVersion: string | undefined,
  maxVersion: string | undefined,
): VersionRange | { invalid: string } | undefined {
  if (!minVersion && !maxVersion) return undefined;
  const min = minVersion ? boundOf(minVersion) : undefined;
  const max = maxVersion ? boundOf(maxVersion) : undefined;
  if (minVersion && !min) return { invalid: minVersion };
  if (maxVersion && !max) return { invalid: maxVersion };
  const within = (version: SemVer) =>
    (!min || compare(version, min.version) >= 0) && (!max || isBelow(version, max));
  const prereleases = [min, max].some((bound) => (bound?.version.prerelease.length ?? 0) > 0);
  const isHidden = (version: SemVer) => version.prerelease.length > 0 && !prereleases;
  return {
    text: [minVersion && `>=${minVersion}`, maxVersion && `<=${maxVersion}`].filter(Boolean).join(' '),
    only: minVersion && minVersion === maxVersion ? minVersion : undefined,
    contains: (version) => !isHidden(version) && within(version),
    hides: (version) => isHidden(version) && within(version),
  };
}

/** Parses a version of a bound, with zeros for missing parts. */
export function looseVersion(text: string): SemVer | undefined {
  return boundOf(text)?.version;
}

function boundOf(text: string): Bound | undefined {
  const [, major, minor, patch, prerelease = '', build = ''] = LOOSE.exec(text) ?? [];
  if (major === undefined) return undefined;
  const plain = [major, minor ?? '0', patch ?? '0'].map((part) => part.replace(/^0+(?=\d)/, '')).join('.');
  const version = parse(`${plain}${prerelease}${build}`);
  if (!version) return undefined;
  const open = minor === undefined ? 'minor' : patch === undefined ? 'patch' : undefined;
  return { version, open };
}

function isBelow(version: SemVer, { version: max, open }: Bound): boolean {
  if (open === undefined) return compare(version, max) <= 0;
  if (version.major !== max.major) return version.major < max.major;
  return open === 'minor' || version.minor <= max.minor;
}
