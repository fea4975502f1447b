import { stat } from 'node:fs/promises';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { mkdir } from '../../../base/files/created-files.ts';
import { readFormat } from '../../../store/workspace/workspace.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { t } from './messages.ts';
import { createWorkspaceLines } from './workspace-line.ts';

export function workspaceHandlers(state: ServiceState): HandlersOf<'workspaces'> {
  const { settings, emit } = state;
  const lineOf = createWorkspaceLines(state);
  return {
    'workspaces.list': async () => {
      const { workspaces } = await settings.read();
      return { workspaces: await Promise.all(workspaces.map(lineOf)) };
    },
    'workspaces.open': async ({ directory: given, create }) => {
      const directory = absolutePath(given, 'directory');
      if (create) await mkdir(directory, { recursive: true });
      await rejectUnusable(directory);
      await settings.change((now) => ({
        ...now,
        workspaces: [directory, ...now.workspaces.filter((one) => one !== directory)],
      }));
      emit({ type: 'workspaces' });
      return lineOf(directory);
    },
    'workspaces.forget': async ({ directory }) => {
      await settings.change((now) => ({
        ...now,
        workspaces: now.workspaces.filter((one) => one !== directory),
      }));
      emit({ type: 'workspaces' });
      return {};
    },
  };
}

/** @throws AirlockError `disk`, `workspace-invalid`, `workspace-format` */
async function rejectUnusable(directory: string): Promise<void> {
  const found = await stat(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new AirlockError('disk', t('directoryMissing', { folder: directory }), {
      side: 'local',
      remedy: t('directoryMissingRemedy'),
    });
  });
  if (!found.isDirectory())
    throw new AirlockError('workspace-invalid', t('notADirectory', { folder: directory }), { side: 'local' });
  await readFormat(directory);
}
