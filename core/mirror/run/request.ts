import type { VerdictCounts } from '../../base/collected/verdict.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { MirroredRelease } from '../../cluster/config/extract-command.ts';
import type { TypedCredentials } from '../../registry/access/credentials.ts';
import type { IncompleteBundle } from '../../runs/audit/incomplete-bundles.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';
import type { ScheduleRequest } from './run-schedule.ts';
import type { Workflow } from './workflow.ts';

/** A request of `mirror` or `plan`. All paths are absolute. */
export interface MirrorRequest extends ScheduleRequest {
  workflow: Workflow;
  /** ImageSetConfiguration. Optional for a push from disk, which uses the configurations in the sets. */
  configFile?: string;
  /** A saved plan, which is mirrored digest for digest. */
  planFile?: string;
  /** Required signature of the plan: a file with OpenPGP public keys, or a command (see `checkPlanSignature`). */
  requireSignature?: string;
  /** Files to add to the transfer. */
  attach?: string[];
  enclave: string;
  /** Folder of runs, logs and resources on the disconnected side. */
  stateDirectory?: string;
  dryRun: boolean;
  /** Lists also the instances of manifest lists in a dry run. */
  dryRunManifestLists?: boolean;
  /** A deliverable to complete before all others, by its name or a part of it. */
  first?: string;
  resend: boolean;
  /** Only acknowledged content counts as sent, for a request of the other side. */
  arrivedOnly?: boolean;
  /** The request of the other side that the transfer is created for, by its ID in the workspace. */
  forRequest?: string;
  trustLedger: boolean;
  /** Verifies every image at the destination after its push, not only a sample. */
  verifyPush: boolean;
  /** GiB. Overrides the configuration's archiveSize. */
  archiveSizeGiB?: number;
  strictArchive: boolean;
  parallelImages: number;
  parallelLayers: number;
  /** Bytes per second, fetched and sent together. Absent for no limit. */
  rate?: number;
  /** A connection without any byte for this long is closed (ms). Default: 30 s. */
  stallMs?: number;
  /** A transfer below this rate, averaged over `stallMs`, is stopped (bytes per second). 0: any rate. Default: 1 KiB/s. */
  minRate?: number;
  retryTimes: number;
  /** A schedule started it: hosts that never answered get all retries too. */
  unattended?: boolean;
  /** 0 = exponential. */
  retryDelayMs: number;
  maxNestedPaths: number;
  sourceTlsVerify: boolean;
  destinationTlsVerify: boolean;
  authFile?: string;
  removeSignatures: boolean;
  ignoreReleaseSignature: boolean;
  graphBaseImage?: string;
  /** Reports operator packages and channels that a catalog doesn't have as warnings. */
  skipUnknown: boolean;
  /** A chart that creates pods without a found image doesn't change the exit code. */
  acceptEmptyCharts: boolean;
  /** Also selects the operators that selected ones depend on. */
  addDependencies: boolean;
  /** Catalogs at the destination may lose operators and versions. */
  allowRemoval: boolean;
  /** Enforces the trust policy of this host. Rejected images aren't copied. */
  securePolicy: boolean;
  /** The policy, if it isn't the host's own (containers-policy.json(5)). */
  policy?: string;
  /** The folder with signature sources, if it isn't the host's own (containers-registries.d(5)). */
  registriesD?: string;
  /** Probes a destination before the push if its profile is missing or old. */
  probe: boolean;
  icsp: boolean;
  /** Folder of the manifests for clusters, in place of `config/` in the workspace or state folder. */
  configDirectory?: string;
  /** The command line for the audit record, from which secrets are removed. */
  arguments: string[];
}

/** The host that Airlock runs on, passed in so that core doesn't read the environment. */
export interface HostFacts {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** `name version`, such as `airlock 0.1.0`. */
  tool: string;
  /** Owner of this process. Default: `terminal`. */
  holder?: 'terminal' | 'app';
  /** The session of the application. */
  session?: { role: 'operator' | 'approver' | 'reader'; name: string };
  /** Credentials entered in the application, which override files. Never written anywhere. */
  credentials?: TypedCredentials;
}

export interface RunControl {
  emit: EmitRunEvent;
  /** Stops at once. */
  signal: AbortSignal;
  /** Pauses. Started content is finished or saves its offset. */
  pause: AbortSignal;
}

/** A failed image of the result (docs/guides/scripts.md#results). */
export interface Failure {
  source: string;
  destination: string;
  side?: string;
  code: string;
  message: string;
  remedy?: string;
}

/** The result of `mirror` (docs/guides/scripts.md#results). */
export interface MirrorResult {
  status: 'complete' | 'partial' | 'paused' | 'failed';
  exitCode: number;
  images: { total: number; copied: number; present: number; failed: number };
  bytes: { fetched: number; sent: number; written: number; present: number };
  failures: Failure[];
  /** Rejected deliverables. */
  rejected: { deliverable: string; code: string; message: string }[];
  /** Operator versions that can't be installed because images failed. */
  incomplete: IncompleteBundle[];
  /** Number of images by the verdict on their signatures. */
  verdicts: VerdictCounts;
  /** Number of images of a push that were verified at the destination. */
  verified?: number;
  /** Deliverables in order, and whether each is complete. */
  deliverables: { name: string; complete: boolean }[];
  /** Mirror to disk: the new transfer, if there is new content, and its folder. */
  transfer?: string;
  directory?: string;
  /** Mirror to disk: files that were added to the transfer. */
  attached?: { name: string; size: number; digest: Digest; note?: string | undefined }[];
  /** Folder of the cluster resources, and of the state of this side. */
  resources?: string;
  state?: string;
  /** Folder of the cluster resources for all content at the destination, and the handoff sheet of this run. */
  config?: string;
  handoff?: string;
  /** The latest release of this run at the mirror. */
  release?: MirroredRelease;
  /** Folder of the audit record. */
  run?: string;
  /** The next step, as one command or sentence. */
  next?: string;
  /** Digest of the graph-data image's base, when one was built. */
  graphBase?: Digest;
}
