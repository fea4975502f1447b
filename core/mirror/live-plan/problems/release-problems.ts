import type { FixingChange } from '../../../base/document/edit/fix.ts';
import { pathOf } from '../../../base/document/field-path.ts';
import { RULE, type Rule } from '../../../base/errors/rules.ts';
import { present } from '../../../base/objects/present.ts';
import { nearestNames } from '../../../content/catalog/model/nearest-names.ts';
import type { UpdateGraph } from '../../../content/release/update-graph.ts';
import type { PlatformSelection, ReleaseChannel } from '../../../image-set/config/image-set.ts';
import { putField } from '../../../image-set/form/place-field.ts';
import { setGraph } from '../../../image-set/form/releases.ts';
import { t } from '../messages.ts';
import type { PlannedReleases } from '../parts/releases.ts';
import { placeOf } from '../parts/releases.ts';
import type { FixableProblem } from './fixable-problem.ts';

const CHANNELS = 'io.openshift.upgrades.graph.release.channels';

/**
 * Returns the problems of the releases of a draft, each with its fix.
 * @param graphs local graphs, which contain the existing channels
 */
export function releaseProblems(
  platform: PlatformSelection,
  selected: PlannedReleases,
  graphs: readonly UpdateGraph[],
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
  return problems;
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
