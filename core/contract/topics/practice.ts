import { z } from 'zod';

export const practiceStep = z.object({
  id: z.enum(['workspace', 'plan', 'fetch', 'verify', 'push', 'resources']),
  done: z.boolean(),
});
export type PracticeStep = z.infer<typeof practiceStep>;

/** The practice world (docs/guides/mirror.md#practice) as the app shows it. */
export const practiceState = z.object({
  state: z.enum(['off', 'starting', 'on', 'stopping']),
  directory: z.string().optional(),
  workspace: z.string().optional(),
  /** The ready-made image set configuration. */
  configFile: z.string().optional(),
  upstream: z.string().optional(),
  destination: z.string().optional(),
  stateDirectory: z.string().optional(),
  /** Versions in its update service, for example `4.16.1`. */
  versions: z.array(z.string()),
  steps: z.array(practiceStep),
});
export type PracticeState = z.infer<typeof practiceState>;
