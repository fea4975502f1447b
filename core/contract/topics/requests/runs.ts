import { z } from 'zod';
import { namedApproval, openedPlan, planItemsAnswer, planItemsQuery, planSummary } from '../plan.ts';
import {
  foundImages,
  imagesAnswer,
  imagesQuery,
  liveRun,
  logLine,
  rollbackPreview,
  runComparison,
  runDetails,
  runLimits,
  runStatus,
  runSummary,
  verifiedLog,
} from '../run.ts';
import { level, mirrorSettings, runRef, window } from '../vocabulary.ts';

const nothing = z.object({});
const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);

/** Requests for plans, runs and what they leave: records, cluster resources, archive sets. */
export const RUN_REQUESTS = {
  /** Collects and compares images without copying any. Reports progress as `job` events with its ticket. */
  'plans.make': {
    input: z.object({ settings: mirrorSettings, ticket: z.string().min(1).max(64) }),
    output: planSummary,
  },
  'plans.items': { input: planItemsQuery, output: planItemsAnswer },
  /** Writes plan.json for approval and for `airlock mirror --plan`. */
  'plans.save': {
    input: z.object({ plan: z.string(), file: path }),
    output: z.object({
      file: z.string(),
      /** Digest of the file, for an approver to compare. */
      digest: z.string(),
      /** The shell-quoted command with which an approver signs it. */
      signCommand: z.string(),
    }),
  },
  /** Reads a plan that came back from approval, and checks its signature when a key is named. */
  'plans.open': {
    input: z.object({ file: path, requireSignature: path.optional() }),
    output: openedPlan,
  },

  /** Approves an opened plan in the name of the session; the approval is stored next to the plan. */
  'plans.approve': {
    input: z.object({ plan: z.string() }),
    output: z.object({ file: z.string(), approvedBy: namedApproval }),
  },

  /** Returns once the run has a record. Throws if the run is rejected before that. */
  'runs.start': { input: z.object({ settings: mirrorSettings }), output: z.object({ run: runRef }) },
  /** Drains the run: each transfer finishes or saves the position to resume from. */
  'runs.pause': { input: z.object({ run: runRef }), output: nothing },
  /** Stops at once. Finished content stays. */
  'runs.stop': { input: z.object({ run: runRef }), output: nothing },
  /** Resumes a paused, interrupted, failed or partial run as a new run. Content that arrived isn't transferred again. */
  'runs.resume': { input: z.object({ run: runRef }), output: z.object({ run: runRef }) },
  'runs.adjust': { input: z.object({ run: runRef, limits: runLimits.partial() }), output: nothing },
  /** Replaces the transfer windows of an active run. Without windows, it runs at any time. */
  'runs.setWindows': {
    input: z.object({ run: runRef, windows: z.array(z.string().max(1000)).max(100) }),
    output: nothing,
  },
  /** Lets a run ignore its transfer windows until the next one opens, or ends that. */
  'runs.ignoreWindows': { input: z.object({ run: runRef, ignore: z.boolean() }), output: nothing },
  /** Runs of all known workspaces and of this side's state folder, the newest first. */
  'runs.list': {
    input: z.object({ root: path.optional(), status: runStatus.optional(), ...window }),
    output: z.object({ total: count, runs: z.array(runSummary) }),
  },
  'runs.live': { input: z.object({ run: runRef }), output: liveRun },
  'runs.describe': { input: z.object({ run: runRef }), output: runDetails },
  'runs.images': { input: imagesQuery, output: imagesAnswer },
  /** Finds images by parts of their references or digest in runs, transfers and opened plans, the newest runs first. */
  'runs.findImages': {
    input: z.object({
      search: z.string().min(1).max(200),
      limit: z.number().int().min(1).max(500).default(20),
    }),
    output: foundImages,
  },
  'runs.log': {
    input: z.object({
      run: runRef,
      ...window,
      level: level.optional(),
      search: z.string().max(200).optional(),
    }),
    output: z.object({ total: count, matching: count, lines: z.array(logLine) }),
  },
  'runs.compare': { input: z.object({ a: runRef, b: runRef }), output: runComparison },
  /** Repairs the archive set of a mirror-to-disk run. */
  'runs.replay': { input: z.object({ run: runRef }), output: z.object({ run: runRef }) },
  /** Previews `runs.rollback` without writing anything. */
  'runs.previewRollback': {
    input: z.object({ run: runRef, force: z.boolean().default(false) }),
    output: rollbackPreview,
  },
  /** Resets tags to their digests before a push, as a separate run without content. `force`: also tags that moved since. */
  'runs.rollback': {
    input: z.object({ run: runRef, force: z.boolean().default(false) }),
    output: z.object({ run: runRef }),
  },
  /** Verifies the chain of audit records of one directory, or of all known ones, and the digests of their files. */
  'runs.verifyLog': {
    input: z.object({ root: path.optional() }),
    output: z.object({ logs: z.array(verifiedLog) }),
  },
  /** Exports the record, its configuration and its resources as one tar. */
  'runs.export': {
    input: z.object({ run: runRef, file: path }),
    output: z.object({ file: z.string(), bytes: count, digest: z.string() }),
  },

  'resources.list': {
    input: z.object({ run: runRef }),
    output: z.object({
      directory: z.string().optional(),
      files: z.array(
        z.object({
          name: z.string(),
          kinds: z.array(z.string()),
          objects: count,
          purpose: z.string(),
          bytes: count,
        }),
      ),
    }),
  },
  'resources.read': {
    input: z.object({ run: runRef, name: z.string() }),
    output: z.object({ text: z.string() }),
  },
  /** Copies the resources to another folder. */
  'resources.save': {
    input: z.object({ run: runRef, directory: path }),
    output: z.object({ files: z.array(z.string()) }),
  },

  /** Verifies every byte of a workspace or transfer. Reports progress as `job` events with its ticket. */
  'transfers.verify': {
    input: z.object({ directory: path, ticket: z.string().min(1).max(64) }),
    output: z.object({
      ok: z.boolean(),
      blobs: count,
      bytes: count,
      problems: z.array(
        z.object({ kind: z.string(), digest: z.string(), file: z.string(), images: z.array(z.string()) }),
      ),
    }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
