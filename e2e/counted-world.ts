import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPracticeWorld } from '../core/practice/world.ts';
import { processStart } from '../core/store/process-life.ts';
import type { App } from './app.ts';

/** A practice world that counts what it is asked. */
export interface CountedWorld {
  workspace: string;
  /** Requests so far: of the registry, and of the update and signature services. */
  asked(): { registry: number; services: number };
  close(): Promise<void>;
}

/** Gives the host a practice world of this process; its engine is started anew, as one that finds such a world. */
export async function countedWorld(app: App): Promise<CountedWorld> {
  const directory = join(app.directory, 'counted');
  const workspace = join(directory, 'workspace');
  await mkdir(workspace, { recursive: true });
  const { upstream, destination, services, environment, close } = await startPracticeWorld({ directory });
  const kept = {
    format: 1,
    ...{ directory, port: 1, done: [], versions: ['4.16.1'] },
    process: { pid: process.pid, started: processStart(process.pid) ?? '' },
    environment: { ...environment, XDG_STATE_HOME: join(directory, 'state') },
    upstream: upstream.host,
    destination: destination.host,
  };
  await app.side('both');
  await writeFile(join(app.directory, 'config', 'airlock', 'practice.json'), JSON.stringify(kept));
  process.kill(await app.enginePid(), 'SIGKILL');
  for (;;) {
    const practice = await app.ask('practice.state', {}).catch(() => undefined);
    if (practice?.state === 'on' && practice.directory === directory) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    workspace,
    asked: () => ({ registry: upstream.stats.requests, services: services.requests.length }),
    close,
  };
}
