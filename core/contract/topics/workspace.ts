import { z } from 'zod';
import { runSummary } from './run.ts';

const count = z.number().int().nonnegative();

/** The lifecycle of a transfer, in its order (docs/guides/transfers.md#the-lifecycle-of-a-transfer). */
export const transferStep = z.enum([
  'planned',
  'approved',
  'fetched',
  'on-media',
  'imported',
  'pushed',
  'applied',
  'acknowledged',
]);
export type TransferStepName = z.infer<typeof transferStep>;

/** A complete push. `config`: the folder with its manifests for clusters. `applied`: their last apply, if they are in use. */
const pushLine = runSummary.extend({
  config: z.string().optional(),
  applied: z.object({ at: z.string(), context: z.string(), kubeconfig: z.string().optional() }).optional(),
});
export type PushLine = z.infer<typeof pushLine>;

/** What this host did with a transfer after its fetch. */
const hostProgress = z.object({
  /** When another directory of this host received it. */
  importedAt: z.string().optional(),
  /** Its first push. */
  push: pushLine.optional(),
});
export type HostProgress = z.infer<typeof hostProgress>;

/** One numbered crossing (docs/architecture.md#terms). */
export const transferLine = z.object({
  name: z.string(),
  number: count,
  state: z.enum(['complete', 'partial', 'under-construction', 'moved']),
  createdAt: z.string().optional(),
  images: count,
  bytes: count,
  volumes: count,
  directory: z.string(),
  /** Its current step. */
  step: transferStep,
  /** When this step began. */
  stepAt: z.string().optional(),
  /** `unknown`: the other side has not answered. */
  arrived: z.enum(['unknown', 'complete', 'partial', 'nothing']),
  /** Number of volumes that didn't arrive, or `all` if the transfer's volumes are unknown. */
  missing: z.union([count, z.literal('all')]),
  /** `workspace prune` doesn't remove its set. */
  protected: z.boolean(),
  /** It was received here from media. Otherwise, this side created it. */
  received: z.boolean(),
  /** When all of its volumes were on drives. */
  carriedAt: z.string().optional(),
  /** Its export to drives, once a volume is written. */
  written: z
    .object({
      /** Number of volumes on drives, and of all volumes. */
      volumes: count,
      of: count,
      /** Labels, in the order in which they were filled. */
      drives: z.array(z.string()),
    })
    .optional(),
  /** Absent for a received transfer, and until something is done with it. */
  onHost: hostProgress.optional(),
});
export type TransferLine = z.infer<typeof transferLine>;

export const nextStep = z.enum([
  'fetch',
  'resume-fetch',
  'push',
  'resume-push',
  'carry',
  'receive',
  'acknowledge',
  'view-run',
  'open-resources',
]);
export type NextStep = z.infer<typeof nextStep>;

/** A disconnected destination, as far as this workspace knows it. */
export const enclaveLine = z.object({
  name: z.string(),
  transfers: z.array(transferLine),
  lastRun: runSummary.optional(),
  /** The last complete push from this workspace. */
  lastPush: pushLine.optional(),
  next: nextStep,
});
export type EnclaveLine = z.infer<typeof enclaveLine>;

export const workspaceLine = z.object({
  directory: z.string(),
  /** Last part of the path. */
  name: z.string(),
  /** `absent`: the folder is unavailable (for example, an unplugged disk). `empty`: nothing mirrored yet. */
  state: z.enum(['ready', 'empty', 'absent', 'unsupported-format', 'locked', 'unreadable']),
  detail: z.string().optional(),
  bytes: count,
  freeBytes: count.optional(),
  enclaves: z.array(enclaveLine),
  /** Names of transfers that are being received and are incomplete. */
  arriving: z.array(z.string()).default([]),
  lastRunAt: z.string().optional(),
  practice: z.boolean(),
});
export type WorkspaceLine = z.infer<typeof workspaceLine>;

/** A configuration that was used or is stored in this workspace. */
export const configurationLine = z.object({
  file: z.string(),
  name: z.string(),
  modifiedAt: z.string().optional(),
  usedAt: z.string().optional(),
});
export type ConfigurationLine = z.infer<typeof configurationLine>;
