import { Range, satisfies } from 'semver';
import { type Data, emptyMap } from './data.ts';

const VERSION = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/;

/** Returns the fields of a version as sprig's `semver` does (Masterminds/semver, NewVersion); undefined for an invalid one. */
export function versionParts(version: string): Data {
  const [all, major, minor = '0', patch = '0', prerelease = '', metadata = ''] =
    VERSION.exec(version.trim()) ?? [];
  if (all === undefined) return undefined;
  return emptyMap([
    ['Major', BigInt(major!)],
    ['Minor', BigInt(minor)],
    ['Patch', BigInt(patch)],
    ['Prerelease', prerelease],
    ['Metadata', metadata],
    ['Original', version],
  ]);
}

/**
 * Returns whether a version is in a range (Masterminds/semver, NewConstraint). A range with a pre-release, such as
 * `>=1.22-0`, includes all pre-releases. Undefined for an invalid range or version.
 */
export function compareVersions(range: string, version: string): boolean | undefined {
  const [all, major, minor = '0', patch = '0', prerelease] = VERSION.exec(version.trim()) ?? [];
  if (all === undefined) return undefined;
  const exact = `${major}.${minor}.${patch}${prerelease ? `-${prerelease}` : ''}`;
  try {
    return range.split('||').some((part) => isInAll(part, exact));
  } catch {
    return undefined;
  }
}

/** @throws Error for an invalid range */
function isInAll(part: string, version: string): boolean {
  const includePrerelease = /\d-[0-9A-Za-z]/.test(part);
  const conditions = part
    .replaceAll(',', ' ')
    .replace(/(?<=[<>=!~^])\s+/g, '')
    .replace(/=([<>])/g, '$1=')
    .replaceAll('~>', '~');
  const not = [...conditions.matchAll(/!=(\S+)/g)].map(([, other]) => other!);
  const rest = conditions.replace(/!=\S+/g, '').trim() || '*';
  const options = { includePrerelease };
  const range = (text: string) =>
    new Range(
      text.replace(/(?<![\d.])(\d+\.\d+)-0\b/g, '$1.0-0').replace(/(?<![\d.])(\d+)-0\b/g, '$1.0.0-0'),
      options,
    );
  return (
    satisfies(version, range(rest), options) &&
    !not.some((other) => satisfies(version, range(other), options))
  );
}
