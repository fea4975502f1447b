import { useSyncExternalStore } from 'react';

/** Windows that are wide enough for secondary columns. */
const WIDE = '(min-width: 1200px)';

function listen(changed: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

export function useWide(): boolean {
  return useSyncExternalStore(
    listen,
    () => window.matchMedia(WIDE).matches,
    // Without a window, all columns are shown.
    () => true,
  );
}
