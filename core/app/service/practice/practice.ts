import { sep } from 'node:path';
import { inTurn } from '../../../base/flow/in-turn.ts';
import type { HostEvent } from '../../../contract/events.ts';
import type { DriveLine } from '../../../contract/topics/media.ts';
import type { PracticeState } from '../../../contract/topics/practice.ts';
import type { DriveFacts } from '../../../media/volumes/drive.ts';
import { damageDrive, practiceDrives, probePracticeDrive } from '../../practice/drives.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { type PracticeFile, readPracticeFile, writePracticeFile } from './practice-file.ts';
import { isCarried, rejectWhileRunning } from './practice-steps.ts';
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
import { driveLines, practiceState } from './view.ts';

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
  /** The directory that receives the transfers of its workspace; undefined for other workspaces. */
  receivedFrom(directory: string): string | undefined;
  /** The simulated drives, as drives of this host. */
  drives(): Promise<DriveLine[]>;
  /** Like `probeDrive`, within the limits of the simulated drives. */
  probe(path: string): Promise<DriveFacts>;
  /** Reports the state again after a change of runs or transfers. Damages a drive once the first transfer is on it. */
  refresh(): void;
  /** Stops its servers; the world stays for the next process. */
  close(): Promise<void>;
}

export function createPractice(
  given: Omit<WorldOptions, 'onApplied'> & { emit: (event: HostEvent) => void },
): Practice {
  const { configDirectory, emit } = given;
  const options: WorldOptions = { ...given, onApplied: () => noteApplied() };
  const turn = inTurn();
  const stored: RunningWorld = {};
  let phase: PracticeState['state'] = 'off';

  const phaseNow = (): typeof phase =>
    phase === 'on' && !stored.world && !(stored.file && isServedElsewhere(stored.file)) ? 'off' : phase;

  const stateNow = () => practiceState(stored.file, phaseNow());
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
    const { directory, port, applied, damage } = stored.file;
    // If its ports are in use, the world is off, and `practice.start` reports the reason.
    phase = await serve(stored, options, { directory, port, applied, damage }).then(
      () => 'on' as const,
      async () => {
        await closeWorld(stored);
        return 'off' as const;
      },
    );
    await report();
  };
  const change = (fields: Partial<PracticeFile>) =>
    turn(async () => {
      if (!stored.file) return;
      stored.file = { ...stored.file, ...fields };
      await writePracticeFile(configDirectory, stored.file);
    })
      // The state is right even if it can't be saved.
      .catch(() => undefined)
      .then(report);
  const noteApplied = (): void => {
    if (stored.file && !stored.file.applied) void change({ applied: true });
  };
  /** Damages the second drive, once. */
  const damageOnce = async (): Promise<void> => {
    if (!stored.file || !stored.world || stored.file.damage) return;
    const { directory } = stored.file;
    if (!(await isCarried(practicePaths(directory).workspace))) return;
    const [, drive] = practiceDrives(directory);
    const damage = await damageDrive(drive);
    if (!damage) return;
    stored.file = { ...stored.file, damage: { ...damage, drive: drive.label } };
    await writePracticeFile(configDirectory, stored.file);
  };
  const accepted = turn(adopt).catch(() => undefined);

  return {
    handlers: {
      'practice.state': async () => stateNow(),
      'practice.start': () => turn(start),
      'practice.stop': () => turn(stop),
    },
    known: () => look,
    ready: () => accepted,
    ...worldPlaces(stored),
    drives: async () => (stored.file && phaseNow() === 'on' ? driveLines(stored.file.directory) : []),
    probe: (path) => probePracticeDrive(path, stored.file ? practiceDrives(stored.file.directory) : []),
    refresh() {
      if (stored.file)
        void turn(damageOnce)
          .catch(() => undefined)
          .then(report);
    },
    async close() {
      await accepted;
      await turn(() => closeWorld(stored));
    },
  };
}

/** Returns what belongs to the world: its directories, registries and workspace. */
function worldPlaces(
  stored: RunningWorld,
): Pick<Practice, 'environmentFor' | 'environmentAt' | 'stateDirectory' | 'isWorkspace' | 'receivedFrom'> {
  const contains = (path: string): boolean =>
    stored.file !== undefined &&
    (path === stored.file.directory || path.startsWith(stored.file.directory + sep));
  const isWorkspace = (directory: string): boolean =>
    stored.file !== undefined && directory === practicePaths(stored.file.directory).workspace;
  return {
    environmentFor: (path) => (contains(path) ? stored.file?.environment : undefined),
    environmentAt: (registry) =>
      stored.file && [stored.file.upstream, stored.file.destination].includes(registry)
        ? stored.file.environment
        : undefined,
    stateDirectory: () => stored.file && practicePaths(stored.file.directory).stateDirectory,
    isWorkspace,
    receivedFrom: (directory) =>
      stored.file && isWorkspace(directory) ? practicePaths(stored.file.directory).received : undefined,
  };
}
