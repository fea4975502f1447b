import { z } from 'zod';
import { RUN_BOUNDS, RUN_DEFAULTS } from '../../base/schedule/option-values.ts';

/** Which side of the gap a host is on (docs/architecture.md#terms). */
export const gapSide = z.enum(['connected', 'disconnected', 'both']);
export type GapSide = z.infer<typeof gapSide>;

export const level = z.enum(['error', 'warning', 'info']);

/** A problem, as reported by every command (docs/guides/scripts.md#errors-and-problems). */
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
  /** The ID of the violated rule, if a page offers an action for it. */
  rule: z.string().optional(),
  /** The message without the subject that it starts with. */
  statement: z.string().optional(),
});
export type ContractProblem = z.infer<typeof problem>;

/** An error in the contract. Never contains a stack trace or a secret. */
export const failure = problem.extend({
  side: z.enum(['source', 'destination', 'local']).optional(),
  expected: z.string().optional(),
  found: z.string().optional(),
  /** More problems of the same kind, for example every invalid line of a file. */
  problems: z.array(problem).default([]),
});
export type ContractFailure = z.infer<typeof failure>;

/** A value that the engine creates and a page only shows. It has the engine's type. */
export function made<T>(): z.ZodType<T> {
  return z.custom<T>((value) => typeof value === 'object' && value !== null);
}

const count = z.number().int().nonnegative();
const within = ({ least, most }: { least: number; most: number }) => z.number().int().min(least).max(most);

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

/** What to mirror and how: the arguments of `airlock mirror`. Paths are absolute, on the engine's host. */
export const mirrorSettings = z.object({
  workflow: workflowKind,
  /** Mirror to disk, mirror to mirror: the workspace. Disk to mirror: a workspace, a transfer, or a folder of archives; only read. */
  directory: z.string().min(1),
  /**
   * Mirror to disk: a folder with sets whose content is selected, or `docker://registry.lab:5000/ocp`. Mirror to mirror: such a
   * registry. Absent: the original registries.
   */
  from: z.string().min(1).max(4096).optional(),
  /** `registry.lab:5000/mirror`; not for mirror to disk. */
  destination: z.string().optional(),
  /** Optional when pushing from disk. */
  configFile: z.string().optional(),
  /** An approved plan instead of a configuration. */
  planFile: z.string().optional(),
  /** The plan must be signed: a file with OpenPGP public keys, or a program that checks the signature. */
  requireSignature: z.string().optional(),
  enclave: enclaveName.default('default'),
  /** Disk to mirror: the folder for runs, logs and resources on this side. Default: the user's state folder. */
  stateDirectory: z.string().optional(),
  /** Mirror to disk: the accepted request of the other side. Only content that arrived there is skipped. */
  forRequest: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  first: z.string().optional(),
  /** Mirror to disk: files to add to the transfer. */
  attach: z.array(z.string().max(4096)).max(1000).optional(),
  resend: z.boolean().default(false),
  trustLedger: z.boolean().default(false),
  /** Requests every image from the destination after its push. */
  verifyPush: z.boolean().default(false),
  archiveSizeGiB: within(RUN_BOUNDS.archiveSizeGiB).optional(),
  /** Fails if a blob is larger than an archive. */
  strictArchive: z.boolean().default(false),
  parallelImages: z.number().int().min(1).max(10).default(4),
  parallelLayers: z.number().int().min(1).max(10).default(5),
  /** Bytes per second for all transfers together; absent: no limit. */
  rate: z.number().int().min(1024).optional(),
  /** Retries of a failed request. */
  retryTimes: within(RUN_BOUNDS.retryTimes).default(RUN_DEFAULTS.retryTimes),
  /** Delay between attempts, in ms. 0: 1 s, doubled each time. */
  retryDelayMs: z.number().nonnegative().default(RUN_DEFAULTS.retryDelayMs),
  /** Timeout for a connection that transfers no bytes, in ms; absent: 30 s. */
  stallMs: z.number().min(RUN_BOUNDS.stallMs.least).max(RUN_BOUNDS.stallMs.most).optional(),
  /** Minimum rate of a transfer in bytes per second, averaged over `stallMs`. 0: any rate; absent: 1 KiB/s. */
  minRate: count.optional(),
  /** Transfer windows in the syntax of `parseWindow` of `schedule.ts`; absent or empty: always. */
  windows: z.array(z.string().max(1000)).max(100).optional(),
  /** Pauses when a window closes instead of waiting for the next one. */
  exitAtClose: z.boolean().optional(),
  /** Pauses at this time. */
  until: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'no instant')
    .optional(),
  /** Pauses after this many bytes were downloaded and uploaded in total. */
  maxBytes: z.number().int().min(1).optional(),
  maxNestedPaths: within(RUN_BOUNDS.maxNestedPaths).default(0),
  sourceTlsVerify: z.boolean().default(true),
  destinationTlsVerify: z.boolean().default(true),
  authFile: z.string().optional(),
  removeSignatures: z.boolean().default(false),
  ignoreReleaseSignature: z.boolean().default(false),
  icsp: z.boolean().default(false),
  /** Base image of the update graph image; absent: the default of the engine. */
  graphBaseImage: z.string().min(1).max(512).optional(),
  /** Folder of the manifests for clusters, in place of `config/` in the workspace or state folder. */
  configDirectory: z.string().max(4096).optional(),
  skipUnknown: z.boolean().default(false),
  acceptEmptyCharts: z.boolean().default(false),
  addDependencies: z.boolean().default(false),
  allowRemoval: z.boolean().default(false),
  /** Enforces the trust policy of the host. */
  securePolicy: z.boolean().default(false),
  /** Paths of the policy and registries.d, if they aren't the host's own. */
  policy: z.string().optional(),
  registriesD: z.string().optional(),
  /** Probes what the destination supports before the first push. */
  probe: z.boolean().default(true),
});
export type MirrorSettings = z.infer<typeof mirrorSettings>;
export type MirrorSettingsInput = z.input<typeof mirrorSettings>;

/** A cluster, by kubeconfig and context. Default: the user's kubeconfig and its current context. */
export const clusterChoice = {
  kubeconfig: z.string().min(1).max(4096).optional(),
  context: z.string().max(500).optional(),
};
