import { compareBuild, parse } from 'semver';

/** The major and minor part of a version. */
export interface Minor {
  major: number;
  minor: number;
}

/** Compares versions, ascending. Build metadata matters only for otherwise equal versions. */
export function compareVersions(a: string, b: string): number {
  return compareBuild(a, b);
}

/** Returns the major and minor part of a version, or undefined for invalid versions. */
export function minorOf(version: string): Minor | undefined {
  const parsed = parse(version);
  return parsed ? { major: parsed.major, minor: parsed.minor } : undefined;
}

/** `4.18` */
export function minorText({ major, minor }: Minor): string {
  return `${major}.${minor}`;
}

export function compareMinors(a: Minor, b: Minor): number {
  return a.major - b.major || a.minor - b.minor;
}

/** Returns `{ prefix: 'stable', minor: { major: 4, minor: 18 } }` for `stable-4.18`, or undefined for other names. */
export function parseChannelName(name: string): { prefix: string; minor: Minor } | undefined {
  const [, prefix, major, minor] = /^(.+)-(\d+)\.(\d+)$/.exec(name) ?? [];
  return prefix === undefined ? undefined : { prefix, minor: { major: Number(major), minor: Number(minor) } };
}

/** Kinds of channels by preference. */
const PREFIXES = ['stable', 'eus', 'fast', 'candidate'];

/** Compares channels by minor version, then `stable`, `eus`, `fast`, `candidate` and others. */
export function byChannel(a: string, b: string): number {
  const [left, right] = [parseChannelName(a), parseChannelName(b)];
  if (!left || !right) return left ? -1 : right ? 1 : a < b ? -1 : a > b ? 1 : 0;
  const rank = (prefix: string) => (PREFIXES.includes(prefix) ? PREFIXES.indexOf(prefix) : PREFIXES.length);
  return (
    compareMinors(left.minor, right.minor) ||
    rank(left.prefix) - rank(right.prefix) ||
    (a < b ? -1 : a > b ? 1 : 0)
  );
}
