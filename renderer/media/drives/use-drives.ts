import { useAsk } from '../../engine/requests.ts';
import { placeName } from '../media-words.ts';

/** Drives of the engine's host. */
export type FoundDrives = ReturnType<typeof useDrives>;

/** Lists drives every four seconds. @param place the workspace to export from, or the directory to receive into */
export function useDrives(place: { workspace: string } | { directory: string }) {
  // A directory that is being typed may be empty.
  const wanted = 'directory' in place && place.directory === '' ? {} : place;
  const { data } = useAsk('media.drives', wanted, { every: 4000, staleTime: 0, keep: true });
  const found = data?.drives ?? [];
  return {
    found,
    /** Error of the last listing. */
    failure: data?.failure,
    /** Returns the name of the drive at a path. */
    nameOf: (path: string) => placeName(path, found),
  };
}
