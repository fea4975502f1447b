import { app, type BrowserWindow, dialog, powerMonitor } from 'electron';
import type { LiveRun } from '../core/contract/topics/run.ts';

/** Longest wait for runs to keep their places, ms. */
export const LONGEST_PAUSE_MS = 5_000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface QuitOptions {
  window: BrowserWindow;
  /** Runs that would stop with the app. */
  working(): LiveRun[];
  /** Pauses them and ends the engine. */
  close(): Promise<void>;
}

/**
 * Every way out goes through here: when runs of this app work, the user is asked; then they are paused and the engine
 * ends, for which it has {@link LONGEST_PAUSE_MS}. At the end of the desktop session, and when a terminal says so,
 * nobody is asked.
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
      // The session may have ended while the question was on the screen.
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
  // Closing the window is leaving the app; the question comes while the window is still there.
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
    message: runs === 1 ? 'A run is under way' : `${runs} runs are under way`,
    detail:
      'Quitting pauses it cleanly: everything that is finished is kept, and it can be resumed here or in a terminal.',
    buttons: ['Pause and Quit', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
