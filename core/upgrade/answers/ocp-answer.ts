import { findPath, newestOf } from '../ocp/answers.ts';
import { type EusPath, eusPath } from '../ocp/eus-path.ts';
import type { NoPath } from '../ocp/explanation.ts';
import type { OcpGraph, OcpRisk } from '../ocp/graph.ts';
import type { PathFound } from '../ocp/hops.ts';
import type { EdgeFilter, PathQuery, Preference } from '../ocp/paths.ts';
import { byChannel, compareMinors, minorOf, parseChannelName } from '../ocp/version-order.ts';
import { channelsUpTo } from '../ocp/versions.ts';
import { t } from './messages.ts';

/** A question about an upgrade path. */
export interface OcpQuestion {
  from: string;
  /** A version, or a minor version (`4.18`) for its newest release that can be reached. */
  to: string;
  via?: readonly string[];
  /** The last channel of the path. Earlier channels of its kind are included. */
  channel?: string;
  architecture: string;
  avoidRisks?: boolean;
  /** The path with the fewest risks, regardless of its length, or else the shortest. */
  preference?: Preference;
  /** Keeps worker pools paused between extended-update releases. */
  eus?: boolean;
  /** Decisions about known risks, by their names. */
  riskAnswers?: RiskAnswers;
}

/** Decisions whether risks affect the clusters, by the names of the risks. */
export type RiskAnswers = ReadonlyMap<string, { applies: boolean; reason: string }>;

export interface OcpAnswer {
  /** `to` of the question, or the release chosen for its minor version. */
  to: string;
  answer: (PathFound & Partial<Pick<EusPath, 'segments'>>) | NoPath;
  /** The allowed channels. Absent for all. */
  channels?: readonly string[];
  /** Notes on the answer, in words. */
  notes: string[];
}

const KINDS = ['stable', 'fast', 'candidate'];
const MINOR = /^\d+\.\d+$/;

/**
 * Answers a question. Without a channel, tries stable channels, then fast and candidate channels, then any.
 */
export function answerOcp(graph: OcpGraph, question: OcpQuestion): OcpAnswer {
  let best: OcpAnswer | undefined;
  for (const channels of choicesOf(graph, question)) {
    const found = answerWithin(graph, question, channels);
    if (found.answer.path) return found;
    best = found;
  }
  return best!;
}

function choicesOf(graph: OcpGraph, { from, to, channel }: OcpQuestion): (string[] | undefined)[] {
  if (channel !== undefined) return [channelsUpTo(graph, channel, from)];
  const last = minorOf(MINOR.test(to) ? `${to}.0` : to);
  const first = minorOf(from);
  if (!last || !first) return [undefined];
  const kinds = KINDS.map((kind) =>
    graph.channels
      .filter((name) => {
        const parsed = parseChannelName(name);
        if (parsed?.prefix !== kind) return false;
        return compareMinors(parsed.minor, first) >= 0 && compareMinors(parsed.minor, last) <= 0;
      })
      .sort(byChannel),
  );
  return [...kinds.filter((channels) => channels.length > 0), undefined];
}

function answerWithin(graph: OcpGraph, question: OcpQuestion, channels: string[] | undefined): OcpAnswer {
  const { from, via, architecture, avoidRisks, preference, eus, riskAnswers } = question;
  const filter: EdgeFilter & { architecture: string } = {
    architecture,
    channels,
    avoidRisks: avoidRisks || undefined,
    ...answerFilter(riskAnswers),
  };
  const reported = { channels };
  const notes: string[] = [];
  let { to } = question;
  if (MINOR.test(to)) {
    const newest = newestOf(graph, to, { ...filter, from });
    if ('path' in newest) return { to, answer: newest, notes, ...reported };
    to = newest.newestReachable ?? newest.newest;
    if (to !== newest.newest) notes.push(t('newerUnreachable', { version: newest.newest, from }));
  }
  const query: PathQuery = { ...filter, from, to, via };
  const found = eus ? eusPath(graph, query) : findPath(graph, query, preference);
  const answer = withAnswers(found, riskAnswers);
  if (answer.path && answer.hops.some(({ suggested }) => suggested)) notes.push(t('suggestedUpdates'));
  return { to, answer, notes, ...reported };
}

/** Returns the filter of updates that follows from decisions about risks. */
export function answerFilter(answers: RiskAnswers = new Map()): Pick<EdgeFilter, 'dismissed' | 'confirmed'> {
  const names = (applies: boolean) => {
    const found = [...answers].flatMap(([name, answer]) => (answer.applies === applies ? [name] : []));
    return found.length > 0 ? new Set(found) : undefined;
  };
  return { dismissed: names(false), confirmed: names(true) };
}

/** Adds the decisions to the risks of a path, or of the updates that would lead to the target. */
function withAnswers<Found extends PathFound | NoPath>(
  found: Found,
  answers: RiskAnswers = new Map(),
): Found {
  if (answers.size === 0) return found;
  const answered = <Update extends { risks: readonly OcpRisk[] }>(update: Update): Update => ({
    ...update,
    risks: update.risks.map((risk) => ({ ...risk, answer: answers.get(risk.name) })),
  });
  if (found.path) return { ...found, hops: found.hops.map(answered) };
  const { why } = found as NoPath;
  return { ...found, why: { ...why, conditional: why.conditional.map(answered) } };
}

/** Returns the decisions that a path depends on as sentences, for the comments of a configuration. */
export function answerComments({ hops }: Pick<PathFound, 'hops'>): string[] {
  return hops.flatMap(({ from, to, risks }) =>
    risks.flatMap(({ name, answer }) =>
      answer && !answer.applies ? [t('dismissedRisk', { risk: name, from, to, reason: answer.reason })] : [],
    ),
  );
}
