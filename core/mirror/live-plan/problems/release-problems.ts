import { compare, parse } from 'semver';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import { nearestNames } from '../../../content/catalog/model/nearest-names.ts';
import type { UpdateGraph } from '../../../content/release/update-graph.ts';
import type { PlatformSelection, ReleaseChannel } from '../../../image-set/config/image-set.ts';
import { putField } from '../../../image-set/form/place-field.ts';
import { setGraph, setRelease } from '../../../image-set/form/releases.ts';
import { pathOf } from '../parts/field-path.ts';
import type { PlannedReleases } from '../parts/releases.ts';
import { placeOf } from '../parts/releases.ts';
import type { Mend, MendableProblem } from './mend.ts';

const CHANNELS = 'io.openshift.upgrades.graph.release.channels';

/**
 * What is wrong or odd about the releases of a draft, each with what mends it.
 * @param graphs those that are kept: they name channels that there are
 * @param to the version that is wanted
 */
export function releaseProblems(
  platform: PlatformSelection,
  selected: PlannedReleases,
  graphs: readonly UpdateGraph[],
  to: string | undefined,
): MendableProblem[] {
  const problems: MendableProblem[] = [];
  for (const { channel, error } of selected.faults) {
    const mend = channel && faultMend(channel, error.toJSON(), graphs);
    problems.push({ ...placeOf(platform, channel), ...plain(error.toJSON()), ...(mend && { mend }) });
  }
  for (const problem of selected.problems) {
    const channel = platform.channels.find(({ name }) => problem.message.includes(`channel ${name}`));
    const mend = channel && boundMend(channel, problem.message);
    problems.push({ ...placeOf(platform, channel), ...problem, ...(mend && { mend }) });
  }
  const known = selected.releases.filter(({ wanted }) => wanted);
  if (!platform.graph && known.length > 0 && !platform.release)
    problems.push({
      code: 'config-doubtful',
      level: 'info',
      message: 'the update graph is not mirrored: clusters will not be told of updates',
      remedy: 'Set graph: true, and apply the UpdateService that is written then.',
      ...platform.at,
      mend: { label: 'Add the update graph', apply: (doc) => setGraph(doc, true) },
    });
  const missing = to === undefined ? undefined : wantedVersion(to, platform, selected, graphs);
  return missing ? [...problems, missing] : problems;
}

function plain({ code, level, message, remedy, ...at }: Problem & { side?: string }): Problem {
  const { file, line, column, path } = at;
  return {
    ...{ code, level, message, remedy },
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(path !== undefined && { path }),
  };
}

function faultMend(
  channel: ReleaseChannel,
  problem: Problem & { expected?: string },
  graphs: readonly UpdateGraph[],
): Mend | undefined {
  if (problem.code !== 'release-unknown') return undefined;
  const path = pathOf(channel.at?.path ?? 'mirror.platform.channels[0]');
  const near = problem.expected?.split(', ').filter((each) => parse(each)) ?? [];
  if (near.length > 0) {
    const bound = channel.maxVersion ?? channel.minVersion;
    const version = nearestVersion(bound, near);
    const fields = (['minVersion', 'maxVersion'] as const).filter((field) => channel[field] !== undefined);
    if (!version || (fields.length === 2 && channel.minVersion !== channel.maxVersion)) return undefined;
    return {
      label: `Take ${version}`,
      apply: (doc) => fields.reduce((text, field) => putField(text, [...path, field], version), doc),
    };
  }
  const [name] = nearestNames(channel.name, channelNames(graphs)).filter((each) => each !== channel.name);
  return name === undefined
    ? undefined
    : { label: `Take ${name}`, apply: (doc) => putField(doc, [...path, 'name'], name) };
}

function nearestVersion(bound: string | undefined, near: readonly string[]): string | undefined {
  const wanted = parse(bound);
  if (!wanted) return undefined;
  const below = near.filter((each) => wanted.compare(each) >= 0);
  return below.at(-1) ?? near[0];
}

/** `version 4.16.3 is not in channel stable-4.16: 4.16.4 to 4.16.9 are taken` */
function boundMend(channel: ReleaseChannel, message: string): Mend | undefined {
  const [, version, low, high] =
    /^version (\S+) is not in channel \S+: (\S+) to (\S+) are taken$/.exec(message) ?? [];
  const field = version === channel.minVersion ? 'minVersion' : 'maxVersion';
  const instead = field === 'minVersion' ? low : high;
  if (version === undefined || instead === undefined || channel[field] !== version) return undefined;
  const path = pathOf(channel.at?.path ?? '');
  return { label: `Write ${instead}`, apply: (doc) => putField(doc, [...path, field], instead) };
}

/** Channels that releases of the graphs say they are in. */
function channelNames(graphs: readonly UpdateGraph[]): string[] {
  const names = new Set<string>();
  for (const { nodes } of graphs)
    for (const { metadata } of nodes)
      for (const name of metadata[CHANNELS]?.split(',') ?? []) if (name) names.add(name);
  return [...names].sort();
}

/** The version that somebody said to want, when the channels do not bring it. */
function wantedVersion(
  to: string,
  platform: PlatformSelection,
  { releases }: PlannedReleases,
  graphs: readonly UpdateGraph[],
): MendableProblem | undefined {
  const wanted = parse(to);
  if (!wanted || platform.release || releases.some(({ version }) => version === to)) return undefined;
  const minor = `${wanted.major}.${wanted.minor}`;
  const listed = platform.channels.find(({ name }) => name.endsWith(`-${minor}`));
  const prefix = /^[a-z]+/.exec(listed?.name ?? platform.channels[0]?.name ?? '')?.[0] ?? 'stable';
  const name = listed?.name ?? `${prefix}-${minor}`;
  const isThere =
    graphs.length === 0 || graphs.some(({ nodes }) => nodes.some(({ version }) => version === to));
  const min = listed?.minVersion;
  const release = {
    name,
    maxVersion: to,
    // A range that begins above its end holds nothing.
    ...(min === undefined || (parse(min) && compare(min, to) > 0) ? { minVersion: to } : {}),
  };
  return {
    code: 'release-unknown',
    level: 'warning',
    message: `${to}, which you want, is not among the releases`,
    remedy: isThere
      ? `Let channel ${name} reach to it.`
      : 'No update graph that is kept here has this version; look the graph up again, or take another one.',
    ...placeOf(platform, listed),
    ...(isThere && { mend: { label: `Add ${to}`, apply: (doc) => setRelease(doc, release) } }),
  };
}
