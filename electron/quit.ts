import { app, type BrowserWindow, dialog, powerMonitor } from 'electron';
import type { LiveRun } from '../core/contract/topics/run.ts';
import { t } from './messages.ts';

/** Maximum wait for runs to save their positions, ms. */
export const LONGEST_PAUSE_MS = 5_000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface QuitOptions {
  window: BrowserWindow;
  /** Returns the runs that would stop with the app. */
  working(): LiveRun[];
  /** Pauses the runs and ends the engine. */
  close(): Promise<void>;
}

/**
 * Handles every way to quit. If runs of this app are active, a dialog asks the user. Then the runs are paused and the engine
 * ends within {@link LONGEST_PAUSE_MS}. At the end of the desktop session, or on a signal from a terminal, the user isn't
 * asked.
 */
export function confirmQuit({ window, working, close }: QuitOptions): void {
  let state: 'open' | 'asking' | 'closing' | 'closed' = 'open';
  const leave = async () => {
    if (state === 'closing' || state === 'closed') return;
    state = 'closing';
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LONGEST_PAUSE_MS);
    });
    await Promise.race([close().catch(() => {}), late]);
    clearTimeout(timer);
    state = 'closed';
    app.quit();
  };
  const queryThenLeave = async () => {
    const runs = working();
    if (runs.length > 0) {
      state = 'asking';
      const agreed = await mayPause(window, runs.length);
      // The session may have ended while the dialog was open.
      if (state !== 'asking') return;
      state = 'open';
      if (!agreed) return;
    }
    await leave();
  };
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'open') void queryThenLeave();
  });
  // Closing the window quits the app. The dialog is shown while the window still exists.
  window.on('close', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    app.quit();
  });
  app.on('window-all-closed', () => app.quit());
  powerMonitor.on('shutdown', () => void leave());
  for (const signal of SIGNALS) process.on(signal, () => void leave());
}

async function mayPause(window: BrowserWindow, runs: number): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: t('quitTitle', { runs }),
    detail: t('quitText', { runs }),
    buttons: [t('quitButton'), t('cancelButton')],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
