import { sep } from 'node:path';
import type { HostEvent } from '../../../contract/events.ts';
import type { PracticeState } from '../../../contract/topics/practice.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { inTurn } from '../state/in-turn.ts';
import {
  closeWorld,
  type HeldWorld,
  isServedElsewhere,
  openWorld,
  refuseElsewhere,
  removeWorld,
  serve,
  type WorldOptions,
} from './held-world.ts';
import { readPracticeFile, writePracticeFile } from './practice-file.ts';
import { refuseWhileRunning, type StepId, stepsDone, stepsFrom } from './practice-steps.ts';
import { practicePaths } from './practice-world.ts';

/** The practice world of the application: one on a host, kept over restarts until it is stopped. */
export interface Practice {
  readonly handlers: HandlersOf<'practice'>;
  /** Settled when it is known whether an earlier process left a world. Never rejects. */
  known(): Promise<void>;
  /** Settled when that world runs again, or cannot. Never rejects. */
  ready(): Promise<void>;
  /** What a client needs that works in this path; undefined outside the practice world. */
  environmentFor(path: string): Record<string, string> | undefined;
  /** The same for a registry, host with port. */
  environmentAt(registry: string): Record<string, string> | undefined;
  /** Its disconnected side; undefined while there is no world. */
  stateDirectory(): string | undefined;
  isWorkspace(directory: string): boolean;
  /** Something was done with a path: a step of the journey, when the path is in the world. */
  note(step: StepId, path: string): void;
  /** Runs changed: tells the state anew. */
  refresh(): void;
  /** Stops its servers; the world stays for the next process. */
  close(): Promise<void>;
}

export function createPractice(options: WorldOptions & { emit: (event: HostEvent) => void }): Practice {
  const { configDirectory, emit } = options;
  const turn = inTurn();
  const held: HeldWorld = {};
  let phase: 'off' | 'starting' | 'on' | 'stopping' = 'off';

  const phaseNow = (): typeof phase =>
    phase === 'on' && !held.world && !(held.kept && isServedElsewhere(held.kept)) ? 'off' : phase;

  const stateNow = async (): Promise<PracticeState> => {
    if (!held.kept) return { state: phase, versions: [], steps: stepsFrom(new Set()) };
    const { directory, upstream, destination, versions } = held.kept;
    return {
      state: phaseNow(),
      directory,
      ...practicePaths(directory),
      upstream,
      destination,
      versions,
      steps: stepsFrom(await stepsDone(held.kept)),
    };
  };
  const tell = async (): Promise<PracticeState> => {
    const practice = await stateNow();
    emit({ type: 'practice', practice });
    return practice;
  };

  const start = async (): Promise<PracticeState> => {
    if (phaseNow() === 'on') return stateNow();
    phase = 'starting';
    await tell();
    try {
      await openWorld(held, options);
    } catch (error) {
      phase = 'off';
      await tell();
      throw error;
    }
    phase = 'on';
    emit({ type: 'workspaces' });
    return tell();
  };

  const stop = async (): Promise<PracticeState> => {
    if (!held.kept) return stateNow();
    const { directory } = held.kept;
    if (!held.world) refuseElsewhere(held.kept);
    await refuseWhileRunning(directory);
    phase = 'stopping';
    await tell();
    await removeWorld(held, directory, options);
    phase = 'off';
    emit({ type: 'workspaces' });
    return tell();
  };

  const look = readPracticeFile(configDirectory).then((found) => {
    held.kept = found;
    if (found) phase = isServedElsewhere(found) ? 'on' : 'starting';
  });
  /** The world of a process that ended, or one that another process serves now. */
  const takeUp = async (): Promise<void> => {
    await look;
    if (!held.kept || phase === 'on') return;
    const { directory, port, done } = held.kept;
    // A port may be taken by now: the world is off then, and `practice.start` says why.
    phase = await serve(held, configDirectory, { directory, port, done }).then(
      () => 'on' as const,
      () => 'off' as const,
    );
    await tell();
  };
  const taken = turn(takeUp).catch(() => undefined);

  const contains = (path: string): boolean =>
    held.kept !== undefined && (path === held.kept.directory || path.startsWith(held.kept.directory + sep));

  return {
    handlers: {
      'practice.state': async () => stateNow(),
      'practice.start': () => turn(start),
      'practice.stop': () => turn(stop),
    },
    known: () => look,
    ready: () => taken,
    environmentFor: (path) => (contains(path) ? held.kept?.environment : undefined),
    environmentAt: (registry) =>
      held.kept && [held.kept.upstream, held.kept.destination].includes(registry)
        ? held.kept.environment
        : undefined,
    stateDirectory: () => held.kept && practicePaths(held.kept.directory).stateDirectory,
    isWorkspace: (directory) =>
      held.kept !== undefined && directory === practicePaths(held.kept.directory).workspace,
    note(step, path) {
      if (!held.kept || !contains(path) || held.kept.done.includes(step)) return;
      held.kept = { ...held.kept, done: [...held.kept.done, step] };
      const write = async (): Promise<void> => {
        if (held.kept) await writePracticeFile(configDirectory, held.kept);
      };
      // The step is done, also where it cannot be written down.
      void turn(write)
        .catch(() => undefined)
        .then(tell);
    },
    refresh() {
      if (held.kept) void tell();
    },
    async close() {
      await taken;
      await turn(() => closeWorld(held));
    },
  };
}
