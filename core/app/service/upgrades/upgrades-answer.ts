import { AirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import type {
  PathPreference,
  UpgradeAnswer,
  UpgradeConfiguration,
  UpgradePath,
  UpgradePicture,
  UpgradeRejection,
} from '../../../contract/topics/upgrades.ts';
import type { ContractProblem } from '../../../contract/topics/vocabulary.ts';
import { imageSetYaml } from '../../../upgrade/answers/image-set-of.ts';
import {
  answerComments,
  answerFilter,
  answerOcp,
  type OcpQuestion,
  type RiskAnswers,
} from '../../../upgrade/answers/ocp-answer.ts';
import { findPath } from '../../../upgrade/ocp/answers.ts';
import {
  configurationFor,
  configurationsPerHop,
  type PathConfiguration,
} from '../../../upgrade/ocp/configuration-for.ts';
import type { NoPath } from '../../../upgrade/ocp/explanation.ts';
import { indexOf, type OcpGraph } from '../../../upgrade/ocp/graph.ts';
import type { PathFound } from '../../../upgrade/ocp/hops.ts';
import { layoutGraph, versionsBetween } from '../../../upgrade/ocp/layout.ts';
import { graphSvg, pathSentences } from '../../../upgrade/ocp/svg.ts';
import { compareVersions, minorOf, minorText } from '../../../upgrade/ocp/version-order.ts';
import { graphParts, partOf, riskView } from './graph-view.ts';
import { t } from './messages.ts';
import { withComments } from './risk-answers.ts';

export interface RequestedPath {
  from: string;
  /** A version, or a minor. */
  to: string;
  /** `stable`, or `stable-4.19` */
  channel: string;
  architecture: string;
  avoidRisks: boolean;
  preference: PathPreference;
  via: readonly string[];
  riskAnswers?: RiskAnswers;
}

type AnswerParts = Omit<UpgradeAnswer, 'origins' | 'command'>;
/** Returns the channels that a drawing is restricted to. */
type Allowed = { channels?: readonly string[] | undefined };

/**
 * Answers a question about a graph with everything that a page shows.
 * @throws AirlockError `usage` for an EUS path through given versions: its stops are those of its minors
 */
export async function answerQuestion(
  graph: OcpGraph,
  question: RequestedPath & { perHop: boolean },
): Promise<AnswerParts> {
  const requested = ocpQuestion(question);
  const { to, answer: found, channels, notes } = answerOcp(graph, requested);
  const problems = graph.problems.map(problemView);
  if (found.path === null)
    return {
      to,
      rejection: rejectionView(found),
      notes,
      problems,
      ...surroundings(graph, { ...question, to }),
    };
  const { architecture } = question;
  const { riskAnswers } = question;
  const risky = found.hops.some(({ risks }) => risks.some(({ answer }) => answer?.applies !== false));
  const allowed: Allowed = { channels };
  const query = {
    ...answerFilter(riskAnswers),
    ...{ from: question.from, to, architecture, avoidRisks: true, via: requested.via, channels },
  };
  const without = risky ? findPath(graph, query) : undefined;
  const around = without && without.path !== null ? without : undefined;
  const configuration = await configurationFor(graph, found);
  const perHop = question.perHop ? await configurationsPerHop(graph, found) : undefined;
  const comments = answerComments(found);
  const view = (each: PathConfiguration) => configurationView(each, architecture, comments);
  return {
    to,
    answer: pathView(graph, found),
    alternative: around && pathView(graph, around),
    picture: pictureView(graph, found, { ...allowed, answers: riskAnswers }, around),
    svg: svgOf(graph, found, allowed),
    configuration: configuration && view(configuration),
    perHop: perHop?.map(view),
    segments: found.segments,
    notes,
    problems,
  };
}

/** Returns a question in the form of the engine. @throws AirlockError as `answerQuestion` */
export function ocpQuestion({
  from,
  to,
  channel,
  architecture,
  avoidRisks,
  preference,
  via,
  riskAnswers,
}: RequestedPath): OcpQuestion {
  if (preference === 'eus' && via.length > 0)
    throw new AirlockError('usage', t('eusThroughVersions'), {
      remedy: t('eusThroughVersionsRemedy'),
      at: { path: 'via' },
    });
  return {
    from,
    to,
    channel: channelName(channel, /^\d+\.\d+$/.test(to) ? `${to}.0` : to),
    architecture,
    avoidRisks,
    via: via.length > 0 ? via : undefined,
    preference: preference === 'fewest-risks' ? preference : undefined,
    eus: preference === 'eus',
    riskAnswers,
  };
}

/** Returns the options of `upgrade-path` for the same question. */
export function pathOptions({
  avoidRisks,
  preference,
  via,
  riskAnswers = new Map(),
}: Pick<RequestedPath, 'avoidRisks' | 'preference' | 'via' | 'riskAnswers'>): string[] {
  return [
    ...(avoidRisks ? ['--avoid-risks'] : []),
    ...(preference === 'shortest' ? [] : [`--${preference}`]),
    ...via.flatMap((version) => ['--via', version]),
    ...[...riskAnswers].flatMap(([risk, { applies, reason }]) => [
      applies ? '--risk-applies' : '--risk-answer',
      `${risk}=${reason}`,
    ]),
  ];
}

/** Returns the channel for a kind of channel: that of the target's minor. */
export function channelName(channel: string, target: string): string {
  if (/-\d+\.\d+$/.test(channel)) return channel;
  const minor = minorOf(target);
  return `${channel}-${minor ? minorText(minor) : target}`;
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
        channel: channel || undefined,
        risks: risks.map(riskView),
        suggested: suggested === true,
        errata: errata || undefined,
      };
    }),
  };
}

function rejectionView({ why }: NoPath): UpgradeRejection {
  const { kind, version, message, alternatives, channels, nearestReachable, nearestSources } = why;
  return {
    kind,
    version,
    message,
    alternatives,
    channels,
    nearestReachable,
    nearestSources,
    blocked: why.blocked.map(({ from, to, blocks }) => ({
      from,
      to,
      reasons: blocks.map(({ message: text = '' }) => ({ name: '', message: text.trim(), url: '' })),
    })),
    conditional: why.conditional.map(({ from, to, risks }) => ({ from, to, risks: risks.map(riskView) })),
  };
}

/** Returns the versions on any path between both ends, and all updates between them. */
function pictureView(
  graph: OcpGraph,
  found: Pick<PathFound, 'path' | 'hops'>,
  { channels, answers }: Allowed & { answers?: RiskAnswers | undefined },
  around?: PathFound,
): UpgradePicture {
  const pairs = new Set(around?.hops.map(({ from, to }) => `${from} ${to}`));
  const path = new Set(found.path);
  const hops = new Set(found.hops.map(({ from, to }) => `${from} ${to}`));
  const part = partOf(graph, versionsBetween(graph, found.path, { channels }));
  return drawn(part, { path, answers }, ({ from, to, kind }) => {
    const chosen = kind !== 'blocked' && hops.has(`${from} ${to}`);
    // Withdrawn and conditional updates that would make the path shorter explain the path.
    const explains = kind === 'conditional' && path.has(from) && path.has(to);
    return { chosen, shown: chosen || pairs.has(`${from} ${to}`) || explains };
  });
}

type Drawn = UpgradePicture['updates'][number];

/** @param how whether an update is on the path, and whether it is always drawn */
function drawn(
  graph: OcpGraph,
  { path, answers }: { path: ReadonlySet<string>; answers?: RiskAnswers | undefined },
  how: (update: Pick<Drawn, 'from' | 'to' | 'kind'>) => Pick<Drawn, 'chosen' | 'shown'>,
): UpgradePicture {
  const { versions, updates, risks } = graphParts(graph, answers);
  return {
    risks,
    versions: versions.map((each) => ({ ...each, onPath: path.has(each.version) })),
    updates: updates.map((update) => ({ ...update, ...how(update) })),
  };
}

/** Without a path, shows the versions between both ends and only withdrawn or conditional updates. */
function surroundings(
  graph: OcpGraph,
  { from, to, riskAnswers }: RequestedPath,
): Pick<UpgradeAnswer, 'picture'> {
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
  const marked = new Set([from, to]);
  const isDowngrade = marked.size === 2 && compareVersions(from, `${minorText(b)}.0`) > 0;
  const leadsTo = ({ to: target }: Pick<Drawn, 'to'>) => ({
    chosen: false,
    shown: !isDowngrade && target === to,
  });
  return { picture: drawn(partOf(graph, nodes), { path: marked, answers: riskAnswers }, leadsTo) };
}

function svgOf(graph: OcpGraph, found: PathFound, allowed: Allowed): string {
  return graphSvg(layoutGraph(graph, found, allowed), {
    title: t('graphTitle', { from: found.path[0] ?? '', to: found.path.at(-1) ?? '' }),
    description: pathSentences(found.hops),
  });
}

function configurationView(
  { channels, releases, extra, problems, loaded }: PathConfiguration,
  architecture: string,
  comments: string[],
): UpgradeConfiguration {
  return {
    channels: channelsView(channels),
    releases: releases.map(({ version }) => version),
    extra: extra.map(({ version }) => version),
    loaded,
    problems: problems.map(problemView),
    comments,
    yaml: withComments(imageSetYaml({ architecture, channels }), comments),
  };
}

/** Returns a problem of a graph or configuration without its place. */
export function problemView({ code, level, message, remedy }: Problem): ContractProblem {
  return { code, level, message, remedy };
}

/** Returns entries of `mirror.platform.channels` as a page shows them. */
export function channelsView(channels: PathConfiguration['channels']): UpgradeConfiguration['channels'] {
  return channels.map(({ name, minVersion, maxVersion, shortestPath }) => ({
    name,
    minVersion,
    maxVersion,
    shortestPath,
  }));
}
