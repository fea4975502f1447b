import { create } from 'zustand';

/** In the browser's own store: a property of where this page is used, not of the engine's host. */
const KEY = 'airlock-metered';

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    // A browser may keep nothing: then it is asked anew each time.
    return false;
  }
}

/** Whether new drafts are begun as on a metered link: as it was chosen last. */
export const useMetered = create<{ metered: boolean }>(() => ({ metered: remembered() }));

export function rememberMetered(metered: boolean): void {
  useMetered.setState({ metered });
  try {
    localStorage.setItem(KEY, metered ? 'yes' : 'no');
  } catch {
    // As above.
  }
}
