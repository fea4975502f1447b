import { z } from 'zod';
import { enclaveName, failure, mirrorSettings, problem } from './vocabulary.ts';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);
const text = z.string().max(4_000_000);
const ticket = z.string().min(1).max(64);

/** What a cluster runs: versions and package names, nothing else of it. */
export const inventory = z.object({
  openShift: z.string().max(128).optional(),
  channel: z.string().max(128).optional(),
  operators: z
    .array(
      z.object({
        package: z.string().min(1).max(256),
        /** Of the installed bundle. */
        version: z.string().max(128).optional(),
        bundle: z.string().max(256).optional(),
        channel: z.string().max(256).optional(),
        /** The well-known name of its catalog (`redhat-operators`), or, in a file that was typed, the reference of one. */
        catalog: z.string().max(512).optional(),
      }),
    )
    .max(2000),
});
export type ContractInventory = z.infer<typeof inventory>;

/** A configuration that is being written, with what goes with it. The text is the truth; forms are views of it. */
export const draft = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  /** Absolute; where Save puts it. */
  file: path,
  /** Digest of the file when it was opened; absent for a new one. */
  digest: z.string().optional(),
  text,
  workspace: path.optional(),
  enclave: enclaveName.default('default'),
  /** `registry.lab:5000/mirror`, where it goes to a registry. */
  destination: z.string().max(512).optional(),
  /** To disk, to a registry, or both one after the other. */
  goal: z.enum(['disk', 'registry', 'both']).default('disk'),
  /** "I am on, I want". */
  from: z.string().max(128).optional(),
  to: z.string().max(128).optional(),
  inventory: inventory.optional(),
  /** What else the run is told; the same as on Fetch. */
  options: mirrorSettings
    .pick({
      archiveSizeGiB: true,
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
   * Lines of the text, as they are without the credentials that stood in them: these are written to no draft, and the
   * engine that had them is gone. A line that is not in the text any more was mended.
   */
  strippedLines: z.array(z.string().max(100_000)).max(1000).optional(),
  /** Nothing is fetched without a click. */
  metered: z.boolean().default(false),
  /** The step that was looked at. */
  step: z.enum(['cluster', 'operators', 'where', 'review']).default('cluster'),
});
export type Draft = z.infer<typeof draft>;

export const draftLine = z.object({
  id: z.string(),
  name: z.string(),
  file: z.string(),
  workspace: z.string().optional(),
  step: z.string(),
  savedAt: z.string(),
});
export type DraftLine = z.infer<typeof draftLine>;

/** One change of a text: characters `start` to `end` become `text`. */
const textEdit = z.object({ start: count, end: count, text: z.string() });

/** Something that is not known yet, and what finding out costs. */
export const lookUp = z.object({
  id: z.string(),
  kind: z.enum(['graph', 'catalog', 'manifests', 'payload', 'chart']),
  /** `catalog registry.redhat.io/redhat/redhat-operator-index:v4.18` */
  name: z.string(),
  /** Its name alone. */
  catalog: z.string().optional(),
  /** About; bytes to fetch. */
  bytes: count,
  /** When what is used now was read; absent: nothing is known yet, what the sums say of it is a guess. */
  asOf: z.string().optional(),
});
export type ContractLookUp = z.infer<typeof lookUp>;

/** A problem with what mends it. */
export const plannedProblem = problem.extend({
  /** Packages that the rule is about. */
  packages: z.array(z.string()).optional(),
  fix: z
    .object({
      /** Verb and object: `Add lvms-operator`, `Go by 4.16.38`. */
      label: z.string(),
      /** Of the text that was asked about. */
      edits: z.array(textEdit),
      /** Bytes that the plan grows by, when known; negative when it shrinks. */
      bytes: z.number().int().optional(),
    })
    .optional(),
});
export type PlannedProblem = z.infer<typeof plannedProblem>;

/** A deliverable: what one wish of the configuration brings. */
export const plannedPart = z.object({
  /** `release 4.18.9`, `operator odf-operator`, `image quay.io/…`, `chart …`, `catalog …`, `update graph`. */
  id: z.string(),
  kind: z.enum(['release', 'operator', 'catalog', 'graph', 'additional', 'helm']),
  name: z.string(),
  /** Of operators: the catalog; where in the text it is wished for. */
  catalog: z.string().optional(),
  path: z.array(z.union([z.string(), count])).optional(),
  images: count,
  /** Unique bytes of it alone. */
  bytes: count,
  /** Bytes that this adds on top of the rest: what would be saved without it. */
  adds: count,
  /** Of `bytes`, not in the enclave's ledger and not held here. */
  toFetch: count,
  /** Guessed from similar images. */
  estimated: z.boolean(),
  why: z.string(),
});
export type PlannedPart = z.infer<typeof plannedPart>;

export const draftPlan = z.object({
  images: count,
  /** Unique bytes. */
  bytes: count,
  /** Of these, the enclave has them (acknowledged, or pushed). */
  bytesDelivered: count,
  /** Of these, held in the workspace: not fetched again. */
  bytesStored: count,
  bytesToFetch: count,
  bytesToCarry: count,
  parts: z.array(plannedPart),
  /** All manifests are read: sums are exact. */
  exact: z.boolean(),
  /** Share (0.04: 4 %) that the estimates may be off by; absent when exact. Learned from what was read before. */
  error: z.number().nonnegative().optional(),
  /** How far off the estimate had been before the manifests were read (0.04: 4 % too much). */
  previousError: z.number().optional(),
  /** At the rate asked about, or the last runs' own. */
  bytesPerSecond: count.optional(),
  rateFrom: z.enum(['requested', 'measured']).optional(),
  durationMs: count.optional(),
  problems: z.array(plannedProblem),
  lookUps: z.array(lookUp),
  /** For the sentence: versions in order. */
  releases: z.array(z.string()),
  operators: count,
  /** How long the answer took. */
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
  /** Why it is not for the version that is wanted. */
  notForTarget: z.string().optional(),
  selected: z.boolean(),
  /** Version on the cluster. */
  installed: z.string().optional(),
  /** Other packages that its head requires. */
  needs: z.array(z.object({ package: z.string().optional(), reason: z.string(), selected: z.boolean() })),
  /** Bytes that it adds on top of the draft, or, selected, that it does add; absent when nothing is known. */
  adds: count.optional(),
  estimated: z.boolean(),
});
export type CatalogCard = z.infer<typeof catalogCard>;

/** The requests of the wizard; joined into the contract. */
export const DRAFT_REQUESTS = {
  'drafts.list': {
    input: z.object({ workspace: path.optional() }),
    output: z.object({ drafts: z.array(draftLine) }),
  },
  'drafts.read': { input: z.object({ id: z.string() }), output: draft },
  /** Kept so that a crash loses nothing; the configuration's own file is not written. */
  'drafts.save': { input: draft, output: draftLine },
  'drafts.remove': { input: z.object({ id: z.string() }), output: z.object({}) },
  /** A first text: a new cluster, a file, the last transfer's configuration, or what is installed. */
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
      /** Of a v1alpha2 file: what was converted, in words. */
      changes: z.array(z.string()),
      /** Of an inventory: why each thing is in the text. */
      reasons: z.array(z.string()),
    }),
  },
  /** What `oc get … -o json` gave, or a small file that was written before: only versions and package names are kept. */
  'drafts.readInventory': {
    input: z.object({ file: path.optional(), text: text.optional() }),
    output: z.object({ inventory, command: z.string() }),
  },
  /** The live answer: nothing is fetched. */
  'drafts.plan': {
    input: z.object({ draft, bytesPerSecond: count.optional() }),
    output: draftPlan,
  },
  /** Fetches what was clicked; tells `job` events with its ticket. */
  'drafts.lookUp': {
    input: z.object({ draft, ids: z.array(z.string()).min(1).max(50), ticket }),
    output: z.object({ fetched: count }),
  },
  /** Cards of a catalog that was read before; `asOf` absent: it was not, look it up first. */
  'drafts.packages': {
    input: z.object({
      draft,
      catalog: z.string().min(1).max(512),
      search: z.string().max(200).optional(),
      only: z.enum(['selected', 'installed']).optional(),
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
  /** What an additional image stands for now: its registry is asked for manifests, nothing larger. */
  'drafts.checkImage': {
    input: z.object({
      image: z.string().min(1).max(1024),
      tlsVerify: z.boolean().default(true),
      /** Whose practice world it may be of. */
      workspace: path.optional(),
    }),
    output: z.object({
      ok: z.boolean(),
      /** What its tag stands for now, to be pinned to. */
      digest: z.string().optional(),
      /** Of all its instances, each blob once; absent for an index with very many. */
      bytes: count.optional(),
      /** Why it cannot be had. */
      failure: failure.optional(),
    }),
  },
  /** The difference to the configuration of the enclave's last transfer. */
  'drafts.compare': {
    input: z.object({ draft }),
    output: z.object({
      transfer: z.string().optional(),
      lines: z.array(z.object({ mark: z.enum(['same', 'added', 'removed']), text: z.string() })),
    }),
  },
  /** The headless command of the same, and the settings that a run of it starts with. */
  'drafts.command': {
    input: z.object({ draft }),
    output: z.object({
      command: z.string(),
      settings: mirrorSettings,
      /** To disk and to a registry: the push that comes after it. */
      push: mirrorSettings.optional(),
    }),
  },
} as const;
