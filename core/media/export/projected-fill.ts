import { type DriveSpace, fitsOn, occupiedBytes } from '../volumes/cut.ts';

/** A volume that isn't written yet. */
interface VolumeToWrite {
  number: number;
  size: number;
}

/** The volumes that an export would write to each drive, and those that fit on none of them. */
export interface ProjectedFill {
  /** In the order of the drives. */
  drives: VolumeToWrite[][];
  left: VolumeToWrite[];
}

/**
 * Projects how an export fills drives, like `fillDrive`: volumes in their order, until the next one doesn't fit.
 * @param drives room for volumes on each drive; undefined for drives that can't be written
 */
export function projectedFill(
  volumes: readonly VolumeToWrite[],
  drives: readonly (DriveSpace | undefined)[],
): ProjectedFill {
  const left = [...volumes];
  return {
    drives: drives.map((drive) => {
      const here: VolumeToWrite[] = [];
      if (!drive) return here;
      let { freeBytes } = drive;
      for (let next = left[0]; next; next = left[0]) {
        if (!fitsOn(next.size, { ...drive, freeBytes })) break;
        freeBytes -= occupiedBytes(next.size, drive);
        here.push(next);
        left.shift();
      }
      return here;
    }),
    left,
  };
}
