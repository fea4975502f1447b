import { z } from 'zod';
import { job, jobKey } from './topics/jobs.ts';
import { practiceState } from './topics/practice.ts';
import { notice } from './topics/schedules/notifications.ts';
import { settings } from './topics/settings.ts';
import { runRef } from './topics/vocabulary.ts';

/**
 * An event from the host to its pages. Every event contains the full state of its topic, so any of them may be dropped. A
 * page that reconnects receives the latest event of each topic changed since.
 */
export const hostEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('job'), job }),
  /** A run started, ended or was removed: lists of runs are out of date. */
  z.object({ type: z.literal('runs') }),
  /** Settings changed, or certificates of this host: what expires is out of date. */
  z.object({ type: z.literal('settings'), settings }),
  z.object({ type: z.literal('workspaces') }),
  /** A schedule started, ended or was changed: lists of schedules are out of date. */
  z.object({ type: z.literal('schedules') }),
  /** The notices of this engine for the desktop or browser: the last 20, latest last. */
  z.object({ type: z.literal('notices'), notices: z.array(notice) }),
  /** A notice was added, marked or removed: lists of notices are out of date. */
  z.object({ type: z.literal('notice-list') }),
  z.object({ type: z.literal('practice'), practice: practiceState }),
  z.object({
    type: z.literal('engine'),
    state: z.enum(['ready', 'restarting', 'stopped']),
    /** Number of restarts since the host started. */
    restarts: z.number().int().nonnegative(),
    at: z.string(),
    /** Runs that died with it and were resumed, as their new records. */
    resumed: z.array(runRef),
    /** Why it stopped. */
    detail: z.string().optional(),
  }),
]);
export type HostEvent = z.infer<typeof hostEvent>;

/** Returns the topic of an event. A later event with the same topic replaces it. */
export function topicOf(event: HostEvent): string {
  if (event.type === 'job') return `${event.job.kind} ${jobKey(event.job)}`;
  return event.type;
}

/**
 * An event with its position. `epoch` identifies the host process: after a restart of the host, sequence numbers start
 * over and the host sends the events of all topics again.
 */
export const sequencedEvent = z.object({
  epoch: z.string(),
  seq: z.number().int().positive(),
  at: z.string(),
  event: hostEvent,
});
export type SequencedEvent = z.infer<typeof sequencedEvent>;

/** The last event that a page received. The host sends it all later events. */
export interface EventPosition {
  epoch: string;
  seq: number;
}
