import { z } from 'zod';
import { problem } from '../vocabulary.ts';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);
const ticket = z.string().min(1).max(64);
const session = z.string().max(64);

/** How the registry differs from the records of pushes. */
export const drift = z.enum(['missing', 'changed', 'damaged', 'unrecorded']);
export type ContentDrift = z.infer<typeof drift>;

const entry = z.object({
  kind: z.enum([
    ...(['release', 'graph', 'catalog', 'package', 'channel', 'bundle', 'image', 'chart'] as const),
    ...(['recorded', 'unrecorded', 'repository'] as const),
  ]),
  name: z.string(),
  /** Its ID in deletions. Absent for groups, and for images that no configuration selects. */
  part: z.string().optional(),
  /** The position of its parent. */
  parent: count.optional(),
  /** Number of images. */
  count,
  bytes: count,
  /** Bytes that other entries need, too. */
  shared: count,
  pushedAt: z.string().optional(),
  /** Names of configurations. */
  requestedBy: z.array(z.string()),
  transfers: z.array(z.string()),
  /** Number of images by the result of their signature check. */
  verdicts: z.record(z.string(), count),
  drift: z.partialRecord(drift, count),
});
/** A release, operator, chart or image, or a group of them. */
export type ContentEntry = z.infer<typeof entry>;

const image = z.object({
  repository: z.string(),
  tag: z.string(),
  /** The served digest. */
  digest: z.string().optional(),
  /** Digests in the records of pushes. */
  expected: z.array(z.string()),
  drift: drift.optional(),
  bytes: count,
  pushedAt: z.string().optional(),
  verdict: z.string().optional(),
  requestedBy: z.array(z.string()),
  transfers: z.array(z.string()),
});
export type ContentImage = z.infer<typeof image>;

const imagesAnswer = z.object({ matching: count, rows: z.array(image) });
export type ContentImages = z.infer<typeof imagesAnswer>;

export const CONTENT_SORTS = ['name', 'bytes', 'pushedAt'] as const;
export type ContentSort = (typeof CONTENT_SORTS)[number];

const place = z.object({ registry: z.string(), created: z.string() });
const difference = z.object({
  image: z.string(),
  first: z.string().optional(),
  second: z.string().optional(),
  bytes: count,
});
/** The first entries of a list, and its length. */
const differences = z.object({ total: count, images: z.array(difference) });

const comparison = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('registry'),
    first: place,
    second: place,
    same: count,
    onlyFirst: differences,
    onlySecond: differences,
    changed: differences,
  }),
  z.object({
    kind: z.literal('cluster'),
    missing: z.array(
      z.object({
        cluster: z.string(),
        kind: z.enum(['release', 'operator', 'catalog']),
        name: z.string(),
        images: z.array(z.string()),
      }),
    ),
    /** Positions in the entries. Bytes that nothing else needs. */
    unused: z.array(z.object({ name: z.string(), part: z.string().optional(), bytes: count, shared: count })),
    unread: z.array(z.object({ cluster: z.string(), part: z.string(), reason: z.string() })),
  }),
]);
export type ContentComparison = z.infer<typeof comparison>;

const connection = {
  /** `registry.lab:5000/mirror` */
  destination: z.string().min(1).max(1000),
  destinationTlsVerify: z.boolean().default(true),
};

export const REGISTRY_CONTENT_REQUESTS = {
  /** Reads a registry, and compares it with the records of pushes. Reports progress as `job` events with its ticket. */
  'registryContent.read': {
    input: z.object({
      ...connection,
      ticket,
      /** Workspace of mirror to mirror runs, or folder with received transfers. */
      workspace: path.optional(),
      stateDirectory: path.optional(),
    }),
    output: z.object({
      /** Identifies this reading in the requests below. The engine remembers the last few. */
      session,
      created: z.string(),
      /** Whether the registry listed its repositories. */
      listed: z.boolean(),
      images: count,
      bytes: count,
      drift: z.partialRecord(drift, count),
      entries: z.array(entry),
      /** Enclaves and names of the transfers that were pushed from this host. */
      transfers: z.array(z.object({ enclave: z.string(), name: z.string() })),
      problems: z.array(problem),
    }),
  },
  'registryContent.images': {
    input: z.object({
      session,
      /** Only images of the entry at this position, with everything below it. */
      entry: count.optional(),
      /** Only images that differ from the records of pushes. */
      drifted: z.boolean().default(false),
      search: z.string().max(1000).optional(),
      sort: z.enum(CONTENT_SORTS).default('name'),
      descending: z.boolean().default(false),
      offset: count.default(0),
      limit: count.max(1000).default(100),
    }),
    output: imagesAnswer,
  },
  /** Compares a reading with another registry, an inventory file, or a cluster. Lists contain the first 500 images. */
  'registryContent.compare': {
    input: z.object({
      session,
      ticket,
      with: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('registry'), ...connection }),
        z.object({ kind: z.literal('inventory'), file: path, verifyKey: path.optional() }),
        z.object({
          kind: z.literal('cluster'),
          kubeconfig: path.optional(),
          context: z.string().max(500).optional(),
        }),
        z.object({ kind: z.literal('inspection'), file: path }),
      ]),
    }),
    output: comparison,
  },
  /** Writes the inventory file of a reading, signed with a key file, or with the key of the workspace if it has one. */
  'registryContent.export': {
    input: z.object({
      session,
      file: path,
      signKey: path.optional(),
      passphraseFile: path.optional(),
    }),
    output: z.object({ files: z.array(z.string()), signer: z.string().optional() }),
  },
  /** Restores the ledger of an enclave from an inventory file. Throws `ledger-exists` without `replace`. */
  'registryContent.rebuild': {
    input: z.object({
      workspace: path,
      file: path,
      /** Default: the only one in the inventory. */
      enclave: z.string().max(100).optional(),
      verifyKey: path.optional(),
      replace: z.boolean().default(false),
    }),
    output: z.object({
      enclave: z.string(),
      transfers: z.array(z.string()),
      sent: count,
      /** Number of blobs that the registry no longer serves. */
      lost: count,
      /** Who signed the inventory. Absent if it isn't signed. */
      signer: z.string().optional(),
      problems: z.array(problem),
    }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
