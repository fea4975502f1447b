import { join } from 'node:path';
import { namesIn } from '../../../store/workspace/next-transfer.ts';
import type { ServiceState } from '../state/state.ts';

/**
 * Returns a function that adds the destination of an import to the list of workspaces once it contains content, so that
 * Home shows the next step. It may be called often. The destination of practice isn't added, because Home shows it as part
 * of the practice workspace. An import never fails because the list can't be written.
 */
export function createDestinationList(
  { settings, practice, emit }: Pick<ServiceState, 'settings' | 'practice' | 'emit'>,
  directory: string,
): () => Promise<void> {
  let isDone = false;
  const add = async (): Promise<void> => {
    if (isDone || (await namesIn(join(directory, 'transfers'))).length === 0) return;
    isDone = true;
    let isNew = false;
    await settings.change((now) => {
      const { workspaces } = now;
      isNew = workspaces.every((one) => one !== directory && practice.receivedFrom(one) !== directory);
      // After the others: the first one is the user's current workspace.
      return isNew ? { ...now, workspaces: [...workspaces, directory] } : now;
    });
    if (isNew) emit({ type: 'workspaces' });
  };
  return () => add().catch(() => undefined);
}
