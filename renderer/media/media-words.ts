import { wordList } from '../../core/contract/documents/words.ts';
import { isUnderWay } from '../../core/contract/topics/job.ts';
import type { DriveLine, ExportLine, MediaJob } from '../../core/contract/topics/media.ts';
import { duration, size } from '../parts/format.ts';
import { baseName } from '../parts/paths.ts';
import type { Mark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';

/** Returns volume numbers as a list, such as `1, 3 to 5 and 9`. */
export function volumeNumbers(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return wordList(
    ranges.flatMap(([first, last]) =>
      last === first + 1 ? [`${first}`, `${last}`] : [volumeRange(first, last)],
    ),
  );
}

/** Returns a range of volume numbers, such as `3 to 5`. */
export function volumeRange(first: number, last: number): string {
  return first === last ? `${first}` : t('volumeRange', { first, last });
}

/** Returns the job if it is paused or failed, so that it can be resumed. */
export function stoppedJob(job: MediaJob | undefined): MediaJob | undefined {
  return job?.status === 'paused' || job?.status === 'failed' ? job : undefined;
}

/** Returns whether a job means the drive at a path, by its label or its folder. @param name of the drive at the path */
export function isCalled(drive: string | undefined, path: string, name: string): boolean {
  return drive !== undefined && (drive === name || path.endsWith(`/${drive}`));
}

/** Returns whether a job means the drive at a path: by its path if the job records it, otherwise by its label. */
export function isAt(
  { drive, path: at }: { drive?: string | undefined; path?: string | undefined },
  path: string,
  name: string,
): boolean {
  return at === undefined ? isCalled(drive, path, name) : drive !== undefined && at === path;
}

/**
 * Returns the drive that an export completed last at a path, unless it continued on another one there. Drives can be
 * mounted one after another in the same place, so the drive that is mounted there now may be another one.
 * @param name of the drive at the path
 */
export function safeAt(
  job: MediaJob | undefined,
  path: string,
  name: string,
): MediaJob['safe'][number] | undefined {
  const safe = job?.safe.findLast((one) => isAt(one, path, name));
  const isReplaced = job?.path === path && job.drive !== undefined && job.drive !== safe?.drive;
  return isReplaced ? undefined : safe;
}

/** A volume in the row of volumes. */
export interface VolumeBox {
  number: number;
  mark: Mark | 'next';
  state: string;
  /** Tooltip, which screen readers announce too. */
  title: string;
}

/** Returns the volumes of an export as boxes. States of the job are newer than those of the plan. */
export function exportBoxes(plan: ExportLine, job: MediaJob | undefined): VolumeBox[] {
  const current = new Map(job?.volumes.map((volume) => [volume.number, volume]));
  const under = job !== undefined && isUnderWay(job);
  // Requested volumes are written again, although the plan has their former drive.
  const again = new Set(under && job.settings.kind === 'export' ? job.settings.volumes : []);
  let next = true;
  const labels = shortLabels([...plan.drives, ...(job?.volumes.flatMap(({ drive }) => drive ?? []) ?? [])]);
  return plan.volumes.map((volume): VolumeBox => {
    const now = current.get(volume.number);
    const isLost = now?.state === 'missing' || now?.state === 'damaged' || again.has(volume.number);
    const known = isLost ? undefined : volume.drive;
    const written = now?.state === 'written' || now?.state === 'present' ? now.drive : known;
    const shown = { name: volume.name, size: size(volume.size), content: volume.deliverable };
    const title = t('volumeTip', shown);
    const { number } = volume;
    if (under && (now?.state === 'writing' || now?.state === 'reading-back')) {
      next = false;
      const state = now.state === 'writing' ? t('writingState') : t('readingState');
      return { number, mark: 'running', state, title };
    }
    if (written !== undefined)
      return {
        number,
        mark: 'good',
        state: labels.get(written) ?? t('writtenState'),
        title: t('volumeOnDriveTip', { ...shown, drive: written }),
      };
    const first = next;
    next = false;
    return first
      ? { number, mark: 'next', state: t('nextState'), title }
      : { number, mark: 'left-out', state: t('waitingState'), title };
  });
}

/** Returns short texts that distinguish drives: `On A` and `On B` for FLEET-A and FLEET-B; none for a single drive. */
export function shortLabels(labels: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(labels)];
  if (all.length < 2) return new Map();
  let common = all[0]!.length;
  for (const label of all) for (let i = 0; i < common; i++) if (label[i] !== all[0]![i]) common = i;
  // Don't cut a name within a word or number.
  const start = Math.max(...['-', '_', '.', ' '].map((end) => all[0]!.slice(0, common).lastIndexOf(end) + 1));
  return new Map(all.map((label) => [label, t('onDriveState', { drive: label.slice(start) })]));
}

/** Returns a size as printed on drives, such as `4 GB`, if it is a round number; otherwise in binary units. */
export function mediaSize(bytes: number): string {
  for (const [unit, power] of [
    ['GB', 9],
    ['MB', 6],
  ] as const)
    if (bytes >= 10 ** power && bytes % 10 ** (power - 1) === 0) return `${bytes / 10 ** power} ${unit}`;
  return size(bytes);
}

/** An inserted drive that a waiting export can continue on. */
export interface InsertedDrive {
  name: string;
  isChosen: boolean;
  /** The removed drive that the export waits for. */
  isReinserted: boolean;
}

/**
 * Returns the title of an export.
 * @param chosen names of the chosen drives
 * @param only chosen volume numbers; undefined for all that aren't written
 * @param inserted the drive that a waiting export can continue on
 * @param isRemoved whether a complete drive was ejected or removed
 */
export function carrySentence(options: {
  transfer: string;
  plan: ExportLine | undefined;
  job: MediaJob | undefined;
  chosen: readonly string[];
  only?: readonly number[] | undefined;
  inserted?: InsertedDrive | undefined;
  isRemoved?: (safe: MediaJob['safe'][number]) => boolean;
}): string {
  const { transfer, plan, job, chosen, only, inserted, isRemoved = () => false } = options;
  if (job && isUnderWay(job)) return workingSentence(job, plan, inserted);
  const settings = job?.status === 'done' ? job.settings : undefined;
  if (settings?.kind === 'export' && settings.format !== 'airlock' && chosen.length > 0)
    return t('formatTitle', {
      transfer,
      drives: wordList(settings.to.map(baseName)),
      format: settings.format,
    });
  if (!plan) return t('planningTitle', { transfer });
  const total = plan.volumes.length;
  const written = plan.volumes.filter(({ state }) => state === 'written').length;
  if (job?.status === 'failed') return t('stoppedTitle', { written, total });
  const drives = wordList(chosen);
  const fits = total - written - plan.left.volumes;
  if (plan.complete && only)
    return chosen.length > 0
      ? t('againTitle', { count: only.length, volumes: volumeNumbers(only), drives })
      : t('chooseTitle', { transfer });
  if (plan.complete) {
    const written = job?.status === 'done' ? job.safe : [];
    const safe = written.findLast((one) => !isRemoved(one))?.drive;
    const all = {
      transfer,
      drives: plan.drives.length === 1 ? plan.drives[0]! : t('driveCount', { drives: plan.drives.length }),
    };
    if (safe) return t('completeSafeTitle', { ...all, safe });
    return written.length > 0
      ? t('completeRemovedTitle', { ...all, count: plan.drives.length })
      : t('completeTitle', all);
  }
  if (chosen.length > 0 && plan.left.volumes > 0)
    return t('partlyFitsTitle', { fits, volumes: total - written, drives });
  if (plan.started)
    return chosen.length > 0
      ? t('restTitle', { volumes: total - written, drives })
      : t('partTitle', { written, total });
  return chosen.length > 0
    ? t('readyTitle', { transfer, drives, volumes: total })
    : t('chooseTitle', { transfer });
}

/** Returns a title with the remaining time of the job, unless it is unknown or below a second. */
export function withTimeLeft(
  activity: string,
  { progress: { remainingMs } }: Pick<MediaJob, 'progress'>,
): string {
  return remainingMs !== undefined && remainingMs >= 1000
    ? t('timeLeftTitle', { activity, time: duration(remainingMs) })
    : activity;
}

function workingSentence(
  job: MediaJob,
  plan: ExportLine | undefined,
  inserted: InsertedDrive | undefined,
): string {
  const { phase, drive = t('anyDrive'), volume, need, status } = job;
  if (status === 'waiting' && need) return waitingSentence(job, need, inserted);
  if (status === 'pausing') return t('pausingTitle');
  const of = plan && volume !== undefined ? { volume, total: plan.volumes.length } : undefined;
  switch (phase) {
    case 'writing':
      return withTimeLeft(of ? t('writingTitle', { drive, ...of }) : t('writingDriveTitle', { drive }), job);
    case 'reading-back':
      return withTimeLeft(of ? t('readingTitle', { drive, ...of }) : t('readingDriveTitle', { drive }), job);
    case 'flushing':
      return t('flushingTitle', { drive });
    case 'checking':
      return t('checkingTitle');
    default:
      return t('dividingTitle');
  }
}

function waitingSentence(
  job: MediaJob,
  need: NonNullable<MediaJob['need']>,
  inserted: InsertedDrive | undefined,
): string {
  const drive = need.drive ?? t('anyDrive');
  if (inserted?.isReinserted)
    return t(inserted.isChosen ? 'reinsertedTitle' : 'reinsertedSelectTitle', { drive });
  const isOtherChosen = inserted?.isChosen === true;
  switch (isOtherChosen && need.reason !== 'too-small' ? 'next' : need.reason) {
    case 'removed':
      return t('driveRemovedTitle', { drive });
    case 'read-only':
      return t('readOnlyTitle', { drive });
    case 'too-small':
      if (!inserted) return t('tooSmallTitle', { drive });
      return inserted.isChosen
        ? t('tooSmallContinueTitle', { drive, next: inserted.name })
        : t('tooSmallSelectTitle', { drive });
    default: {
      const safe = job.safe.at(-1)?.drive;
      if (inserted?.isChosen)
        return safe
          ? t('continueSafeTitle', { safe, drive: inserted.name })
          : t('continueTitle', { drive: inserted.name });
      if (inserted) return safe ? t('selectSafeTitle', { safe }) : t('selectTitle');
      return safe ? t('insertSafeTitle', { safe }) : t('insertTitle');
    }
  }
}

/** Returns the label, model or device of a drive. */
export function driveName({ label, model, device }: Pick<DriveLine, 'label' | 'model' | 'device'>): string {
  return label ?? model ?? device;
}

/** Returns size, file system and free space, such as `29.8 GiB · exFAT · 3.7 GiB free`. */
export function driveFacts({ bytes, fileSystem, free }: DriveLine): string {
  return [size(bytes), fileSystem, free === undefined ? undefined : t('freeSpace', { size: size(free) })]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** Returns the name of the drive at a path, or the folder name. */
export function placeName(path: string, drives: readonly DriveLine[]): string {
  const drive = drives.find(({ mountPoint }) => mountPoint === path);
  return drive ? driveName(drive) : baseName(path);
}

/** Returns ranges of volumes that contain the same deliverable. */
export function deliverableRuns(
  volumes: readonly { number: number; deliverable: string }[],
): { name: string; from: number; to: number }[] {
  const runs: { name: string; from: number; to: number }[] = [];
  for (const { number, deliverable } of volumes) {
    const last = runs.at(-1);
    if (last?.name === deliverable) last.to = number;
    else runs.push({ name: deliverable, from: number, to: number });
  }
  return runs;
}

/** Shortens the name of a deliverable: `release 4.16.1-x86_64` to `4.16.1`. */
export function shortDeliverable(name: string): string {
  return name.replace(/^release /, '').replace(/-x86_64$/, '');
}

/** Reads a volume size such as `4 GB`, `650MiB` or `4000000000`. Returns an error if it is invalid. */
export function volumeSizeOf(text: string): { bytes: number } | { error: string } {
  const match = /^\s*(\d+(?:\.\d+)?)(?:\s*([kmgt])(i)?b?)?\s*$/i.exec(text);
  if (!match) return { error: t('sizeError') };
  const power = match[2] === undefined ? 0 : 'kmgt'.indexOf(match[2].toLowerCase()) + 1;
  const bytes = Math.floor(Number(match[1]) * (match[3] ? 1024 : 1000) ** power);
  return bytes < 65_536 ? { error: t('smallSizeError') } : { bytes };
}
