import { AirlockError } from '../../base/errors/airlock-error.ts';
import { nearestNames } from '../../content/catalog/model/nearest-names.ts';
import type { OcpGraph, OcpNode } from '../ocp/graph.ts';
import { byChannel, minorOf, minorText } from '../ocp/version-order.ts';
import { nearestVersions } from '../ocp/versions.ts';
import { t } from './messages.ts';

/** A release in a list. */
export interface ListedRelease {
  version: string;
  channels: readonly string[];
  /** Reference by digest. Absent if only names are known (graph-data). */
  payload?: string;
  errata?: string;
}

const MOST = 6;

export interface ReleasesRequested {
  /** A version, or a minor version such as `4.18`. */
  version?: string;
  channel?: string;
}

/**
 * Returns the releases of a graph, oldest first.
 * @throws AirlockError `release-unknown` if there are none, with the nearest ones
 */
export function listReleases(graph: OcpGraph, wanted: ReleasesRequested = {}): ListedRelease[] {
  const { version, channel } = wanted;
  const found = graph.nodes.filter(
    (node) => isRequested(node, version) && (channel === undefined || node.channels.includes(channel)),
  );
  if (found.length === 0) throw unknown(graph, wanted);
  return found.map((node) => ({
    version: node.version,
    channels: node.channels,
    payload: node.payload || undefined,
    errata: node.errata || undefined,
  }));
}

/**
 * Returns the channels of a graph, or those that contain releases of a version or minor version.
 * @throws AirlockError `release-unknown` if there are none
 */
export function listChannels(
  graph: OcpGraph,
  { version }: Pick<ReleasesRequested, 'version'> = {},
): string[] {
  if (version === undefined) {
    const all = [...graph.channels, ...graph.nodes.flatMap(({ channels }) => channels)];
    if (all.length === 0) throw unknown(graph, {});
    return [...new Set(all)].sort(byChannel);
  }
  const releases = listReleases(graph, { version });
  return [...new Set(releases.flatMap(({ channels }) => channels))].sort(byChannel);
}

function isRequested({ version }: OcpNode, wanted: string | undefined): boolean {
  if (wanted === undefined || version === wanted || version.startsWith(`${wanted}+`)) return true;
  return /^\d+\.\d+$/.test(wanted) && minorText(minorOf(version)!) === wanted;
}

function unknown(graph: OcpGraph, { version, channel }: ReleasesRequested): AirlockError {
  const near =
    channel !== undefined && graph.nodes.every(({ channels }) => !channels.includes(channel))
      ? channelsNear(graph, channel)
      : version === undefined
        ? []
        : nearestVersions(graph, version);
  const error = missingText(version, channel);
  const message = near.length > 0 ? t('nearest', { error, names: near.join(', ') }) : error;
  return new AirlockError('release-unknown', message, { remedy: t('releaseUnknownRemedy') });
}

function missingText(release: string | undefined, channel: string | undefined): string {
  if (release && channel) return t('releaseNotInChannel', { release, channel });
  if (release) return t('releaseUnknown', { release });
  return channel ? t('channelUnknown', { channel }) : t('graphEmpty');
}

function channelsNear(graph: OcpGraph, channel: string): string[] {
  const all = new Set(graph.nodes.flatMap(({ channels }) => channels));
  const near = nearestNames(channel, [...all]);
  return near.length > 0 ? near : [...all].sort(byChannel).slice(-MOST);
}
