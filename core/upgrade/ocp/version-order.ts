import { compareBuild, parse } from 'semver';

/** A version as a step of minors. */
export interface Minor {
  major: number;
  minor: number;
}

/** Ascending; build metadata only decides between otherwise equal versions. */
export function compareVersions(a: string, b: string): number {
  return compareBuild(a, b);
}

/** @returns undefined for what is no version */
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

/** `{ prefix: 'stable', minor: { major: 4, minor: 18 } }` of `stable-4.18`; undefined for names of another form. */
export function parseChannelName(name: string): { prefix: string; minor: Minor } | undefined {
  const [, prefix, major, minor] = /^(.+)-(\d+)\.(\d+)$/.exec(name) ?? [];
  return prefix === undefined ? undefined : { prefix, minor: { major: Number(major), minor: Number(minor) } };
}

/** Kinds of channels, the one to prefer first. */
const PREFIXES = ['stable', 'eus', 'fast', 'candidate'];

/** Channels in the order of their minors, within one `stable`, `eus`, `fast`, `candidate`, others. */
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
