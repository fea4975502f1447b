import type { RequestOutput } from '../../../core/contract/contract.ts';
import type { DriveLine } from '../../../core/contract/topics/media.ts';

export type MountedDrive = DriveLine & { mountPoint: string };

/** Returns available and unavailable drives. @param reads drives are only read, so read-only ones are available too */
export function offeredDrives(
  drives: readonly DriveLine[],
  reads: boolean,
): { offered: MountedDrive[]; others: DriveLine[] } {
  const isOffered = (drive: DriveLine): drive is MountedDrive =>
    drive.mountPoint !== undefined && (!drive.rejected || (reads && drive.rejected.reason === 'read-only'));
  return {
    offered: drives.filter(isOffered),
    others: drives.filter((drive) => !isOffered(drive)),
  };
}

/** Returns the used share of a drive, 0 to 1; undefined if it is unknown. */
export function usedShare(place: Partial<Pick<DriveLine, 'free' | 'bytes'>> | undefined): number | undefined {
  const { free, bytes } = place ?? {};
  return free === undefined || bytes === undefined ? undefined : 1 - free / Math.max(1, bytes);
}

/** Whether a drive or directory exists. */
export type Presence = RequestOutput<'media.presence'>['places'][number];

/** Returns paths of drives that were disconnected or unmounted, and of directories that don't exist. */
export function removedAmong(seen: {
  paths: readonly string[];
  /** Mount points of the listed drives. */
  mounted: readonly string[];
  /** Answers so far. A path without an answer is present. */
  places: readonly Presence[];
  /** Paths on which a drive was mounted before. */
  wereMounted: ReadonlySet<string>;
  /** The drives couldn't be listed. */
  isListUnknown: boolean;
}): string[] {
  const { paths, mounted, places, wereMounted, isListUnknown } = seen;
  return paths.filter((path) => {
    const place = places.find((each) => each.path === path);
    if (place?.present === false) return true;
    if (!wereMounted.has(path) || mounted.includes(path)) return false;
    return place ? !place.mounted : !isListUnknown;
  });
}

/** Returns the places of the list in addition to drives: added and selected paths without duplicates. */
export function foldersAmong(paths: readonly string[], mounted: readonly string[]): string[] {
  return [...new Set(paths)].filter((path) => !mounted.includes(path));
}

/** Returns the chosen paths with one more at the end, or without it. */
export function withChosen(chosen: readonly string[], path: string, on: boolean): string[] {
  const others = chosen.filter((one) => one !== path);
  return on ? [...others, path] : others;
}
