import { z } from 'zod';
import { problem } from './vocabulary.ts';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);
const version = z.string().trim().min(1).max(128);
const name = z.string().min(1).max(256);

/** The source of update graphs. Only `service` uses the network. */
export const upgradeSource = z.discriminatedUnion('kind', [
  /** The update service, one channel at a time. Its answers are cached. */
  z.object({ kind: z.literal('service') }),
  /** Answers that earlier runs and queries cached on this host. Works behind the air gap. */
  z.object({ kind: z.literal('cached') }),
  /** A saved answer, graph-data (folder or archive), or another workspace. */
  z.object({ kind: z.literal('file'), file: path }),
]);
export type UpgradeSource = z.infer<typeof upgradeSource>;

export const upgradeArchitecture = z.enum(['amd64', 'arm64', 'ppc64le', 's390x', 'multi']);
export type UpgradeArchitecture = z.infer<typeof upgradeArchitecture>;

/** One source of a graph. */
export const graphOrigin = z.object({
  /** `cached`: an earlier answer of the service. */
  kind: z.enum(['service', 'cached', 'graph-data', 'workspace', 'file']),
  /** An address without user and query, an image, or a path. */
  origin: z.string(),
  /** Empty: all channels of the source. */
  channels: z.array(z.string()),
  /** When the service was queried or the file was written. */
  asOf: z.string().optional(),
});
export type GraphOrigin = z.infer<typeof graphOrigin>;

/** Most answers of a workspace. */
export const MOST_RISK_ANSWERS = 200;
/** Longest reason of an answer, in characters. */
export const LONGEST_REASON = 500;

/** A decision about a known risk, with its reason. */
export const riskAnswer = z.object({
  /** Whether the risk affects the clusters. */
  applies: z.boolean(),
  reason: z.string().trim().min(1).max(LONGEST_REASON),
});
export const recordedAnswer = riskAnswer.extend({
  risk: z.string().min(1).max(256).describe('Name of the risk in the update graph'),
  applies: z.boolean().describe('Whether the risk affects the clusters'),
  reason: z.string().trim().min(1).max(LONGEST_REASON).describe('Why, in the words of the person'),
  answeredAt: z.string().max(64).describe('Time of the answer (ISO 8601)'),
});
export type RiskAnswer = z.infer<typeof recordedAnswer>;

export const upgradeRisk = z.object({
  name: z.string(),
  message: z.string(),
  url: z.string(),
  /** Affects all clusters; otherwise a cluster evaluates the matching rules. */
  always: z.boolean(),
  /** The query with which a cluster evaluates whether it is affected. */
  query: z.string().optional(),
  /** The decision that is recorded in the workspace. */
  answer: riskAnswer.optional(),
});
export type UpgradeRisk = z.infer<typeof upgradeRisk>;

export const upgradeHop = z.object({
  from: z.string(),
  to: z.string(),
  /** The channel to set on the cluster. */
  channel: z.string().optional(),
  risks: z.array(upgradeRisk),
  /** Derived from build-suggestions instead of release metadata. */
  suggested: z.boolean(),
  /** Errata of the target version. */
  errata: z.string().optional(),
});
export type UpgradeHop = z.infer<typeof upgradeHop>;

export const upgradePath = z.object({ path: z.array(z.string()), hops: z.array(upgradeHop) });
export type UpgradePath = z.infer<typeof upgradePath>;

const riskName = z.object({ name: z.string(), message: z.string(), url: z.string() });

/** Kinds of updates, in the order of their numbers in {@link savedGraph}. */
export const UPDATE_KINDS = ['plain', 'conditional', 'blocked'] as const;

/** A release in an update graph. */
const graphVersion = z.object({
  version: z.string(),
  channels: z.array(z.string()),
  errata: z.string().optional(),
});
export type GraphVersion = z.infer<typeof graphVersion>;

/** The part of the graph that explains an answer: the versions and updates between both ends. */
export const upgradePicture = z.object({
  /** The unique risks of the updates in the picture. */
  risks: z.array(upgradeRisk),
  versions: z.array(graphVersion.extend({ onPath: z.boolean() })),
  updates: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      kind: z.enum(UPDATE_KINDS),
      /** Part of the upgrade path. */
      chosen: z.boolean(),
      /** Always drawn: the upgrade path, the alternative path without its risks, and shortcuts. */
      shown: z.boolean(),
      /** Indexes into `risks`. */
      risks: z.array(count),
    }),
  ),
});
export type UpgradePicture = z.infer<typeof upgradePicture>;
export type PictureUpdate = UpgradePicture['updates'][number];
export type PictureVersion = UpgradePicture['versions'][number];

/** An entry of `mirror.platform.channels`. */
export const releaseChannel = z.object({
  name,
  minVersion: version.optional(),
  maxVersion: version.optional(),
  shortestPath: z.boolean(),
});
export type ContractReleaseChannel = z.infer<typeof releaseChannel>;

/** The configuration for an answer, and the releases that it selects by the rules of oc-mirror v2. */
export const upgradeConfiguration = z.object({
  channels: z.array(releaseChannel),
  releases: z.array(z.string()),
  /** Releases outside the path. No smaller selection of the loaded channels contains the path. */
  extra: z.array(z.string()),
  /** The channels that were loaded and contain releases of the path. */
  loaded: z.array(z.string()),
  problems: z.array(problem),
  /** The decisions about risks that the path depends on, for comments in a file. */
  comments: z.array(z.string()),
  /** A complete ImageSetConfiguration with only these channels. */
  yaml: z.string(),
});
export type UpgradeConfiguration = z.infer<typeof upgradeConfiguration>;

/** Why no path exists, and the closest alternatives. */
export const upgradeRejection = z.object({
  kind: z.string(),
  /** The unknown version, as given in the request. */
  version: z.string().optional(),
  message: z.string(),
  /** Suggestions for an unknown version or channel. */
  alternatives: z.array(z.string()),
  /** Channels that contain what the requested ones don't. */
  channels: z.array(z.string()),
  nearestReachable: z.array(z.string()),
  nearestSources: z.array(z.string()),
  blocked: z.array(z.object({ from: z.string(), to: z.string(), reasons: z.array(riskName) })),
  /** Conditional updates that would lead to the target. */
  conditional: z.array(z.object({ from: z.string(), to: z.string(), risks: z.array(upgradeRisk) })),
});
export type UpgradeRejection = z.infer<typeof upgradeRejection>;

/**
 * Which upgrade path to choose: the one with the fewest updates; the one with the fewest risks, however long; or the one
 * that stops in every extended-update (EUS) minor, with worker pools paused in between.
 */
export const pathPreference = z.enum(['shortest', 'fewest-risks', 'eus']);
export type PathPreference = z.infer<typeof pathPreference>;

/** A segment of a path between EUS releases. Worker pools stay paused from its start to its end. */
export const upgradeSegment = z.object({
  from: z.string(),
  to: z.string(),
  /** Versions that only the control plane runs. */
  controlPlaneOnly: z.array(z.string()),
  /** False if pausing saves nothing. */
  pausePools: z.boolean(),
});
export type UpgradeSegment = z.infer<typeof upgradeSegment>;

export const upgradeQuestion = z.object({
  /** The workspace whose cached graphs are read. It may have a practice world. */
  workspace: path.optional(),
  source: upgradeSource,
  architecture: upgradeArchitecture.default('amd64'),
  from: version,
  /** A version, or a minor (`4.18`) for its newest version. */
  to: version,
  /** `stable`, `fast`, `eus` or `candidate` of the target's minor, or a full channel name (`stable-4.19`). */
  channel: z
    .string()
    .regex(/^[a-z][a-z-]*(-\d+\.\d+)?$/)
    .max(64)
    .default('stable'),
  avoidRisks: z.boolean().default(false),
  preference: pathPreference.default('shortest'),
  /** Versions that the path must include, in order; not with `eus`. */
  via: z.array(version).max(10).default([]),
  /** Also returns a configuration for each update. */
  perHop: z.boolean().default(false),
  /** Queries the service even if its answer from the last hour is cached. */
  fresh: z.boolean().default(false),
});

export const upgradeAnswer = z.object({
  origins: z.array(graphOrigin),
  /** `to`, with a minor replaced by its resolved version. */
  to: z.string(),
  answer: upgradePath.optional(),
  /** The best path without risks, if `answer` has risks. */
  alternative: upgradePath.optional(),
  rejection: upgradeRejection.optional(),
  picture: upgradePicture.optional(),
  /** The picture of the answer as a complete SVG file. */
  svg: z.string().optional(),
  configuration: upgradeConfiguration.optional(),
  /** One for each update, if requested; absent if no completely known channel contains one of the releases. */
  perHop: z.array(upgradeConfiguration).optional(),
  /** Segments of an EUS path. */
  segments: z.array(upgradeSegment).optional(),
  /** Remarks about the answer, one sentence each. */
  notes: z.array(z.string()),
  /** What the graph omits, or what is uncertain. */
  problems: z.array(problem),
  /** The equivalent command. */
  command: z.string(),
});
export type UpgradeAnswer = z.infer<typeof upgradeAnswer>;

/** The complete graph of the data on this host. Uses no network. Thousands of updates are lists of indexes. */
export const savedGraph = z.object({
  origins: z.array(graphOrigin),
  /** Ascending by version. */
  versions: z.array(graphVersion),
  risks: z.array(upgradeRisk),
  /** Combinations of risks that updates have, as indexes into `risks`. The first one is empty. */
  riskSets: z.array(z.array(count)),
  /** Four numbers for each update: the versions that it leads from and to, its kind in `UPDATE_KINDS`, its risk set. */
  updates: z.array(count),
});
export type SavedGraph = z.infer<typeof savedGraph>;
/** Versions for the fields, from cached data only. Uses no network. */
export const knownVersions = z.object({
  versions: z.array(z.object({ version: z.string(), channels: z.array(z.string()) })),
  origins: z.array(graphOrigin),
  /** Address of the update service. */
  service: z.string(),
});
export type KnownVersions = z.infer<typeof knownVersions>;

/** A configuration with the entries that an answer needs, before it is saved. */
export const changedConfiguration = z.object({
  file: z.string(),
  text: z.string(),
  /** Digest of the file when it was read; absent if the file doesn't exist yet. */
  digest: z.string().optional(),
  /** Unified diff; empty if the file already contains everything. */
  difference: z.string(),
  /** Sentences about content that the change removes from the selection. */
  notes: z.array(z.string()),
});

/** Sizes of releases, in bytes. */
export const releaseSizes = z.array(z.object({ version: z.string(), bytes: count }));

/** The size of a set of releases according to a plan of a workspace. */
export const upgradeBytes = z.object({
  images: count,
  /** Bytes that each release adds to those before it. */
  releases: releaseSizes,
  bytes: count,
  /** Bytes that the workspace already contains. */
  bytesPresent: count,
});
export type UpgradeBytes = z.infer<typeof upgradeBytes>;
