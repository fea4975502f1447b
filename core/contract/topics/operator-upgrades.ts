import { z } from 'zod';
import { graphOrigin, releaseChannel, upgradeQuestion } from './upgrades.ts';
import { problem } from './vocabulary.ts';

const count = z.number().int().nonnegative();
const name = z.string().trim().min(1).max(512);
const ticket = z.string().min(1).max(64);

/** Catalogs as accepted by `--catalog`: references, folders or a workspace, in ascending order of OpenShift versions. */
const catalogs = z.array(name).min(1).max(8);

export const packagesQuery = z.object({
  workspace: z.string().min(1).max(4096).optional(),
  catalogs,
  ticket,
});

export const catalogPackages = z.object({
  catalogs: z.array(z.object({ name: z.string(), digest: z.string(), openShift: z.string().optional() })),
  /** Unique packages, sorted by name. */
  packages: z.array(z.object({ name: z.string(), displayName: z.string().optional() })),
});

/** A channel drawn as a rail, with the head on top. */
export const operatorRail = z.object({
  catalog: z.string(),
  channel: z.string(),
  nodes: z.array(
    z.object({
      name: z.string(),
      version: z.string().optional(),
      /**
       * `chain`: on the line of `replaces` from the head; `skipped`: another entry skips it, so OLM never offers it;
       * `loose`: neither; `absent`: only its name is known.
       */
      kind: z.enum(['chain', 'skipped', 'loose', 'absent']),
      isHead: z.boolean(),
      isInstalled: z.boolean(),
      /** An update of the path leads to it. */
      isOnPath: z.boolean(),
      /** Row, counted from the top. */
      row: count,
      /** 0 on the rail, 1 next to it. */
      column: z.union([z.literal(0), z.literal(1)]),
    }),
  ),
  /** Lines from an entry down to the entries that it replaces or skips, by node name. */
  lines: z.array(
    z.object({
      kind: z.enum(['replaces', 'skips']),
      from: z.string(),
      to: z.string(),
      isOnPath: z.boolean(),
    }),
  ),
  /** Each `skipRange`, from its entry over all rows whose versions are in the range. */
  brackets: z.array(
    z.object({
      entry: z.string(),
      skipRange: z.string(),
      /** Names of the nodes whose versions are in the range. Nodes between them may be outside of it. */
      takes: z.array(z.string()),
      top: count,
      bottom: count,
      /** 0 is next to the rail; brackets of one lane do not touch. */
      lane: count,
      isOnPath: z.boolean(),
    }),
  ),
  rows: count,
  lanes: count,
});
export type OperatorRail = z.infer<typeof operatorRail>;

export const operatorHop = z.object({
  /** Name of the bundle, or its version if no catalog contains the name. */
  from: z.string(),
  to: z.string(),
  fromVersion: z.string().optional(),
  toVersion: z.string().optional(),
  channel: z.string(),
  /** The subscription must be changed to this channel first. */
  switched: z.boolean(),
  catalog: z.string(),
  by: z.enum(['replaces', 'skips', 'skipRange']),
});
export type ContractOperatorHop = z.infer<typeof operatorHop>;

export const operatorQuestion = packagesQuery.extend({
  package: name,
  /** The installed version or bundle. If absent, the answer shows only the channel. */
  from: name.optional(),
  to: name.optional(),
  channel: name.optional(),
  /** The current channel of the subscription. */
  subscribed: name.optional(),
});

const possibility = z.object({
  /**
   * `reached`: updates lead to it. `leads-to-target`: updates lead from it to the target. `allows`: it supports the next
   * OpenShift version. `similar`: a bundle or channel with a similar name.
   */
  kind: z.enum(['reached', 'leads-to-target', 'allows', 'similar']),
  /** Name of a bundle or channel. */
  name: z.string(),
  version: z.string().optional(),
  channel: z.string().optional(),
  catalog: z.string(),
});
export type OperatorPossibility = z.infer<typeof possibility>;

const bounds = {
  minVersion: z.string().min(1).max(256).optional(),
  maxVersion: z.string().min(1).max(256).optional(),
};

/** An entry of `mirror.operators` with the packages that an upgrade path needs. */
export const carriedCatalog = z.object({
  catalog: name,
  packages: z
    .array(
      z.object({
        name,
        /** Set if the catalog's own default channel isn't mirrored. */
        defaultChannel: name.optional(),
        channels: z
          .array(z.object({ name, ...bounds }))
          .min(1)
          .max(100),
      }),
    )
    .min(1)
    .max(100),
});
export type CarriedCatalog = z.infer<typeof carriedCatalog>;
export type CarriedPackage = CarriedCatalog['packages'][number];

export const operatorAnswer = z.object({
  /** Channels in the last catalog that has the package. */
  channels: z.array(z.string()),
  defaultChannel: z.string(),
  /** Versions for the fields, the newest first. */
  versions: z.array(z.string()),
  /** Absent if no path exists, or if the question has no installed version. */
  hops: z.array(operatorHop).optional(),
  notes: z.array(z.string()),
  rejection: z
    .object({
      reason: z.string(),
      nearest: z.array(possibility),
      /** Bundles that lead to the target if each is mirrored and installed before the next, with catalogs that end at them. */
      stages: z.array(z.string()).optional(),
    })
    .optional(),
  /** The channels of the path, or the requested channel if no path exists. */
  rails: z.array(operatorRail),
  /** Why OLM can't use a requested channel. */
  faults: z.array(z.string()),
  svg: z.string().optional(),
  configuration: z
    .object({
      catalogs: z.array(carriedCatalog),
      yaml: z.string(),
      /** Bundles that are selected in addition to the path. */
      extra: z.array(z.string()),
      notes: z.array(z.string()),
    })
    .optional(),
  command: z.string(),
});
export type ContractOperatorAnswer = z.infer<typeof operatorAnswer>;

export const jointPlanQuestion = upgradeQuestion.omit({ perHop: true }).extend({
  catalogs: z.array(name).max(8),
  operators: z.array(z.object({ package: name, installed: name, subscribed: name.optional() })).max(50),
  /** Updates operators only where OpenShift requires it. */
  asNeeded: z.boolean().default(false),
  ticket,
});

export const jointPlanAnswer = z.object({
  origins: z.array(graphOrigin),
  /** Why there is no upgrade path for OpenShift. In this case, `steps` is empty. */
  rejection: z.string().optional(),
  possible: z.boolean(),
  sentence: z.string(),
  steps: z.array(
    z.object({
      type: z.enum(['operator', 'openshift', 'catalog']),
      title: z.string(),
      details: z.array(z.string()),
      checks: z.array(z.object({ mark: z.enum(['ok', 'fails', 'risk', 'note']), text: z.string() })),
    }),
  ),
  operators: z.array(
    z.object({
      package: z.string(),
      from: z.string(),
      to: z.string(),
      when: z.string(),
      why: z.string(),
    }),
  ),
  problems: z.array(z.object({ package: z.string(), reason: z.string() })),
  /** A page to print, without scripts or external resources. */
  html: z.string(),
  /** The plan as a picture. */
  svg: z.string(),
  /** What to mirror: release channels, and packages of catalogs. */
  channels: z.array(releaseChannel),
  catalogs: z.array(carriedCatalog),
  /** The content to mirror as a complete ImageSetConfiguration. */
  /** The decisions about risks that the path depends on, for comments in a file. */
  comments: z.array(z.string()),
  yaml: z.string(),
  /** Content that it selects in addition to the steps. */
  extra: z.array(z.string()),
  notes: z.array(z.string()),
  graphProblems: z.array(problem),
  command: z.string(),
});
export type ContractJointPlan = z.infer<typeof jointPlanAnswer>;
