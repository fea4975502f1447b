import { z } from 'zod';
import { failure, problem, window } from './vocabulary.ts';

const count = z.number().int().nonnegative();

/** What is known of an image's origin: `unsigned`, a policy wants a signature and there is none. */
export const verdictResult = z.enum(['verified', 'unsigned', 'not-checked', 'rejected', 'override']);
export type ContractVerdict = z.infer<typeof verdictResult>;

/** Images by their verdict. */
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
  /** Whose it is, as it says itself. */
  names: z.array(z.string()),
  /** How many images it verified. */
  images: count,
});
export type TrustKey = z.infer<typeof trustKey>;

const section = z.object({ name: z.string(), images: count, bytes: count });

/** What a run with these settings would do. */
export const planSummary = z.object({
  /** Names the plan in later requests; lives as long as the engine. */
  plan: z.string(),
  createdAt: z.string(),
  images: count,
  /** Unique bytes needed. */
  bytes: count,
  /** Of these, already there. */
  bytesPresent: count,
  sections: z.array(section),
  verdicts: verdictCounts,
  /** Where a trust policy was enforced. */
  keys: z.array(trustKey),
  problems: z.array(problem),
  /** Nothing to carry, nothing to push. */
  nothingNew: z.boolean(),
  /** The command that does the same headless, shell-quoted. */
  command: z.string(),
});
export type PlanSummary = z.infer<typeof planSummary>;

export const planItem = z.object({
  source: z.string(),
  destination: z.string(),
  digest: z.string(),
  kind: z.string(),
  bytes: count,
  why: z.string(),
  /** `verified (KEY)`: a {@link ContractVerdict}, and by whom. */
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

/** Who vouched for a plan. */
const planSigner = [
  z.object({
    by: z.literal('key'),
    /** Of the primary key, upper case. */
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
