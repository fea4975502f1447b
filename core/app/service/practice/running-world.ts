import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { isProcessAlive, processStart } from '../../../base/files/process-life.ts';
import { draft } from '../../../contract/topics/drafts.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import type { PracticeWorld } from '../../../test-world/world.ts';
import { type PracticeCluster, startSimulatedCluster } from '../../practice/cluster.ts';
import type { DraftStore } from '../drafts/store.ts';
import type { SettingsStore } from '../state/settings-store.ts';
import { t } from './messages.ts';
import { type PracticeFile, removePracticeFile, writePracticeFile } from './practice-file.ts';
import { freePorts, openPracticeWorld, practicePaths } from './practice-world.ts';

/** Id of the draft of the step Choose. */
export const PRACTICE_DRAFT = 'practice';

/** The practice world of a host, from the view of this process. */
export interface RunningWorld {
  /** The saved world, whichever process serves it. */
  file?: PracticeFile | undefined;
  /** While this process serves it. */
  world?: PracticeWorld | undefined;
  cluster?: PracticeCluster | undefined;
}

export interface WorldOptions {
  host: HostFacts;
  configDirectory: string;
  settings: SettingsStore;
  drafts: Pick<DraftStore, 'read' | 'save' | 'remove'>;
  /** Called when mirror sets are applied to the simulated cluster. */
  onApplied: () => void;
}

/** Serves the world of a directory from this process. */
export async function serve(
  stored: RunningWorld,
  { configDirectory, drafts, onApplied }: Pick<WorldOptions, 'configDirectory' | 'drafts' | 'onApplied'>,
  { directory, port, applied, damage }: Pick<PracticeFile, 'directory' | 'port' | 'applied' | 'damage'>,
): Promise<void> {
  const world = await openPracticeWorld(directory, port);
  const { environment, upstream, destination, inventory } = world;
  stored.world = world;
  const versions = [...new Set(inventory.releases.map(({ version }) => version))];
  stored.cluster = await startSimulatedCluster({
    ...{ directory, version: versions[0] ?? '', mirror: destination.host },
    onApplied,
  });
  await writeDraft(directory, world, drafts);
  stored.file = {
    format: 2,
    directory,
    port,
    process: { pid: process.pid, started: processStart(process.pid) ?? '' },
    environment,
    upstream: upstream.host,
    destination: destination.host,
    versions,
    applied,
    damage,
  };
  await writePracticeFile(configDirectory, stored.file);
}

/** Serves the previous world or a new one, and adds its workspace to the list. A new one that fails leaves nothing behind. */
export async function openWorld(stored: RunningWorld, options: WorldOptions): Promise<void> {
  const { host, settings } = options;
  const earlier = stored.file;
  const directory =
    earlier?.directory ?? (await mkdtemp(join(host.env.TMPDIR || tmpdir(), 'airlock-practice-')));
  try {
    const { applied = false, damage } = earlier ?? {};
    const serveAt = async (port: number) => {
      try {
        await serve(stored, options, { directory, port, applied, damage });
      } catch (error) {
        await closeWorld(stored);
        throw error;
      }
    };
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

/** Removes the world, its directory, and the workspaces in it from the list. */
export async function removeWorld(
  stored: RunningWorld,
  directory: string,
  { configDirectory, settings, drafts }: WorldOptions,
): Promise<void> {
  await closeWorld(stored);
  await drafts.remove(PRACTICE_DRAFT);
  await removePracticeFile(configDirectory);
  await settings.change((now) => ({
    ...now,
    workspaces: now.workspaces.filter((one) => !one.startsWith(directory + sep)),
  }));
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  stored.file = undefined;
}

export async function closeWorld(stored: RunningWorld): Promise<void> {
  await stored.cluster?.[Symbol.asyncDispose]();
  stored.cluster = undefined;
  await stored.world?.close();
  stored.world = undefined;
}

/** Saves the draft of the step Choose, with the oldest release and the additional images. A draft that exists stays. */
async function writeDraft(
  directory: string,
  { sets, inventory }: PracticeWorld,
  drafts: WorldOptions['drafts'],
): Promise<void> {
  const { workspace, chosenFile } = practicePaths(directory);
  const earlier = await drafts.read(PRACTICE_DRAFT).catch(() => undefined);
  if (earlier?.file === chosenFile) return;
  const version = inventory.releases[0]?.version;
  const { yaml } = sets.first;
  await drafts.save(
    draft.parse({ id: PRACTICE_DRAFT, file: chosenFile, text: yaml, workspace, from: version, to: version }),
  );
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
