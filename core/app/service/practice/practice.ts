import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { isProcessAlive, processStart } from '../../../base/files/process-life.ts';
import type { HostEvent } from '../../../contract/events.ts';
import type { PracticeState } from '../../../contract/topics/practice.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import type { PracticeWorld } from '../../../test-world/world.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { inTurn } from '../state/in-turn.ts';
import type { SettingsStore } from '../state/settings-store.ts';
import {
  type PracticeFile,
  readPracticeFile,
  removePracticeFile,
  writePracticeFile,
} from './practice-file.ts';
import { refuseWhileRunning, type StepId, stepsDone, stepsFrom } from './practice-steps.ts';
import { freePorts, openPracticeWorld, practicePaths } from './practice-world.ts';

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

export function createPractice(options: {
  host: HostFacts;
  configDirectory: string;
  settings: SettingsStore;
  emit: (event: HostEvent) => void;
}): Practice {
  const { host, configDirectory, settings, emit } = options;
  const turn = inTurn();
  let phase: 'off' | 'starting' | 'on' | 'stopping' = 'off';
  let kept: PracticeFile | undefined;
  let world: PracticeWorld | undefined;

  const phaseNow = (): typeof phase =>
    phase === 'on' && !world && !(kept && isServedElsewhere(kept)) ? 'off' : phase;

  const stateNow = async (): Promise<PracticeState> => {
    if (!kept) return { state: phase, versions: [], steps: stepsFrom(new Set()) };
    const { directory, upstream, destination, versions } = kept;
    return {
      state: phaseNow(),
      directory,
      ...practicePaths(directory),
      upstream,
      destination,
      versions,
      steps: stepsFrom(await stepsDone(kept)),
    };
  };
  const tell = async (): Promise<PracticeState> => {
    const practice = await stateNow();
    emit({ type: 'practice', practice });
    return practice;
  };

  /** Serves the world of a folder from this process. */
  const serve = async (directory: string, port: number, done: StepId[]): Promise<void> => {
    world = await openPracticeWorld(directory, port);
    const { environment, upstream, destination, inventory } = world;
    kept = {
      format: 1,
      directory,
      port,
      process: { pid: process.pid, started: processStart(process.pid) ?? '' },
      environment,
      upstream: upstream.host,
      destination: destination.host,
      versions: [...new Set(inventory.releases.map(({ version }) => version))],
      done,
    };
    await writePracticeFile(configDirectory, kept);
  };

  const start = async (): Promise<PracticeState> => {
    if (phaseNow() === 'on') return stateNow();
    const earlier = kept;
    phase = 'starting';
    await tell();
    const directory =
      earlier?.directory ?? (await mkdtemp(join(host.env.TMPDIR || tmpdir(), 'airlock-practice-')));
    try {
      const done = earlier?.done ?? [];
      const again = earlier && (await serve(directory, earlier.port, done).then(() => true, isPortTaken));
      if (!again) await serve(directory, await freePorts(), done);
      const { workspace } = practicePaths(directory);
      await settings.change((now) => ({
        ...now,
        workspaces: [workspace, ...now.workspaces.filter((one) => one !== workspace)],
      }));
    } catch (error) {
      await world?.close();
      world = undefined;
      if (!earlier) {
        kept = undefined;
        await rm(directory, { recursive: true, force: true, maxRetries: 3 });
      }
      phase = 'off';
      await tell();
      throw error;
    }
    phase = 'on';
    emit({ type: 'workspaces' });
    return tell();
  };

  const stop = async (): Promise<PracticeState> => {
    if (!kept) return stateNow();
    const { directory, process: server } = kept;
    if (!world && isServedElsewhere(kept))
      throw new AirlockError(
        'usage',
        `the practice world is served by another Airlock (process ${server.pid})`,
        {
          remedy: 'Stop it there.',
        },
      );
    await refuseWhileRunning(directory);
    phase = 'stopping';
    await tell();
    await world?.close();
    world = undefined;
    const { workspace } = practicePaths(directory);
    await removePracticeFile(configDirectory);
    await settings.change((now) => ({
      ...now,
      workspaces: now.workspaces.filter((one) => one !== workspace),
    }));
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    kept = undefined;
    phase = 'off';
    emit({ type: 'workspaces' });
    return tell();
  };

  const look = readPracticeFile(configDirectory).then((found) => {
    kept = found;
    if (found) phase = isServedElsewhere(found) ? 'on' : 'starting';
  });
  /** The world of a process that ended, or one that another process serves now. */
  const takeUp = async (): Promise<void> => {
    await look;
    if (!kept || phase === 'on') return;
    const { directory, port, done } = kept;
    // A port may be taken by now: the world is off then, and `practice.start` says why.
    phase = await serve(directory, port, done).then(
      () => 'on' as const,
      () => 'off' as const,
    );
    await tell();
  };
  const taken = turn(takeUp).catch(() => undefined);

  const contains = (path: string): boolean =>
    kept !== undefined && (path === kept.directory || path.startsWith(kept.directory + sep));

  return {
    handlers: {
      'practice.state': async () => stateNow(),
      'practice.start': () => turn(start),
      'practice.stop': () => turn(stop),
    },
    known: () => look,
    ready: () => taken,
    environmentFor: (path) => (contains(path) ? kept?.environment : undefined),
    environmentAt: (registry) =>
      kept && [kept.upstream, kept.destination].includes(registry) ? kept.environment : undefined,
    stateDirectory: () => kept && practicePaths(kept.directory).stateDirectory,
    isWorkspace: (directory) => kept !== undefined && directory === practicePaths(kept.directory).workspace,
    note(step, path) {
      if (!kept || !contains(path) || kept.done.includes(step)) return;
      kept = { ...kept, done: [...kept.done, step] };
      const write = async (): Promise<void> => {
        if (kept) await writePracticeFile(configDirectory, kept);
      };
      // The step is done, also where it cannot be written down.
      void turn(write)
        .catch(() => undefined)
        .then(tell);
    },
    refresh() {
      if (kept) void tell();
    },
    async close() {
      await taken;
      await turn(async () => {
        await world?.close();
        world = undefined;
      });
    },
  };
}

/** False when a port is taken: other ports will do. Throws everything else. */
function isPortTaken(error: unknown): false {
  if (asAirlockError(error).code === 'connection') return false;
  throw error;
}

function isServedElsewhere({ process: { pid, started } }: PracticeFile): boolean {
  return pid !== process.pid && isProcessAlive(pid, started || undefined);
}
