import type { VerdictCounts } from '../../base/collected/verdict.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { TypedCredentials } from '../../registry/access/credentials.ts';
import type { IncompleteBundle } from '../../runs/audit/incomplete-bundles.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';
import type { ScheduleRequest } from './run-schedule.ts';
import type { Workflow } from './workflow.ts';

/** What `mirror` and `plan` are asked to do; all paths absolute. */
export interface MirrorRequest extends ScheduleRequest {
  workflow: Workflow;
  /** ImageSetConfiguration; may be absent on the way from disk: the sets' own configurations are used then. */
  configFile?: string;
  /** A plan that was made before: exactly this is mirrored, digest for digest. */
  planFile?: string;
  /** The plan must be signed: a file with OpenPGP public keys, or a command that checks (see `checkPlanSignature`). */
  requireSignature?: string;
  enclave: string;
  /** Where the disconnected side keeps runs, logs and resources. */
  stateDirectory?: string;
  dryRun: boolean;
  /** A deliverable to complete before all others; matches its name or a part of it. */
  first?: string;
  resend: boolean;
  /** Only what is known to have arrived counts as sent: a request of the other side is answered. */
  arrivedOnly?: boolean;
  trustLedger: boolean;
  /** Every image at the destination is requested after its push, not only a sample. */
  verifyPush: boolean;
  /** GiB, wins over the configuration's archiveSize. */
  archiveSizeGiB?: number;
  strictArchive: boolean;
  parallelImages: number;
  parallelLayers: number;
  /** Bytes a second, fetched and sent together; absent: no limit. */
  rate?: number;
  /** A connection that delivers or takes no byte for so long is given up (ms); absent: 30 s. */
  stallMs?: number;
  /** A transfer that is slower, averaged over `stallMs`, is given up: bytes per second. 0: any rate; absent: 1 KiB/s. */
  minRate?: number;
  retryTimes: number;
  /** 0 = exponential. */
  retryDelayMs: number;
  maxNestedPaths: number;
  sourceTlsVerify: boolean;
  destinationTlsVerify: boolean;
  authFile?: string;
  removeSignatures: boolean;
  ignoreReleaseSignature: boolean;
  graphBaseImage?: string;
  /** Operator packages and channels that a catalog does not have are warnings. */
  skipUnknown: boolean;
  /** A chart that creates pods and in which no image is found does not change the exit code. */
  acceptEmptyCharts: boolean;
  /** Operators that selected ones depend on are selected too. */
  addDependencies: boolean;
  /** Catalogs at the destination may lose operators and versions. */
  allowRemoval: boolean;
  /** The trust policy of this host is enforced: images that it does not accept are not copied. */
  securePolicy: boolean;
  /** The policy, where it is not the host's own (containers-policy.json(5)). */
  policy?: string;
  /** The folder that says where signatures are, where it is not the host's own (containers-registries.d(5)). */
  registriesD?: string;
  /** A destination whose profile is missing or old is asked what it takes before anything is pushed. */
  probe: boolean;
  icsp: boolean;
  /** Folder of the manifests for clusters, in place of `config/` in the workspace or state folder. */
  configDirectory?: string;
  /** The command line, for the audit record; secrets are removed there. */
  arguments: string[];
}

/** The host that Airlock runs on, given by the edge so that core reads no environment of its own. */
export interface HostFacts {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** `name version`, e.g. `airlock 0.1.0`. */
  tool: string;
  /** What holds this process; default `terminal`. */
  holder?: 'terminal' | 'app';
  /** The session of the application that acts. */
  session?: { role: 'operator' | 'approver' | 'reader'; name: string };
  /** Credentials that were typed in the application; they win over files. Never written anywhere. */
  credentials?: TypedCredentials;
}

export interface RunControl {
  emit: EmitRunEvent;
  /** Stop at once. */
  signal: AbortSignal;
  /** Stop cleanly: what is under way is finished or keeps its offset. */
  pause: AbortSignal;
}

/** A failed image as the result names it (docs/guides/scripts.md#results). */
export interface Failure {
  source: string;
  destination: string;
  side?: string;
  code: string;
  message: string;
}

/** The result of `mirror` (docs/guides/scripts.md#results). */
export interface MirrorResult {
  status: 'complete' | 'partial' | 'paused' | 'failed';
  exitCode: number;
  images: { total: number; copied: number; present: number; failed: number };
  bytes: { fetched: number; sent: number; written: number; present: number };
  failures: Failure[];
  /** Releases that were left out whole. */
  rejected: { deliverable: string; code: string; message: string }[];
  /** Versions of operators that cannot be installed, because images failed. */
  incomplete: IncompleteBundle[];
  /** Images by what is known of their origin. */
  verdicts: VerdictCounts;
  /** Of a push: images whose manifests and blobs the destination was shown to serve. */
  verified?: number;
  /** What is whole, in order. */
  deliverables: { name: string; whole: boolean }[];
  /** Mirror to disk: the transfer that was added, if anything was new, and its folder. */
  transfer?: string;
  directory?: string;
  /** Folder of the cluster resources, and of the state of this side. */
  resources?: string;
  state?: string;
  /** Folder of the manifests for clusters, from everything that is at the destination; and the hand-over sheet of this run. */
  config?: string;
  handOver?: string;
  /** Folder of the audit record. */
  run?: string;
  /** What to do next, as one command or sentence. */
  next?: string;
  /** Digest of the graph-data image's base, when one was built. */
  graphBase?: Digest;
}
