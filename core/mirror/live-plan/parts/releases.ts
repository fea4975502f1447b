import type { CollectedImage } from '../../../base/collected/collected.ts';
import {
  AirlockError,
  asAirlockError,
  type Location,
  type Problem,
} from '../../../base/errors/airlock-error.ts';
import { machineName } from '../../../base/image/architecture.ts';
import type { GraphQuery, UpdateGraphs } from '../../../content/release/cincinnati.ts';
import { graphFile } from '../../../content/release/cincinnati.ts';
import { collectRelease } from '../../../content/release/collect.ts';
import { type RequestedRelease, requestedReleases } from '../../../content/release/requested-releases.ts';
import { parseUpdateGraph, type UpdateGraph } from '../../../content/release/update-graph.ts';
import { verificationKeysWhenNeeded } from '../../../content/signature/verification-keys.ts';
import { isBlocked } from '../../../image-set/config/blocked.ts';
import type {
  ImageSetConfiguration,
  PlatformSelection,
  ReleaseChannel,
} from '../../../image-set/config/image-set.ts';
import type { HostFacts } from '../../run/request.ts';
import type { StatePlace } from '../known/state-place.ts';
import { t } from '../messages.ts';

/** A release that the draft selects. */
export interface PlannedRelease {
  /** `4.18.9-x86_64`. */
  tag: string;
  version: string;
  /** Channels that select it. */
  channels: readonly string[];
  /** Absent if its payload hasn't been read yet. */
  images?: readonly CollectedImage[];
  /** The payload to read, if known. */
  wanted?: RequestedRelease;
}

/** The graph of a channel of the draft. */
export interface GraphInUse {
  query: GraphQuery;
  /** In ms since 1970. Absent if it was never read. */
  at?: number;
}

export interface PlannedReleases {
  releases: PlannedRelease[];
  graphs: GraphInUse[];
  problems: Problem[];
  /** Channels without a selection, with their errors. */
  faults: { channel?: ReleaseChannel; error: AirlockError }[];
}

const NO_RELEASES: PlannedReleases = { releases: [], graphs: [], problems: [], faults: [] };

type Selecting = Pick<ImageSetConfiguration, 'platform' | 'blockedImages'>;

/** Selects releases from local data, with the rules and the code of a run. */
export interface ReleasePlanner {
  /** Selects the releases of a draft. @param stamp of `StatePlace.refresh`. @throws AirlockError `disk`, `interrupted` */
  select(configuration: Selecting, stamp: string, signal?: AbortSignal): Promise<PlannedReleases>;
  /** Returns all local graphs. @throws AirlockError `disk` */
  cachedQueries(): Promise<GraphQuery[]>;
  /** Returns the local graph of a channel. @throws AirlockError `content-missing`, `graph-invalid` */
  graph(query: GraphQuery): Promise<UpdateGraph>;
}

const MOST_RELEASES = 400;
const GRAPHS = 'hold-release/cincinnati-graph-data/';

export function releasePlanner(place: StatePlace, host: HostFacts): ReleasePlanner {
  const graphs = savedGraphs(place);
  const known = new Map<string, PlannedRelease>();
  let last: { key: string; answer: PlannedReleases } | undefined;

  const inspect = async (
    wanted: RequestedRelease,
    { platform, blockedImages }: Selecting,
    stamp: string,
    signal: AbortSignal | undefined,
  ): Promise<PlannedRelease> => {
    const { platforms, architectures, kubeVirtContainer } = platform!;
    const blocked = blockedImages.map(({ name }) => name);
    const key = JSON.stringify([wanted, platforms, architectures, kubeVirtContainer, blocked]);
    const before = known.get(key) ?? known.get(`${key} ${stamp}`);
    if (before) return before;
    const tag = wanted.tag ?? wanted.reference.digest?.replace(':', '-') ?? wanted.reference.text;
    const base = { tag, version: wanted.version ?? tag, channels: wanted.channels, wanted };
    try {
      const collected = await collectRelease(wanted, platform!, {
        files: place.files,
        state: place.payloadRecords,
        graphs,
        content: place.content,
        keys: await verificationKeysWhenNeeded(host.env.OCP_SIGNATURE_VERIFICATION_PK),
        // The size doesn't depend on it, and the run checks it.
        ignoreReleaseSignature: true,
        blocked: (image) => isBlocked(image, blockedImages),
        signal,
      });
      const images = collected.flatMap((each) => (each.type === 'image' ? [each.image] : []));
      const payload = images.find(({ kind }) => kind === 'ocpRelease');
      const release = { ...base, tag: payload?.destination.tag ?? tag, images };
      if (known.size > MOST_RELEASES) known.clear();
      known.set(key, release);
      return release;
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (error.code === 'interrupted' || error.code.startsWith('disk')) throw error;
      known.set(`${key} ${stamp}`, base);
      return base;
    }
  };

  const select = async (
    configuration: Selecting,
    stamp: string,
    signal: AbortSignal | undefined,
  ): Promise<PlannedReleases> => {
    const platform = configuration.platform!;
    const answer: PlannedReleases = { releases: [], graphs: [], problems: [], faults: [] };
    const wanted: RequestedRelease[] = [];
    for (const one of eachArchitecture(platform)) {
      const used = platform.release ? [] : await usedGraphs(one, place);
      answer.graphs.push(...used);
      if (used.some(({ at }) => at === undefined)) {
        answer.releases.push(...guessed(one));
        continue;
      }
      const requested = new Map<string, GraphQuery>();
      const noting: UpdateGraphs = {
        graph(query, given) {
          requested.set(graphFile(query), query);
          return graphs.graph(query, given);
        },
      };
      const { releases, problems, faults } = await requestedOf(one, noting, signal);
      wanted.push(...releases);
      answer.problems.push(...problems);
      answer.faults.push(...faults);
      // A path between minor versions may use channels that the draft doesn't list.
      for (const [file, query] of requested) {
        if (used.some((each) => graphFile(each.query) === file)) continue;
        const at = await place.files.writtenAt(file);
        answer.graphs.push({ query, at });
      }
    }
    for (const each of wanted) answer.releases.push(await inspect(each, configuration, stamp, signal));
    answer.problems = distinct(answer.problems);
    return answer;
  };

  return {
    async cachedQueries() {
      const names = await place.files.list(GRAPHS);
      return names.flatMap((name) => {
        const [, architecture, channel] =
          /^([^-]+)-(.+)\.json$/s.exec(name.slice(name.lastIndexOf('/') + 1)) ?? [];
        return architecture && channel ? [{ architecture, channel, type: 'ocp' as const }] : [];
      });
    },
    graph: (query) => graphs.graph(query),
    async select(configuration, stamp, signal) {
      if (!configuration.platform) return NO_RELEASES;
      const { blockedImages, platform } = configuration;
      const key = JSON.stringify([stamp, platform, blockedImages.map(({ name }) => name)]);
      if (last?.key === key) return last.answer;
      const answer = await select(configuration, stamp, signal);
      last = { key, answer };
      return answer;
    },
  };
}

/** Returns the local graphs, each parsed once until its file changes. */
function savedGraphs(place: StatePlace): UpdateGraphs {
  const parsed = new Map<string, { at: number; graph: UpdateGraph }>();
  return {
    async graph(query) {
      const name = graphFile(query);
      const at = await place.files.writtenAt(name);
      const before = parsed.get(name);
      if (before && before.at === at) return before.graph;
      const body = await place.files.read(name);
      if (!body || at === undefined)
        throw new AirlockError(
          'content-missing',
          t('graphMissing', { channel: query.channel, architecture: query.architecture }),
          { side: 'local' },
        );
      const graph = parseUpdateGraph(body, name);
      parsed.set(name, { at, graph });
      return graph;
    },
  };
}

/** Returns one selection for each graph, like `requestedReleases`. */
function eachArchitecture(platform: PlatformSelection): PlatformSelection[] {
  if (platform.release || platform.platforms.length > 0) return [platform];
  return [...new Set(platform.architectures)].map((architecture) => ({
    ...platform,
    architectures: [architecture],
  }));
}

/** Returns the name of an architecture in the update service. */
function architectureOf({ platforms, architectures }: PlatformSelection): string {
  return platforms.length > 0 ? 'multi' : (architectures[0] ?? 'amd64');
}

async function usedGraphs(platform: PlatformSelection, { files }: StatePlace): Promise<GraphInUse[]> {
  const architecture = architectureOf(platform);
  const found: GraphInUse[] = [];
  for (const { name, type } of platform.channels) {
    const query = { channel: name, architecture, type };
    let file: string;
    try {
      file = graphFile(query);
    } catch {
      // An invalid channel name, which the selection reports.
      continue;
    }
    const at = await files.writtenAt(file);
    found.push({ query, at });
  }
  return found;
}

/** Returns the selection of the channels. An error of one doesn't affect the others. */
async function requestedOf(
  platform: PlatformSelection,
  graphs: UpdateGraphs,
  signal: AbortSignal | undefined,
): Promise<{ releases: RequestedRelease[]; problems: Problem[]; faults: PlannedReleases['faults'] }> {
  try {
    return { ...(await requestedReleases(platform, graphs, signal)), faults: [] };
  } catch (thrown) {
    const error = passed(thrown);
    if (platform.release || platform.channels.length < 2)
      return { releases: [], problems: [], faults: [{ ...channelOf(platform), error }] };
    const faults: PlannedReleases['faults'] = [];
    const good: ReleaseChannel[] = [];
    for (const channel of platform.channels) {
      try {
        await requestedReleases({ ...platform, channels: [channel] }, graphs, signal);
        good.push(channel);
      } catch (fault) {
        faults.push({ channel, error: passed(fault) });
      }
    }
    if (faults.length === 0 || good.length === 0)
      return { releases: [], problems: [], faults: faults.length > 0 ? faults : [{ error }] };
    const rest = await requestedOf({ ...platform, channels: good }, graphs, signal);
    return { ...rest, faults: [...faults, ...rest.faults] };
  }
}

function channelOf({ channels, release }: PlatformSelection): { channel?: ReleaseChannel } {
  const [only] = channels;
  return only && !release ? { channel: only } : {};
}

function passed(thrown: unknown): AirlockError {
  const error = asAirlockError(thrown);
  if (error.code === 'interrupted' || error.code.startsWith('disk')) throw error;
  return error;
}

/** Returns the releases in the channels' own bounds, used without a graph. In most files these are all releases. */
function guessed(platform: PlatformSelection): PlannedRelease[] {
  const architecture = architectureOf(platform);
  const named = platform.channels.flatMap(({ name, minVersion, maxVersion }) => {
    const newest = `${/(?<!\d)\d+\.\d+$/.exec(name)?.[0] ?? name} (newest)`;
    const versions = minVersion || maxVersion ? [minVersion, maxVersion ?? newest] : [newest];
    return versions.flatMap((version) => (version ? [{ version, channels: [name] }] : []));
  });
  const distinctVersions = new Map(named.map((each) => [each.version, each]));
  return [...distinctVersions.values()].map((release) => ({
    ...release,
    tag: `${release.version}-${machineName(architecture)}`,
  }));
}

function distinct(problems: Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
}

/** Returns the place of a channel, or of the platform. */
export function placeOf(platform: PlatformSelection, channel: ReleaseChannel | undefined): Location {
  return channel?.at ?? platform.at ?? {};
}
