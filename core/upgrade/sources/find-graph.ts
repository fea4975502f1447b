import type { ImageContentReader } from '../../base/collected/collected.ts';
import { sourceOf } from '../../base/collected/image-source.ts';
import { AirlockError, onSide, type Problem } from '../../base/errors/airlock-error.ts';
import type { ImageReference } from '../../base/image/reference.ts';
import type { GraphOrigin } from '../../contract/topics/upgrades.ts';
import type { Registries } from '../../registry/exchange/registry.ts';
import { corridorGraph, serviceGraph } from '../ocp/from-update-service.ts';
import { mergeGraphs, type OcpGraph, positionsOf } from '../ocp/graph.ts';
import { readGraphDataArchive } from '../ocp/open-graph.ts';
import { compareMinors, minorOf, minorText, parseChannelName } from '../ocp/version-order.ts';
import { findVersion } from '../ocp/versions.ts';
import { graphFromImage } from './graph-image.ts';
import type { GraphPlace } from './graph-place.ts';
import { t } from './messages.ts';
import { type SavedService, type ServiceOptions, savedService } from './service-graphs.ts';
import { type SourcedGraph, storedGraph } from './stored-graph.ts';

/** The purpose of a graph. Only the channels that it needs are requested from an update service. */
export interface GraphRequest {
  /** amd64, arm64, ppc64le, s390x or multi. */
  architecture: string;
  /**
   * Both ends of a path. The channels of its minor versions are read: without a channel those of `stable`, and if a
   * version isn't in there, those of `fast` and then of `candidate`. `to` may be a minor version (`4.18`).
   */
  from?: string;
  to?: string;
  /** Alone, that channel. Without it and without both ends, graph-data, which contains all channels. */
  channel?: string;
}

export interface FindGraphOptions extends ServiceOptions {
  /** Called if the graph is in a registry. */
  registries?(): Promise<Pick<Registries, 'at'>>;
  signal?: AbortSignal;
}

/** A graph, its sources and their problems. The graph's own problems are in the graph. */
export interface FoundGraph extends SourcedGraph {
  problems: Problem[];
}

const PREFIXES = ['stable', 'fast', 'candidate'];
const MINOR = /^\d+\.\d+$/;

/**
 * Returns the merged update graph from several places.
 * @param places at least one
 * @throws AirlockError `graph-invalid`, `release-unknown` for an invalid version or channel, `usage` for a path that
 * doesn't exist, `content-missing` if nothing was saved and the service must not be queried, and those of registries and
 * the network
 */
export async function findGraph(
  places: readonly GraphPlace[],
  wanted: GraphRequest,
  options: FindGraphOptions,
): Promise<FoundGraph> {
  const found: FoundGraph[] = [];
  for (const place of places) {
    options.signal?.throwIfAborted();
    found.push(await fromPlace(place, wanted, options));
  }
  const [only, ...more] = found;
  const graph = only && more.length === 0 ? only.graph : mergeGraphs(found.map((each) => each.graph));
  const used = found.flatMap((each) => each.used);
  const problems = found.flatMap((each) => each.problems);
  return {
    graph,
    used,
    problems: wanted.from === undefined ? problems : [...problems, ...withoutUpdates(graph, used)],
  };
}

function withoutUpdates({ nodes, edges }: OcpGraph, used: readonly GraphOrigin[]): Problem[] {
  if (nodes.length < 2 || edges.length > 0) return [];
  return [
    {
      code: 'upgrade-path',
      level: 'warning',
      message: t('updatesMissing', {
        origins: used.map(({ origin }) => origin).join(', '),
        count: nodes.length,
      }),
      remedy: t('updatesMissingRemedy'),
    },
  ];
}

async function fromPlace(
  place: GraphPlace,
  wanted: GraphRequest,
  options: FindGraphOptions,
): Promise<FoundGraph> {
  const { architecture } = wanted;
  const stop = options.signal ? { signal: options.signal } : {};
  if (place.at === 'disk') {
    try {
      return { ...(await storedGraph(place.path, { architecture, ...stop })), problems: [] };
    } catch (error) {
      if (!place.noReference || !(error instanceof AirlockError) || error.code !== 'usage') throw error;
      const reason = place.noReference.message;
      throw new AirlockError('usage', t('neitherPathNorImage', { error: error.message, reason }), {
        remedy: t('neitherPathNorImageRemedy'),
      });
    }
  }
  if (place.at === 'registry') return fromRegistry(place.reference, architecture, options);
  const service = savedService(options);
  const graph = await fromService(service, wanted, options.signal);
  return { graph, used: service.used, problems: service.problems };
}

async function fromRegistry(
  reference: ImageReference,
  architecture: string,
  { registries, signal }: FindGraphOptions,
): Promise<FoundGraph> {
  const stop = signal ? { signal } : {};
  const image = sourceOf(reference);
  if (!registries) throw new AirlockError('usage', t('registryNotAllowed', { image: reference.text }));
  const registry = (await registries()).at(image.registry);
  const reader: ImageContentReader = {
    manifest: ({ repository, digest }) => registry.manifest(repository, digest!, stop),
    blob: ({ repository }, blob) => registry.blob(repository, blob, stop),
  };
  try {
    const digest = image.digest ?? (await registry.resolve(image.repository, image.tag!, stop))?.digest;
    if (!digest) throw new AirlockError('not-found', t('imageMissing', { image: reference.text }));
    const graph = await graphFromImage(reader, { ...image, digest }, reference.text, {
      architecture,
      ...stop,
    });
    return { graph, used: [{ kind: 'graph-data', origin: reference.text, channels: [] }], problems: [] };
  } catch (error) {
    throw onSide(error, 'source');
  }
}

async function fromService(
  service: SavedService,
  wanted: GraphRequest,
  signal: AbortSignal | undefined,
): Promise<OcpGraph> {
  const { architecture, channel, from, to } = wanted;
  if (from !== undefined && to !== undefined)
    return betweenVersions(service, { architecture, from, to, channel }, signal);
  if (channel !== undefined)
    return serviceGraph(service.graphs, { channels: [channel], architecture }, signal);
  const { archive, origin } = await service.graphData(signal);
  const chunks = (async function* () {
    yield archive;
  })();
  return readGraphDataArchive(chunks, origin, { architecture, signal });
}

async function betweenVersions(
  { graphs }: SavedService,
  wanted: { architecture: string; from: string; to: string; channel?: string },
  signal: AbortSignal | undefined,
): Promise<OcpGraph> {
  const { architecture, from, to, channel } = wanted;
  const end = MINOR.test(to) ? `${to}.0` : to;
  const named = channel === undefined ? undefined : parseChannelName(channel);
  if (channel !== undefined && !named)
    return serviceGraph(graphs, { channels: [channel], architecture }, signal);
  if (named) {
    // A channel contains the versions from which its minor version can be reached, so it may be above the target.
    const target = minorOf(end);
    const beyond = target && compareMinors(named.minor, target) > 0;
    const last = beyond ? `${minorText(named.minor)}.0` : end;
    return corridorGraph(graphs, { from, to: last, prefix: named.prefix, architecture }, signal);
  }
  let graph: OcpGraph | undefined;
  for (const prefix of PREFIXES) {
    graph = await corridorGraph(graphs, { from, to: end, prefix, architecture }, signal);
    if ([from, to].every((version) => isKnown(graph!, version, architecture))) break;
  }
  return graph!;
}

function isKnown(graph: OcpGraph, version: string, architecture: string): boolean {
  if (MINOR.test(version)) return positionsOf(graph, minorOf(`${version}.0`)!).size > 0;
  const { position, candidates } = findVersion(graph, version, architecture);
  return position !== undefined || candidates.length > 0;
}
