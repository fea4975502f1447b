import { z } from 'zod';
import { clusterChoice, enclaveName, failure, mirrorSettings, problem } from './vocabulary.ts';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);
const text = z.string().max(4_000_000);
const ticket = z.string().min(1).max(64);

/** The software that a cluster runs: only versions and package names. */
export const inventory = z.object({
  openShift: z.string().max(128).optional(),
  channel: z.string().max(128).optional(),
  operators: z
    .array(
      z.object({
        package: z.string().min(1).max(256),
        /** Version of the installed bundle. */
        version: z.string().max(128).optional(),
        bundle: z.string().max(256).optional(),
        channel: z.string().max(256).optional(),
        /** The well-known name of its catalog (`redhat-operators`), or its reference in a handwritten file. */
        catalog: z.string().max(512).optional(),
      }),
    )
    .max(2000),
});
export type ContractInventory = z.infer<typeof inventory>;

const draftName = z.string().trim().min(1).max(120);

/** A configuration that is being edited, and its settings. The text is authoritative; forms are views of it. */
export const draft = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  /** A name that the user entered. Without one, lists name the draft by its versions, enclave and date. */
  name: draftName.optional(),
  /** Absolute path that Save writes to. */
  file: path,
  /** Digest of the file when it was opened; absent for a new one. */
  digest: z.string().optional(),
  text,
  workspace: path.optional(),
  enclave: enclaveName.default('default'),
  /** `registry.lab:5000/mirror`, if the target is a registry. */
  destination: z.string().max(512).optional(),
  /** Mirror to disk, to a registry, or to both in this order. */
  goal: z.enum(['disk', 'registry', 'both']).default('disk'),
  /** Current and target version of the cluster. */
  from: z.string().max(128).optional(),
  to: z.string().max(128).optional(),
  inventory: inventory.optional(),
  /** Other settings of the run, the same as on the Fetch screen. */
  options: mirrorSettings
    .pick({
      archiveSizeGiB: true,
      strictArchive: true,
      graphBaseImage: true,
      parallelImages: true,
      parallelLayers: true,
      rate: true,
      windows: true,
      exitAtClose: true,
      addDependencies: true,
      skipUnknown: true,
      sourceTlsVerify: true,
      destinationTlsVerify: true,
    })
    .partial()
    .default({}),
  /**
   * Lines from which credentials were removed, as they are in the text without them. No draft stores credentials, and the
   * engine that had them in memory is gone. A line that no longer occurs in the text was fixed.
   */
  strippedLines: z.array(z.string().max(100_000)).max(1000).optional(),
  /** On a metered connection, nothing is downloaded without a click. */
  metered: z.boolean().default(false),
  /** The step that was shown last. */
  step: z.enum(['cluster', 'operators', 'where', 'review']).default('cluster'),
});
export type Draft = z.infer<typeof draft>;

export const draftLine = z.object({
  id: z.string(),
  /** The name that the user entered, otherwise the base name of the file. */
  name: z.string(),
  /** Whether the user entered the name. */
  named: z.boolean(),
  /** The lowest and the highest version; absent if the draft has no versions. */
  from: z.string().optional(),
  to: z.string().optional(),
  enclave: z.string(),
  file: z.string(),
  workspace: z.string().optional(),
  step: z.string(),
  savedAt: z.string(),
});
export type DraftLine = z.infer<typeof draftLine>;

/** One edit of a text: `text` replaces the characters from `start` to `end`. */
const textEdit = z.object({ start: count, end: count, text: z.string() });

/** A lookup of missing data, and how much it downloads. */
export const lookUp = z.object({
  id: z.string(),
  kind: z.enum(['graph', 'catalog', 'manifests', 'payload', 'chart']),
  /** `catalog registry.redhat.io/redhat/redhat-operator-index:v4.18` */
  name: z.string(),
  /** The reference of the catalog. */
  catalog: z.string().optional(),
  /** Approximate number of bytes to download. */
  bytes: count,
  /** When the current data was read; absent if there is none yet, so the totals are estimates. */
  asOf: z.string().optional(),
});
export type ContractLookUp = z.infer<typeof lookUp>;

/** A problem with its fix. */
export const plannedProblem = problem.extend({
  /** Packages that the rule affects. */
  packages: z.array(z.string()).optional(),
  /** Equal for problems with the same cause: the broken rule, otherwise the error code. */
  cause: z.string().optional(),
  /** The image, package or version that the problem is about. */
  subject: z.string().optional(),
  /** Path of the entry whose content doesn't exist: `mirror.additionalImages[3]`. Removing it solves the problem. */
  entry: z.string().optional(),
  fix: z
    .object({
      /** Verb and object: `Add lvms-operator`, `Go by 4.16.38`. */
      label: z.string(),
      /** The target version of the draft after the fix; absent: unchanged. */
      to: z.string().optional(),
      /** Edits of the text in the request. */
      edits: z.array(textEdit),
      /** Bytes that the fix adds to the plan, if known; negative if the plan shrinks. */
      bytes: z.number().int().optional(),
    })
    .optional(),
});
export type PlannedProblem = z.infer<typeof plannedProblem>;

/** A deliverable: the content that one entry of the configuration selects. */
export const plannedPart = z.object({
  /** `release 4.18.9`, `operator odf-operator`, `image quay.io/…`, `chart …`, `catalog …`, `update graph`. */
  id: z.string(),
  kind: z.enum(['release', 'operator', 'catalog', 'graph', 'additional', 'helm']),
  name: z.string(),
  /** The name of an operator for people, from its catalog. */
  displayName: z.string().optional(),
  /** The catalog of an operator. `path`: the entry in the text that selects the deliverable. */
  catalog: z.string().optional(),
  path: z.array(z.union([z.string(), count])).optional(),
  images: count,
  /** Unique bytes of this deliverable alone. */
  bytes: count,
  /** Bytes that no other deliverable contains: removing it saves this much. */
  adds: count,
  /** The part of `bytes` that is neither in the enclave's ledger nor available locally. */
  toFetch: count,
  /** Estimated from similar images. */
  estimated: z.boolean(),
  /** Nothing on this host has a similar size, so `bytes`, `adds` and `toFetch` exclude unknown content. */
  unknown: z.boolean().optional(),
  why: z.string(),
});
export type PlannedPart = z.infer<typeof plannedPart>;

export const draftPlan = z.object({
  images: count,
  /** Unique bytes. */
  bytes: count,
  /** Of these, bytes that the enclave has (acknowledged or pushed). */
  bytesDelivered: count,
  /** Of these, bytes that the workspace contains and a run doesn't download again. */
  bytesStored: count,
  bytesToFetch: count,
  bytesToCarry: count,
  parts: z.array(plannedPart),
  /** All manifests are known, so the totals are exact. */
  exact: z.boolean(),
  /** Expected error of the estimates as a fraction (0.04: 4 %), learned from earlier lookups; absent when exact. */
  error: z.number().nonnegative().optional(),
  /** Error of the estimate before the manifests were read (0.04: 4 % too high). */
  previousError: z.number().optional(),
  /** The requested rate, or the one measured in recent runs. */
  bytesPerSecond: count.optional(),
  rateFrom: z.enum(['requested', 'measured']).optional(),
  durationMs: count.optional(),
  problems: z.array(plannedProblem),
  lookUps: z.array(lookUp),
  /** Versions for the summary sentence, in order. */
  releases: z.array(z.string()),
  operators: count,
  /** Time to compute the plan, in ms. */
  tookMs: z.number().nonnegative(),
});
export type DraftPlan = z.infer<typeof draftPlan>;

/** A package as a card of the operator step. */
export const catalogCard = z.object({
  package: z.string(),
  displayName: z.string().optional(),
  provider: z.string().optional(),
  description: z.string().optional(),
  /** `data:` address of its icon. */
  icon: z.string().optional(),
  defaultChannel: z.string(),
  channels: z.array(
    z.object({
      name: z.string(),
      head: z.string(),
      /** The newest first. */
      versions: z.array(z.string()),
      deprecated: z.string().optional(),
    }),
  ),
  deprecated: z.string().optional(),
  /** Why it isn't available for the target version. */
  notForTarget: z.string().optional(),
  selected: z.boolean(),
  /** Version installed on the cluster. */
  installed: z.string().optional(),
  /** Other packages that its head requires. */
  needs: z.array(z.object({ package: z.string().optional(), reason: z.string(), selected: z.boolean() })),
  /** Bytes that it adds to the draft, or would add if selected; absent if unknown. */
  adds: count.optional(),
  estimated: z.boolean(),
});
export type CatalogCard = z.infer<typeof catalogCard>;

/** A package that a search found. */
export const foundPackage = catalogCard
  .pick({ package: true, displayName: true, provider: true, description: true })
  .extend({ catalog: z.string() });
export type FoundPackage = z.infer<typeof foundPackage>;

/** The requests of the wizard; joined into the contract. */
export const DRAFT_REQUESTS = {
  'drafts.list': {
    input: z.object({ workspace: path.optional() }),
    output: z.object({
      drafts: z.array(draftLine),
      /** Why other drafts can't be read, for example because a newer version wrote them. */
      unreadable: z.array(problem),
    }),
  },
  'drafts.read': { input: z.object({ id: z.string() }), output: draft },
  /** Saves the draft so that a crash loses nothing. Doesn't write the configuration file. */
  'drafts.save': { input: draft, output: draftLine },
  'drafts.remove': { input: z.object({ id: z.string() }), output: z.object({}) },
  /** Changes the name in lists; without one, the draft is named by its content again. */
  'drafts.rename': { input: z.object({ id: z.string(), name: draftName.optional() }), output: draftLine },
  /** Creates a draft for a new cluster, or from a file, the last transfer's configuration or installed software. */
  'drafts.start': {
    input: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('new'), workspace: path.optional() }),
      z.object({ kind: z.literal('file'), file: path, workspace: path.optional() }),
      z.object({ kind: z.literal('last-transfer'), workspace: path, enclave: enclaveName }),
      z.object({
        kind: z.literal('inventory'),
        inventory,
        to: z.string().max(128),
        workspace: path.optional(),
      }),
    ]),
    output: z.object({
      draft,
      /** Sentences about what was converted from a v1alpha2 file. */
      changes: z.array(z.string()),
      /** Why each entry from an inventory is in the text. */
      reasons: z.array(z.string()),
    }),
  },
  /**
   * Reads the inventory of a cluster, from the cluster, the file of an inspection, the output of `oc get … -o json` or a saved
   * inventory. Retains only versions and package names.
   */
  'drafts.readInventory': {
    input: z.object({
      file: path.optional(),
      text: text.optional(),
      /** The fields select a cluster as in `clusters.*`. */
      cluster: z.object(clusterChoice).optional(),
    }),
    output: z.object({ inventory, command: z.string() }),
  },
  /** Returns the live plan without downloading anything. */
  'drafts.plan': {
    input: z.object({ draft, bytesPerSecond: count.optional() }),
    output: draftPlan,
  },
  /** Downloads the selected data. Reports progress as `job` events with its ticket. */
  'drafts.lookUp': {
    input: z.object({ draft, ids: z.array(z.string()).min(1).max(50), ticket }),
    output: z.object({ fetched: count }),
  },
  /** Cards of a cached catalog. If `asOf` is absent, the catalog isn't cached: look it up first. */
  'drafts.packages': {
    input: z.object({
      draft,
      catalog: z.string().min(1).max(512),
      search: z.string().max(200).optional(),
      only: z.enum(['selected', 'installed']).optional(),
      /** Names of packages; absent: all. */
      packages: z.array(z.string().max(256)).max(500).optional(),
      offset: count.default(0),
      limit: z.number().int().min(1).max(500).default(100),
    }),
    output: z.object({
      asOf: z.string().optional(),
      digest: z.string().optional(),
      lookUp: lookUp.optional(),
      total: count,
      matching: count,
      selected: count,
      installed: count,
      cards: z.array(catalogCard),
    }),
  },
  /** Finds packages by name, provider and description in all catalogs that were loaded on this host, best first. */
  'drafts.findPackages': {
    input: z.object({
      search: z.string().min(1).max(200),
      /** References that are listed before equal matches of others, and those by digest that are searched. */
      preferred: z.array(z.string().max(512)).max(50).default([]),
      /** A catalog to leave out. */
      except: z.string().max(512).optional(),
      limit: z.number().int().min(1).max(500).default(20),
    }),
    output: z.object({
      /** Number of searched catalogs. */
      catalogs: count,
      matching: count,
      packages: z.array(foundPackage),
    }),
  },
  /** Resolves an additional image. Requests only manifests from its registry, nothing larger. */
  'drafts.checkImage': {
    input: z.object({
      image: z.string().min(1).max(1024),
      tlsVerify: z.boolean().default(true),
      /** The workspace whose practice world may contain the image. */
      workspace: path.optional(),
    }),
    output: z.object({
      ok: z.boolean(),
      /** The digest that its tag resolves to, for pinning. */
      digest: z.string().optional(),
      /** Bytes of all its instances, each blob counted once; absent for an index with very many. */
      bytes: count.optional(),
      /** Why it is unavailable. */
      failure: failure.optional(),
    }),
  },
  /** Compares the draft with the configuration of the enclave's last transfer. */
  'drafts.compare': {
    input: z.object({ draft }),
    output: z.object({
      transfer: z.string().optional(),
      lines: z.array(z.object({ mark: z.enum(['same', 'added', 'removed']), text: z.string() })),
    }),
  },
  /** Returns the equivalent command, and the settings for a run of the draft. */
  'drafts.command': {
    input: z.object({ draft }),
    output: z.object({
      command: z.string(),
      settings: mirrorSettings,
      /** For disk and registry: the settings of the push that follows. */
      push: mirrorSettings.optional(),
    }),
  },
} as const;
