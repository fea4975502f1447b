import { access, appendFile, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { makeDirectory } from '../../../base/files/atomic-file.ts';
import { loopbackAddress } from '../../../base/files/loopback-address.ts';
import type { PracticeWorld } from '../../../test-world/world.ts';
import { practiceDrives } from '../../practice/drives.ts';
import { t } from './messages.ts';

/** Below the range of ports that the system uses for outgoing connections. */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_990;

/** Paths in the folder of the app's practice world. */
export function practicePaths(directory: string) {
  const workspace = join(directory, 'workspace');
  return {
    workspace,
    /** In the workspace, the usual place of this file. */
    configFile: join(workspace, 'imageset.yaml'),
    /** Sorted before `configFile`, so that screens suggest it first. */
    chosenFile: join(workspace, 'imageset-config.yaml'),
    received: join(directory, 'received'),
    /** Below the XDG_STATE_HOME of {@link openPracticeWorld}, which pushes use by default. */
    stateDirectory: join(directory, 'state', 'airlock'),
  };
}

const HEADER = `# ${t('contentComment')}
# ${t('stepsComment')}
`;

/**
 * Starts the world in a folder, new or used before. Content is the same each time, and pushed content is retained.
 * @throws AirlockError `connection` when a port is already in use; system errors of the folder
 */
export async function openPracticeWorld(directory: string, port: number): Promise<PracticeWorld> {
  const { startPracticeWorld } = await import('../../../test-world/world.ts');
  const keyFile = join(directory, 'release-key.asc');
  const earlierKeys = await readFile(keyFile, 'utf8').catch(() => '');
  const world = await startPracticeWorld({ directory, port, releaseKey: 'rsa' });
  try {
    // Each start creates a new signing key. Sets that were fetched earlier contain signatures of the previous key.
    await appendFile(keyFile, `\n${earlierKeys}`);
    const { workspace, configFile } = practicePaths(directory);
    await makeDirectory(workspace);
    for (const { path } of practiceDrives(directory)) await makeDirectory(path);
    const there = await access(configFile).then(
      () => true,
      () => false,
    );
    if (!there) await writeFile(configFile, HEADER + world.sets.core.yaml);
    return { ...world, environment: { ...world.environment, XDG_STATE_HOME: join(directory, 'state') } };
  } catch (error) {
    await world.close();
    throw error;
  }
}

/** Returns the first of three consecutive free ports. @throws AirlockError `connection` */
export async function freePorts(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const first = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    const free = await Promise.all([first, first + 1, first + 2].map(isFree));
    if (free.every(Boolean)) return first;
  }
  throw new AirlockError('connection', t('portsInUse'), {
    side: 'local',
    remedy: t('portsInUseRemedy'),
  });
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, loopbackAddress(), resolve);
    });
    return true;
  } catch {
    return false;
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
