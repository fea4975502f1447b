import { z } from 'zod';

const count = z.number().int().nonnegative();
const name = z.string().trim().min(1).max(512);

/** A change between two catalogs. Its `versions` are the first hundred bundle names; `versionsTotal` counts all of them. */
export const catalogChange = z.object({
  package: z.string(),
  /** Absent for changes of a package, and for versions outside of all channels. */
  channel: z.string().optional(),
  about: z.enum(['package', 'default-channel', 'channel', 'head', 'versions']),
  change: z.enum(['added', 'removed', 'moved']),
  /** Of something that moved: before and after. Of an added or removed channel: its head. */
  from: z.string().optional(),
  to: z.string().optional(),
  channels: count.optional(),
  versions: z.array(z.string()),
  versionsTotal: count,
});
export type CatalogChange = z.infer<typeof catalogChange>;

export const catalogComparison = z.object({
  from: z.object({ name: z.string(), digest: z.string() }),
  to: z.object({ name: z.string(), digest: z.string() }),
  /** Number of packages that differ. */
  packages: count,
  changes: z.array(catalogChange),
  /** The equivalent command, shell-quoted. */
  command: z.string(),
});
export type CatalogComparison = z.infer<typeof catalogComparison>;

export const COMPARISON_REQUESTS = {
  /** Compares two catalogs: references, or directories. Reports progress as `job` events with its ticket. */
  'upgrades.compareCatalogs': {
    input: z.object({
      workspace: z.string().min(1).max(4096).optional(),
      from: name,
      to: name,
      package: name.optional(),
      ticket: z.string().min(1).max(64),
    }),
    output: catalogComparison,
  },
} as const;
