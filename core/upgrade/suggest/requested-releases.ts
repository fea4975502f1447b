import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import type { ReleaseChannel } from '../../image-set/config/image-set.ts';
import { answerOcp, type OcpAnswer } from '../answers/ocp-answer.ts';
import { configurationFor } from '../ocp/configuration-for.ts';
import { minorOf, minorText, parseChannelName } from '../ocp/version-order.ts';
import { t } from './messages.ts';
import type { SuggestQuestion, SuggestReason } from './suggestion.ts';

export interface RequestedReleases {
  channels: ReleaseChannel[];
  /** Versions on the path, both ends included. Without a graph, only the ends. */
  versions: string[];
  /** The path of the cluster. A minor version of which no version is known is listed as such. */
  path: string[];
  reasons: SuggestReason[];
  problems: Problem[];
}

const MINOR = /^\d+\.\d+$/;

/**
 * Returns the releases on the upgrade path to the target. Without a graph or an installed version, returns the range
 * that contains them.
 * @throws AirlockError `upgrade-path` if the graph contains no path, with the nearest versions; `usage` for an invalid
 * target
 */
export async function requestedReleases(question: SuggestQuestion): Promise<RequestedReleases> {
  const { inventory, to, graph, architecture } = question;
  const from = inventory.openShift;
  const target = minorOf(MINOR.test(to) ? `${to}.0` : to);
  if (!target)
    throw new AirlockError('usage', t('versionInvalid', { version: to }), {
      remedy: t('versionInvalidRemedy'),
      at: { path: 'to' },
    });
  const kind = parseChannelName(inventory.channel ?? '')?.prefix ?? 'stable';
  const channel = `${kind}-${minorText(target)}`;
  if (from === undefined || !minorOf(from)) return firstRelease(channel, to);
  if (!graph) return unknownPath(channel, from, to);
  const found = answered(question, from, channel);
  if (!found.answer.path)
    throw new AirlockError('upgrade-path', t('pathMissing', { from, to, reason: found.answer.reason }), {
      remedy:
        found.answer.why.nearestReachable.length > 0
          ? t('pathMissingRemedy', { versions: found.answer.why.nearestReachable.join(', ') })
          : undefined,
      at: { path: 'to' },
    });
  const { path, hops } = found.answer;
  const carried = await configurationFor(graph, found.answer);
  const risky = hops.filter(({ risks }) => risks.length > 0);
  const reasons = path.map((version, position): SuggestReason => {
    const hop = hops[position - 1];
    const entry = t('releaseEntry', { release: version });
    if (!hop) return { entry, why: t('start') };
    const why = hop.channel
      ? t('hopInChannel', { from: hop.from, channel: hop.channel })
      : t('hop', { from: hop.from });
    return { entry, why: position === path.length - 1 ? t('lastHop', { hop: why }) : why };
  });
  for (const { version } of carried?.extra ?? [])
    reasons.push({
      entry: t('releaseEntry', { release: version }),
      why: t('rangeTooLarge', { channels: carried!.loaded.join(', ') }),
    });
  return {
    channels: carried?.channels ?? [range(channel, path[0]!, path.at(-1)!)],
    versions: path,
    path,
    reasons,
    problems: [
      ...found.notes.map((note) => doubt(note)),
      ...risky.map(({ from: before, to: after, risks }) =>
        doubt(
          t('risk', { from: before, to: after, risks: risks.map(({ name }) => name).join(', ') }),
          t('riskRemedy', {
            command: `airlock upgrade-path ocp --from ${from} --to ${path.at(-1)!}${architecture === 'amd64' ? '' : ` --arch ${architecture}`}`,
          }),
        ),
      ),
    ],
  };
}

/** Tries the cluster's own kind of channel, then any. */
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

function firstRelease(channel: string, to: string): RequestedReleases {
  const bounds = MINOR.test(to) ? {} : { minVersion: to, maxVersion: to };
  return {
    channels: [{ name: channel, type: 'ocp', shortestPath: false, full: false, ...bounds }],
    versions: [to],
    path: [to],
    reasons: [
      {
        entry: t('releaseEntry', { release: to }),
        why: t('targetOnly'),
      },
    ],
    problems: [],
  };
}

function unknownPath(channel: string, from: string, to: string): RequestedReleases {
  const entry = MINOR.test(to) ? { ...range(channel, from, ''), maxVersion: '' } : range(channel, from, to);
  const { maxVersion, ...rest } = entry;
  return {
    channels: [{ ...rest, maxVersion: maxVersion || undefined }],
    versions: [from, to],
    path: [from, ...minorsBetween(from, to), to],
    reasons: [
      {
        entry: t('channelEntry', { channel }),
        why: t('pathUnknown', { from, to }),
      },
    ],
    problems: [doubt(t('graphUnknown'), t('graphUnknownRemedy'))],
  };
}

/** Returns the minor versions in between. An update of OpenShift never skips one. */
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
