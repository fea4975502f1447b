import { join } from 'node:path';
import type { DriveLine } from '../../../contract/topics/media.ts';
import type { PracticeState } from '../../../contract/topics/practice.ts';
import { damagedRange, freeOnDrive, isStillDamaged, practiceDrives } from '../../practice/drives.ts';
import type { PracticeFile } from './practice-file.ts';
import { noSteps, practiceSteps } from './practice-steps.ts';
import { practicePaths } from './practice-world.ts';
import { PRACTICE_DRAFT } from './running-world.ts';

/** Returns the practice world as the app shows it. */
export async function practiceState(
  saved: PracticeFile | undefined,
  state: PracticeState['state'],
): Promise<PracticeState> {
  if (!saved) return { state, versions: [], drives: [], steps: noSteps() };
  const { directory, upstream, destination, versions, damage } = saved;
  return {
    ...{ state, directory, upstream, destination, versions },
    ...practicePaths(directory),
    draft: PRACTICE_DRAFT,
    drives: practiceDrives(directory),
    damage: damage && {
      ...{ drive: damage.drive, ...damagedRange(damage) },
      repaired: !(await isStillDamaged(damage)),
    },
    kubeconfig: join(directory, 'kubeconfig'),
    steps: await practiceSteps(saved),
  };
}

/** Returns the simulated drives as drives of the host. */
export function driveLines(directory: string): Promise<DriveLine[]> {
  return Promise.all(
    practiceDrives(directory).map(async (drive) => ({
      ...{ device: `practice ${drive.label}`, label: drive.label, bytes: drive.bytes },
      ...{ free: await freeOnDrive(drive), mountPoint: drive.path, readOnly: false, system: false },
    })),
  );
}
