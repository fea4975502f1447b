import { compare, parse, type SemVer } from 'semver';

/** `>=min <=max` of the configuration, as oc-mirror hands it to its filter. */
export interface VersionRange {
  /** As oc-mirror writes it in messages. */
  text: string;
  /** The one version that minVersion and maxVersion both name. */
  only?: string;
  contains(version: SemVer): boolean;
  /** Out of the range for no other reason than that it is a pre-release, which no bound is. */
  hides(version: SemVer): boolean;
}

interface Bound {
  version: SemVer;
  /** What was left out: `<=1.2` takes all of 1.2, `<=1` all of 1. */
  open?: 'minor' | 'patch';
}

const LOOSE = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?((?:-[0-9A-Za-z.-]+)?)((?:\+[0-9A-Za-z.-]+)?)$/;

/**
 * The range of a minimum and a maximum by the rules of oc-mirror's constraint library: bounds may be short (`1.2`, `v1`),
 * build metadata does not count, and pre-releases are in the range only if a bound is one.
 * @returns undefined without bounds; `{ invalid }` with the bound that is no version
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

/** A version as bounds write it, with what is missing as zeros. */
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
