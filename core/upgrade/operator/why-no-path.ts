import { compare } from 'semver';
import { allowsOpenShift, limitText, minorText } from '../../content/operator/openshift-limit.ts';
import { type ChannelView, type Installed, nextUpdate } from './edges.ts';
import { nearestText, nearestVersions, type Possibility } from './possibilities.ts';
import { limitsOf, type Phase, type Search, type SearchState } from './search.ts';
import type { Miss, Target } from './target.ts';

const MOST = 3;

export interface NoPath {
  packageName: string;
  search: Search;
  /** Everything that can be reached. */
  reached: readonly SearchState[];
  target: Pick<Target, 'names' | 'channel'>;
}

/** Why nothing leads to the target: what stands in the way, how far one gets, and from where the target can be reached. */
export function whyNoPath({ packageName, search, reached, target }: NoPath): Miss {
  const { phases } = search;
  const furthest = Math.max(...reached.map(({ phase }) => phase));
  const within = reached.filter(({ phase }) => phase === furthest);
  if (furthest < phases.length - 1) return blocked(packageName, search, furthest, within);
  const { catalog } = phases[furthest]!;
  const wanted = [...target.names].sort().join(' or ');
  const best = furthestOf(within, catalog.views.values(), target.channel);
  const reachedPart: Possibility[] = best.hop
    ? [possibility('reached', best.installed, catalog.name, best.channel)]
    : [];
  const leading = leadingThere(phases, target.names);
  const nearest = [
    ...reachedPart,
    ...nearestVersions(search.from.version, leading).map(
      ({ name, version, channel, catalog: of }): Possibility => ({
        kind: 'leads-there',
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
  const how = isBack
    ? `${wanted} is older than ${from}, which is installed: OLM does not go back`
    : best.hop
      ? `updates lead from ${from} as far as ${text(best.installed)} in channel ${best.channel}, and nothing leads from there to ${wanted}`
      : `no entry of ${channelsText(phases)} replaces or skips ${from}, or has its version in a skipRange`;
  const points = nearest.filter(({ kind }) => kind === 'leads-there');
  const via = nearestText(points, 'updates lead there from');
  return { path: null, reason: `package "${packageName}": ${how}${isBack ? '' : via}`, nearest };
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
  const others =
    names.length > 1 ? ` and what updates lead to from there (${names.slice(1, 1 + MOST).join(', ')})` : '';
  const end =
    nearest.length > 0
      ? `; no update leads from there to what allows it${nearestText(nearest)}`
      : `; catalog ${catalog.name} has nothing that allows it`;
  return {
    path: null,
    reason: `package "${packageName}": ${names[0]}${others} must not be on OpenShift ${minorText(next)}: ${limits.join('; ')}${end}`,
    nearest,
  };
}

/** The state nearest to the head of the wanted channel, else that with the highest version. */
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
    const [ours, theirs] = [position(state), position(best)];
    if (ours !== theirs) return ours < theirs ? state : best;
    const [one, other] = [state.installed.version, best.installed.version];
    return one && (!other || compare(one, other) > 0) ? state : best;
  });
}

/** Entries from which OLM gets to the target without a switch of the channel. */
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

function channelsText(phases: readonly Phase[]): string {
  const names = [...new Set(phases.flatMap(({ catalog }) => [...catalog.views.keys()]))];
  if (names.length === 0) return 'any channel (OLM can use none)';
  return names.length > 6
    ? `its ${names.length} channels`
    : names.length > 1
      ? `channels ${names.join(', ')}`
      : `channel ${names[0]}`;
}

function text({ name, version }: Installed): string {
  return name ?? version?.raw ?? '';
}
