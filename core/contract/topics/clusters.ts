import { z } from 'zod';
import { day2Question } from './day2-requests.ts';
import { hostSet } from './hosts.ts';
import { savedJob } from './job.ts';
import { clusterChoice, problem } from './vocabulary.ts';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);

/** Reference to an object. */
export const objectRef = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  name: z.string(),
  namespace: z.string().optional(),
});
export type ObjectRefLine = z.infer<typeof objectRef>;

/** A field whose value changes, as YAML. Lists contain only the entries that differ. */
export const fieldChange = z.object({
  path: z.string(),
  removed: z.array(z.string()),
  added: z.array(z.string()),
});
export type FieldChangeLine = z.infer<typeof fieldChange>;

/** A field that another manager owns with a different value. */
const fieldConflict = z.object({
  field: z.string(),
  /** Field manager. */
  owner: z.string(),
  theirs: z.string(),
  ours: z.string(),
});

/** An object to apply. */
export const comparedObject = objectRef.extend({
  /** Path relative to the folder. */
  file: z.string(),
  /** Its purpose, as a sentence. */
  purpose: z.string(),
  /** The effect of applying it. */
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

/** Preview of applying a folder to a cluster. */
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

/** A step of a plan for a running cluster. `left`: an earlier step stopped. */
export const planStep = z.object({
  title: z.string(),
  state: z.enum(['open', 'running', 'done', 'unchanged', 'stopped', 'left', 'skipped']),
  /** Why it is skipped. */
  leftOut: z.string().optional(),
});
export type PlanStepLine = z.infer<typeof planStep>;

/** An apply or a rollback; its progress counts objects. `waiting`: nodes would restart, which needs confirmation. */
export const clusterJob = savedJob.extend({
  kind: z.literal('cluster'),
  action: z.enum(['apply', 'rollback']),
  dryRun: z.boolean(),
  /** Where manifests come from, or the record to roll back. */
  from: z.string(),
  /** Absent for the user's own. */
  kubeconfig: z.string().optional(),
  context: z.string().optional(),
  server: z.string().optional(),
  objects: z.array(
    objectRef.extend({
      result: objectOutcome,
      message: z.string().optional(),
      remedy: z.string().optional(),
      /** Of a plan. Secrets are hidden. */
      changes: z.array(fieldChange).optional(),
    }),
  ),
  /** Of a plan that is applied step by step. */
  steps: z.array(planStep).optional(),
  /** Readiness of the applied objects. */
  readiness: z
    .object({
      for: z.enum([
        ...['pools', 'catalogs', 'update-operator', 'update-service'],
        ...['operators', 'nodes', 'credentials', 'control-plane', 'policy'],
      ] as const),
      done: count,
      total: count,
      detail: z.string(),
    })
    .optional(),
  /** The question that it waits for. */
  restartQuestion: z
    .object({ objects: z.array(objectRef), nodes: count, pools: z.array(z.string()) })
    .optional(),
  /** Whether every object has the requested state; absent until the job is done. */
  ok: z.boolean().optional(),
  /** Folder with the previous versions that a rollback restores. */
  saved: z.string().optional(),
});
export type ClusterJob = z.infer<typeof clusterJob>;

/** The state of a cluster, without certificates and signatures. */
export const inspectedCluster = z.object({
  inspectedAt: z.string(),
  /** Address of the API server, or the folder that objects were read from. */
  server: z.string(),
  context: z.string().optional(),
  version: z.string().optional(),
  channel: z.string().optional(),
  /** Address of the update service; absent for that of Red Hat. */
  upstream: z.string().optional(),
  architectures: z.array(z.string()),
  /** Versions that the update service offers. */
  updates: z.array(z.string()),
  /** Registries and repositories with a login in the pull secret. */
  pullSecret: z.array(z.string()),
  /** Registries with their own CA. */
  authorities: z.array(z.string()),
  mirrors: z.array(
    z.object({
      object: z.string(),
      by: z.enum(['digest', 'tag']),
      source: z.string(),
      mirrors: z.array(z.string()),
      neverSource: z.boolean(),
    }),
  ),
  catalogs: z.array(z.object({ object: z.string(), image: z.string().optional(), ready: z.boolean() })),
  /** Installed operator versions. */
  installed: z.array(
    z.object({ name: z.string(), namespace: z.string(), phase: z.string().optional(), images: count }),
  ),
  pools: z.array(z.object({ name: z.string(), state: z.string(), updated: count, machines: count })),
  /** Parts that could not be read, each with the reason. */
  unread: z.array(z.object({ part: z.string(), reason: z.string() })),
});
export type InspectedClusterLine = z.infer<typeof inspectedCluster>;

/** A readiness check of an upgrade: what was examined, and what to do. */
export const upgradeItem = z.object({
  group: z.enum(['release', 'payload', 'signatures', 'cluster', 'nodes', 'catalogs', 'installed']),
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failed', 'unknown']),
  message: z.string(),
  /** Empty if no action is needed. */
  remedy: z.string(),
  /** The registry that served an image, or the mirror and its mirror set. */
  from: z.string().optional(),
});
export type UpgradeItemLine = z.infer<typeof upgradeItem>;

/** Readiness of an upgrade. */
export const upgradeReport = z.object({
  /** Whether no check failed. */
  ok: z.boolean(),
  to: z.string(),
  digest: z.string().optional(),
  /** The current version of the cluster. */
  version: z.string().optional(),
  server: z.string(),
  context: z.string().optional(),
  clusterId: z.string().optional(),
  inspectedAt: z.string(),
  checkedAt: z.string(),
  counts: z.object({ ok: count, warning: count, failed: count, unknown: count }),
  /** The checks by group, failed ones first. */
  items: z.array(upgradeItem),
});
export type UpgradeReportLine = z.infer<typeof upgradeReport>;

/** The objects that a push needs in a cluster, and what is added to them. */
const manifestsOfPush = {
  /** Audit record, workspace or state folder; absent: the user's state folder. */
  from: path.optional(),
  /** PEM file with the CA of the mirror; absent: the CAs of this host for that registry. */
  trustBundle: path.optional(),
  /** File with the cluster's pull secret, to which the credentials for the mirror are added. */
  pullSecret: path.optional(),
  /** File with those credentials; absent: the auth files of this host. */
  authFile: path.optional(),
  openShiftVersion: z.string().max(64).optional(),
  /** Writes ImageContentSourcePolicy. */
  icsp: z.boolean().default(false),
};

/** An object that would be written. */
const plannedManifest = objectRef.extend({
  /** Path relative to the folder. */
  file: z.string(),
  purpose: z.string(),
  effect: z.string(),
  restartsNodes: z.boolean(),
  /** Values of Secrets are hidden. */
  yaml: z.string(),
});

const how = {
  /** Takes ownership of fields that other managers own. */
  overwrite: z.boolean().default(false),
  /** Allows nodes to restart without confirmation. */
  allowRestart: z.boolean().default(false),
  dryRun: z.boolean().default(false),
};

export const CLUSTER_REQUESTS = {
  /** The contexts of a kubeconfig. Contacts no cluster. */
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
  /** Folders with manifests from pushes, the newest first. */
  'clusters.folders': {
    input: z.object({}),
    output: z.object({
      folders: z.array(
        z.object({
          directory: z.string(),
          /** Registry and path of the push. */
          target: z.string().optional(),
          /** Latest version of OpenShift in the push: `4.16.5`. */
          release: z.string().optional(),
          pushedAt: z.string(),
          /** The sheet with the next commands. */
          handoff: z.string().optional(),
          /** The workspace or state folder of the push. */
          root: z.string(),
        }),
      ),
    }),
  },
  /** The objects that a cluster needs for a push, in the order in which they are applied. Writes nothing. */
  'clusters.previewManifests': {
    input: z.object(manifestsOfPush),
    output: z.object({
      enclave: z.string(),
      /** Registry and path of the mirror. */
      target: z.string(),
      /** Name of the audit record of the push. */
      run: z.string(),
      objects: z.array(plannedManifest),
      problems: z.array(problem),
    }),
  },
  /** Writes these objects and the handoff sheet to a folder. A file with a Secret is readable only by the user. */
  'clusters.writeManifests': {
    input: z.object({ ...manifestsOfPush, to: path }),
    output: z.object({
      directory: z.string(),
      /** Paths relative to the folder. */
      files: z.array(z.string()),
      handoff: z.string(),
      problems: z.array(problem),
    }),
  },
  /** Previews each object with a dry run on the cluster. Changes nothing. */
  'clusters.compare': {
    input: z.object({ ...clusterChoice, directory: path, overwrite: z.boolean().default(false) }),
    output: clusterComparison,
  },
  /**
   * Checks upgrade readiness: images through the cluster's mirror sets, credentials and trust, the signature, nodes and
   * operators. Changes nothing. With `from`, a file of `airlock cluster inspect`, the cluster isn't contacted.
   */
  'clusters.check': {
    input: z.object({ ...clusterChoice, to: z.string().trim().min(1).max(500), from: path.optional() }),
    /** `html`: the report as a page without script. */
    output: z.object({ report: upgradeReport, html: z.string() }),
  },
  /**
   * Reads the state of a cluster: live, or `from` an inspection file or a folder with objects, such as a must-gather.
   * Writes it to `file`, which contains no secrets, for the checks and suggestions on another host.
   */
  'clusters.inspect': {
    input: z.object({ ...clusterChoice, from: path.optional(), file: path.optional() }),
    output: z.object({ facts: inspectedCluster, file: z.string().optional() }),
  },
  /** Applies the named objects and leaves the others unchanged. Reports its state as events. */
  'clusters.apply': {
    input: z.object({
      ...clusterChoice,
      ...how,
      directory: path,
      objects: z.array(objectRef).min(1).max(1000),
      allowRemoval: z.boolean().default(false),
      stateDirectory: path.optional(),
    }),
    output: clusterJob,
  },
  /**
   * Applies the network policies that change hosts of a set, one after the other, and waits for the nodes after each. Stops
   * if a node isn't in the state that its policy was made for. The record contains the policies that undo them.
   */
  'clusters.applyPolicies': {
    input: z.object({
      ...clusterChoice,
      present: hostSet,
      desired: hostSet,
      /** Positions of the hosts that change. */
      hosts: z.array(count).min(1).max(5000),
      /** Of one host: the state that its node reports. */
      report: z.string().max(4_000_000).optional(),
      ...{ overwrite: z.boolean().default(false), dryRun: z.boolean().default(false) },
      stateDirectory: path.optional(),
    }),
    output: clusterJob,
  },
  /** Applies the steps of `installConfig.day2Plan`, and waits for operators and nodes after each. */
  'clusters.applyDay2': {
    input: day2Question.extend({
      ...clusterChoice,
      /** The manual steps in the vCenters are done. */
      prepared: z.boolean().default(false),
      /** Includes optional steps. */
      optional: z.boolean().default(false),
      /** Values of keys of `vsphere-creds`, such as `vc-b.example.lan.username`. They are stored nowhere. */
      credentials: z.record(z.string().max(512), z.string().max(4096)).default({}),
      dryRun: z.boolean().default(false),
      stateDirectory: path.optional(),
    }),
    output: clusterJob,
  },
  /** Rolls back an apply: restores previous versions and deletes created objects. */
  'clusters.rollback': {
    input: z.object({ ...clusterChoice, ...how, record: path, stateDirectory: path.optional() }),
    output: clusterJob,
  },
  /** Applies from this host, the newest first. */
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
  /** The handoff sheet of a push, as HTML without script. */
  'clusters.handoff': { input: z.object({ file: path }), output: z.object({ html: z.string() }) },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
