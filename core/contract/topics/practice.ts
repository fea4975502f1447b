import { z } from 'zod';

const count = z.number().int().nonnegative();

/** The steps of practice, in their order. */
export const PRACTICE_STEPS = [
  'choose',
  'fetch',
  'carry',
  'receive',
  'push',
  'apply',
  'upgrade',
  'delete',
] as const;

export const practiceStep = z.object({
  id: z.enum(PRACTICE_STEPS),
  /** Determined from files, records, the registry and the cluster. */
  done: z.boolean(),
  /**
   * The next action of a step that has several. Receive: repair the damaged drive, then receive again. Upgrade: fetch the
   * increment, then push it. Absent for the first action.
   */
  next: z.enum(['repair', 'again', 'fetch', 'push']).optional(),
});
export type PracticeStep = z.infer<typeof practiceStep>;

/** A directory that takes the place of a removable drive, with a limit on its size. Bytes. */
export const practiceDrive = z.object({ label: z.string(), path: z.string(), bytes: count });
export type PracticeDrive = z.infer<typeof practiceDrive>;

/** Bytes that practice changed on a drive, so that Receive has something to find. */
export const practiceDamage = z.object({
  drive: z.string(),
  /** Name and number of the damaged volume. */
  file: z.string(),
  volume: count,
  /** The first and the last changed byte. */
  from: count,
  to: count,
  /** The volume was written again. */
  repaired: z.boolean(),
});
export type PracticeDamage = z.infer<typeof practiceDamage>;

/** The practice world (docs/guides/mirror.md#practice) as the app shows it. */
export const practiceState = z.object({
  state: z.enum(['off', 'starting', 'on', 'stopping']),
  directory: z.string().optional(),
  workspace: z.string().optional(),
  /** The ready-made image set configuration. */
  configFile: z.string().optional(),
  /** The configuration that the step Choose saves. */
  chosenFile: z.string().optional(),
  /** Id of the draft of that configuration. */
  draft: z.string().optional(),
  upstream: z.string().optional(),
  destination: z.string().optional(),
  stateDirectory: z.string().optional(),
  /** Directory of the disconnected side for received transfers. */
  received: z.string().optional(),
  drives: z.array(practiceDrive),
  damage: practiceDamage.optional(),
  /** The kubeconfig of the simulated cluster. */
  kubeconfig: z.string().optional(),
  /** Versions in its update service, for example `4.16.1`. */
  versions: z.array(z.string()),
  steps: z.array(practiceStep),
});
export type PracticeState = z.infer<typeof practiceState>;
