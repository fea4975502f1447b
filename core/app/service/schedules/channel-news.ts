import { readYaml } from '../../../base/document/yaml-text.ts';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { readRegularFile } from '../../../base/files/regular-file.ts';
import { goArchitecture } from '../../../base/image/architecture.ts';
import type { ChannelNews } from '../../../contract/topics/schedules/overview.ts';
import type { GraphOrigin } from '../../../contract/topics/upgrades.ts';
import { imageSetView } from '../../../image-set/form/view.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import type { ListedRun } from '../../../runs/audit/read-runs.ts';
import { parseTransferName } from '../../../store/workspace/next-transfer.ts';
import { mergeGraphs, type OcpGraph } from '../../../upgrade/ocp/graph.ts';
import { compareVersions, minorOf, minorText } from '../../../upgrade/ocp/version-order.ts';
import type { Schedule } from '../../schedules/schedule-file.ts';
import { readGraph } from '../../sources/read-graph.ts';
import { lastConfiguration } from '../configurations/last-configuration.ts';
import { savedGraphs } from '../upgrades/upgrade-graphs.ts';

const MOST_NEWER = 20;
/** Channels that Home shows and queries. */
const MOST_CHANNELS = 20;
const RELEASE = /^release (\S+?)(?:-(x86_64|aarch64|ppc64le|s390x|multi))?$/;

/** Bytes, above the size of any configuration. */
const MOST_BYTES = 4 * 2 ** 20;

/** What is known of a workspace. */
export interface WorkspaceFacts {
  workspace: string;
  runs: readonly ListedRun[];
  /** Those that this user created or confirmed: a workspace from elsewhere must not choose files of this host. */
  schedules: readonly Schedule[];
}

interface Selected {
  channel: string;
  architecture: string;
}

/** Returns the selected channels with versions that are later than the mirrored ones, from saved graphs. */
export async function channelNews(
  facts: WorkspaceFacts,
  host: HostFacts,
  signal: AbortSignal,
): Promise<ChannelNews[]> {
  const { workspace } = facts;
  const selected = await selectedChannels(facts);
  const mirrored = mirroredVersions(facts);
  const news: ChannelNews[] = [];
  for (const architecture of new Set(selected.map((one) => one.architecture))) {
    const { graphs, origins } = await savedGraphs({ workspace, architecture }, host, signal);
    const graph = mergeGraphs(graphs);
    for (const one of selected.filter((each) => each.architecture === architecture))
      news.push(newsOf(one, graph, mirrored, checkedAt(origins, one.channel)));
  }
  return news;
}

/** Queries the update service for each selected channel. A failure is reported with its channel. */
export async function checkChannels(
  facts: WorkspaceFacts,
  host: HostFacts,
  signal: AbortSignal,
): Promise<ChannelNews[]> {
  const mirrored = mirroredVersions(facts);
  const news: ChannelNews[] = [];
  for (const one of await selectedChannels(facts)) {
    signal.throwIfAborted();
    try {
      const { graph } = await readGraph(undefined, one, {
        host,
        pathOf: (path) => path,
        maxAgeMs: 0,
        signal,
      });
      news.push(newsOf(one, graph, mirrored, new Date().toISOString()));
    } catch (error) {
      signal.throwIfAborted();
      const nothing = { newer: [], newerTotal: 0 };
      news.push({ ...one, ...nothing, problem: asAirlockError(error).message });
    }
  }
  return news;
}

function newsOf(
  { channel, architecture }: Selected,
  graph: OcpGraph,
  mirrored: readonly Mirrored[],
  checked: string | undefined,
): ChannelNews {
  const versions = graph.nodes
    .filter(({ channels }) => channels.includes(channel))
    .map(({ version }) => plain(version));
  const last = latestMirrored(channel, architecture, versions, mirrored);
  const newer =
    last === undefined ? [] : versions.filter((version) => compareVersions(version, last) > 0).toReversed();
  return {
    ...{ channel, architecture, latest: versions.at(-1), mirrored: last, checkedAt: checked },
    ...{ newer: newer.slice(0, MOST_NEWER), newerTotal: newer.length },
  };
}

/** Returns the latest mirrored version that is in a channel, or has its minor version if the channel has none of them. */
function latestMirrored(
  channel: string,
  architecture: string,
  versions: readonly string[],
  mirrored: readonly Mirrored[],
): string | undefined {
  const own = mirrored.filter((one) => one.architecture === undefined || one.architecture === architecture);
  const inChannel = own.filter(({ version }) => versions.includes(version));
  const minor = channel.slice(channel.indexOf('-') + 1);
  const ofMinor = own.filter(({ version }) => {
    const found = minorOf(version);
    return found !== undefined && minorText(found) === minor;
  });
  const candidates = inChannel.length > 0 ? inChannel : ofMinor;
  return candidates
    .map(({ version }) => version)
    .toSorted(compareVersions)
    .at(-1);
}

/** Build metadata names the architecture in graphs of several. */
function plain(version: string): string {
  return version.split('+', 1)[0]!;
}

/** Returns the channels of the configurations that were mirrored last, and of those of schedules. */
async function selectedChannels({ workspace, runs, schedules }: WorkspaceFacts): Promise<Selected[]> {
  const texts: string[] = [];
  for (const { configFile } of schedules) {
    if (configFile === undefined) continue;
    const content = await readRegularFile(configFile, MOST_BYTES).catch(() => undefined);
    if (Buffer.isBuffer(content)) texts.push(content.toString('utf8'));
  }
  for (const enclave of new Set(runs.flatMap(({ run }) => enclaveOf(run?.transfer)))) {
    const last = await lastConfiguration(workspace, enclave).catch(() => undefined);
    if (last) texts.push(last.text);
  }
  const found = new Map<string, Selected>();
  for (const text of texts) {
    const { releases, architectures } = imageSetView(readYaml(text));
    for (const { name } of releases)
      for (const architecture of architectures.length > 0 ? architectures : ['amd64'])
        if (name) found.set(`${name} ${architecture}`, { channel: name, architecture });
  }
  return [...found.values()].toSorted((a, b) => (a.channel < b.channel ? -1 : 1)).slice(0, MOST_CHANNELS);
}

/** A run from registry to registry has no transfer, and belongs to the default enclave. */
function enclaveOf(transfer: string | undefined): string {
  return (transfer === undefined ? undefined : parseTransferName(transfer)?.enclave) ?? 'default';
}

interface Mirrored {
  version: string;
  architecture: string | undefined;
}

function mirroredVersions({ runs }: WorkspaceFacts): Mirrored[] {
  return runs.flatMap(({ run }) =>
    (run?.result?.deliverables ?? []).flatMap(({ name, complete }) => {
      const [, version, machine] = RELEASE.exec(name) ?? [];
      if (!complete || version === undefined || minorOf(version) === undefined) return [];
      return [{ version, architecture: machine === undefined ? undefined : goArchitecture(machine) }];
    }),
  );
}

/** Returns when a channel was last read from the update service. */
function checkedAt(origins: readonly GraphOrigin[], channel: string): string | undefined {
  return origins
    .filter(({ channels }) => channels.length === 0 || channels.includes(channel))
    .flatMap(({ asOf }) => asOf ?? [])
    .toSorted()
    .at(-1);
}
