import { z } from 'zod';
import { enclaveName, problem } from './vocabulary.ts';
import { transferLine, transferStep } from './workspace.ts';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);
const transferName = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9._-]*-\d+$/, 'the name of a transfer, such as fleet-0007');
/** The code as entered, with any case and spacing. */
const code = z.string().min(1).max(4096);
/** Non-fatal problems, such as the takeover of a dead process's lock. */
const warnings = z.array(problem);

/** Something that happened to a transfer. */
const lifeEvent = z.object({
  step: transferStep,
  at: z.string(),
  /** `user@host`; absent if the set is the only source. */
  by: z.string().optional(),
  text: z.string().optional(),
});

/** A transfer with everything that is known about its journey. */
export const transferLife = transferLine.extend({
  enclave: z.string(),
  /** Its files in order; empty if the set was moved away and isn't in the ledger. */
  files: z.array(
    z.object({
      name: z.string(),
      size: count,
      /** Hex. */
      sha256: z.string(),
      /** The other side reported it as missing. */
      missing: z.boolean(),
    }),
  ),
  /** Digests of content that couldn't be downloaded. */
  failed: count,
  /** By time. */
  events: z.array(lifeEvent),
  /** By time. */
  notes: z.array(z.object({ at: z.string(), by: z.string(), text: z.string() })),
});
export type TransferLifeLine = z.infer<typeof transferLife>;

/** The meaning of an acknowledgment, in words, and what the next transfer sends again. */
export const acknowledged = z.object({
  transfer: z.string(),
  enclave: z.string(),
  /** `0007 is incomplete: volumes 3 and 5 are missing or damaged`. */
  summary: z.string(),
  /** Names of files, or `all` if the transfer's files are unknown. */
  missing: z.union([z.array(z.string()), z.literal('all')]),
});
export type AcknowledgedLine = z.infer<typeof acknowledged>;

/** A request from the other side. */
const readRequest = z.object({
  id: z.string(),
  enclave: z.string(),
  created: z.string(),
  tool: z.string(),
  /** Name and text of its configuration. */
  name: z.string(),
  configuration: z.string(),
  /** State of transfers of this workspace on the other side. */
  known: z.array(z.object({ transfer: z.string(), summary: z.string() })),
  /** States of transfers from other workspaces. */
  unknown: z.array(z.string()),
  /** The transfer that was created for it. */
  transfer: z.string().optional(),
});

/** A file in a transfer in addition to images. */
const attachedFile = z.object({
  transfer: z.string(),
  name: z.string(),
  size: count,
  digest: z.string(),
  note: z.string().optional(),
  /** False if its content isn't available. */
  available: z.boolean(),
  /** Of the extracted file. */
  path: z.string().optional(),
});

/** Sets that can be removed, and sets that must stay. */
export const prunePlan = z.object({
  remove: z.array(z.object({ name: z.string(), directory: z.string(), bytes: count })),
  retain: z.array(
    z.object({
      name: z.string(),
      bytes: count,
      reason: z.enum(['unacknowledged', 'protected', 'needed']),
      why: z.string(),
    }),
  ),
  /** Bytes that the removal frees. */
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
      /** Why the set is retained. Absent if it can be removed. */
      retentionReason: z.string().optional(),
    }),
  ),
  /** `exclusiveBytes`: content of no other deliverable. */
  deliverables: z.array(z.object({ name: z.string(), images: count, bytes: count, exclusiveBytes: count })),
  other: z.array(
    z.object({ name: z.enum(['unfinished-sets', 'cache', 'audit', 'everything-else']), bytes: count }),
  ),
});
export type WorkspaceUsageLine = z.infer<typeof workspaceUsage>;

/** Something that expires soon or has expired. */
export const expiringLine = z.object({
  kind: z.enum(['token', 'certificate', 'key', 'graph']),
  subject: z.string(),
  file: z.string(),
  until: z.string(),
});
export type ExpiringLine = z.infer<typeof expiringLine>;

/** Requests about transfers, their arrival and their disk usage. */
export const TRANSFER_REQUESTS = {
  /** The transfers of one enclave, the newest first. */
  'enclaves.describe': {
    input: z.object({ workspace: path, enclave: enclaveName }),
    output: z.object({ transfers: z.array(transferLife) }),
  },
  /** Adds an entry to the journal of a transfer, with user and time. */
  'transfers.note': {
    input: z.object({
      workspace: path,
      transfer: transferName,
      text: z.string().min(1).max(2000).optional(),
      /** The current step, if no record of it exists. */
      step: z.enum(['planned', 'approved', 'on-media', 'imported', 'pushed', 'applied']).optional(),
      /** Whether `storage.prune` must not remove its set. */
      protect: z.boolean().optional(),
    }),
    output: transferLife,
  },
  /** Decodes a code for the transfers of this workspace. Writes nothing. */
  'transfers.readCode': { input: z.object({ workspace: path, code }), output: acknowledged },
  /** Records a code in the ledger. The next transfer contains the difference. */
  'transfers.acknowledge': {
    input: z.object({ workspace: path, code }),
    output: acknowledged.extend({ problems: warnings }),
  },
  /** Returns a request for missing content, which is carried to the connected side. Writes only `file`. */
  'transfers.makeRequest': {
    input: z.object({
      /** The folder with the transfers of this side. */
      directory: path,
      configFile: path,
      /** Default: that of the transfers. */
      enclave: enclaveName.optional(),
      file: path.optional(),
    }),
    output: z.object({
      id: z.string(),
      enclave: z.string(),
      /** Content of the file. */
      text: z.string(),
      /** State of each transfer on this side. */
      acknowledgments: z.array(z.object({ transfer: z.string(), summary: z.string() })),
      /** Missing deliverables; without images, all of one is missing. */
      missing: z.array(z.object({ name: z.string(), images: count })),
      /** Content that only the other side can determine. */
      unknown: z.array(z.string()),
      file: z.string().optional(),
      problems: warnings,
    }),
  },
  /** Reads a request from the other side. Writes nothing. */
  'transfers.readRequest': { input: z.object({ workspace: path, file: path }), output: readRequest },
  /** Records the acknowledgments of a request, and saves its configuration in the workspace. */
  'transfers.acceptRequest': {
    input: z.object({ workspace: path, file: path }),
    output: z.object({ id: z.string(), enclave: z.string(), configFile: z.string(), problems: warnings }),
  },
  /** Records without a code that a transfer, or some of its files (numbers from 1), won't arrive. */
  'transfers.lost': {
    input: z.object({
      workspace: path,
      transfer: transferName,
      files: z.array(z.number().int().positive()).min(1).max(100_000).optional(),
    }),
    output: acknowledged.extend({ problems: warnings }),
  },

  /** The attached files of a transfer, a workspace or a folder of archives: the newest of each name. */
  'transfers.attachments': {
    input: z.object({ directory: path }),
    output: z.object({ files: z.array(attachedFile) }),
  },
  /** Extracts attached files by name, or all of them. Never replaces a file with other content. */
  'transfers.extract': {
    input: z.object({
      directory: path,
      names: z.array(z.string().max(1000)).max(1000),
      to: path,
      ticket: z.string().min(1).max(64),
    }),
    output: z.object({ files: z.array(attachedFile) }),
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
          /** Files that are missing, truncated or modified. */
          missing: z.array(z.string()),
          summary: z.string(),
          code: z.string(),
        }),
      ),
    }),
  },

  /** The disk usage of a workspace. Reads manifests, but no layers. */
  'storage.usage': { input: z.object({ workspace: path }), output: workspaceUsage },
  /** Previews what can be removed now, and why the rest stays. Writes nothing. */
  'storage.planPrune': { input: z.object({ workspace: path }), output: prunePlan },
  /** Removes the content. Throws `file-changed` if it differs from the preview. */
  'storage.prune': {
    input: z.object({
      workspace: path,
      /** Names from the preview. */
      sets: z.array(z.string()).min(1),
    }),
    output: prunePlan.extend({ problems: warnings }),
  },
  /** Credentials, certificates, keys and update graphs that have expired or expire within 30 days. */
  'storage.expiring': {
    input: z.object({ workspace: path }),
    output: z.object({ expiring: z.array(expiringLine) }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
