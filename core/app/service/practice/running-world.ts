import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { isProcessAlive, processStart } from '../../../base/files/process-life.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import type { PracticeWorld } from '../../../test-world/world.ts';
import type { SettingsStore } from '../state/settings-store.ts';
import { t } from './messages.ts';
import { type PracticeFile, removePracticeFile, writePracticeFile } from './practice-file.ts';
import { freePorts, openPracticeWorld, practicePaths } from './practice-world.ts';

/** The practice world of a host, from the view of this process. */
export interface RunningWorld {
  /** The saved world, whichever process serves it. */
  file?: PracticeFile | undefined;
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
  stored: RunningWorld,
  configDirectory: string,
  { directory, port, done }: Pick<PracticeFile, 'directory' | 'port' | 'done'>,
): Promise<void> {
  const world = await openPracticeWorld(directory, port);
  const { environment, upstream, destination, inventory } = world;
  stored.world = world;
  stored.file = {
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
  await writePracticeFile(configDirectory, stored.file);
}

/** Serves the previous world or a new one, and adds its workspace to the list. A new one that fails leaves nothing behind. */
export async function openWorld(
  stored: RunningWorld,
  { host, configDirectory, settings }: WorldOptions,
): Promise<void> {
  const earlier = stored.file;
  const directory =
    earlier?.directory ?? (await mkdtemp(join(host.env.TMPDIR || tmpdir(), 'airlock-practice-')));
  try {
    const done = earlier?.done ?? [];
    const serveAt = (port: number) => serve(stored, configDirectory, { directory, port, done });
    const again = earlier && (await serveAt(earlier.port).then(() => true, isPortInUse));
    if (!again) await serveAt(await freePorts());
    const { workspace } = practicePaths(directory);
    await settings.change((now) => ({
      ...now,
      workspaces: [workspace, ...now.workspaces.filter((one) => one !== workspace)],
    }));
  } catch (error) {
    await closeWorld(stored);
    if (!earlier) {
      stored.file = undefined;
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    }
    throw error;
  }
}

/** Removes the world, its directory, and its workspace from the list. */
export async function removeWorld(
  stored: RunningWorld,
  directory: string,
  { configDirectory, settings }: WorldOptions,
): Promise<void> {
  await closeWorld(stored);
  const { workspace } = practicePaths(directory);
  await removePracticeFile(configDirectory);
  await settings.change((now) => ({
    ...now,
    workspaces: now.workspaces.filter((one) => one !== workspace),
  }));
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  stored.file = undefined;
}

export async function closeWorld(stored: RunningWorld): Promise<void> {
  await stored.world?.close();
  stored.world = undefined;
}

/** Returns false if a port is in use, so that other ports can be tried. Throws all other errors. */
function isPortInUse(error: unknown): false {
  if (asAirlockError(error).code === 'connection') return false;
  throw error;
}

export function isServedElsewhere({ process: { pid, started } }: PracticeFile): boolean {
  return pid !== process.pid && isProcessAlive(pid, started || undefined);
}

/** @throws AirlockError `usage` when another process serves it */
export function rejectElsewhere(saved: PracticeFile): void {
  if (!isServedElsewhere(saved)) return;
  throw new AirlockError('usage', t('servedElsewhere', { pid: saved.process.pid }), {
    remedy: t('servedElsewhereRemedy'),
  });
}
