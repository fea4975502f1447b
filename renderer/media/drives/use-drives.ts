import type { DriveLine } from '../../../core/contract/topics/media.ts';
import type { ContractFailure } from '../../../core/contract/topics/vocabulary.ts';
import { useAsk } from '../../engine/requests.ts';
import { placeName } from '../media-words.ts';

/** Drives of the engine's host. */
export interface FoundDrives {
  found: readonly DriveLine[];
  /** Why they cannot be listed. */
  failure: ContractFailure | undefined;
  /** What to call the medium at a path. */
  nameOf(path: string): string;
}

/** Drives, looked for every four seconds. @param workspace that is to be carried: its own drive is not offered */
export function useDrives(workspace?: string): FoundDrives {
  const { data } = useAsk('media.drives', { workspace }, { every: 4000, staleTime: 0 });
  const found = data?.drives ?? [];
  return { found, failure: data?.failure, nameOf: (path) => placeName(path, found) };
}
