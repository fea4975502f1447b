import { checksumListNumber } from '../volumes/checksum-list.ts';
import { type DriveNumber, drivesOf, type ExportState } from './state.ts';

type Numbered = Pick<ExportState, 'written' | 'drives'>;

/** Returns the numbers of all drives of an export. A label can have several, the last one counts. */
function driveNumbers(state: Numbered): DriveNumber[] {
  const numbers = [...(state.drives ?? [])];
  for (const label of drivesOf(state))
    if (!numbers.some((drive) => drive.label === label)) numbers.push({ label, number: nextFree(numbers) });
  return numbers;
}

/** Returns the number of a drive; undefined for one that the export never wrote. */
export function driveNumberOf(state: Numbered, label: string): number | undefined {
  return driveNumbers(state).findLast((drive) => drive.label === label)?.number;
}

/**
 * Returns a label that no other drive has. Drives can be mounted one after another in the same place. The label of an earlier
 * drive is only for a drive with its checksum list, or with its volumes and without a list.
 * @param names of the files in the transfer's folder on the drive
 * @param volumeName returns the name of a volume by its number
 */
export function labelForDrive(
  state: Numbered,
  base: string,
  names: readonly string[],
  volumeName: (number: number) => string,
): string {
  const lists = listNumbers(names);
  for (let n = 1; ; n++) {
    const label = n === 1 ? base : `${base}-${n}`;
    const there = state.written.filter(({ drive }) => drive === label);
    if (there.length === 0) return label;
    // Without recorded numbers (earlier versions), a list doesn't identify a drive.
    const number = state.drives?.findLast((drive) => drive.label === label)?.number;
    const isThis =
      lists.length > 0 && number !== undefined
        ? lists.includes(number)
        : there.some((volume) => names.includes(volumeName(volume.number)));
    if (isThis) return label;
  }
}

/** Returns the numbers of the checksum lists among files. */
export function listNumbers(names: readonly string[]): number[] {
  return names.flatMap((name) => checksumListNumber(name) ?? []);
}

/**
 * Returns the number that a drive has or gets: that of its checksum list, also where the drive has another label now.
 * Otherwise the next free one. A number never moves to another drive, because its list would be replaced in a folder that
 * several drives are copied to.
 * @param names of the files in the transfer's folder on the drive
 * @param here numbers of the volumes that are on it
 */
export function numberForDrive(
  state: Numbered,
  label: string,
  names: readonly string[],
  here: ReadonlySet<number>,
): number {
  const numbers = driveNumbers(state);
  const own = driveNumberOf(state, label);
  const usedByOther = (number: number): boolean =>
    state.written.some(
      (volume) =>
        volume.drive !== label && driveNumberOf(state, volume.drive) === number && !here.has(volume.number),
    );
  const listed = listNumbers(names).filter((n) => !usedByOther(n));
  if (listed.length > 0) return own !== undefined && listed.includes(own) ? own : Math.min(...listed);
  // Without volumes or a list that the export knows, it's another drive in the same place.
  const isKnown = state.written.some(({ drive }) => drive === label);
  return own !== undefined && isKnown ? own : nextFree(numbers);
}

/** Returns an export's state with the number of a drive. */
export function withDriveNumber(state: ExportState, { label, number }: DriveNumber): ExportState {
  const drives = driveNumbers(state);
  if (driveNumberOf(state, label) === number && state.drives?.length === drives.length) return state;
  const known = driveNumberOf({ ...state, drives }, label) === number;
  return { ...state, drives: known ? drives : [...drives, { label, number }] };
}

function nextFree(numbers: readonly DriveNumber[]): number {
  const accepted = new Set(numbers.map(({ number }) => number));
  for (let number = 1; ; number++) if (!accepted.has(number)) return number;
}
