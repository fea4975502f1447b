import { statfs } from 'node:fs/promises';
import { AirlockError } from '../errors/airlock-error.ts';
import { expiring } from '../transfer/expiring.ts';
import { planPrune, prune } from '../transfer/prune.ts';
import { workspaceUsage } from '../transfer/usage.ts';
import { absolutePath } from './absolute-path.ts';
import type { HandlersOf } from './handlers.ts';
import type { ServiceState } from './state.ts';

/** `storage.*`: what fills a workspace, what may go, and what will not do for long. */
export function storageHandlers({ emit, hostFor }: ServiceState): HandlersOf<'storage'> {
  return {
    async 'storage.usage'({ workspace }, { signal }) {
      const directory = absolutePath(workspace, 'workspace');
      const usage = await workspaceUsage(directory, { signal });
      const freeBytes = await freeBytesOf(directory);
      return { ...usage, ...(freeBytes !== undefined && { freeBytes }) };
    },
    'storage.planPrune': ({ workspace }) => planPrune(absolutePath(workspace, 'workspace')),
    async 'storage.prune'({ workspace, sets }) {
      const directory = absolutePath(workspace, 'workspace');
      const now = (await planPrune(directory)).remove.map(({ name }) => name).toSorted();
      const shown = sets.toSorted();
      if (now.length !== shown.length || now.some((name, i) => name !== shown[i]))
        throw new AirlockError('file-changed', 'what can be removed is not what was shown any more', {
          side: 'local',
          remedy: 'Look at the preview again.',
          expected: shown.join(', '),
          found: now.join(', '),
        });
      const done = await prune(directory);
      emit({ type: 'workspaces' });
      return done;
    },
    async 'storage.expiring'({ workspace }) {
      const directory = absolutePath(workspace, 'workspace');
      const { env, home } = hostFor(directory);
      return { expiring: await expiring({ directory, env, home }) };
    },
  };
}

/** Bytes that this user may still write there; undefined where the file system does not say. */
export async function freeBytesOf(directory: string): Promise<number | undefined> {
  const found = await statfs(directory).catch(() => undefined);
  // Some drivers behind FUSE tell no sizes.
  return found && found.blocks > 0 ? found.bavail * found.bsize : undefined;
}
