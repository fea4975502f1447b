import { useSyncExternalStore } from 'react';

/** Windows that are wide enough for secondary columns. */
const WIDE = '(min-width: 1200px)';
/** Windows that are high enough for several lines above a table. */
const TALL = '(min-height: 1000px)';

function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(media);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(media).matches,
    // Without a window, everything is shown.
    () => true,
  );
}

export function useWide(): boolean {
  return useMedia(WIDE);
}

export function useTall(): boolean {
  return useMedia(TALL);
}
