import type {
  UpgradeAnswer,
  UpgradeConfiguration,
  UpgradePath,
  UpgradePicture,
  UpgradeRefusal,
  UpgradeRisk,
} from '../contract/upgrades.ts';
import { findPath, newestOf } from '../upgrade/ocp/answers.ts';
import { configurationFor, configurationYaml } from '../upgrade/ocp/configuration-for.ts';
import type { NoPath } from '../upgrade/ocp/explanation.ts';
import { indexOf, type OcpGraph, type OcpRisk } from '../upgrade/ocp/graph.ts';
import type { PathFound } from '../upgrade/ocp/hops.ts';
import { layoutGraph } from '../upgrade/ocp/layout.ts';
import type { PathQuery } from '../upgrade/ocp/paths.ts';
import { graphSvg, pathSentences } from '../upgrade/ocp/svg.ts';
import { compareVersions, minorOf, minorText } from '../upgrade/ocp/version-order.ts';
import { channelsUpTo } from '../upgrade/ocp/versions.ts';

export interface OcpQuestion {
  from: string;
  /** A version, or a minor. */
  to: string;
  /** `stable`, or `stable-4.19` */
  channel: string;
  architecture: string;
  avoidRisks: boolean;
}

type AnswerParts = Omit<UpgradeAnswer, 'origins' | 'command'>;

/** A question about a graph with all that a page shows of its answer. */
export async function answerQuestion(graph: OcpGraph, question: OcpQuestion): Promise<AnswerParts> {
  const { architecture, avoidRisks } = question;
  const target = targetOf(graph, question);
  const problems = graph.problems.map(({ code, level, message, remedy }) => ({
    code,
    level,
    message,
    remedy,
  }));
  if ('path' in target)
    return { to: question.to, refusal: refusalView(target), problems, ...surroundings(graph, question) };
  const query: PathQuery = {
    from: question.from,
    to: target.to,
    architecture,
    avoidRisks,
    channels: channelsOf(graph, question, target.to),
  };
  const found = findPath(graph, query);
  if (found.path === null)
    return {
      to: target.to,
      refusal: refusalView(found),
      problems,
      ...surroundings(graph, { ...question, to: target.to }),
    };
  const risky = found.hops.some(({ risks }) => risks.length > 0);
  const without = risky ? findPath(graph, { ...query, avoidRisks: true }) : undefined;
  const around = without && without.path !== null ? without : undefined;
  return {
    to: target.to,
    answer: pathView(graph, found),
    ...(around && { around: pathView(graph, around) }),
    picture: pictureView(graph, found, query, around),
    svg: svgOf(graph, found, query),
    ...(await configurationView(graph, found, query)),
    problems,
  };
}

/** A kind of channels stands for that of the target's minor. */
export function channelName(channel: string, target: string): string {
  if (/-\d+\.\d+$/.test(channel)) return channel;
  const minor = minorOf(target);
  return `${channel}-${minor ? minorText(minor) : target}`;
}

/** The channels of one kind between both versions; a minor asked for is that of the last one. */
function channelsOf(graph: OcpGraph, { from, to, channel }: OcpQuestion, version = to): string[] {
  return channelsUpTo(graph, channelName(channel, version), from);
}

/** A minor stands for its newest version, if it can be reached for the newest that can. */
function targetOf(graph: OcpGraph, question: OcpQuestion): { to: string } | NoPath {
  const { from, to, architecture, avoidRisks } = question;
  if (!/^\d+\.\d+$/.test(to)) return { to };
  const channels = channelsOf(graph, question, `${to}.0`);
  const newest = newestOf(graph, to, { from, architecture, avoidRisks, channels });
  if ('path' in newest) return newest;
  return { to: newest.newestReachable ?? newest.newest };
}

function pathView(graph: OcpGraph, { path, hops }: PathFound): UpgradePath {
  const { positions } = indexOf(graph);
  return {
    path,
    hops: hops.map(({ from, to, channel, risks, suggested }) => {
      const errata = graph.nodes[positions.get(to)!]!.errata;
      return {
        from,
        to,
        ...(channel && { channel }),
        risks: risks.map(riskView),
        suggested: suggested === true,
        ...(errata && { errata }),
      };
    }),
  };
}

function riskView({ name, message, url, matchingRules }: OcpRisk): UpgradeRisk {
  const query = matchingRules.find(({ promql }) => promql)?.promql?.promql;
  return {
    name,
    message: message.trim(),
    url,
    always: matchingRules.some(({ type }) => type === 'Always'),
    ...(query && { query: query.trim() }),
  };
}

function refusalView({ why }: NoPath): UpgradeRefusal {
  const { kind, message, alternatives, channels, nearestReachable, nearestSources } = why;
  return {
    kind,
    message,
    alternatives,
    channels,
    nearestReachable,
    nearestSources,
    blocked: why.blocked.map(({ from, to, blocks }) => ({
      from,
      to,
      reasons: blocks.map(({ name = '', message: text = '', url = '' }) => ({
        name,
        message: text.trim(),
        url,
      })),
    })),
    conditional: why.conditional.map(({ from, to, risks }) => ({ from, to, risks: risks.map(riskView) })),
  };
}

type Layout = ReturnType<typeof layoutGraph>;

function pictureView(
  graph: OcpGraph,
  found: Pick<PathFound, 'path'>,
  query: Pick<PathQuery, 'channels'>,
  around?: PathFound,
): UpgradePicture {
  const channels = query.channels ? { channels: query.channels } : {};
  const layout = layoutGraph(graph, found, { ...channels, edges: 'all' });
  const pairs = new Set(around?.hops.map(({ from, to }) => `${from} ${to}`));
  const path = new Set(found.path);
  // Withdrawn and conditional updates that would make the path shorter tell why it is as it is.
  const shown = ({ from, to, kind, chosen }: Layout['edges'][number]) =>
    chosen || pairs.has(`${from} ${to}`) || (kind === 'conditional' && path.has(from) && path.has(to));
  return drawn(graph, layout, shown);
}

function drawn(
  graph: OcpGraph,
  layout: Layout,
  shown: (edge: Layout['edges'][number]) => boolean,
): UpgradePicture {
  const { positions } = indexOf(graph);
  const risks = new Map<string, { at: number; risk: UpgradePicture['risks'][number] }>();
  const indexOfRisk = ({ name, message, url }: UpgradePicture['risks'][number]): number => {
    const key = `${name} ${url} ${message}`;
    const known = risks.get(key) ?? { at: risks.size, risk: { name, message: message.trim(), url } };
    risks.set(key, known);
    return known.at;
  };
  const updates = layout.edges.map((edge) => ({
    from: edge.from,
    to: edge.to,
    kind: edge.kind,
    chosen: edge.chosen,
    shown: shown(edge),
    risks: edge.risks.map(indexOfRisk),
    d: curveOf(layout, edge),
  }));
  return {
    width: layout.width,
    height: layout.height,
    lanes: layout.lanes.map(({ minor, y, x1, x2 }) => ({ minor, y, x1, x2 })),
    versions: layout.nodes.map(({ version, minor, x, y, onPath, channels }) => {
      const errata = graph.nodes[positions.get(version)!]!.errata;
      return { version, minor, x, y, onPath, channels: [...channels], ...(errata && { errata }) };
    }),
    updates,
    risks: [...risks.values()].map(({ risk }) => risk),
  };
}

/** The path as a page draws it: within a lane it arches above the versions that it passes over, so that they are seen. */
function curveOf({ nodes }: Layout, { from, to, chosen, d }: Layout['edges'][number]): string {
  if (!chosen) return d;
  const [start, end] = [from, to].map((name) => nodes.find(({ version }) => version === name)!);
  const between = nodes.some(({ x, y }) => y === start!.y && x > start!.x && x < end!.x);
  if (start!.y !== end!.y) {
    // It leaves both lanes at once, so that it does not lie on their versions.
    const [dx, dy] = [0.2 * (end!.x - start!.x), 0.5 * (end!.y - start!.y)];
    return `M${start!.x} ${start!.y}C${start!.x + dx} ${start!.y + dy} ${end!.x - dx} ${end!.y - dy} ${end!.x} ${end!.y}`;
  }
  if (!between) return d;
  const lift = Math.min(40, 20 + (end!.x - start!.x) / 12);
  return `M${start!.x} ${start!.y}Q${(start!.x + end!.x) / 2} ${start!.y - 2 * lift} ${end!.x} ${end!.y}`;
}

/** Without a path: the versions between both ends, and nothing drawn but what was withdrawn or is conditional. */
function surroundings(graph: OcpGraph, { from, to }: OcpQuestion): Pick<UpgradeAnswer, 'picture'> {
  const ends = [from, /^\d+\.\d+$/.test(to) ? `${to}.0` : to].map(minorOf);
  const [a, b] = ends;
  if (!a || !b) return {};
  const within = (version: string) => {
    const minor = minorOf(version)!;
    const text = minorText(minor);
    const [low, high] = [minorText(a), minorText(b)].sort((one, two) =>
      compareVersions(`${one}.0`, `${two}.0`),
    );
    return compareVersions(`${text}.0`, `${low}.0`) >= 0 && compareVersions(`${text}.0`, `${high}.0`) <= 0;
  };
  const nodes = graph.nodes.filter(({ version }) => within(version));
  if (nodes.length === 0) return {};
  const known = new Set(nodes.map(({ version }) => version));
  const inside = ({ from: one, to: other }: { from: string; to: string }) =>
    known.has(one) && known.has(other);
  const part: OcpGraph = {
    ...graph,
    nodes,
    edges: graph.edges.filter(inside),
    blocked: graph.blocked.filter(inside),
  };
  const marked = [from, to].filter((version) => known.has(version));
  const layout = layoutGraph(part, { path: marked }, { show: 'all', edges: 'all' });
  return { picture: drawn(part, layout, ({ to: target }) => marked.includes(target) && target === to) };
}

function svgOf(graph: OcpGraph, found: PathFound, { channels }: PathQuery): string {
  const layout = layoutGraph(graph, found, channels ? { channels } : {});
  return graphSvg(layout, {
    title: `OpenShift updates from ${found.path[0]} to ${found.path.at(-1)}`,
    description: pathSentences(found.hops),
  });
}

async function configurationView(
  graph: OcpGraph,
  found: PathFound,
  query: PathQuery,
): Promise<{ configuration?: UpgradeConfiguration }> {
  const configuration = await configurationFor(graph, found);
  if (!configuration) return {};
  const { channels, releases, extra, problems } = configuration;
  return {
    configuration: {
      channels: channels.map(({ name, minVersion, maxVersion, shortestPath }) => ({
        name,
        ...(minVersion && { minVersion }),
        ...(maxVersion && { maxVersion }),
        shortestPath,
      })),
      releases: releases.map(({ version }) => version),
      extra: extra.map(({ version }) => version),
      problems: problems.map(({ code, level, message, remedy }) => ({ code, level, message, remedy })),
      yaml: configurationYaml(channels, query.architecture),
    },
  };
}
