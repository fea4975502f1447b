import { compare, parse } from 'semver';
import type { FixingChange } from '../../../base/document/edit/fix.ts';
import { pathOf } from '../../../base/document/field-path.ts';
import { RULE, type Rule } from '../../../base/errors/rules.ts';
import { present } from '../../../base/objects/present.ts';
import { nearestNames } from '../../../content/catalog/model/nearest-names.ts';
import type { UpdateGraph } from '../../../content/release/update-graph.ts';
import type { PlatformSelection, ReleaseChannel } from '../../../image-set/config/image-set.ts';
import { putField } from '../../../image-set/form/place-field.ts';
import { setGraph, setRelease } from '../../../image-set/form/releases.ts';
import { t } from '../messages.ts';
import type { PlannedReleases } from '../parts/releases.ts';
import { placeOf } from '../parts/releases.ts';
import type { FixableProblem } from './fixable-problem.ts';

const CHANNELS = 'io.openshift.upgrades.graph.release.channels';

/**
 * Returns the problems of the releases of a draft, each with its fix.
 * @param graphs local graphs, which contain the existing channels
 * @param to the target version
 */
export function releaseProblems(
  platform: PlatformSelection,
  selected: PlannedReleases,
  graphs: readonly UpdateGraph[],
  to: string | undefined,
): FixableProblem[] {
  const problems: FixableProblem[] = [];
  for (const { channel, error } of selected.faults) {
    const { side: _side, expected: _expected, found: _found, ...problem } = error.toJSON();
    const fix = channel && otherChannel(channel, error[RULE], graphs);
    problems.push({ ...placeOf(platform, channel), ...present(problem), fix });
  }
  for (const problem of selected.problems) {
    const rule = problem[RULE];
    const channel = platform.channels.find(({ name }) => rule && 'channel' in rule && rule.channel === name);
    problems.push({ ...placeOf(platform, channel), ...present(problem) });
  }
  const known = selected.releases.filter(({ wanted }) => wanted);
  if (!platform.graph && known.length > 0 && !platform.release)
    problems.push({
      code: 'config-suspicious',
      level: 'info',
      message: t('graphNotMirrored'),
      remedy: t('graphNotMirroredRemedy'),
      ...platform.at,
      fix: { label: t('graphFix'), change: (doc) => setGraph(doc, true) },
    });
  const missing = to === undefined ? undefined : requestedVersion(to, platform, selected, graphs);
  return missing ? [...problems, missing] : problems;
}

/** Returns a change to the nearest channel instead of one that doesn't exist. */
function otherChannel(
  { name: given, at }: ReleaseChannel,
  rule: Rule | undefined,
  graphs: readonly UpdateGraph[],
): FixingChange | undefined {
  const isUnknown =
    rule?.id === 'release-channel-unknown' || (rule?.id === 'release-unknown' && rule.nearest.length === 0);
  const name = isUnknown && nearestNames(given, channelNames(graphs)).find((each) => each !== given);
  const path = pathOf(at?.path ?? 'mirror.platform.channels[0]');
  return name
    ? { label: t('useFix', { name }), change: (doc) => putField(doc, [...path, 'name'], name) }
    : undefined;
}

/** Returns the channels in the metadata of releases of the graphs. */
function channelNames(graphs: readonly UpdateGraph[]): string[] {
  const names = new Set<string>();
  for (const { nodes } of graphs)
    for (const { metadata } of nodes)
      for (const name of metadata[CHANNELS]?.split(',') ?? []) if (name) names.add(name);
  return [...names].sort();
}

/** Returns a problem if the channels don't contain the target version. */
function requestedVersion(
  to: string,
  platform: PlatformSelection,
  { releases }: PlannedReleases,
  graphs: readonly UpdateGraph[],
): FixableProblem | undefined {
  const wanted = parse(to);
  if (!wanted || platform.release || releases.some(({ version }) => version === to)) return undefined;
  const minor = `${wanted.major}.${wanted.minor}`;
  const listed = platform.channels.find(({ name }) => name.endsWith(`-${minor}`));
  const prefix = /^[a-z]+/.exec(listed?.name ?? platform.channels[0]?.name ?? '')?.[0] ?? 'stable';
  const name = listed?.name ?? `${prefix}-${minor}`;
  const isKnown =
    graphs.length === 0 || graphs.some(({ nodes }) => nodes.some(({ version }) => version === to));
  const min = listed?.minVersion;
  const reach = { name, maxVersion: to };
  // A range that begins above its end is empty.
  const isAbove = min === undefined || (parse(min) && compare(min, to) > 0);
  const release = isAbove ? { ...reach, minVersion: to } : reach;
  return {
    code: 'release-unknown',
    level: 'warning',
    message: t('targetMissing', { version: to }),
    remedy: isKnown ? t('targetMissingRemedy', { channel: name }) : t('targetUnknownRemedy'),
    ...placeOf(platform, listed),
    fix: isKnown
      ? { label: t('addFix', { name: to }), change: (doc) => setRelease(doc, release) }
      : undefined,
  };
}
