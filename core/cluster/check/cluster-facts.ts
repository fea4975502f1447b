import { z } from 'zod';
import { listOf, mapOf } from '../../base/document/list-schema.ts';
import { inventory } from '../../contract/topics/drafts.ts';

const condition = z.object({
  type: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  message: z.string().optional(),
});
export type Condition = z.infer<typeof condition>;

/** Parts of the facts. Each is read separately, so that an unreadable one doesn't affect the others. */
export const FACT_PARTS = [
  ...(['version', 'acknowledgments', 'operators', 'nodes', 'pools', 'mirrors', 'trust'] as const),
  ...(['pull-secret', 'signatures', 'catalogs', 'installed', 'subscriptions', 'image-policy'] as const),
] as const;
export type FactPart = (typeof FACT_PARTS)[number];

/** A row of a mirror set. */
const mirrorRow = z.object({
  /** `ImageDigestMirrorSet idms-release-0`. */
  object: z.string(),
  by: z.enum(['digest', 'tag']),
  source: z.string(),
  mirrors: listOf(z.string()),
  /** `mirrorSourcePolicy: NeverContactSource`. */
  neverSource: z.boolean(),
});
export type MirrorRow = z.infer<typeof mirrorRow>;

const update = z.object({ version: z.string(), image: z.string(), risks: listOf(z.string()) });

/**
 * The facts of a cluster that matter for an upgrade: the content of a file of `airlock cluster inspect`. Contains no
 * secrets: only the registries of the pull secret. Certificates and signatures are public.
 */
export const clusterFacts = z.object({
  /** Type of the file. */
  type: z.literal('airlock-cluster-inspection'),
  format: z.literal(1),
  /** RFC 3339, UTC. */
  inspectedAt: z.string(),
  /** Address of the API server, or the folder that objects were read from. */
  server: z.string(),
  context: z.string().optional(),
  kubernetesVersion: z.string().optional(),
  clusterId: z.string().optional(),
  /** The installed version. */
  version: z.string().optional(),
  channel: z.string().optional(),
  /** Address of the update service. Absent for that of Red Hat. */
  upstream: z.string().optional(),
  /** Architectures of the nodes, in the notation of images (`amd64`). */
  architectures: listOf(z.string()),
  /** Whether the installed release supports several architectures. */
  multi: z.boolean(),
  /** Conditions of ClusterVersion. */
  conditions: listOf(condition),
  /** Updates that the update service offers. Those with risks are conditional. */
  updates: listOf(update),
  /** Earlier and current releases of the cluster, newest first. */
  history: listOf(z.object({ version: z.string(), image: z.string(), state: z.string() })),
  /** Stores of signatures in addition to ConfigMaps. */
  signatureStores: listOf(z.string()),
  acknowledgments: z.object({
    /** Required acknowledgments before an upgrade to another minor version: name to reason. */
    gates: mapOf(z.string()),
    given: listOf(z.string()),
  }),
  /** ClusterOperators. */
  operators: listOf(z.object({ name: z.string(), conditions: listOf(condition) })),
  pools: listOf(
    z.object({
      name: z.string(),
      machines: z.number(),
      updated: z.number(),
      wanted: z.string(),
      state: z.enum(['updated', 'updating', 'degraded', 'paused']),
      message: z.string().optional(),
    }),
  ),
  mirrors: listOf(mirrorRow),
  registrySources: z.object({ insecure: listOf(z.string()), blocked: listOf(z.string()) }),
  trust: z.object({
    /** Registry (`reg.lan:5000`) to the certificates for it alone, PEM. */
    registries: mapOf(z.string()),
    /** Certificates for all hosts, PEM. */
    everywhere: z.string().optional(),
  }),
  /** Names of registries and repositories with a login in the pull secret. */
  pullSecret: listOf(z.string()),
  /** Messages of signature ConfigMaps, base64. */
  signatures: listOf(z.object({ object: z.string(), digest: z.string(), message: z.string() })),
  catalogs: listOf(
    z.object({
      object: z.string(),
      image: z.string().optional(),
      ready: z.boolean(),
      says: z.string().optional(),
    }),
  ),
  /** ClusterServiceVersions, without copies. */
  installed: listOf(
    z.object({
      name: z.string(),
      namespace: z.string(),
      phase: z.string().optional(),
      /** `olm.maxOpenShiftVersion`. */
      mostOpenShift: z.string().optional(),
      images: listOf(z.string()),
    }),
  ),
  /** What `airlock config suggest` needs, from the version, the subscriptions and the ClusterServiceVersions. Absent in files of older versions. */
  inventory: inventory.optional(),
  /** ClusterImagePolicies that require signature images: scopes, and public keys (PEM). */
  imagePolicies: listOf(
    z.object({ object: z.string(), scopes: listOf(z.string()), key: z.string().optional() }),
  ),
  /** Parts that could not be read, with the reason. */
  unread: z.partialRecord(z.enum(FACT_PARTS), z.string()),
});
export type ClusterFacts = z.infer<typeof clusterFacts>;
