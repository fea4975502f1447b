import { z } from 'zod';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);

/** Free space of a workspace's file system, and how long it lasts. */
const disk = z.object({
  freeBytes: count,
  totalBytes: count,
  /** Mean size of the last transfers. Absent with less than two transfers. */
  transferBytes: count.optional(),
  /** When the file system is full if the workspace grows as it did. */
  fullAt: z.string().optional(),
});
export type DiskForecast = z.infer<typeof disk>;

/** A planned start of a schedule in the next 24 hours. */
const planned = z.object({
  name: z.string(),
  at: z.string(),
  to: z.string().optional(),
  /** Bytes that its next transfer probably has. */
  bytes: count.optional(),
  /** Whether they fit in the window at the rate of the last runs. Absent if unknown. */
  fits: z.boolean().optional(),
});

/** A drive with volumes of transfers that haven't been acknowledged. */
const carried = z.object({
  drive: z.string(),
  transfers: z.array(z.object({ name: z.string(), volumes: z.array(count), bytes: count })),
  bytes: count,
  writtenAt: z.string(),
});
export type CarriedDrive = z.infer<typeof carried>;

/** A selected channel, from the saved update graph. */
export const channelNews = z.object({
  channel: z.string(),
  architecture: z.string(),
  /** Latest version in the channel. */
  latest: z.string().optional(),
  /** Latest version that was mirrored from here. */
  mirrored: z.string().optional(),
  /** Versions later than it, latest first, at most 20. */
  newer: z.array(z.string()),
  newerTotal: count,
  /** When the update service was queried. Absent: never. */
  checkedAt: z.string().optional(),
  /** Why the last check failed. */
  problem: z.string().optional(),
});
export type ChannelNews = z.infer<typeof channelNews>;

export const OVERVIEW_REQUESTS = {
  /** What Home shows of a workspace. Contacts nothing. */
  'overview.read': {
    input: z.object({ workspace: path }),
    output: z.object({
      disk: disk.optional(),
      tonight: z.array(planned),
      drives: z.array(carried),
      channels: z.array(channelNews),
    }),
  },
  /** Queries the update service for the selected channels. */
  'overview.checkReleases': {
    input: z.object({ workspace: path }),
    output: z.object({ channels: z.array(channelNews) }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
