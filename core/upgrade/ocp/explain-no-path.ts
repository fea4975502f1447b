import { alternativeList, wordList } from '../../base/document/words.ts';
import { because, type Explanation, explainDowngrade, explainGraph } from './explanation.ts';
import { assembleGraph, type BlockedEdge, type OcpEdge, type OcpGraph } from './graph.ts';
import { t } from './messages.ts';
import { distances, type EdgeFilter, minimalPaths, type PathQuery, type Preference } from './paths.ts';
import { byChannel, minorOf, minorText, parseChannelName } from './version-order.ts';

const NEAREST = 3;

/** Explains why no path contains all of these positions, with the first leg without a path. */
export function explainNoPath(graph: OcpGraph, query: PathQuery, stops: readonly number[]): Explanation {
  const general = explainGraph(graph, query.channels);
  if (general) return general;
  for (const [leg, to] of stops.slice(1).entries()) {
    const from = stops[leg]!;
    if (distances(graph, from, query)[to] === Number.POSITIVE_INFINITY)
      return explainLeg(graph, query, from, to);
  }
  const names = stops.map((at) => graph.nodes[at]!.version);
  return because('no-path', t('eusPathMissing', { from: names[0]!, to: names.at(-1)! }), {});
}

function explainLeg(graph: OcpGraph, query: PathQuery, start: number, end: number): Explanation {
  const [from, to] = [graph.nodes[start]!.version, graph.nodes[end]!.version];
  const { channels } = query;
  const nearest = nearestOf(graph, query, start, end);
  const hint = nearestText(nearest, from, to);
  const requested = channels ? alternativeList(channels) : 'any';
  const none = t('pathMissing', { from, to, channels: requested });
  const downgrade = explainDowngrade([from, to]);
  if (downgrade) return { ...downgrade, ...nearest };

  for (const at of channels ? [start, end] : []) {
    const node = graph.nodes[at]!;
    if (node.channels.some((name) => channels!.includes(name))) continue;
    const { version, channels: known } = node;
    const message =
      known.length > 0
        ? t('versionInOtherChannels', { version, channels: requested, known: wordList(known) })
        : t('versionInNoChannel', { version, channels: requested });
    return because('not-in-channel', message, { ...nearest, channels: [...known] });
  }
  const { channels: _, ...anyChannel } = query;
  const path = (filter: EdgeFilter, preference: Preference = 'fewest-hops') =>
    minimalPaths(graph, start, [new Set([end])], { filter, preference, limit: 1 }).paths[0];
  const elsewhere = channels && path(anyChannel);
  if (elsewhere) {
    const needed = channelsFor(graph, elsewhere, channels);
    const versions = elsewhere.map((at) => graph.nodes[at]!.version).join(' -> ');
    const other =
      needed.length > 0
        ? t('pathWithChannels', { channels: wordList(needed), path: versions })
        : t('pathAcrossChannels', { path: versions });
    return because('other-channel', `${none} ${other}`, { ...nearest, channels: needed });
  }
  const { confirmed, ...anyRisk } = query;
  const risky = (query.avoidRisks || confirmed) && path({ ...anyRisk, avoidRisks: false }, 'fewest-risks');
  if (risky) {
    const conditional = edgesOf(graph, risky).filter(({ risks }) => risks.length > 0);
    const updates = conditional.map((edge) =>
      t('updateConditional', { from: edge.from, to: edge.to, risks: edge.risks.map(riskText).join('; ') }),
    );
    const key = query.avoidRisks ? 'pathMissingWithoutRisks' : 'pathMissingWithoutConfirmed';
    const riskless = t(key, { from, to, channels: requested });
    return because('risks', [riskless, ...updates].join(' '), { ...nearest, conditional });
  }
  const blocked = blockedOn(graph, query, start, end);
  if (blocked.length > 0) {
    const updates = blocked.map((edge) =>
      t('updateWithdrawn', { from: edge.from, to: edge.to, reasons: edge.blocks.map(riskText).join('; ') }),
    );
    return because('blocked', [none, ...updates, hint].join(' '), { ...nearest, blocked });
  }
  const missing = missingMinors(graph, from, to);
  if (missing.length > 0) {
    const between = t('minorsBetweenMissing', { minors: alternativeList(missing), count: missing.length });
    return because('missing-minor', `${none} ${between} ${hint}`, { ...nearest, alternatives: missing });
  }
  return because('no-path', `${none} ${hint}`, nearest);
}

function nearestOf(graph: OcpGraph, query: EdgeFilter, start: number, end: number) {
  const forth = distances(graph, start, query);
  const back = distances(graph, end, query, true);
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  const finite = (all: number[], at: number, end: number) =>
    at !== end && all[at] !== Number.POSITIVE_INFINITY;
  const versions = graph.nodes.map(({ version }, at) => ({ version, at }));
  const reached = versions.filter(({ at }) => at < high && finite(forth, at, start));
  const sources = versions.filter(({ at }) => finite(back, at, end));
  const after = sources.filter(({ at }) => at >= low);
  return {
    nearestReachable: reached.slice(-NEAREST).map(({ version }) => version),
    nearestSources: (after.length > 0 ? after.slice(0, NEAREST) : sources.slice(-NEAREST)).map(
      ({ version }) => version,
    ),
  };
}

function nearestText(
  { nearestReachable, nearestSources }: ReturnType<typeof nearestOf>,
  from: string,
  to: string,
): string {
  const reached =
    nearestReachable.length > 0
      ? t('nearestReachable', { from, version: nearestReachable.at(-1)! })
      : t('nothingReachable', { from, to });
  const sources =
    nearestSources.length > 0
      ? t('nearestSources', { to, versions: alternativeList(nearestSources) })
      : t('noSources', { to });
  return `${reached} ${sources}`;
}

/** Returns the withdrawn updates of the path that needs the fewest of them. */
function blockedOn(graph: OcpGraph, query: EdgeFilter, start: number, end: number): BlockedEdge[] {
  if (graph.blocked.length === 0) return [];
  const mark = { name: 'withdrawn', message: '', url: '', matchingRules: [] };
  const open = graph.edges.filter(({ risks }) => !query.avoidRisks || risks.length === 0);
  const withBlocked = assembleGraph({
    nodes: graph.nodes,
    edges: [
      ...open.map(({ from, to }) => ({ from, to, risks: [] })),
      ...graph.blocked.map(({ from, to }) => ({ from, to, risks: [mark] })),
    ],
  });
  const filter = query.channels ? { channels: query.channels } : {};
  const options = { filter, preference: 'fewest-risks' as const, limit: 1 };
  const [path] = minimalPaths(withBlocked, start, [new Set([end])], options).paths;
  const withdrawn = path ? edgesOf(withBlocked, path).filter(({ risks }) => risks.length > 0) : [];
  return withdrawn.map(({ from, to }) => graph.blocked.find((edge) => edge.from === from && edge.to === to)!);
}

function edgesOf(graph: OcpGraph, path: readonly number[]): OcpEdge[] {
  return path.slice(1).map((to, step) => {
    const [from, target] = [graph.nodes[path[step]!]!.version, graph.nodes[to]!.version];
    return graph.edges.find((edge) => edge.from === from && edge.to === target)!;
  });
}

/** Returns the additional channels that a path needs: one for each update outside the requested ones. */
function channelsFor(graph: OcpGraph, path: readonly number[], requested: readonly string[]): string[] {
  const needed = new Set<string>();
  for (const [step, to] of path.slice(1).entries()) {
    const target = graph.nodes[to]!.channels;
    const shared = graph.nodes[path[step]!]!.channels.filter((name) => target.includes(name));
    if (shared.some((name) => requested.includes(name) || needed.has(name))) continue;
    const [prefix] = requested.map((name) => parseChannelName(name)?.prefix);
    const chosen = shared.find((name) => parseChannelName(name)?.prefix === prefix) ?? shared[0];
    if (chosen) needed.add(chosen);
  }
  return [...needed].sort(byChannel);
}

/** Returns the minor versions between two versions of one major version that aren't in the graph. */
function missingMinors(graph: OcpGraph, from: string, to: string): string[] {
  const [low, high] = [minorOf(from)!, minorOf(to)!];
  if (low.major !== high.major) return [];
  const known = new Set(graph.nodes.map(({ version }) => minorText(minorOf(version)!)));
  const between = Array.from({ length: Math.max(0, high.minor - low.minor - 1) }, (_, step) =>
    minorText({ major: low.major, minor: low.minor + 1 + step }),
  );
  return between.filter((minor) => !known.has(minor));
}

/** Returns a reason in words: its name, message and address. */
function riskText({ name, message, url }: { name?: string; message?: string; url?: string }): string {
  const text = [name, message?.trim()].filter(Boolean).join(': ');
  if (!text) return url || t('reasonMissing');
  return url ? `${text} (${url})` : text;
}
