import { z } from 'zod';
import { problem, runRef } from './vocabulary.ts';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);
const ticket = z.string().min(1).max(64);
/** Ids of leaves of the tree. */
const parts = z.array(z.string().max(4096)).max(100_000);

/** Content that can be selected for deletion. */
export interface DeleteChoiceLine {
  id: string;
  kind: 'release' | 'graph' | 'catalog' | 'package' | 'channel' | 'bundle' | 'image' | 'chart';
  name: string;
  /** Names of the configurations that request it, sorted. */
  requestedBy: string[];
  /** Number of images that it requires. */
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

/** Preview of a deletion. Lists contain the first hundred entries; the counts cover all of them. */
export const deletePreview = z.object({
  /** Number of names to delete. */
  images: count,
  /** Number of selected names. */
  of: count,
  /** Bytes that the registry's garbage collection can free. */
  bytesFreed: count,
  groups: z.array(
    z.object({
      deliverable: z.string(),
      images: count,
      of: count,
      bytes: count,
      /** `repository:tag` of the names to delete. */
      names: z.array(z.string()),
    }),
  ),
  /** Selected names that are protected, grouped by reason, the largest group first. */
  protected: z.array(z.object({ reason: z.string(), images: count, names: z.array(z.string()) })),
  protectedTotal: count,
  /** Of these, tags that the registry can delete without their manifest. */
  tagsOnly: count,
  /** Selected names that the registry doesn't have. */
  absent: z.array(z.string()),
  absentTotal: count,
  /** Signatures and referrers that are deleted with them. */
  attachments: count,
  problems: z.array(problem),
});
export type DeletePreview = z.infer<typeof deletePreview>;

/** How a deletion ended. */
export const deleteResult = z.object({
  images: z.object({ total: count, deleted: count, absent: count, retained: count, failed: count }),
  bytesFreed: count,
  /** Remaining content of the changed repositories, checked after the deletion; absent if the run stopped before. */
  verified: z.object({ images: count, manifests: count, blobs: count, broken: count }).optional(),
  /** How to reclaim the space on this registry. */
  garbageCollection: z.array(z.string()),
  /** How to restore the images, one sentence each. */
  restore: z.array(z.string()),
  /** The workspace that contains all the deleted images. Pushing from it restores them. */
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
  /** Configurations that list the content to keep. Default: all configurations that the workspace knows. */
  keep: z.array(path).max(100).default([]),
  maxNestedPaths: count.default(0),
  destinationTlsVerify: z.boolean().default(true),
  authFile: path.optional(),
  /** Access to a cluster that uses the mirror. Images that it runs or needs for its update aren't deleted. */
  kubeconfig: path.optional(),
  context: z.string().max(500).optional(),
});
export type DeleteRequested = z.input<typeof requested>;

export const DELETE_REQUESTS = {
  /** Reads the workspace and the registry. Reports progress as `job` events with its ticket. */
  'deletes.open': {
    input: requested.extend({ ticket }),
    output: z.object({
      /** Identifies this session in the requests below. The engine remembers the last few sessions. */
      session: z.string(),
      choices: z.array(deleteChoice),
      configurations: z.array(z.string()),
      images: count,
      readAt: z.string(),
      /** Why this registry doesn't allow deletion, and which setting enables it. */
      rejection: problem.optional(),
      problems: z.array(problem),
      /** Sentences about what the cluster needs; empty without a cluster. */
      cluster: z.array(z.string()),
    }),
  },
  'deletes.preview': { input: z.object({ session: z.string(), parts }), output: deletePreview },
  /** Writes the files of `airlock delete --generate`. */
  'deletes.write': {
    input: z.object({ session: z.string(), parts }),
    output: z.object({ files: z.array(z.string()), preview: deletePreview, command: z.string() }),
  },
  /** Previews a DeleteImageSetConfiguration or `prune:`. `write`: also writes the files. */
  'deletes.fromFile': {
    input: requested.extend({ ticket, file: path, write: z.boolean().default(false) }),
    output: z.object({
      files: z.array(z.string()),
      configurations: z.array(z.string()),
      preview: deletePreview,
      command: z.string(),
      /** Why this registry doesn't allow deletion, and which setting enables it. */
      rejection: problem.optional(),
      /** Sentences about what the cluster needs; empty without a cluster. */
      cluster: z.array(z.string()),
    }),
  },
  /**
   * Starts a run that executes a list. Throws `file-changed` if the list differs from what was confirmed.
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
   * Resumes a deletion that was paused, stopped, or incomplete, as a new run with the same list. Throws `file-changed` if
   * the list was rewritten since.
   */
  'deletes.resume': { input: z.object({ run: runRef }), output: z.object({ run: runRef }) },
  'deletes.result': {
    input: z.object({ run: runRef }),
    output: z.object({
      /** Absent while the run is active, and if it ended before it deleted anything. */
      result: deleteResult.optional(),
      /** The input of the run; absent unless the run is a deletion. */
      requested: z
        .object({ listFile: z.string(), destination: z.string(), destinationTlsVerify: z.boolean() })
        .optional(),
    }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
