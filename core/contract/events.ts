import { z } from 'zod';
import { job, jobKey } from './topics/jobs.ts';
import { practiceState } from './topics/practice.ts';
import { settings } from './topics/settings.ts';
import { runRef } from './topics/vocabulary.ts';

/**
 * What the host tells its pages. Every event holds the whole state of its topic, so any may be dropped, and a page that
 * comes back is given the latest of each topic that changed since.
 */
export const hostEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('job'), job }),
  /** A run began, ended or was taken away: lists of runs are out of date. */
  z.object({ type: z.literal('runs') }),
  z.object({ type: z.literal('settings'), settings }),
  z.object({ type: z.literal('workspaces') }),
  z.object({ type: z.literal('practice'), practice: practiceState }),
  z.object({
    type: z.literal('engine'),
    state: z.enum(['ready', 'restarting', 'gone']),
    /** How often it was restarted since the host began. */
    restarts: z.number().int().nonnegative(),
    at: z.string(),
    /** Runs that died with it and were taken up again, as their new records. */
    resumed: z.array(runRef),
    /** Why it is gone. */
    detail: z.string().optional(),
  }),
]);
export type HostEvent = z.infer<typeof hostEvent>;

/** What an event is about: a later one with the same topic replaces it. */
export function topicOf(event: HostEvent): string {
  if (event.type === 'job') return `${event.job.kind} ${jobKey(event.job)}`;
  return event.type;
}

/**
 * An event with its place. `epoch` names the host process: after a restart of the host, sequence numbers begin anew and
 * everything is told again.
 */
export const sequencedEvent = z.object({
  epoch: z.string(),
  seq: z.number().int().positive(),
  at: z.string(),
  event: hostEvent,
});
export type SequencedEvent = z.infer<typeof sequencedEvent>;

/** Where a page was: what came after this is told. */
export interface EventPosition {
  epoch: string;
  seq: number;
}
