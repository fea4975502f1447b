import { z } from 'zod';
import { problem, runRef } from './vocabulary.ts';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);
const ticket = z.string().min(1).max(64);
/** Ids of leaves of the tree. */
const parts = z.array(z.string().max(4096)).max(100_000);

/** Something that can be chosen to go. */
export interface DeleteChoiceLine {
  id: string;
  kind: 'release' | 'graph' | 'catalog' | 'package' | 'channel' | 'bundle' | 'image' | 'chart';
  name: string;
  /** Names of configurations that ask for it, sorted. */
  requestedBy: string[];
  /** Images that it cannot do without. */
  images: number;
  children: DeleteChoiceLine[];
}
const deleteChoice: z.ZodType<DeleteChoiceLine> = z.object({
  id: z.string(),
  kind: z.enum(['release', 'graph', 'catalog', 'package', 'channel', 'bundle', 'image', 'chart']),
  name: z.string(),
  requestedBy: z.array(z.string()),
  images: count,
  get children() {
    return z.array(deleteChoice);
  },
});

/** What a deletion would do. Lists hold the first hundred; the counts are of all. */
export const deletePreview = z.object({
  /** Names that go. */
  images: count,
  /** Names that were chosen. */
  of: count,
  /** What the registry's garbage collection can free. */
  bytesFreed: count,
  groups: z.array(
    z.object({
      deliverable: z.string(),
      images: count,
      of: count,
      bytes: count,
      /** `repository:tag` of those that go. */
      names: z.array(z.string()),
    }),
  ),
  /** Chosen, and stays: by reason, the most first. */
  protected: z.array(z.object({ reason: z.string(), images: count, names: z.array(z.string()) })),
  protectedTotal: count,
  /** Of these, names that the registry may drop alone while their manifest stays. */
  tagsOnly: count,
  /** Chosen, and not at the registry. */
  absent: z.array(z.string()),
  absentTotal: count,
  /** Signatures and referrers that go along. */
  attachments: count,
  problems: z.array(problem),
});
export type DeletePreview = z.infer<typeof deletePreview>;

/** How a deletion ended. */
export const deleteResult = z.object({
  images: z.object({ total: count, deleted: count, absent: count, retained: count, failed: count }),
  bytesFreed: count,
  /** What stays in the repositories that were touched, asked for afterwards; absent when it was stopped before. */
  verified: z.object({ images: count, manifests: count, blobs: count, broken: count }).optional(),
  /** How this registry gives the space back. */
  garbageCollection: z.array(z.string()),
  /** How to have the images again, each a sentence. */
  restore: z.array(z.string()),
  /** The workspace that holds all of it: pushing from there restores. */
  restoreFrom: z.string().optional(),
  registry: z.object({ host: z.string(), namespace: z.string() }),
});
export type DeleteResult = z.infer<typeof deleteResult>;

/** How a deletion reaches its registry and what it reads. */
const requested = z.object({
  workspace: path,
  /** `registry.lab:5000/mirror` */
  destination: z.string().min(1).max(1000),
  stateDirectory: path.optional(),
  /** Files with names that are never deleted. */
  protectFile: path.optional(),
  /** Configurations that say what stays; none: all that the workspace knows. */
  keep: z.array(path).max(100).default([]),
  maxNestedPaths: count.default(0),
  destinationTlsVerify: z.boolean().default(true),
  authFile: path.optional(),
  /** A cluster that uses the mirror: what it runs, or needs for its update, stays. */
  kubeconfig: path.optional(),
  context: z.string().max(500).optional(),
});
export type DeleteRequested = z.input<typeof requested>;

export const DELETE_REQUESTS = {
  /** Reads workspace and registry; tells `job` events with its ticket. */
  'deletes.open': {
    input: requested.extend({ ticket }),
    output: z.object({
      /** Name of what was read, for the requests below. The last few are kept. */
      session: z.string(),
      choices: z.array(deleteChoice),
      configurations: z.array(z.string()),
      images: count,
      readAt: z.string(),
      /** Why this registry deletes nothing, with what to set. */
      rejection: problem.optional(),
      problems: z.array(problem),
      /** What a live cluster needs, in words; without one, none. */
      cluster: z.array(z.string()),
    }),
  },
  'deletes.preview': { input: z.object({ session: z.string(), parts }), output: deletePreview },
  /** Writes the files of `airlock delete --generate`. */
  'deletes.write': {
    input: z.object({ session: z.string(), parts }),
    output: z.object({ files: z.array(z.string()), preview: deletePreview, command: z.string() }),
  },
  /** The same of a DeleteImageSetConfiguration, or of `prune:`; `write`: with its files. */
  'deletes.fromFile': {
    input: requested.extend({ ticket, file: path, write: z.boolean().default(false) }),
    output: z.object({
      files: z.array(z.string()),
      configurations: z.array(z.string()),
      preview: deletePreview,
      command: z.string(),
      /** Why this registry deletes nothing, with what to set. */
      rejection: problem.optional(),
      /** What a live cluster needs, in words; without one, none. */
      cluster: z.array(z.string()),
    }),
  },
  /**
   * Executes a list, as a run. What was confirmed must be what the list says: otherwise `file-changed`.
   */
  'deletes.run': {
    input: z.object({
      listFile: path,
      destination: z.string().min(1).max(1000),
      destinationTlsVerify: z.boolean().default(true),
      authFile: path.optional(),
      stateDirectory: path.optional(),
      forceCacheDelete: z.boolean().default(false),
      confirmed: z.object({ registry: z.string().max(1000), images: count }),
    }),
    output: z.object({ run: runRef }),
  },
  /**
   * Goes on with a deletion that was paused, stopped, or did not delete everything, as a new run of the same list. A list
   * that was written anew since is `file-changed`.
   */
  'deletes.resume': { input: z.object({ run: runRef }), output: z.object({ run: runRef }) },
  'deletes.result': {
    input: z.object({ run: runRef }),
    output: z.object({
      /** Absent while it works, and of a run that ended before it deleted. */
      result: deleteResult.optional(),
      /** What the run was asked for; absent of runs that are no deletions. */
      requested: z
        .object({ listFile: z.string(), destination: z.string(), destinationTlsVerify: z.boolean() })
        .optional(),
    }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
