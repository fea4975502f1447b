import { compare } from 'semver';
import { alternativeList } from '../../base/document/words.ts';
import { allowsOpenShift, limitText, minorText } from '../../content/operator/openshift-limit.ts';
import { type ChannelView, type Installed, nextUpdate } from './edges.ts';
import { t } from './messages.ts';
import { nearestVersions, type Possibility, withNearest } from './possibilities.ts';
import { limitsOf, type Phase, type Search, type SearchState } from './search.ts';
import type { Miss, Target } from './target.ts';

const MOST = 3;

export interface NoPath {
  packageName: string;
  search: Search;
  /** All reachable states. */
  reached: readonly SearchState[];
  target: Pick<Target, 'names' | 'channel'>;
}

/** Returns why no path leads to the target: the obstacle, the last reachable bundle, and bundles with a path to the target. */
export function whyNoPath({ packageName, search, reached, target }: NoPath): Miss {
  const { phases } = search;
  const furthest = Math.max(...reached.map(({ phase }) => phase));
  const within = reached.filter(({ phase }) => phase === furthest);
  if (furthest < phases.length - 1) return blocked(packageName, search, furthest, within);
  const { catalog } = phases[furthest]!;
  const wanted = alternativeList([...target.names].sort());
  const best = furthestOf(within, catalog.views.values(), target.channel);
  const reachedPart: Possibility[] = best.hop
    ? [possibility('reached', best.installed, catalog.name, best.channel)]
    : [];
  const leading = leadingThere(phases, target.names);
  const nearest = [
    ...reachedPart,
    ...nearestVersions(search.from.version, leading).map(
      ({ name, version, channel, catalog: of }): Possibility => ({
        kind: 'leads-to-target',
        name,
        version: version?.raw,
        channel,
        catalog: of,
      }),
    ),
  ];
  const goal = targetVersion(phases, target.names);
  const isBack = goal && search.from.version && compare(goal, search.from.version) < 0;
  const from = text(search.from);
  const about = { package: packageName, target: wanted, installed: from };
  if (isBack) return { path: null, reason: t('targetOlder', about), nearest };
  const reason = best.hop
    ? t('pathEnds', { ...about, last: text(best.installed), channel: best.channel ?? '' })
    : unmatched(packageName, from, phases);
  const points = nearest.filter(({ kind }) => kind === 'leads-to-target');
  return { path: null, reason: withNearest(reason, points, 'pathsFrom'), nearest };
}

function blocked(packageName: string, search: Search, phase: number, states: readonly SearchState[]): Miss {
  const { phases } = search;
  const { catalog } = phases[phase]!;
  const next = phases[phase + 1]!.openShift!;
  const limitAt = limitsOf(phases);
  const names = [...new Set(states.map(({ installed }) => text(installed)))];
  const limits = [...new Set(states.map(({ installed }) => limitText(limitAt(phase, installed.name))))];
  const allowing = [...catalog.views.values()].flatMap(({ channel, entries }) =>
    [...entries.values()].flatMap((entry) =>
      catalog.bundles.has(entry.name) && allowsOpenShift(catalog.limits.get(entry.name), next)
        ? [{ ...entry, channel }]
        : [],
    ),
  );
  const unique = [...new Map(allowing.map((each) => [each.name, each])).values()];
  const nearest = nearestVersions(search.from.version, unique).map(
    ({ name, version, channel }): Possibility => ({
      kind: 'allows',
      name,
      version: version?.raw,
      channel,
      catalog: catalog.name,
    }),
  );
  const about = {
    package: packageName,
    bundle: names[0]!,
    version: minorText(next),
    limits: limits.join('; '),
  };
  const reason =
    names.length > 1
      ? t('openShiftUnsupportedByAll', { ...about, others: names.slice(1, 1 + MOST).join(', ') })
      : t('openShiftUnsupported', about);
  return {
    path: null,
    reason:
      nearest.length > 0
        ? withNearest(t('supportUnreachable', { reason }), nearest)
        : t('supportMissing', { reason, catalog: catalog.name }),
    nearest,
  };
}

/** Returns the state nearest to the head of the requested channel, or else the one with the highest version. */
function furthestOf(
  states: readonly SearchState[],
  views: Iterable<ChannelView>,
  channel: string | undefined,
): SearchState {
  const wanted = [...views].find((view) => view.channel === channel);
  const position = ({ installed }: SearchState) => {
    const at = wanted?.offered.findIndex(({ name }) => name === installed.name) ?? -1;
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  return states.reduce((best, state) => {
    const [candidate, current] = [position(state), position(best)];
    if (candidate !== current) return candidate < current ? state : best;
    const [one, other] = [state.installed.version, best.installed.version];
    return one && (!other || compare(one, other) > 0) ? state : best;
  });
}

/** Returns the entries from which OLM reaches the target without a switch of the channel. */
function leadingThere(phases: readonly Phase[], names: ReadonlySet<string>) {
  const { catalog } = phases.at(-1)!;
  return [...catalog.views.values()].flatMap((view) =>
    [...view.entries.values()].flatMap(({ name, version }) => {
      let at: Installed = { name, version };
      for (let steps = 0; steps <= view.entries.size; steps++) {
        const update = nextUpdate(view, at);
        if (!update) return [];
        if (names.has(update.entry.name))
          return [{ name, version, channel: view.channel, catalog: catalog.name }];
        at = update.entry;
      }
      return [];
    }),
  );
}

function targetVersion(phases: readonly Phase[], names: ReadonlySet<string>) {
  for (const { catalog } of phases.toReversed())
    for (const name of names) {
      const version = catalog.versions.get(name);
      if (version) return version;
    }
  return undefined;
}

function possibility(
  kind: Possibility['kind'],
  { name, version }: Installed,
  catalog: string,
  channel: string | undefined,
): Possibility {
  return {
    kind,
    name: name ?? version?.raw ?? '',
    version: version?.raw,
    channel,
    catalog,
  };
}

/** Channels named in a reason. */
const MOST_CHANNELS = 6;

function unmatched(packageName: string, installed: string, phases: readonly Phase[]): string {
  const names = [...new Set(phases.flatMap(({ catalog }) => [...catalog.views.keys()]))];
  const about = { package: packageName, installed, count: names.length };
  if (names.length === 0) return t('channelsUnusable', { package: packageName });
  return names.length > MOST_CHANNELS
    ? t('entryMissingInAll', about)
    : t('entryMissing', { ...about, channels: alternativeList(names) });
}

function text({ name, version }: Installed): string {
  return name ?? version?.raw ?? '';
}
