import { AirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import { expiring } from '../../../media/delivery/expiring.ts';
import { planPrune, prune } from '../../../media/retention/prune.ts';
import { workspaceUsage } from '../../../media/retention/usage.ts';
import { defaultStateDirectory } from '../../../mirror/run/state-directory.ts';
import { freeForArchives } from '../../../store/workspace/file-system.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { t } from './messages.ts';

/** Returns the handlers of `storage.*`: the use of disk space in a workspace, and what can be removed. */
export function storageHandlers({ emit, hostFor }: ServiceState): HandlersOf<'storage'> {
  return {
    async 'storage.usage'({ workspace }, { signal }) {
      const directory = absolutePath(workspace, 'workspace');
      const usage = await workspaceUsage(directory, { signal });
      const freeBytes = await freeForArchives(directory);
      return { ...usage, freeBytes };
    },
    'storage.planPrune': ({ workspace }) => planPrune(absolutePath(workspace, 'workspace')),
    async 'storage.prune'({ workspace, sets }) {
      const directory = absolutePath(workspace, 'workspace');
      const now = (await planPrune(directory)).remove.map(({ name }) => name).toSorted();
      const shown = sets.toSorted();
      if (now.length !== shown.length || now.some((name, i) => name !== shown[i]))
        throw new AirlockError('file-changed', t('pruneChanged'), {
          side: 'local',
          remedy: t('pruneChangedRemedy'),
          expected: shown.join(', '),
          found: now.join(', '),
        });
      const problems: Problem[] = [];
      const done = await prune(directory, (problem) => problems.push(problem));
      emit({ type: 'workspaces' });
      return { ...done, problems };
    },
    async 'storage.expiring'({ workspace }) {
      const directory = absolutePath(workspace, 'workspace');
      const { env, home } = hostFor(directory);
      const stateDirectory = defaultStateDirectory({ env, home });
      return { expiring: await expiring({ directory, env, home, stateDirectory }) };
    },
  };
}
