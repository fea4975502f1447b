import { z } from 'zod';

const path = z.string().min(1).max(4096);

/** A catalog whose tag was resolved to a digest. */
const catalogPin = z.object({
  /** As in the configuration. */
  catalog: z.string(),
  /** `registry/path@sha256:…` */
  pinned: z.string(),
  /** The tag at the destination, which stays the same. */
  targetTag: z.string(),
});

export const pinnedConfiguration = z.object({
  pins: z.array(catalogPin),
  /** The configuration with digests. Everything else is unchanged. */
  text: z.string(),
  /** Unified difference to the text of the request; empty if nothing changes. */
  difference: z.string(),
  /** The DeleteImageSetConfiguration that deletes exactly this content. */
  deletion: z.string(),
});
export type PinnedConfiguration = z.infer<typeof pinnedConfiguration>;

export const PIN_REQUESTS = {
  /**
   * Resolves the tags of operator catalogs at their registries, and returns the configuration with their digests. Writes
   * nothing. Reports progress as `job` events with its ticket.
   */
  'configurations.pin': {
    input: z.object({
      /** Named in problems and in the difference; the text isn't read from it. */
      file: path,
      text: z.string().max(4_000_000),
      sourceTlsVerify: z.boolean().default(true),
      authFile: path.optional(),
      ticket: z.string().min(1).max(64),
    }),
    output: pinnedConfiguration,
  },
} as const;
