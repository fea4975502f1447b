import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { isProcessAlive, processStart } from '../../../base/files/process-life.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import type { PracticeWorld } from '../../../test-world/world.ts';
import type { SettingsStore } from '../state/settings-store.ts';
import { type PracticeFile, removePracticeFile, writePracticeFile } from './practice-file.ts';
import { freePorts, openPracticeWorld, practicePaths } from './practice-world.ts';

/** The practice world of a host, as this process has it. */
export interface HeldWorld {
  /** What is known of it, whoever serves it. */
  kept?: PracticeFile | undefined;
  /** While this process serves it. */
  world?: PracticeWorld | undefined;
}

export interface WorldOptions {
  host: HostFacts;
  configDirectory: string;
  settings: SettingsStore;
}

/** Serves the world of a directory from this process. */
export async function serve(
  held: HeldWorld,
  configDirectory: string,
  { directory, port, done }: Pick<PracticeFile, 'directory' | 'port' | 'done'>,
): Promise<void> {
  const world = await openPracticeWorld(directory, port);
  const { environment, upstream, destination, inventory } = world;
  held.world = world;
  held.kept = {
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
  await writePracticeFile(configDirectory, held.kept);
}

/** Serves the world of before, or a new one, and puts its workspace on the list. A new one that fails leaves nothing. */
export async function openWorld(
  held: HeldWorld,
  { host, configDirectory, settings }: WorldOptions,
): Promise<void> {
  const earlier = held.kept;
  const directory =
    earlier?.directory ?? (await mkdtemp(join(host.env.TMPDIR || tmpdir(), 'airlock-practice-')));
  try {
    const done = earlier?.done ?? [];
    const serveAt = (port: number) => serve(held, configDirectory, { directory, port, done });
    const again = earlier && (await serveAt(earlier.port).then(() => true, isPortTaken));
    if (!again) await serveAt(await freePorts());
    const { workspace } = practicePaths(directory);
    await settings.change((now) => ({
      ...now,
      workspaces: [workspace, ...now.workspaces.filter((one) => one !== workspace)],
    }));
  } catch (error) {
    await closeWorld(held);
    if (!earlier) {
      held.kept = undefined;
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    }
    throw error;
  }
}

/** Removes the world, its directory, and its workspace from the list. */
export async function removeWorld(
  held: HeldWorld,
  directory: string,
  { configDirectory, settings }: WorldOptions,
): Promise<void> {
  await closeWorld(held);
  const { workspace } = practicePaths(directory);
  await removePracticeFile(configDirectory);
  await settings.change((now) => ({
    ...now,
    workspaces: now.workspaces.filter((one) => one !== workspace),
  }));
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  held.kept = undefined;
}

export async function closeWorld(held: HeldWorld): Promise<void> {
  await held.world?.close();
  held.world = undefined;
}

/** False when a port is taken: other ports will do. Throws everything else. */
function isPortTaken(error: unknown): false {
  if (asAirlockError(error).code === 'connection') return false;
  throw error;
}

export function isServedElsewhere({ process: { pid, started } }: PracticeFile): boolean {
  return pid !== process.pid && isProcessAlive(pid, started || undefined);
}

/** @throws AirlockError `usage` when another process serves it */
export function refuseElsewhere(kept: PracticeFile): void {
  if (!isServedElsewhere(kept)) return;
  throw new AirlockError(
    'usage',
    `the practice world is served by another Airlock (process ${kept.process.pid})`,
    { remedy: 'Stop it there.' },
  );
}
