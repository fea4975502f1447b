import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAsk, useRejection } from '../../engine/requests.ts';
import { placeName } from '../media-words.ts';
import { type Presence, removedAmong } from './drive-choice.ts';

/** Time between two looks at the drives of the host, ms. */
const EVERY = 4000;

/** Drives of the engine's host, and directories that were added to them. */
export type FoundDrives = ReturnType<typeof useDrives>;

/**
 * Lists drives every four seconds, and looks whether chosen drives and directories still exist.
 * @param place the workspace to export from, or the directory to receive into
 * @param chosen paths of drives and directories, selected or used by the last job
 */
export function useDrives(place: { workspace: string } | { directory: string }, chosen: readonly string[]) {
  // A directory that is being typed may be empty.
  const wanted = 'directory' in place && place.directory === '' ? {} : place;
  const { data, dataUpdatedAt } = useAsk('media.drives', wanted, {
    ...{ every: EVERY, staleTime: 0, keep: true },
  });
  const found = data?.drives ?? [];
  const [added, setAdded] = useState<readonly string[]>([]);
  const mounted = found.flatMap(({ mountPoint }) => mountPoint ?? []);
  const paths = [...new Set([...added, ...chosen, ...mounted])].filter((path) => path.startsWith('/'));
  const removed = useRemoved(paths.toSorted(), mounted, data?.failure !== undefined);
  /** Names of drives, also of removed ones. */
  const names = useRef(new Map<string, string>());
  for (const path of mounted) names.current.set(path, placeName(path, found));
  return {
    found,
    /** Time of the last listing, ms since 1970. */
    listedAt: dataUpdatedAt,
    /** Error of the last listing. */
    failure: data?.failure,
    /** Directories that were added to the list, in their order. */
    added,
    setAdded,
    /** Returns the name of the drive at a path. */
    nameOf: (path: string) => names.current.get(path) ?? placeName(path, found),
    /** Returns whether a drive was disconnected or unmounted, or a directory was deleted. */
    isRemoved: (path: string) => removed.includes(path),
  };
}

/** Returns the removed ones of these paths. What was known of their content is forgotten. @param mounted drives that are listed */
function useRemoved(paths: string[], mounted: readonly string[], isListUnknown: boolean): string[] {
  const rejection = useRejection('media.presence');
  const { data } = useAsk(
    'media.presence',
    { paths },
    { enabled: paths.length > 0 && rejection === undefined, every: EVERY, staleTime: 0, keep: true },
  );
  const places = data?.places ?? [];
  const wereMounted = useRef(new Set<string>());
  const removed = removedAmong({ paths, mounted, places, wereMounted: wereMounted.current, isListUnknown });
  for (const path of mounted) wereMounted.current.add(path);
  for (const { path, mounted: isMounted } of places) if (isMounted) wereMounted.current.add(path);
  useForgottenContent(places, removed);
  return removed;
}

/** Forgets the content of removed places, and reads that of places again that another directory took. */
function useForgottenContent(places: readonly Presence[], removed: readonly string[]): void {
  const queries = useQueryClient();
  const known = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { path, id } of places) {
      const queryKey = ['media.inspect', { path }];
      const before = known.current.get(path);
      if (removed.includes(path)) queries.removeQueries({ queryKey });
      else if (id !== undefined && before !== undefined && before !== id)
        void queries.invalidateQueries({ queryKey });
      if (id !== undefined) known.current.set(path, id);
    }
  });
}
