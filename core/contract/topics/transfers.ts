import { z } from 'zod';
import { enclaveName, problem } from './vocabulary.ts';
import { transferLine, transferStep } from './workspace.ts';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);
const transferName = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9._-]*-\d+$/, 'the name of a transfer, such as fleet-0007');
/** As typed: any case and spacing. */
const code = z.string().min(1).max(4096);
/** What didn't stop the work, such as the takeover of a dead process's lock. */
const warnings = z.array(problem);

/** Something that happened to a transfer. */
const lifeEvent = z.object({
  step: transferStep,
  at: z.string(),
  /** `user@host`; absent if the set is the only source. */
  by: z.string().optional(),
  text: z.string().optional(),
});

/** A transfer with everything that is known of its way across. */
export const transferLife = transferLine.extend({
  enclave: z.string(),
  /** Its files, in their order; none of one that was moved away and is not in the ledger. */
  files: z.array(
    z.object({
      name: z.string(),
      size: count,
      /** Hex. */
      sha256: z.string(),
      /** The other side said that it did not arrive. */
      missing: z.boolean(),
    }),
  ),
  /** Digests of content that could not be fetched. */
  failed: count,
  /** By time. */
  events: z.array(lifeEvent),
  /** By time. */
  notes: z.array(z.object({ at: z.string(), by: z.string(), text: z.string() })),
});
export type TransferLifeLine = z.infer<typeof transferLife>;

/** What an acknowledgement says, in words and in what the next transfer carries again. */
export const acknowledged = z.object({
  transfer: z.string(),
  enclave: z.string(),
  /** `0007 incomplete: volumes 3 and 5 are missing`. */
  words: z.string(),
  /** Names of files; `all`: all of it, of a transfer whose files are not known. */
  missing: z.union([z.array(z.string()), z.literal('all')]),
});
export type AcknowledgedLine = z.infer<typeof acknowledged>;

/** A set that may be removed, or must stay. */
export const prunePlan = z.object({
  remove: z.array(z.object({ name: z.string(), directory: z.string(), bytes: count })),
  keep: z.array(
    z.object({
      name: z.string(),
      bytes: count,
      reason: z.enum(['unacknowledged', 'protected', 'needed']),
      why: z.string(),
    }),
  ),
  /** That removing gives back. */
  bytes: count,
});
export type PrunePlanLine = z.infer<typeof prunePlan>;

export const workspaceUsage = z.object({
  bytes: count,
  freeBytes: count.optional(),
  enclaves: z.array(z.object({ name: z.string(), sets: count, bytes: count })),
  sets: z.array(
    z.object({
      name: z.string(),
      enclave: z.string(),
      bytes: count,
      /** Bytes of content that no other local set contains. */
      exclusiveBytes: count,
      /** Why it must stay. */
      keep: z.string().optional(),
    }),
  ),
  /** `alone`: content that is only here because of it. */
  deliverables: z.array(z.object({ name: z.string(), images: count, bytes: count, exclusiveBytes: count })),
  other: z.array(
    z.object({ name: z.enum(['unfinished sets', 'cache', 'audit', 'everything else']), bytes: count }),
  ),
});
export type WorkspaceUsageLine = z.infer<typeof workspaceUsage>;

/** Something that will not do for long, or does not any more. */
export const expiringLine = z.object({
  kind: z.enum(['token', 'certificate', 'graph']),
  what: z.string(),
  file: z.string(),
  until: z.string(),
});
export type ExpiringLine = z.infer<typeof expiringLine>;

/** Transfers, what of them arrived, and the space they take. */
export const TRANSFER_REQUESTS = {
  /** The transfers of one enclave, the newest first. */
  'enclaves.describe': {
    input: z.object({ workspace: path, enclave: enclaveName }),
    output: z.object({ transfers: z.array(transferLife) }),
  },
  /** Writes into the journal of a transfer, with who and when. */
  'transfers.note': {
    input: z.object({
      workspace: path,
      transfer: transferName,
      text: z.string().min(1).max(2000).optional(),
      /** The current step, if there is no record of it. */
      step: z.enum(['planned', 'approved', 'on-media', 'imported', 'pushed', 'applied']).optional(),
      /** `storage.prune` leaves its set from now on, or no more. */
      protect: z.boolean().optional(),
    }),
    output: transferLife,
  },
  /** What a code says of this workspace's transfers; nothing is written. */
  'transfers.readCode': { input: z.object({ workspace: path, code }), output: acknowledged },
  /** Takes a code into the ledger; the next transfer is the difference. */
  'transfers.acknowledge': {
    input: z.object({ workspace: path, code }),
    output: acknowledged.extend({ problems: warnings }),
  },
  /** Notes without a code that a transfer, or some of its files (numbers from 1), will not arrive. */
  'transfers.lost': {
    input: z.object({
      workspace: path,
      transfer: transferName,
      files: z.array(z.number().int().positive()).min(1).max(100_000).optional(),
    }),
    output: acknowledged.extend({ problems: warnings }),
  },

  /** Reads every byte of the sets in a folder and returns a code for each. Reports progress as `job` events with its ticket. */
  'transfers.received': {
    input: z.object({
      directory: path,
      reached: z.enum(['imported', 'pushed', 'applied']).default('imported'),
      ticket: z.string().min(1).max(64),
    }),
    output: z.object({
      sets: z.array(
        z.object({
          transfer: z.string(),
          bytes: count,
          /** Files that are missing, cut short or altered. */
          missing: z.array(z.string()),
          words: z.string(),
          code: z.string(),
        }),
      ),
    }),
  },

  /** What fills a workspace. Manifests are read, no layers. */
  'storage.usage': { input: z.object({ workspace: path }), output: workspaceUsage },
  /** What could be removed now, and why the rest stays; nothing is written. */
  'storage.planPrune': { input: z.object({ workspace: path }), output: prunePlan },
  /** Removes the content. Throws `file-changed` if it differs from the preview. */
  'storage.prune': {
    input: z.object({
      workspace: path,
      /** Names of what was previewed. */
      sets: z.array(z.string()).min(1),
    }),
    output: prunePlan.extend({ problems: warnings }),
  },
  /** Logins, certificates and update graphs that end within 30 days, or have ended. */
  'storage.expiring': {
    input: z.object({ workspace: path }),
    output: z.object({ expiring: z.array(expiringLine) }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
