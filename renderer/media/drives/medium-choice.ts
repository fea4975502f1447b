import type { DriveLine } from '../../../core/contract/topics/media.ts';

export type MountedDrive = DriveLine & { mountPoint: string };

/** Drives that can be chosen, and those that cannot. @param reads media are only read: one that cannot be written will do */
export function offeredDrives(
  drives: readonly DriveLine[],
  reads: boolean,
): { offered: MountedDrive[]; others: DriveLine[] } {
  const isOffered = (drive: DriveLine): drive is MountedDrive =>
    drive.mountPoint !== undefined && (!drive.refused || (reads && drive.refused.reason === 'read-only'));
  return {
    offered: drives.filter(isOffered),
    others: drives.filter((drive) => !isOffered(drive)),
  };
}

/** How much of a drive is in use, 0 to 1; undefined where nobody knows. */
export function usedShare({ free, bytes }: Pick<DriveLine, 'free' | 'bytes'>): number | undefined {
  return free === undefined ? undefined : 1 - free / Math.max(1, bytes);
}

/** What stays chosen: folders, and drives that are still in. @param were paths that were drives before */
export function stillChosen(
  chosen: readonly string[],
  mounted: readonly string[],
  were: ReadonlySet<string>,
): string[] {
  return chosen.filter((path) => mounted.includes(path) || !were.has(path));
}

/** Paths that are no drives, each once: a folder that is named once stays in sight. @param were paths that were drives */
export function foldersAmong(
  paths: readonly string[],
  mounted: readonly string[],
  were: ReadonlySet<string>,
): string[] {
  return [...new Set(paths)].filter((path) => !mounted.includes(path) && !were.has(path));
}

/** The chosen paths with one more at their end, or without it. */
export function withChosen(chosen: readonly string[], path: string, on: boolean): string[] {
  const others = chosen.filter((one) => one !== path);
  return on ? [...others, path] : others;
}
