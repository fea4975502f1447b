import { compare, parse, rcompare } from 'semver';
import { commaList } from '../../../base/document/words.ts';
import type { UpdateGraph } from '../../../content/release/update-graph.ts';
import type { PlatformSelection, ReleaseChannel } from '../../../image-set/config/image-set.ts';
import { setRelease } from '../../../image-set/form/releases.ts';
import type { PlannedDraft } from '../known/planner-answers.ts';
import { t } from '../messages.ts';
import type { PlannedReleases } from '../parts/releases.ts';
import { placeOf } from '../parts/releases.ts';
import type { FixableProblem } from './fixable-problem.ts';

/** Number of versions that a problem suggests. */
const MOST_NEAREST = 3;
const PLATFORM = { path: 'mirror.platform' };

/**
 * Returns a problem if the target version of a draft isn't selected: an error if no local graph contains it, because it
 * probably doesn't exist, otherwise a warning.
 * @param graphs local graphs; without one, every version may exist
 */
export function targetProblem(
  { from, to }: Pick<PlannedDraft, 'from' | 'to'>,
  platform: PlatformSelection | undefined,
  { releases }: PlannedReleases,
  graphs: readonly UpdateGraph[],
): FixableProblem | undefined {
  const minor = /^(\d+\.\d+)(\.|$)/.exec(to ?? '')?.[1];
  if (to === undefined || minor === undefined || platform?.release) return undefined;
  const listed = platform?.channels.find(({ name }) => name.endsWith(`-${minor}`));
  const isMinor = to === minor;
  if (isMinor ? listed : releases.some(({ version }) => version === to)) return undefined;
  const versions = [...new Set(graphs.flatMap(({ nodes }) => nodes.map(({ version }) => version)))];
  const isKnown =
    versions.length === 0 ||
    versions.some((version) => version === to || (isMinor && version.startsWith(`${minor}.`)));
  const kind = /^[a-z]+/.exec(listed?.name ?? platform?.channels[0]?.name ?? '')?.[0] ?? 'stable';
  const place = platform ? placeOf(platform, listed) : PLATFORM;
  const base = { code: 'release-unknown', subject: to, ...place };
  const channel = listed?.name ?? `${kind}-${minor}`;
  if (isKnown)
    return {
      ...base,
      level: 'warning',
      message: t('targetMissing', { version: to }),
      // Without a local graph, it is unknown whether there is a channel of this minor version.
      remedy: isMinor ? t('targetUnknownRemedy') : t('targetMissingRemedy', { channel }),
      fix: isMinor
        ? undefined
        : {
            label: t('addFix', { name: to }),
            change: (doc) => setRelease(doc, { name: channel, ...boundsTo(to, listed?.minVersion) }),
          },
    };
  const nearest = nearestVersions(to, versions);
  const [best] = nearest;
  return {
    ...base,
    level: 'error',
    message: t('targetUnknown', { version: to }),
    remedy:
      best === undefined ? t('targetUnknownRemedy') : t('nearestRemedy', { versions: commaList(nearest) }),
    fix: best === undefined ? undefined : fixTo(best, from, listed, kind),
  };
}

/** Returns the bounds of a channel that includes a version. A range that begins above its end is empty. */
function boundsTo(version: string, min: string | undefined): { maxVersion: string; minVersion?: string } {
  const isAbove = min === undefined || (parse(min) && compare(min, version) > 0);
  return isAbove ? { maxVersion: version, minVersion: version } : { maxVersion: version };
}

/**
 * Returns a change that selects another version; undefined if the path to it has several channels.
 * @param listed the channel of the version that doesn't exist
 */
function fixTo(
  version: string,
  from: string | undefined,
  listed: ReleaseChannel | undefined,
  kind: string,
): FixableProblem['fix'] {
  const minor = version.slice(0, version.lastIndexOf('.'));
  const name = `${kind}-${minor}`;
  const isUpgrade = from !== undefined && parse(from) !== null && from !== version;
  if (isUpgrade && (!from.startsWith(`${minor}.`) || compare(from, version) > 0)) return undefined;
  const release = isUpgrade
    ? { name, minVersion: from, maxVersion: version, shortestPath: true }
    : { name, minVersion: version, maxVersion: version };
  return {
    label: t('useFix', { name: version }),
    to: version,
    change: (doc) => setRelease(doc, release, listed?.name ?? name),
  };
}

/** Returns the existing versions that are closest: of the same minor version if there are any, then the newest. */
function nearestVersions(to: string, versions: readonly string[]): string[] {
  const [major = 0, minor = 0, patch = 0] = to.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const distance = (text: string): number => {
    const version = parse(text)!;
    const minors = Math.abs(version.major * 1000 + version.minor - major * 1000 - minor);
    return minors * 100_000 + (minors === 0 ? Math.abs(version.patch - patch) : 0);
  };
  return versions
    .filter((version) => parse(version) && !version.includes('-'))
    .toSorted((a, b) => distance(a) - distance(b) || rcompare(a, b))
    .slice(0, MOST_NEAREST);
}
