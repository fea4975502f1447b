import type { BundleName, ImageKind } from '../../base/collected/collected.ts';
import type { Problem, Side } from '../../base/errors/airlock-error.ts';
import type { RejectedLogin } from '../../registry/exchange/host-authentication.ts';
import type { PaceReason } from '../../registry/exchange/host-pace.ts';
import type { HostWait } from '../../registry/exchange/host-waits.ts';

/** Byte counts of a run (docs/guides/scripts.md#results). */
export interface ByteCounts {
  /** Body bytes received from sources. */
  fetched: number;
  /** Body bytes uploaded. */
  sent: number;
  /** Bytes written to archives. */
  written: number;
  /** Required bytes that were already present. */
  present: number;
}

export interface ImageCounts {
  total: number;
  copied: number;
  present: number;
  failed: number;
}

export type Phase = 'collect' | 'probe' | 'copy' | 'finish' | 'resources' | 'verify' | 'replay';

/** The result of one image. */
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
  /** For a failed image of an operator: the bundles that can't be installed without it. */
  neededBy?: readonly BundleName[];
}

/** The progress of a run. */
export interface RunProgress {
  phase: Phase;
  images: ImageCounts;
  bytes: ByteCounts;
  /** Completed and total bytes of this phase. */
  done: number;
  total: number;
  /** False while the total may still increase. */
  totalKnown: boolean;
  /** Bytes per second over the last ten seconds. */
  rate: number;
  remainingMs?: number;
  deliverables: { complete: number; total: number };
}

/** Maximum number of parallel images and layers. */
export const MOST_PARALLEL = 10;

/** Limits of a run, which can be changed during the run. */
export interface RunLimits {
  parallelImages: number;
  parallelLayers: number;
  /** Bytes per second for downloads and uploads together. Null without a limit. */
  rate: number | null;
}

/**
 * A request to a running run. `pause` completes current copies, `stop` ends immediately. Both can be resumed. `windows`
 * sets other windows. `ignore-windows` lets it run outside its windows until the next one opens, or ends that.
 */
export type ControlRequest = { by: string } & (
  | { action: 'pause' | 'stop' }
  | ({ action: 'adjust' } & Partial<RunLimits>)
  | { action: 'windows'; windows: string[] }
  | { action: 'ignore-windows'; ignore: boolean }
);

/** Whether a run may transfer: within a window, between windows, or outside its windows on request. */
export type WindowState = 'open' | 'closed' | 'ignored';

/**
 * Events of a running job. `progress` is sent at most four times per second. It always contains the complete state, so
 * that a reader may skip any of them.
 */
export type RunEvent =
  | { type: 'run'; run: string; workflow: string; directory: string }
  | { type: 'phase'; phase: Phase; detail?: string }
  | { type: 'plan'; images: number; bytes: number; bytesPresent: number; complete: boolean }
  | ({ type: 'progress' } & RunProgress)
  | ({ type: 'image' } & ImageResult)
  | { type: 'deliverable'; name: string; complete: boolean }
  /** `code` of the failure: `stalled` if the connection was closed because it transferred no data. */
  | { type: 'retry'; attempt: number; waitMs: number; message: string; code?: string }
  /** Requests wait more than 5 s for their next attempt at a host. */
  | ({ type: 'wait' } & HostWait)
  /** The concurrency of a host was reduced for a reason, or restored. */
  | { type: 'link'; host: string; parallel: number; allowed: number; reason?: PaceReason }
  /** A registry rejects a login that it accepted earlier in this run. */
  | ({ type: 'login' } & RejectedLogin)
  | { type: 'problem'; problem: Problem }
  /** The run starts or stops transferring. `until`: when that changes, if it does. `rate`: rate of the window. */
  | { type: 'window'; state: WindowState; until?: string; rate?: number | null }
  | ({ type: 'control' } & ControlRequest);

export type EmitRunEvent = (event: RunEvent) => void;
