import type { BundleName, ImageKind } from '../../base/collected/collected.ts';
import type { Problem, Side } from '../../base/errors/airlock-error.ts';
import type { RejectedLogin } from '../../registry/exchange/host-authentication.ts';
import type { PaceReason } from '../../registry/exchange/host-pace.ts';
import type { HostWait } from '../../registry/exchange/host-waits.ts';

/** Bytes of a run so far (docs/guides/scripts.md#results). */
export interface ByteCounts {
  /** Body bytes received from sources. */
  fetched: number;
  /** Body bytes uploaded. */
  sent: number;
  /** Bytes given to write calls for archives. */
  written: number;
  /** Bytes that were needed but already there. */
  present: number;
}

export interface ImageCounts {
  total: number;
  copied: number;
  present: number;
  failed: number;
}

export type Phase = 'collect' | 'probe' | 'copy' | 'finish' | 'resources' | 'verify' | 'replay';

/** What became of one image. */
export interface ImageResult {
  kind: ImageKind;
  origin: string;
  source: string;
  destination: string;
  digest: string;
  deliverable: string;
  bytes: number;
  verdict: string;
  result: 'copied' | 'present' | 'failed';
  attempts: number;
  /** Digest that the destination's tag pointed to before it was moved. */
  previousDigest?: string;
  error?: Problem & { side?: Side };
  /** Of an operator's image that failed: the bundles that cannot be installed without it. */
  neededBy?: readonly BundleName[];
}

/** Where a run is. */
export interface RunProgress {
  phase: Phase;
  images: ImageCounts;
  bytes: ByteCounts;
  /** Bytes of this phase's work done and to do. */
  done: number;
  total: number;
  /** False while the total still grows. */
  totalKnown: boolean;
  /** Bytes a second over the last ten seconds. */
  rate: number;
  remainingMs?: number;
  deliverables: { complete: number; total: number };
}

/** Bounds of parallel images and layers. */
export const MOST_PARALLEL = 10;

/** What a run is held to; can be changed while it works. */
export interface RunLimits {
  parallelImages: number;
  parallelLayers: number;
  /** Bytes a second, fetched and sent together; null: no limit. */
  rate: number | null;
}

/**
 * What somebody asks of a run under way. `pause` drains, `stop` ends at once; both can be continued. `windows` gives it
 * other windows; `ignore-windows` lets it run outside of them until the next one opens, or ends that.
 */
export type ControlRequest = { by: string } & (
  | { action: 'pause' | 'stop' }
  | ({ action: 'adjust' } & Partial<RunLimits>)
  | { action: 'windows'; windows: string[] }
  | { action: 'ignore-windows'; ignore: boolean }
);

/** Whether a run may use its link: in a window, between two, or outside of them by hand. */
export type WindowState = 'open' | 'closed' | 'ignored';

/**
 * What a long job tells while it runs. `progress` comes at most four times a second and always has the whole state,
 * so that a reader may drop any of them.
 */
export type RunEvent =
  | { type: 'run'; run: string; workflow: string; directory: string }
  | { type: 'phase'; phase: Phase; detail?: string }
  | { type: 'plan'; images: number; bytes: number; bytesPresent: number; complete: boolean }
  | ({ type: 'progress' } & RunProgress)
  | ({ type: 'image' } & ImageResult)
  | { type: 'deliverable'; name: string; complete: boolean }
  /** `code` of what happened: `stalled` when no byte came or was taken for so long that the connection was given up. */
  | { type: 'retry'; attempt: number; waitMs: number; message: string; code?: string }
  /** Requests wait more than 5 s for their next attempt at a host. */
  | ({ type: 'wait' } & HostWait)
  /** A host is given fewer transfers at once, for a reason, or more again. */
  | { type: 'link'; host: string; parallel: number; allowed: number; reason?: PaceReason }
  /** A registry refuses a login that it took before in this run. */
  | ({ type: 'login' } & RejectedLogin)
  | { type: 'problem'; problem: Problem }
  /** The run begins to use its link, or leaves it alone; `until`: when that changes, if it does. `rate`: of the window. */
  | { type: 'window'; state: WindowState; until?: string; rate?: number | null }
  | ({ type: 'control' } & ControlRequest);

export type EmitRunEvent = (event: RunEvent) => void;
