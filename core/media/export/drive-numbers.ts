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
  const listed = names.flatMap((name) => checksumListNumber(name) ?? []).filter((n) => !usedByOther(n));
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
