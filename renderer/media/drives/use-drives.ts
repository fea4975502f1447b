import { useAsk } from '../../engine/requests.ts';
import { placeName } from '../media-words.ts';

/** Drives of the engine's host. */
export type FoundDrives = ReturnType<typeof useDrives>;

/** Drives, looked for every four seconds. @param workspace that is to be carried: its own drive is not offered */
export function useDrives(workspace?: string) {
  const { data } = useAsk('media.drives', { workspace }, { every: 4000, staleTime: 0 });
  const found = data?.drives ?? [];
  return {
    found,
    /** Why they cannot be listed. */
    failure: data?.failure,
    /** What to call the medium at a path. */
    nameOf: (path: string) => placeName(path, found),
  };
}
