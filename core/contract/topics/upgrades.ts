import { z } from 'zod';
import { problem } from './vocabulary.ts';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);
const version = z.string().trim().min(1).max(128);
const name = z.string().min(1).max(256);

/** Where update graphs are taken from. Only `service` contacts anything. */
export const upgradeSource = z.discriminatedUnion('kind', [
  /** The update service, one channel at a time; what it answers is kept. */
  z.object({ kind: z.literal('service') }),
  /** What earlier runs and questions kept on this host: works behind the gap. */
  z.object({ kind: z.literal('cached') }),
  /** A saved answer, graph-data (folder or archive), or another workspace. */
  z.object({ kind: z.literal('file'), file: path }),
]);
export type UpgradeSource = z.infer<typeof upgradeSource>;

export const upgradeArchitecture = z.enum(['amd64', 'arm64', 'ppc64le', 's390x', 'multi']);
export type UpgradeArchitecture = z.infer<typeof upgradeArchitecture>;

/** One thing that a graph was read from. */
export const graphOrigin = z.object({
  /** `kept`: what was asked of the service before. */
  kind: z.enum(['service', 'cached', 'graph-data', 'workspace', 'file']),
  /** An address without user and query, an image, or a path. */
  origin: z.string(),
  /** Empty: all that it has. */
  channels: z.array(z.string()),
  /** When the service was asked, or the file was written. */
  asOf: z.string().optional(),
});
export type GraphOrigin = z.infer<typeof graphOrigin>;

export const upgradeRisk = z.object({
  name: z.string(),
  message: z.string(),
  url: z.string(),
  /** It concerns every cluster; otherwise a cluster finds out by its rules. */
  always: z.boolean(),
  /** The query with which a cluster finds out. */
  query: z.string().optional(),
});
export type UpgradeRisk = z.infer<typeof upgradeRisk>;

export const upgradeHop = z.object({
  from: z.string(),
  to: z.string(),
  /** The channel that a cluster is set to. */
  channel: z.string().optional(),
  risks: z.array(upgradeRisk),
  /** No release says so: worked out from build-suggestions. */
  suggested: z.boolean(),
  /** Of the version that is updated to. */
  errata: z.string().optional(),
});
export type UpgradeHop = z.infer<typeof upgradeHop>;

export const upgradePath = z.object({ path: z.array(z.string()), hops: z.array(upgradeHop) });
export type UpgradePath = z.infer<typeof upgradePath>;

const riskName = z.object({ name: z.string(), message: z.string(), url: z.string() });

/** A picture of the corridor between two versions, in px: one lane for each minor, a column for each version. */
export const upgradePicture = z.object({
  width: z.number(),
  height: z.number(),
  /** Every reason of an update in the picture, each once. */
  risks: z.array(riskName),
  lanes: z.array(z.object({ minor: z.string(), y: z.number(), x1: z.number(), x2: z.number() })),
  versions: z.array(
    z.object({
      version: z.string(),
      minor: z.string(),
      x: z.number(),
      y: z.number(),
      onPath: z.boolean(),
      channels: z.array(z.string()),
      errata: z.string().optional(),
    }),
  ),
  updates: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      kind: z.enum(['plain', 'conditional', 'blocked']),
      /** Part of the answer. */
      chosen: z.boolean(),
      /** Drawn without being asked for: the answer, the way round its risks, and what would be shorter. */
      shown: z.boolean(),
      /** Positions in `risks`. */
      risks: z.array(count),
      /** SVG path data. */
      d: z.string(),
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

/** What to write for an answer, and what it selects by the rules of oc-mirror v2. */
export const upgradeConfiguration = z.object({
  channels: z.array(releaseChannel),
  releases: z.array(z.string()),
  /** Beside the path; nothing smaller has the path. */
  extra: z.array(z.string()),
  problems: z.array(problem),
  /** A whole ImageSetConfiguration with nothing else. */
  yaml: z.string(),
});
export type UpgradeConfiguration = z.infer<typeof upgradeConfiguration>;

/** Why there is no path, and what is nearest to one. */
export const upgradeRejection = z.object({
  kind: z.string(),
  /** The version that is not known, as it was asked for. */
  version: z.string().optional(),
  message: z.string(),
  /** In place of an unknown version or channel. */
  alternatives: z.array(z.string()),
  /** Channels that have what those asked for lack. */
  channels: z.array(z.string()),
  nearestReachable: z.array(z.string()),
  nearestSources: z.array(z.string()),
  blocked: z.array(z.object({ from: z.string(), to: z.string(), reasons: z.array(riskName) })),
  /** Conditional updates that would lead there. */
  conditional: z.array(z.object({ from: z.string(), to: z.string(), risks: z.array(upgradeRisk) })),
});
export type UpgradeRejection = z.infer<typeof upgradeRejection>;

/**
 * Which of the ways that there are: with the fewest updates; with the fewest risks, however long; or stopping in every
 * extended-update (EUS) minor, with worker pools paused between them.
 */
export const pathChoice = z.enum(['shortest', 'fewest-risks', 'eus']);
export type UpgradeWay = z.infer<typeof pathChoice>;

/** A part of a way between EUS releases: worker pools stay paused from its beginning to its end. */
export const upgradeSegment = z.object({
  from: z.string(),
  to: z.string(),
  /** Versions that only the control plane runs meanwhile. */
  controlPlaneOnly: z.array(z.string()),
  /** False where nothing is gained by pausing. */
  pausePools: z.boolean(),
});
export type UpgradeSegment = z.infer<typeof upgradeSegment>;

export const upgradeQuestion = z.object({
  /** Whose kept graphs are read, and whose practice world it may be. */
  workspace: path.optional(),
  source: upgradeSource,
  architecture: upgradeArchitecture.default('amd64'),
  from: version,
  /** A version, or a minor (`4.18`) for its newest one. */
  to: version,
  /** `stable`, `fast`, `eus`, `candidate`: of the target's minor; or a channel by its whole name (`stable-4.19`). */
  channel: z
    .string()
    .regex(/^[a-z][a-z-]*(-\d+\.\d+)?$/)
    .max(64)
    .default('stable'),
  avoidRisks: z.boolean().default(false),
  way: pathChoice.default('shortest'),
  /** Versions to come through, in their order; not with `eus`. */
  via: z.array(version).max(10).default([]),
  /** A configuration for each update beside the one for all. */
  perHop: z.boolean().default(false),
  /** The service is asked even when its answer of the last hour is kept. */
  fresh: z.boolean().default(false),
});

export const upgradeAnswer = z.object({
  origins: z.array(graphOrigin),
  /** `to` with a minor replaced by the version that was found for it. */
  to: z.string(),
  answer: upgradePath.optional(),
  /** When the answer has risks: the best way without any. */
  alternative: upgradePath.optional(),
  rejection: upgradeRejection.optional(),
  picture: upgradePicture.optional(),
  /** The picture of the answer as a whole SVG file. */
  svg: z.string().optional(),
  configuration: upgradeConfiguration.optional(),
  /** One for each update, when that was asked; absent when a release is in no channel that is wholly known. */
  perHop: z.array(upgradeConfiguration).optional(),
  /** Of an EUS way. */
  segments: z.array(upgradeSegment).optional(),
  /** What should be known of the answer, in words. */
  notes: z.array(z.string()),
  /** What was left out of the graph or is uncertain. */
  problems: z.array(problem),
  /** The command that does the same headless. */
  command: z.string(),
});
export type UpgradeAnswer = z.infer<typeof upgradeAnswer>;

/** Versions for the fields, from what is kept here: nothing is contacted. */
export const knownVersions = z.object({
  versions: z.array(z.object({ version: z.string(), channels: z.array(z.string()) })),
  origins: z.array(graphOrigin),
  /** Where the update service would be asked. */
  service: z.string(),
});
export type KnownVersions = z.infer<typeof knownVersions>;

/** A configuration with what an answer needs written into it, before it is saved. */
export const changedConfiguration = z.object({
  file: z.string(),
  text: z.string(),
  /** Of the file as it was read; absent when it does not exist yet. */
  digest: z.string().optional(),
  /** As `diff -u` writes it; empty: the file has all of it already. */
  difference: z.string(),
  /** What the change takes away that the file selected before, in words. */
  notes: z.array(z.string()),
});

/** What a set of releases costs to carry from a workspace, as a plan finds it. */
export const upgradeBytes = z.object({
  images: count,
  bytes: count,
  /** Held by the workspace already. */
  bytesPresent: count,
});
export type UpgradeBytes = z.infer<typeof upgradeBytes>;
