import { z } from 'zod';
import { usedPlan, verdictCounts } from './plan.ts';
import { mirroredRelease } from './releases.ts';
import { session } from './session.ts';
import {
  byteCounts,
  failure,
  imageCounts,
  level,
  mirrorSettings,
  problem,
  runRef,
  window,
  workflowKind,
} from './vocabulary.ts';

const count = z.number().int().nonnegative();
const time = z.string();

/**
 * `starting`: requested, but not yet recorded. `pausing`, `stopping`: requested, but still draining. `interrupted`: the
 * status in the record is running, but the process is gone. `damaged`: the record is unreadable.
 */
export const runStatus = z.enum([
  'running',
  'pausing',
  'stopping',
  'paused',
  'complete',
  'partial',
  'failed',
  'interrupted',
  'damaged',
]);
export type RunStatus = z.infer<typeof runStatus>;

export const runKind = z.union([workflowKind, z.enum(['replay', 'rollback', 'delete'])]);

export const runPhase = z.object({
  phase: z.enum(['collect', 'probe', 'copy', 'finish', 'resources', 'verify', 'replay']),
  detail: z.string().optional(),
  startedAt: time,
  endedAt: time.optional(),
});
export type RunPhase = z.infer<typeof runPhase>;

export const runProgress = z.object({
  images: imageCounts,
  bytes: byteCounts,
  /** Completed and total bytes. */
  done: count,
  total: count,
  /** False while the total can still grow. */
  totalKnown: z.boolean(),
  /** Bytes a second. */
  rate: z.number().nonnegative(),
  remainingMs: z.number().nonnegative().optional(),
});
export type RunProgress = z.infer<typeof runProgress>;

/** A unit that completes as a whole, such as a release, the additional images or the graph data. */
export const runDeliverable = z.object({
  name: z.string(),
  /** `left-out`: a release that was rejected entirely. */
  state: z.enum(['complete', 'running', 'waiting', 'incomplete', 'rejected']),
  images: count,
  done: count,
  failed: count,
  /** Unique bytes; 0 while unknown. */
  bytes: count,
  completedAt: time.optional(),
});
export type RunDeliverable = z.infer<typeof runDeliverable>;

export const runFailure = z.object({
  origin: z.string(),
  destination: z.string(),
  digest: z.string(),
  deliverable: z.string(),
  side: z.enum(['source', 'destination', 'local']).optional(),
  code: z.string(),
  message: z.string(),
  remedy: z.string(),
  attempts: count,
});
export type RunFailure = z.infer<typeof runFailure>;

/** A version of an operator that can't be installed because it needs images that are missing. */
export const incompleteBundle = z.object({
  package: z.string(),
  bundle: z.string(),
  /** The missing images, as named in the catalog. */
  missing: z.array(z.string()),
});
export type IncompleteBundle = z.infer<typeof incompleteBundle>;

/** Limits that can be changed during a run. */
export const runLimits = z.object({
  parallelImages: z.number().int().min(1).max(10),
  parallelLayers: z.number().int().min(1).max(10),
  /** Bytes per second, or null for no limit. */
  rate: z.number().int().min(1024).nullable(),
});
export type RunLimits = z.infer<typeof runLimits>;

/** The concurrency of a run with a host: transfers in each direction, and why these are fewer than allowed. */
export const runLink = z.object({
  host: z.string(),
  parallel: z.number().int().min(1),
  allowed: z.number().int().min(1),
  reason: z.enum(['rate-limited', 'server-error', 'stalled', 'connection']).optional(),
  /** Attempts that the link or the host ended, and how many of these stalled. */
  setbacks: count,
  stalls: count,
  /** Number of active transfers. */
  moving: count,
});
export type RunLink = z.infer<typeof runLink>;

/** A host for which requests have to wait longer than 5 s, or that hasn't answered yet. */
export const runWait = z.object({
  host: z.string(),
  /** Time of the next attempt. */
  until: time,
  /** The error code of the last attempt (docs/errors.md). */
  code: z.string(),
  /** Its HTTP status. */
  status: z.number().int().optional(),
  retryAfterMs: z.number().positive().optional(),
  /** Why the last attempt failed, in words, without an HTTP status. */
  reason: z.string().optional(),
  /** Number of the next attempt, and how many there are at most, from 1. */
  attempt: z.number().int().positive().optional(),
  attempts: z.number().int().positive().optional(),
});
export type RunWait = z.infer<typeof runWait>;

/** The transfer windows of a run and their current state. */
export const runSchedule = z.object({
  /** As `windowText` of `schedule.ts` writes them; empty: always. */
  windows: z.array(z.string()),
  /** `closed`: waits for the next window; `ignored`: a user let it run outside of its windows. */
  state: z.enum(['open', 'closed', 'ignored']),
  since: time,
  /** When the state changes next because a window opens or closes; absent if not within a year. */
  changesAt: time.optional(),
  /** When the next window opens. */
  opensAt: time.optional(),
  /** Bytes per second that the open window allows; absent if the window has no limit. */
  rate: z.number().positive().optional(),
  exitAtClose: z.boolean(),
  until: time.optional(),
  maxBytes: count.optional(),
  /** Remaining bytes of `maxBytes`. */
  bytesLeft: count.optional(),
  /** Windows that the rest needs at the measured rate, including the current one. `endsAt`: when the last byte arrives. */
  windowsLeft: count.optional(),
  endsAt: time.optional(),
});
export type RunSchedule = z.infer<typeof runSchedule>;

/** A run as shown in lists. */
export const runSummary = z.object({
  run: runRef,
  workflow: runKind,
  status: runStatus,
  startedAt: time,
  endedAt: time.optional(),
  enclave: z.string().optional(),
  /** The target: a folder or `registry/path`. */
  target: z.string().optional(),
  transfer: z.string().optional(),
  images: imageCounts.optional(),
  bytes: byteCounts.optional(),
  user: z.string().optional(),
  host: z.string().optional(),
  /** Folder of the record. */
  directory: z.string(),
});
export type RunSummary = z.infer<typeof runSummary>;

/** The full state of a run, reported at most four times per second while the run is active. */
export const liveRun = runSummary.extend({
  phases: z.array(runPhase),
  progress: runProgress.optional(),
  deliverables: z.array(runDeliverable),
  /** The first hundred; all of them are in `runs.images`. */
  failures: z.array(runFailure),
  failuresTotal: count,
  /** The first hundred; all of them are in the record. */
  incomplete: z.array(incompleteBundle),
  incompleteTotal: count,
  problems: z.array(problem),
  limits: runLimits.optional(),
  /** Present for an active run with transfer windows or an end. */
  schedule: runSchedule.optional(),
  /** Every host that the run sent requests to; only for an active run. */
  links: z.array(runLink).optional(),
  /** Only for an active run; may include waits that have ended. */
  waits: z.array(runWait).optional(),
  retries: count,
  lastRetry: z.string().optional(),
  /** Changes whenever the answer of `runs.images` would change. */
  imagesVersion: count,
  /** Started from this application rather than a terminal. */
  own: z.boolean(),
  /** The error that ended it. */
  error: failure.optional(),
  /** Paused because this registry rejects credentials that it accepted before. `from` describes their source. */
  login: z.object({ registry: z.string(), since: time, from: z.string().optional() }).optional(),
  /** Folder with cluster resources. */
  resources: z.string().optional(),
  /** From the last push to the target: the folder with manifests for clusters, and the sheet with the next commands. */
  config: z.string().optional(),
  handoff: z.string().optional(),
  /** The latest release that a push mirrored. */
  release: mirroredRelease.optional(),
  /** The next step, as one sentence or command. */
  next: z.string().optional(),
  /** Can be resumed or retried from here because the record contains its settings. */
  resumable: z.boolean(),
  settings: mirrorSettings.optional(),
});
export type LiveRun = z.infer<typeof liveRun>;

export const imageState = z.enum(['waiting', 'running', 'copied', 'present', 'failed']);
export type ImageState = z.infer<typeof imageState>;

export const imageRow = z.object({
  origin: z.string(),
  destination: z.string(),
  digest: z.string(),
  deliverable: z.string(),
  kind: z.string(),
  /** 0 while unknown. */
  bytes: count,
  /** Bytes transferred so far, of an image that is running or was interrupted. */
  done: count.optional(),
  state: imageState,
  verdict: z.string().optional(),
  attempts: count.optional(),
  error: failure.optional(),
});
export type ImageRow = z.infer<typeof imageRow>;

export const imagesQuery = z.object({
  run: runRef,
  ...window,
  state: imageState.optional(),
  deliverable: z.string().optional(),
  /** Part of a name or digest. */
  search: z.string().max(200).optional(),
});

export const imagesAnswer = z.object({
  version: count,
  total: count,
  /** With the query's filters. */
  matching: count,
  /** Of all images, whatever the filters. */
  states: z.record(imageState, count),
  rows: z.array(imageRow),
});
export type ImagesAnswer = z.infer<typeof imagesAnswer>;

/** An image that a search found, with the newest run, transfer or plan that contains it. */
const foundImage = z.object({
  /** Absent in a transfer that no run of this host wrote. */
  origin: z.string().optional(),
  destination: z.string(),
  in: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('run'), run: runRef }),
    z.object({
      kind: z.literal('transfer'),
      workspace: z.string(),
      enclave: z.string(),
      transfer: z.string(),
    }),
    z.object({ kind: z.literal('plan'), workflow: z.string() }),
  ]),
});
export type FoundImage = z.infer<typeof foundImage>;

export const foundImages = z.object({
  /** Images that were searched, each once. */
  searched: count,
  /** Runs and transfers that weren't searched, because the newer ones have too many images. */
  omitted: count,
  matching: count,
  images: z.array(foundImage),
});

export const logLine = z.object({
  /** Place in the log, from 0. */
  index: count,
  at: time,
  level,
  type: z.string(),
  text: z.string(),
});
export type LogLine = z.infer<typeof logLine>;

export const runDetails = z.object({
  live: liveRun,
  /** The equivalent command, shell-quoted. */
  command: z.string().optional(),
  tool: z.string().optional(),
  /** The user who ran sudo. */
  sudoUser: z.string().optional(),
  /** The session of the application that started it. */
  session: session.optional(),
  overrides: z.array(z.string()),
  /** The plan that the run had to follow, and who signed it. */
  plan: usedPlan.optional(),
  /** Of an ended run. */
  verdicts: verdictCounts.optional(),
  /** For a finished push: images verified at the destination. */
  verified: count.optional(),
  configurations: z.array(z.object({ name: z.string(), text: z.string() })),
});
export type RunDetails = z.infer<typeof runDetails>;

const comparedImage = z.object({
  origin: z.string(),
  /** Its name at the destination; the first of several. */
  destination: z.string(),
  digest: z.string(),
  bytes: count,
});

/** The differences between runs `a` and `b`. Lists are limited to 500 entries; totals are not. */
export const runComparison = z.object({
  a: runSummary,
  b: runSummary,
  added: z.array(comparedImage),
  addedTotal: count,
  removed: z.array(comparedImage),
  removedTotal: count,
  /** Images with the same name, but another digest. */
  moved: z.array(z.object({ origin: z.string(), from: z.string(), to: z.string() })),
  movedTotal: count,
  same: count,
  /** Unified difference of the configurations; empty when they are equal. */
  configuration: z.string(),
});
export type RunComparison = z.infer<typeof runComparison>;

/**
 * A tag that a push moved, and what a rollback does to it. `move`: it is reset. `unchanged`: it has its old digest already.
 * `new`: it didn't exist before that run and is left unchanged. `moved-since`: it has a third digest by now. `missing`: the
 * registry no longer has the old manifest.
 */
export const rollbackTag = z.object({
  /** `host/repository:tag` */
  destination: z.string(),
  state: z.enum(['move', 'unchanged', 'new', 'moved-since', 'missing']),
  /** Its digest before that run. */
  before: z.string().optional(),
  /** Its current digest; absent if the tag doesn't exist. */
  now: z.string().optional(),
  /** Why it is left unchanged, in words. */
  why: z.string().optional(),
});
export type RollbackTag = z.infer<typeof rollbackTag>;

/** Preview of a rollback. The list is limited to 2000 tags; tags that move or can't move come first. */
export const rollbackPreview = z.object({
  counts: z.record(rollbackTag.shape.state, count),
  tags: z.array(rollbackTag),
});
export type RollbackPreview = z.infer<typeof rollbackPreview>;

/** The result of the verification of the audit records of one directory. */
export const verifiedLog = z.object({
  /** The folder whose `.airlock/runs` contains the records. */
  root: z.string(),
  ok: z.boolean(),
  runs: count,
  /** Records that were exported and removed. Their notes replace them in the chain. */
  removed: count,
  problems: z.array(problem),
});
export type VerifiedLog = z.infer<typeof verifiedLog>;
