import { z } from 'zod';

/** Which side of the gap a host is on (docs/architecture.md#words). */
export const gapSide = z.enum(['connected', 'disconnected', 'both']);
export type GapSide = z.infer<typeof gapSide>;

export const level = z.enum(['error', 'warning', 'info']);

/** A problem as every command reports it (docs/guides/scripts.md#errors-and-problems). */
export const problem = z.object({
  code: z.string(),
  level,
  message: z.string(),
  remedy: z.string(),
  file: z.string().optional(),
  /** From 1. */
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  path: z.string().optional(),
  /** The ID of the rule that is broken, where a page offers something for it. */
  rule: z.string().optional(),
  /** The message without what it is about, which it begins with. */
  statement: z.string().optional(),
});
export type ContractProblem = z.infer<typeof problem>;

/** An error as it crosses the contract: never a stack, never a secret. */
export const failure = problem.extend({
  side: z.enum(['source', 'destination', 'local']).optional(),
  expected: z.string().optional(),
  found: z.string().optional(),
  /** More problems of the same kind, e.g. every wrong line of a file. */
  problems: z.array(problem).default([]),
});
export type ContractFailure = z.infer<typeof failure>;

/** Something that the engine makes and a page only shows: its type is the engine's. */
export function made<T>(): z.ZodType<T> {
  return z.custom<T>((value) => typeof value === 'object' && value !== null);
}

const count = z.number().int().nonnegative();

/** Bytes moved (docs/guides/scripts.md#results). */
export const byteCounts = z.object({ fetched: count, sent: count, written: count, present: count });

export const imageCounts = z.object({ total: count, copied: count, present: count, failed: count });

/** One run: its number, and the folder whose `.airlock/runs` contains its record (a workspace or a state folder). */
export const runRef = z.object({ root: z.string(), sequence: z.number().int().positive() });
export type RunRef = z.infer<typeof runRef>;

/** A window of a long list. */
export const window = { offset: count.default(0), limit: z.number().int().min(1).max(500).default(100) };

export const enclaveName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'lower-case letters, digits, dot, dash and underscore');

export const workflowKind = z.enum(['mirrorToDisk', 'diskToMirror', 'mirrorToMirror']);
export type WorkflowKind = z.infer<typeof workflowKind>;

/** What to mirror and how: `airlock mirror`'s arguments. Paths are absolute, on the engine's host. */
export const mirrorSettings = z.object({
  workflow: workflowKind,
  /** Mirror to disk, mirror to mirror: the workspace. Disk to mirror: a workspace, a transfer, or a folder of archives; only read. */
  directory: z.string().min(1),
  /** `registry.lab:5000/mirror`; not for mirror to disk. */
  destination: z.string().optional(),
  /** Optional when pushing from disk. */
  configFile: z.string().optional(),
  /** An approved plan in place of a configuration. */
  planFile: z.string().optional(),
  /** The plan must be signed: a file with OpenPGP public keys, or a program that checks the signature. */
  requireSignature: z.string().optional(),
  enclave: enclaveName.default('default'),
  /** Disk to mirror: where this side keeps runs, logs and resources. Default: the user's state folder. */
  stateDirectory: z.string().optional(),
  first: z.string().optional(),
  resend: z.boolean().default(false),
  trustLedger: z.boolean().default(false),
  /** Every image is requested from the destination after its push. */
  verifyPush: z.boolean().default(false),
  archiveSizeGiB: z.number().int().min(1).optional(),
  parallelImages: z.number().int().min(1).max(10).default(4),
  parallelLayers: z.number().int().min(1).max(10).default(5),
  /** Bytes a second for everything together; absent: no limit. */
  rate: z.number().int().min(1024).optional(),
  /** A connection that delivers or takes no byte for so long is given up, ms; absent: 30 s. */
  stallMs: z.number().int().min(1000).max(3_600_000).optional(),
  /** A transfer that is slower, averaged over `stallMs`, is given up: bytes per second. 0: any rate; absent: 1 KiB/s. */
  minRate: count.optional(),
  /** When links may be used, each as `parseWindow` of `schedule.ts` reads it; absent or empty: always. */
  windows: z.array(z.string().max(1000)).max(100).optional(),
  /** Pauses when a window closes, in place of waiting for the next one. */
  exitAtClose: z.boolean().optional(),
  /** Pauses at this instant. */
  until: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'no instant')
    .optional(),
  /** Pauses when so many bytes were fetched and sent together. */
  maxBytes: z.number().int().min(1).optional(),
  maxNestedPaths: count.default(0),
  sourceTlsVerify: z.boolean().default(true),
  destinationTlsVerify: z.boolean().default(true),
  authFile: z.string().optional(),
  removeSignatures: z.boolean().default(false),
  ignoreReleaseSignature: z.boolean().default(false),
  icsp: z.boolean().default(false),
  skipUnknown: z.boolean().default(false),
  acceptEmptyCharts: z.boolean().default(false),
  addDependencies: z.boolean().default(false),
  allowRemoval: z.boolean().default(false),
  /** The trust policy of the host is enforced. */
  securePolicy: z.boolean().default(false),
  /** Where the policy and registries.d are not the host's own. */
  policy: z.string().optional(),
  registriesD: z.string().optional(),
  /** Probes what the destination supports before the first push. */
  probe: z.boolean().default(true),
});
export type MirrorSettings = z.infer<typeof mirrorSettings>;
export type MirrorSettingsInput = z.input<typeof mirrorSettings>;
