import { access, appendFile, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { makeDirectory } from '../../../base/files/atomic-file.ts';
import type { PracticeWorld } from '../../../test-world/world.ts';

/** Below the ports that the system gives to outgoing connections. */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_990;

/** Where things are in the folder of the app's practice world. */
export function practicePaths(directory: string) {
  const workspace = join(directory, 'workspace');
  return {
    workspace,
    /** In the workspace, where a person would have it. */
    configFile: join(workspace, 'imageset.yaml'),
    /** Below what {@link openPracticeWorld} gives out as XDG_STATE_HOME: a push that names no folder ends here too. */
    stateDirectory: join(directory, 'state', 'airlock'),
  };
}

const HEADER = `# What to mirror: two small releases of the practice world and a few images beside them.
# On the connected side "Fetch" writes them to a folder; on the other side "Push" fills the mirror registry.
`;

/**
 * Starts the world in a folder, new or used before: content is the same each time, and what was pushed is kept.
 * @throws AirlockError `connection` when a port was taken meanwhile; system errors of the folder
 */
export async function openPracticeWorld(directory: string, port: number): Promise<PracticeWorld> {
  const { startPracticeWorld } = await import('../../../test-world/world.ts');
  const keyFile = join(directory, 'release-key.asc');
  const earlierKeys = await readFile(keyFile, 'utf8').catch(() => '');
  const world = await startPracticeWorld({ directory, port });
  try {
    // A world signs with a key of its own: sets that were fetched before it was started again carry the earlier one's.
    await appendFile(keyFile, `\n${earlierKeys}`);
    const { workspace, configFile } = practicePaths(directory);
    await makeDirectory(workspace);
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

/** The first of three ports in a row that nobody listens on now. @throws AirlockError `connection` */
export async function freePorts(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const first = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    const free = await Promise.all([first, first + 1, first + 2].map(isFree));
    if (free.every(Boolean)) return first;
  }
  throw new AirlockError('connection', 'no three free ports in a row were found on 127.0.0.1', {
    side: 'local',
    remedy: 'End programs that listen on many ports.',
  });
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    return true;
  } catch {
    return false;
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
