import { z } from 'zod';
import { savedJob } from './job.ts';
import { problem } from './vocabulary.ts';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);

/** A cluster by kubeconfig and context; without them the user's own kubeconfig and its current context. */
const choice = { kubeconfig: path.optional(), context: z.string().max(500).optional() };

/** Which object. */
export const objectRef = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  name: z.string(),
  namespace: z.string().optional(),
});
export type ObjectRefLine = z.infer<typeof objectRef>;

/** A field that gets another value; texts are YAML. Of lists only the entries that differ. */
export const fieldChange = z.object({
  path: z.string(),
  removed: z.array(z.string()),
  added: z.array(z.string()),
});
export type FieldChangeLine = z.infer<typeof fieldChange>;

/** A field that somebody else owns with another value. */
const fieldConflict = z.object({
  field: z.string(),
  /** Field manager. */
  owner: z.string(),
  theirs: z.string(),
  ours: z.string(),
});

/** An object as it would be applied. */
export const comparedObject = objectRef.extend({
  /** Below the folder. */
  file: z.string(),
  /** What it is for, in a sentence. */
  purpose: z.string(),
  /** What applying it does. */
  effect: z.string(),
  restartsNodes: z.boolean(),
  action: z.enum(['create', 'change', 'unchanged', 'conflict', 'skipped', 'rejected']),
  changes: z.array(fieldChange),
  conflicts: z.array(fieldConflict),
  /** What the cluster would lose. */
  removals: z.array(z.string()),
  problem: problem.optional(),
  /** Values of Secrets are hidden. */
  yaml: z.string(),
});
export type ComparedObjectLine = z.infer<typeof comparedObject>;

/** What applying a folder would do to a cluster. */
export const clusterComparison = z.object({
  context: z.string(),
  server: z.string(),
  kubernetesVersion: z.string(),
  openShiftVersion: z.string().optional(),
  /** In the order in which they are applied. */
  objects: z.array(comparedObject),
  /** Verbs and resources that the user isn't authorized for. */
  missingPermissions: z.array(z.string()),
  pools: z.array(
    z.object({
      name: z.string(),
      machines: count,
      updated: count,
      state: z.enum(['updated', 'updating', 'degraded', 'paused']),
      message: z.string().optional(),
    }),
  ),
  problems: z.array(problem),
  comparedAt: z.string(),
});
export type ClusterComparisonLine = z.infer<typeof clusterComparison>;

export const objectOutcome = z.enum([
  'created',
  'configured',
  'unchanged',
  'restored',
  'deleted',
  'conflict',
  'removal',
  'waiting',
  'skipped',
  'failed',
]);
export type ObjectOutcomeName = z.infer<typeof objectOutcome>;

/** An apply or a rollback; its progress counts objects. `waiting`: nodes would restart, and nobody has said whether they may. */
export const clusterJob = savedJob.extend({
  kind: z.literal('cluster'),
  action: z.enum(['apply', 'rollback']),
  dryRun: z.boolean(),
  /** Where manifests come from, or the record to roll back. */
  from: z.string(),
  context: z.string().optional(),
  server: z.string().optional(),
  objects: z.array(
    objectRef.extend({
      result: objectOutcome,
      message: z.string().optional(),
      remedy: z.string().optional(),
    }),
  ),
  /** Readiness of the applied objects. */
  readiness: z
    .object({
      for: z.enum(['pools', 'catalogs', 'update-service']),
      done: count,
      total: count,
      detail: z.string(),
    })
    .optional(),
  /** While it waits. */
  restartQuestion: z
    .object({ objects: z.array(objectRef), nodes: count, pools: z.array(z.string()) })
    .optional(),
  /** Whether every object has the requested state; absent until the job is done. */
  ok: z.boolean().optional(),
  /** Folder with the previous versions that a rollback restores. */
  saved: z.string().optional(),
});
export type ClusterJob = z.infer<typeof clusterJob>;

/** An answer about an upgrade: what was looked at, and what to do. */
export const upgradeItem = z.object({
  group: z.enum(['release', 'payload', 'signatures', 'cluster', 'nodes', 'catalogs', 'installed']),
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failed', 'unknown']),
  message: z.string(),
  /** Empty where nothing has to be done. */
  remedy: z.string(),
  /** Which mirror, with the set that names it, or which registry gave an image. */
  from: z.string().optional(),
});
export type UpgradeItemLine = z.infer<typeof upgradeItem>;

/** Whether an upgrade will go. */
export const upgradeReport = z.object({
  /** Nothing failed. */
  ok: z.boolean(),
  to: z.string(),
  digest: z.string().optional(),
  /** The version that the cluster is at. */
  version: z.string().optional(),
  server: z.string(),
  context: z.string().optional(),
  clusterId: z.string().optional(),
  inspectedAt: z.string(),
  checkedAt: z.string(),
  counts: z.object({ ok: count, warning: count, failed: count, unknown: count }),
  /** By group, of each what failed first. */
  items: z.array(upgradeItem),
});
export type UpgradeReportLine = z.infer<typeof upgradeReport>;

const how = {
  /** Takes ownership of fields that other managers own. */
  overwrite: z.boolean().default(false),
  /** Allows nodes to restart without confirmation. */
  allowRestart: z.boolean().default(false),
  dryRun: z.boolean().default(false),
};

export const CLUSTER_REQUESTS = {
  /** The contexts of a kubeconfig; nothing is contacted. */
  'clusters.contexts': {
    input: z.object({ kubeconfig: path.optional() }),
    output: z.object({
      files: z.array(z.string()),
      contexts: z.array(
        z.object({
          name: z.string(),
          cluster: z.string(),
          server: z.string(),
          user: z.string(),
          current: z.boolean(),
        }),
      ),
    }),
  },
  /** Folders with manifests that pushes wrote, the newest first. */
  'clusters.folders': {
    input: z.object({}),
    output: z.object({
      folders: z.array(
        z.object({
          directory: z.string(),
          /** Registry and path that were pushed to. */
          target: z.string().optional(),
          pushedAt: z.string(),
          /** The sheet with the next commands. */
          handOver: z.string().optional(),
        }),
      ),
    }),
  },
  /** Asks the cluster what it would make of each object; nothing is changed. */
  'clusters.compare': {
    input: z.object({ ...choice, directory: path, overwrite: z.boolean().default(false) }),
    output: clusterComparison,
  },
  /**
   * Whether an upgrade will go: images through the mirror sets, logins and trust of the cluster, signature, nodes,
   * operators. Nothing is changed. With `from`, a file of `airlock cluster inspect`, the cluster is not asked.
   */
  'clusters.check': {
    input: z.object({ ...choice, to: z.string().trim().min(1).max(500), from: path.optional() }),
    /** `html`: the report as a page without script. */
    output: z.object({ report: upgradeReport, html: z.string() }),
  },
  /** Applies the named objects and leaves the others unchanged. Reports its state as events. */
  'clusters.apply': {
    input: z.object({
      ...choice,
      ...how,
      directory: path,
      objects: z.array(objectRef).min(1).max(1000),
      allowRemoval: z.boolean().default(false),
      stateDirectory: path.optional(),
    }),
    output: clusterJob,
  },
  /** Takes an apply back: previous versions return, what was made is deleted. */
  'clusters.rollback': {
    input: z.object({ ...choice, ...how, record: path, stateDirectory: path.optional() }),
    output: clusterJob,
  },
  /** What was applied from here, the newest first. */
  'clusters.records': {
    input: z.object({ stateDirectory: path.optional() }),
    output: z.object({
      records: z.array(
        z.object({
          directory: z.string(),
          appliedAt: z.string(),
          context: z.string(),
          server: z.string(),
          objects: count,
          rolledBackAt: z.string().optional(),
        }),
      ),
    }),
  },
  /** The hand-over sheet of a push, as HTML without script. */
  'clusters.handOver': { input: z.object({ file: path }), output: z.object({ html: z.string() }) },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
