import { useAsk } from '../../engine/requests.ts';
import { placeName } from '../media-words.ts';

/** Drives of the engine's host. */
export type FoundDrives = ReturnType<typeof useDrives>;

/** Lists drives every four seconds. @param workspace to export, whose own drive is unavailable */
export function useDrives(workspace?: string) {
  const { data } = useAsk('media.drives', { workspace }, { every: 4000, staleTime: 0 });
  const found = data?.drives ?? [];
  return {
    found,
    /** Error of the last listing. */
    failure: data?.failure,
    /** Returns the name of the drive at a path. */
    nameOf: (path: string) => placeName(path, found),
  };
}
