import { isUnderWay } from '../../../core/contract/topics/job.ts';
import type { DriveLine, ExportLine, MediaJob } from '../../../core/contract/topics/media.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import type { Projected } from '../drives/drive-card.tsx';
import { offeredDrives } from '../drives/drive-choice.ts';
import type { FoundDrives } from '../drives/use-drives.ts';
import { isAt, isCalled, stoppedJob, volumeNumbers } from '../media-words.ts';
import type { CarryChoices } from './choices.ts';
import { t } from './messages.ts';

type Transfer = WorkspaceLine['enclaves'][number]['transfers'][number];

/** Returns available transfers, those that weren't carried first, then by age with the newest first. */
export function transfersToCarry(workspace: Pick<WorkspaceLine, 'enclaves'> | undefined): Transfer[] {
  const here = (workspace?.enclaves ?? [])
    .flatMap(({ transfers }) => transfers)
    .filter(({ state }) => state === 'complete' || state === 'partial');
  const left = ({ step }: Transfer) => (step === 'fetched' || step === 'approved' ? 0 : 1);
  return here.toSorted(
    (a, b) => left(a) - left(b) || Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? ''),
  );
}

/**
 * Returns what would be written to the chosen drives. A drive that is complete and receives no more volumes is only safe to
 * remove.
 */
export function projectedDrives(plan: ExportLine, isComplete: (path: string) => boolean): Projected[] {
  return plan.projected.flatMap((one) =>
    one.volumes.length === 0 && isComplete(one.path) ? [] : { ...one, isNeeded: plan.left.volumes > 0 },
  );
}

/** Returns the chosen drives that would receive volumes, or all of them if none would or if that isn't known. */
export function drivesToFill(plan: ExportLine | undefined, chosen: readonly string[]): readonly string[] {
  const without = new Set(plan?.projected.flatMap(({ path, volumes }) => (volumes.length === 0 ? path : [])));
  const filled = chosen.filter((path) => !without.has(path));
  return filled.length > 0 ? filled : chosen;
}

/** The next step of an export. */
export type CarryStep =
  | { kind: 'under-way'; waits: boolean }
  /** The transfer is complete on drives. */
  | { kind: 'carried' }
  /** @property to paths of the paused or failed export that exist */
  | { kind: 'resume'; to: readonly string[] }
  | { kind: 'write'; label: string };

/**
 * Returns the next step of an export.
 * @param state.only chosen volume numbers; undefined for all that aren't written
 * @param state.isRemoved whether a drive of the stopped export is missing
 */
export function carryStep(state: {
  job: MediaJob | undefined;
  plan: ExportLine | undefined;
  chosen: readonly string[];
  format: CarryChoices['format'];
  only: readonly number[] | undefined;
  isRemoved: (path: string) => boolean;
}): CarryStep {
  const { job, plan, chosen, format, only, isRemoved } = state;
  if (job && isUnderWay(job)) return { kind: 'under-way', waits: job.status === 'waiting' };
  if (plan?.complete && !only && format === 'airlock') return { kind: 'carried' };
  const settings = stoppedJob(job)?.settings;
  const to = settings?.kind === 'export' ? settings.to.filter((path) => !isRemoved(path)) : [];
  if (to.length > 0 && chosen.length === 0) return { kind: 'resume', to };
  return { kind: 'write', label: writeLabel(plan, format, only, chosen.length > 0) };
}

type ListedDrives = Pick<FoundDrives, 'found' | 'nameOf'> & { isCurrent: boolean };

/**
 * Returns the chosen drive that a waiting export can continue on: the last one that isn't full, read-only or too small. A
 * removed drive is one if it was inserted again. Another drive with the name of a full one is one if it has space, because
 * drives with the same label are mounted in the same place.
 * @param drives.isCurrent whether the drives were listed after the export began to wait. An older list has the free space of a
 *   full drive before it was filled
 */
export function nextDrive(
  { need, safe }: MediaJob,
  chosen: readonly string[],
  { found, nameOf, isCurrent }: ListedDrives,
): string | undefined {
  return chosen.findLast((path) => {
    const called = (drive: string | undefined) => isCalled(drive, path, nameOf(path));
    if (called(need?.drive) && need?.reason === 'removed') return true;
    if (!called(need?.drive) && !safe.some((one) => isAt(one, path, nameOf(path)))) return true;
    const drive = found.find(({ mountPoint }) => mountPoint === path);
    return isCurrent && need !== undefined && drive !== undefined && hasSpace(drive, need.volumeBytes);
  });
}

/** Returns an inserted drive that isn't chosen, but that a waiting export could continue on. */
export function insertedDrive(job: MediaJob, drives: ListedDrives): string | undefined {
  const { offered } = offeredDrives(drives.found, false);
  return offered.find(
    (drive) =>
      hasSpace(drive, job.need?.volumeBytes ?? 0) && nextDrive(job, [drive.mountPoint], drives) !== undefined,
  )?.mountPoint;
}

function hasSpace(drive: DriveLine, bytes: number): boolean {
  const { readOnly, free = 0, maxFileBytes = Number.POSITIVE_INFINITY } = drive;
  return !readOnly && bytes <= Math.min(free, maxFileBytes);
}

function writeLabel(
  plan: ExportLine | undefined,
  format: CarryChoices['format'],
  only: readonly number[] | undefined,
  isChosen: boolean,
): string {
  if (format !== 'airlock') return t('writeFormatButton', { format });
  if (only) return t('writeNumbersButton', { count: only.length, volumes: volumeNumbers(only) });
  const missing = plan?.volumes.filter(({ state }) => state === 'missing').length ?? 0;
  const count = isChosen ? missing - (plan?.left.volumes ?? 0) : missing;
  return plan?.started ? t('writeRestButton', { count }) : t('writeButton', { count });
}
