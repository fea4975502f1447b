import { z } from 'zod';
import { enclaveName } from '../vocabulary.ts';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);

const scheduleName = z
  .string()
  .max(63)
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'lower-case letters, digits, dot, dash and underscore');

/**
 * Work of a schedule. `compare` compares a registry with the records of pushes, as `airlock registry compare` does.
 */
export const scheduleJob = z.enum(['mirrorToDisk', 'mirrorToMirror', 'compare']);
export type ScheduleJob = z.infer<typeof scheduleJob>;

/** A schedule as a user writes it. Paths are absolute. */
export const scheduleSettings = z.object({
  name: scheduleName.describe('Name, unique in the workspace'),
  job: scheduleJob.describe(
    '`mirrorToDisk`, `mirrorToMirror`, or `compare` for a comparison with the records of pushes',
  ),
  configFile: path.optional().describe('ImageSetConfiguration; not for `compare`'),
  destination: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe('`registry.lab:5000/mirror`; not for `mirrorToDisk`'),
  enclave: enclaveName.default('default').describe('Enclave of a mirror to disk'),
  windows: z
    .array(z.string().max(1000))
    .max(20)
    .default([])
    .describe('Transfer windows. A run starts when one opens and pauses when it closes'),
  at: z
    .string()
    .max(1000)
    .optional()
    .describe('Time of the start instead of windows, such as `Mon-Fri 06:00 Europe/Oslo`'),
  onlyIfNew: z.boolean().default(true).describe('A plan without new content starts no run'),
  stateDirectory: path.optional().describe('State folder with the records of pushes'),
  authFile: path.optional().describe('Auth file'),
  sourceTlsVerify: z.boolean().default(true).describe('Whether certificates of sources are verified'),
  destinationTlsVerify: z
    .boolean()
    .default(true)
    .describe('Whether the certificate of the destination is verified'),
});
export type ScheduleSettings = z.infer<typeof scheduleSettings>;

export const occasionResult = z.enum([
  'complete',
  'partial',
  'failed',
  'paused',
  'interrupted',
  'nothing-new',
  'same',
  'different',
  'missed',
]);
export type OccasionResult = z.infer<typeof occasionResult>;

/** One start of a schedule and its result. */
export const occasion = z.object({
  at: z.string().describe('When the window opened, or the time of the start'),
  endedAt: z.string().describe('When the result was known'),
  result: occasionResult.describe(
    '`nothing-new`: skipped because the plan has no new content. `same`, `different`: results of a comparison. `missed`: no process ran the schedules, or another schedule used the window',
  ),
  attempts: count.describe('Number of attempts'),
  detail: z.string().max(1000).optional().describe('Reason of a failure or of a skipped start'),
  run: z.number().int().positive().optional().describe('Number of the last run'),
  transfer: z.string().max(300).optional().describe('New transfer'),
  bytes: count.optional().describe('Transferred bytes'),
  drift: z
    .array(z.string().max(1024))
    .max(20)
    .optional()
    .describe('Images that differ from the records, at most 20'),
});
export type Occasion = z.infer<typeof occasion>;

/** A schedule as pages show it. */
export const scheduleLine = scheduleSettings.extend({
  paused: z.boolean(),
  /**
   * `running`: now. `queued`: due, but another schedule runs. `waiting`: for its next start. `paused`: by a user.
   * `unconfirmed`: not created by this user, or changed outside of Airlock. It doesn't run until it is saved again.
   */
  state: z.enum(['running', 'queued', 'waiting', 'paused', 'unconfirmed']),
  /** Why the next start would fail, for example because the configuration was deleted. */
  problem: z.string().optional(),
  /** When it starts next. Absent: not within a year, or paused. */
  nextAt: z.string().optional(),
  /** When the window of `nextAt` closes. */
  nextTo: z.string().optional(),
  /** When a failed start is repeated. */
  retryAt: z.string().optional(),
  /** Latest first. */
  occasions: z.array(occasion),
});
export type ScheduleLine = z.infer<typeof scheduleLine>;

const named = z.object({ workspace: path, name: scheduleName });

/** The schedules of a workspace. Their order is the order of the queue. */
export const SCHEDULE_REQUESTS = {
  /** `holder`: the process that runs them, as a sentence part; absent if none does. `own`: this engine does. */
  'schedules.list': {
    input: z.object({ workspace: path }),
    output: z.object({ schedules: z.array(scheduleLine), holder: z.string().optional(), own: z.boolean() }),
  },
  /** `replaces`: the name of the schedule to change; absent for a new one. */
  'schedules.save': {
    input: z.object({ workspace: path, schedule: scheduleSettings, replaces: scheduleName.optional() }),
    output: scheduleSettings,
  },
  'schedules.remove': { input: named, output: z.object({}) },
  'schedules.pause': { input: named.extend({ paused: z.boolean() }), output: z.object({}) },
  /** Moves a schedule to a position in the queue, from 0. */
  'schedules.move': { input: named.extend({ to: count }), output: z.object({}) },
  /** Starts a schedule when the queue is free, also outside its windows. */
  'schedules.runNow': { input: named, output: z.object({}) },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
