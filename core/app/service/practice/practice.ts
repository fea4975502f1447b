import { sep } from 'node:path';
import type { HostEvent } from '../../../contract/events.ts';
import type { PracticeState } from '../../../contract/topics/practice.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { inTurn } from '../state/in-turn.ts';
import { readPracticeFile, writePracticeFile } from './practice-file.ts';
import { rejectWhileRunning, type StepId, stepsDone, stepsFrom } from './practice-steps.ts';
import { practicePaths } from './practice-world.ts';
import {
  closeWorld,
  isServedElsewhere,
  openWorld,
  type RunningWorld,
  rejectElsewhere,
  removeWorld,
  serve,
  type WorldOptions,
} from './running-world.ts';

/** The practice world of the application. A host has only one, which persists over restarts until it is stopped. */
export interface Practice {
  readonly handlers: HandlersOf<'practice'>;
  /** Resolves when it is known whether an earlier process left a world. Never rejects. */
  known(): Promise<void>;
  /** Resolves when that world runs again or has failed to start. Never rejects. */
  ready(): Promise<void>;
  /** The environment of a client that works in this path; undefined outside the practice world. */
  environmentFor(path: string): Record<string, string> | undefined;
  /** The same for a registry, host with port. */
  environmentAt(registry: string): Record<string, string> | undefined;
  /** Its disconnected side; undefined while there is no world. */
  stateDirectory(): string | undefined;
  isWorkspace(directory: string): boolean;
  /** Notes a step of the journey if the path is in the practice world. */
  note(step: StepId, path: string): void;
  /** Reports the state again after a change of runs. */
  refresh(): void;
  /** Stops its servers; the world stays for the next process. */
  close(): Promise<void>;
}

export function createPractice(options: WorldOptions & { emit: (event: HostEvent) => void }): Practice {
  const { configDirectory, emit } = options;
  const turn = inTurn();
  const stored: RunningWorld = {};
  let phase: 'off' | 'starting' | 'on' | 'stopping' = 'off';

  const phaseNow = (): typeof phase =>
    phase === 'on' && !stored.world && !(stored.file && isServedElsewhere(stored.file)) ? 'off' : phase;

  const stateNow = async (): Promise<PracticeState> => {
    if (!stored.file) return { state: phase, versions: [], steps: stepsFrom(new Set()) };
    const { directory, upstream, destination, versions } = stored.file;
    return {
      state: phaseNow(),
      directory,
      ...practicePaths(directory),
      upstream,
      destination,
      versions,
      steps: stepsFrom(await stepsDone(stored.file)),
    };
  };
  const report = async (): Promise<PracticeState> => {
    const practice = await stateNow();
    emit({ type: 'practice', practice });
    return practice;
  };

  const start = async (): Promise<PracticeState> => {
    if (phaseNow() === 'on') return stateNow();
    phase = 'starting';
    await report();
    try {
      await openWorld(stored, options);
    } catch (error) {
      phase = 'off';
      await report();
      throw error;
    }
    phase = 'on';
    emit({ type: 'workspaces' });
    return report();
  };

  const stop = async (): Promise<PracticeState> => {
    if (!stored.file) return stateNow();
    const { directory } = stored.file;
    if (!stored.world) rejectElsewhere(stored.file);
    await rejectWhileRunning(directory);
    phase = 'stopping';
    await report();
    await removeWorld(stored, directory, options);
    phase = 'off';
    emit({ type: 'workspaces' });
    return report();
  };

  const look = readPracticeFile(configDirectory).then((found) => {
    stored.file = found;
    if (found) phase = isServedElsewhere(found) ? 'on' : 'starting';
  });
  /** The world of a process that has ended, or one that another process serves now. */
  const adopt = async (): Promise<void> => {
    await look;
    if (!stored.file || phase === 'on') return;
    const { directory, port, done } = stored.file;
    // If its ports are in use, the world is off, and `practice.start` reports the reason.
    phase = await serve(stored, configDirectory, { directory, port, done }).then(
      () => 'on' as const,
      () => 'off' as const,
    );
    await report();
  };
  const accepted = turn(adopt).catch(() => undefined);

  const contains = (path: string): boolean =>
    stored.file !== undefined &&
    (path === stored.file.directory || path.startsWith(stored.file.directory + sep));

  return {
    handlers: {
      'practice.state': async () => stateNow(),
      'practice.start': () => turn(start),
      'practice.stop': () => turn(stop),
    },
    known: () => look,
    ready: () => accepted,
    environmentFor: (path) => (contains(path) ? stored.file?.environment : undefined),
    environmentAt: (registry) =>
      stored.file && [stored.file.upstream, stored.file.destination].includes(registry)
        ? stored.file.environment
        : undefined,
    stateDirectory: () => stored.file && practicePaths(stored.file.directory).stateDirectory,
    isWorkspace: (directory) =>
      stored.file !== undefined && directory === practicePaths(stored.file.directory).workspace,
    note(step, path) {
      if (!stored.file || !contains(path) || stored.file.done.includes(step)) return;
      stored.file = { ...stored.file, done: [...stored.file.done, step] };
      const write = async (): Promise<void> => {
        if (stored.file) await writePracticeFile(configDirectory, stored.file);
      };
      // The step is complete even if it can't be saved.
      void turn(write)
        .catch(() => undefined)
        .then(report);
    },
    refresh() {
      if (stored.file) void report();
    },
    async close() {
      await accepted;
      await turn(() => closeWorld(stored));
    },
  };
}
