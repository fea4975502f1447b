import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type BrowserWindow, dialog } from 'electron';
import type { EngineSupervisor } from '../core/app/engine-link/supervisor.ts';
import type { Answer } from '../core/contract/envelope.ts';
import { pickPath } from './dialogs.ts';
import { t } from './messages.ts';

export interface Opener {
  engine: Pick<EngineSupervisor, 'request'>;
  window: BrowserWindow;
  /** Shows the screen at a route. */
  show(route: string): void;
}

/**
 * Returns the absolute path in a command line of the app; undefined if there is none.
 * @param packaged if false, the first two words are Electron and the app
 */
export function pathArgument(
  argv: readonly string[],
  workingDirectory: string,
  packaged: boolean,
): string | undefined {
  const [path] = argv.slice(packaged ? 1 : 2).filter((word) => word !== '' && !word.startsWith('-'));
  return path === undefined ? undefined : resolve(workingDirectory, path);
}

/** Adds a workspace to the list and shows it on Home. A file stands for its folder. */
export async function openPath({ engine, window, show }: Opener, path: string): Promise<void> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  const directory = isFile ? dirname(path) : path;
  const answer = await engine.request('workspaces.open', { directory, create: false });
  if (answer.ok) show('/');
  else await report(window, answer);
}

/** Lets the user choose a folder, and opens it. */
export async function pickWorkspace(opener: Opener): Promise<void> {
  const { path } = await pickPath(opener.window, {
    kind: 'directory',
    title: t('openWorkspaceTitle'),
    extensions: [],
  });
  if (path !== undefined) await openPath(opener, path);
}

async function report(window: BrowserWindow, { error }: Extract<Answer, { ok: false }>): Promise<void> {
  await dialog.showMessageBox(window, { type: 'error', message: error.message, detail: error.remedy });
}
