import { useSyncExternalStore } from 'react';

/** The window is wide enough for secondary columns (mock-ups, "Narrow windows"). */
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
    // Without a window there is room for all.
    () => true,
  );
}
