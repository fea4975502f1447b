import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import type { ReleaseChannel } from '../../image-set/config/image-set.ts';
import { answerOcp, type OcpAnswer } from '../answers/ocp-answer.ts';
import { configurationFor } from '../ocp/configuration-for.ts';
import { minorOf, minorText, parseChannelName } from '../ocp/version-order.ts';
import type { SuggestQuestion, SuggestReason } from './suggestion.ts';

export interface WantedReleases {
  channels: ReleaseChannel[];
  /** On the way, both ends included; what is known of it without a graph. */
  versions: string[];
  /** What the cluster goes through: where no version is known for a minor, the minor. */
  way: string[];
  reasons: SuggestReason[];
  problems: Problem[];
}

const MINOR = /^\d+\.\d+$/;

/**
 * The releases that lead a cluster to its target, by the update graph; without a graph or an installed version the range
 * that has them.
 * @throws AirlockError `upgrade-path` when the graph says that there is no way, with the nearest; `usage` for a target that
 * is no version
 */
export async function wantedReleases(question: SuggestQuestion): Promise<WantedReleases> {
  const { inventory, to, graph, architecture } = question;
  const from = inventory.openShift;
  const target = minorOf(MINOR.test(to) ? `${to}.0` : to);
  if (!target)
    throw new AirlockError('usage', `"${to}" is not a version of OpenShift`, {
      remedy: 'Write it as 4.18.9, or 4.18 for its newest release.',
      at: { path: 'to' },
    });
  const kind = parseChannelName(inventory.channel ?? '')?.prefix ?? 'stable';
  const channel = `${kind}-${minorText(target)}`;
  if (from === undefined || !minorOf(from)) return firstRelease(channel, to);
  if (!graph) return unknownPath(channel, from, to);
  const found = answered(question, from, channel);
  if (!found.answer.path)
    throw new AirlockError('upgrade-path', `there is no way from ${from} to ${to}: ${found.answer.reason}`, {
      remedy:
        found.answer.why.nearestReachable.length > 0
          ? `Nearest that can be reached: ${found.answer.why.nearestReachable.join(', ')}.`
          : undefined,
      at: { path: 'to' },
    });
  const { path, hops } = found.answer;
  const carried = await configurationFor(graph, found.answer);
  const risky = hops.filter(({ risks }) => risks.length > 0);
  const reasons = path.map((version, position): SuggestReason => {
    const hop = hops[position - 1];
    const last = position === path.length - 1;
    const why = !hop
      ? 'it is installed: the mirror has where the way begins'
      : `updated to from ${hop.from}${hop.channel ? ` in channel ${hop.channel}` : ''}${last ? ': the target' : ''}`;
    return { entry: `release ${version}`, why };
  });
  for (const { version } of carried?.extra ?? [])
    reasons.push({ entry: `release ${version}`, why: 'no smaller range has the whole way' });
  return {
    channels: carried?.channels ?? [range(channel, path[0]!, path.at(-1)!)],
    versions: path,
    way: path,
    reasons,
    problems: [
      ...found.notes.map((note) => doubt(note)),
      ...risky.map(({ from: before, to: after, risks }) =>
        doubt(
          `the update from ${before} to ${after} is conditional: ${risks.map(({ name }) => name).join(', ')}`,
          `Read the risks: \`airlock upgrade-path ocp --from ${from} --to ${path.at(-1)!}${architecture === 'amd64' ? '' : ` --arch ${architecture}`}\`.`,
        ),
      ),
    ],
  };
}

/** The cluster's own kind of channel first; where that leads nowhere, any. */
function answered(question: SuggestQuestion, from: string, channel: string): OcpAnswer {
  const { to, architecture } = question;
  const graph = question.graph!;
  const requested = { from, to, architecture };
  if (graph.channels.includes(channel)) {
    const own = answerOcp(graph, { ...requested, channel });
    if (own.answer.path) return own;
  }
  return answerOcp(graph, requested);
}

function firstRelease(channel: string, to: string): WantedReleases {
  const bounds = MINOR.test(to) ? {} : { minVersion: to, maxVersion: to };
  return {
    channels: [{ name: channel, type: 'ocp', shortestPath: false, full: false, ...bounds }],
    versions: [to],
    way: [to],
    reasons: [
      {
        entry: `release ${to}`,
        why: 'the version that is wanted; which one is installed is not told, so no way leads there',
      },
    ],
    problems: [],
  };
}

function unknownPath(channel: string, from: string, to: string): WantedReleases {
  const entry = MINOR.test(to) ? { ...range(channel, from, ''), maxVersion: '' } : range(channel, from, to);
  const { maxVersion, ...rest } = entry;
  return {
    channels: [{ ...rest, maxVersion: maxVersion || undefined }],
    versions: [from, to],
    way: [from, ...minorsBetween(from, to), to],
    reasons: [
      {
        entry: `release channel ${channel}`,
        why: `no update graph is known here: the shortest way from ${from} to ${to} is found when it is planned`,
      },
    ],
    problems: [
      doubt(
        'no update graph is known here, so that the way is not checked',
        'Look the graph up, or name a file that has it.',
      ),
    ],
  };
}

/** No update of OpenShift leaves out a minor. */
function minorsBetween(from: string, to: string): string[] {
  const [first, last] = [minorOf(from), minorOf(MINOR.test(to) ? `${to}.0` : to)];
  if (!first || !last || first.major !== last.major) return [];
  const count = Math.max(0, last.minor - first.minor - 1);
  return Array.from({ length: count }, (_, at) =>
    minorText({ major: first.major, minor: first.minor + 1 + at }),
  );
}

function range(name: string, minVersion: string, maxVersion: string): ReleaseChannel {
  return {
    name,
    type: 'ocp',
    minVersion,
    maxVersion,
    shortestPath: minVersion !== maxVersion,
    full: false,
  };
}

export function doubt(message: string, remedy: string = ERROR_CODES['config-suspicious'][1]): Problem {
  return { code: 'config-suspicious', level: 'warning', message, remedy };
}
