import { create } from 'zustand';

/** In the browser's storage: it depends on where the page is open, not on the engine's host. */
const KEY = 'airlock-metered';

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    // The browser may block its storage. The switch is then off in each new session.
    return false;
  }
}

/** Whether new drafts start as on a metered connection: the last choice. */
export const useMetered = create<{ metered: boolean }>(() => ({ metered: remembered() }));

export function rememberMetered(metered: boolean): void {
  useMetered.setState({ metered });
  try {
    localStorage.setItem(KEY, metered ? 'yes' : 'no');
  } catch {
    // The browser may block its storage.
  }
}
