import { z } from 'zod';
import { failure, problem, window } from './vocabulary.ts';

const count = z.number().int().nonnegative();

/** The verification result of an image. `unsigned`: a policy requires a signature, but there is none. */
export const verdictResult = z.enum(['verified', 'unsigned', 'not-checked', 'rejected', 'override']);
export type ContractVerdict = z.infer<typeof verdictResult>;

/** Number of images by verdict. */
export const verdictCounts = z.object({
  verified: count,
  unsigned: count,
  'not-checked': count,
  rejected: count,
  override: count,
});
export type ContractVerdictCounts = z.infer<typeof verdictCounts>;

/** A key of the trust policy. */
export const trustKey = z.object({
  kind: z.enum(['openpgp', 'sigstore']),
  fingerprint: z.string(),
  /** The file that contains it. */
  origin: z.string(),
  /** The owner, as claimed by the key. */
  names: z.array(z.string()),
  /** Number of images that it verified. */
  images: count,
});
export type TrustKey = z.infer<typeof trustKey>;

const section = z.object({
  name: z.string(),
  images: count,
  /** Unique bytes: content of several sections counts for the first one. */
  bytes: count,
  /** Bytes of its content that earlier sections contain; absent in plan files that don't have it. */
  shared: count.optional(),
});

/** Preview of a run with these settings. */
export const planSummary = z.object({
  /** Identifies the plan in later requests, until the engine stops. */
  plan: z.string(),
  createdAt: z.string(),
  images: count,
  /** Unique bytes needed. */
  bytes: count,
  /** Of these, bytes that are already present. */
  bytesPresent: count,
  sections: z.array(section),
  verdicts: verdictCounts,
  /** Present if a trust policy was enforced. */
  keys: z.array(trustKey),
  problems: z.array(problem),
  /** Whether there is nothing to transfer or push. */
  nothingNew: z.boolean(),
  /** The equivalent command, shell-quoted. */
  command: z.string(),
});
export type PlanSummary = z.infer<typeof planSummary>;

export const planItem = z.object({
  source: z.string(),
  destination: z.string(),
  digest: z.string(),
  kind: z.string(),
  bytes: count,
  /** Of these, bytes that earlier images of the plan contain; absent in plan files that don't have it. */
  shared: count.optional(),
  why: z.string(),
  /** A {@link ContractVerdict} with its key: `verified (KEY)`. */
  verdict: z.string(),
});
export type PlanItem = z.infer<typeof planItem>;

export const planItemsQuery = z.object({
  plan: z.string(),
  ...window,
  search: z.string().max(200).optional(),
  section: z.string().optional(),
  verdict: verdictResult.optional(),
});

export const planItemsAnswer = z.object({ total: count, matching: count, rows: z.array(planItem) });
export type PlanItemsAnswer = z.infer<typeof planItemsAnswer>;

/** The signer of a plan. */
const planSigner = [
  z.object({
    by: z.literal('key'),
    /** Fingerprint of the primary key, upper case. */
    fingerprint: z.string(),
    /** File of the public key. */
    key: z.string(),
    /** File of the signature. */
    signature: z.string(),
  }),
  z.object({ by: z.literal('command'), command: z.string(), signature: z.string() }),
] as const;

/** Who approved a plan in the application, with the role of the session. */
export const namedApproval = z.object({ name: z.string(), role: z.string(), at: z.string() });

/** The plan that a run had to follow, as stored in its record. */
export const usedPlan = z.object({
  file: z.string(),
  digest: z.string(),
  approval: z.discriminatedUnion('by', planSigner).optional(),
  approvedBy: namedApproval.optional(),
});
export type ContractUsedPlan = z.infer<typeof usedPlan>;

/** A plan read from a file. A run with this plan transfers exactly its content. */
export const openedPlan = z.object({
  /** Identifies the plan for `plans.items`, until the engine stops. */
  plan: z.string(),
  file: z.string(),
  /** Digest of the file, for an approver to compare. */
  digest: z.string(),
  createdAt: z.string(),
  tool: z.string(),
  workflow: z.string(),
  configuration: z.object({ name: z.string(), digest: z.string() }),
  images: count,
  bytes: count,
  sections: z.array(section),
  verdicts: verdictCounts,
  keys: z.array(trustKey),
  approvedBy: namedApproval.optional(),
  /** The result of verifying its signature with the given key. */
  approval: z.discriminatedUnion('state', [
    /** No key was given. `signature` is a file next to the plan that may be its signature. */
    z.object({ state: z.literal('not-checked'), signature: z.string().optional() }),
    z.object({ state: z.literal('valid'), signer: z.discriminatedUnion('by', planSigner) }),
    z.object({ state: z.literal('rejected'), failure }),
  ]),
});
export type OpenedPlan = z.infer<typeof openedPlan>;
