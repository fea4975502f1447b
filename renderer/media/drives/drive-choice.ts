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

/** Returns chosen folders and drives that are still inserted. @param were paths that were drives before */
export function stillChosen(
  chosen: readonly string[],
  mounted: readonly string[],
  were: ReadonlySet<string>,
): string[] {
  return chosen.filter((path) => mounted.includes(path) || !were.has(path));
}

/** Returns paths of folders without duplicates. @param were paths that were drives before */
export function foldersAmong(
  paths: readonly string[],
  mounted: readonly string[],
  were: ReadonlySet<string>,
): string[] {
  return [...new Set(paths)].filter((path) => !mounted.includes(path) && !were.has(path));
}

/** Returns the chosen paths with one more at the end, or without it. */
export function withChosen(chosen: readonly string[], path: string, on: boolean): string[] {
  const others = chosen.filter((one) => one !== path);
  return on ? [...others, path] : others;
}
