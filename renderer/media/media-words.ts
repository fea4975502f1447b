import { capitalized, wordList } from '../../core/contract/documents/words.ts';
import { isUnderWay } from '../../core/contract/topics/job.ts';
import type { DriveLine, ExportLine, MediaJob } from '../../core/contract/topics/media.ts';
import { counted, duration, size } from '../parts/format.ts';
import { baseName } from '../parts/paths.ts';
import type { Mark } from '../parts/state-mark.tsx';

/** `pieces 1 to 7`, `piece 3`, `pieces 1, 3 to 5 and 9`. */
export function pieceList(numbers: readonly number[]): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const number of sorted) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const parts = ranges.flatMap(([first, last]) =>
    first === last ? [`${first}`] : last === first + 1 ? [`${first}`, `${last}`] : [`${first} to ${last}`],
  );
  return `${sorted.length === 1 ? 'piece' : 'pieces'} ${wordList(parts) || 'none'}`;
}

/** The job where it stopped before it was done, and can be resumed. */
export function stoppedJob(job: MediaJob | undefined): MediaJob | undefined {
  return job?.status === 'paused' || job?.status === 'failed' ? job : undefined;
}

/** Whether a job calls the medium at a path so: by its label, or by its folder. @param name of what is at the path */
export function isCalled(medium: string | undefined, path: string, name: string): boolean {
  return medium !== undefined && (medium === name || path.endsWith(`/${medium}`));
}

/** A box of the row of pieces. */
export interface PieceBox {
  number: number;
  mark: Mark | 'next';
  word: string;
  /** On hover, and for who cannot see the box. */
  title: string;
}

/** The pieces of an export as boxes; what the job does now is newer than the plan. */
export function exportBoxes(plan: ExportLine, job: MediaJob | undefined): PieceBox[] {
  const told = new Map(job?.pieces.map((piece) => [piece.number, piece]));
  const under = job !== undefined && isUnderWay(job);
  let next = true;
  const labels = shortLabels([...plan.media, ...(job?.pieces.flatMap(({ medium }) => medium ?? []) ?? [])]);
  return plan.pieces.map((piece): PieceBox => {
    const now = told.get(piece.number);
    const written = now?.state === 'written' || now?.state === 'kept' ? now.medium : piece.medium;
    const about = `${piece.name}, ${size(piece.size)}, ${piece.deliverable}`;
    const { number } = piece;
    if (under && (now?.state === 'writing' || now?.state === 'reading-back')) {
      next = false;
      return { number, mark: 'running', word: now.state === 'writing' ? 'writing' : 'reading', title: about };
    }
    if (written !== undefined)
      return {
        number,
        mark: 'good',
        word: labels.get(written) ?? 'written',
        title: `${about}, on ${written}`,
      };
    const first = next;
    next = false;
    return first
      ? { number, mark: 'next', word: 'next', title: about }
      : { number, mark: 'left-out', word: 'waits', title: about };
  });
}

/** What tells media apart in a small box: `on A` and `on B` for FLEET-A and FLEET-B; nothing for a single one. */
export function shortLabels(labels: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(labels)];
  if (all.length < 2) return new Map();
  let common = all[0]!.length;
  for (const label of all) for (let i = 0; i < common; i++) if (label[i] !== all[0]![i]) common = i;
  // A name is not cut within a word or number.
  const start = Math.max(...['-', '_', '.', ' '].map((end) => all[0]!.slice(0, common).lastIndexOf(end) + 1));
  return new Map(all.map((label) => [label, `on ${label.slice(start)}`]));
}

/** `4 GB`, as it is printed on media and as limits are named; else in binary units. */
export function mediaSize(bytes: number): string {
  for (const [unit, power] of [
    ['GB', 9],
    ['MB', 6],
  ] as const)
    if (bytes >= 10 ** power && bytes % 10 ** (power - 1) === 0) return `${bytes / 10 ** power} ${unit}`;
  return size(bytes);
}

/** What the hands have to do, in one sentence. @param chosen labels of the media that are chosen */
export function carrySentence(options: {
  transfer: string;
  plan: ExportLine | undefined;
  job: MediaJob | undefined;
  chosen: readonly string[];
}): string {
  const { transfer, plan, job, chosen } = options;
  if (job && isUnderWay(job)) return workingSentence(job, plan);
  if (
    job?.status === 'done' &&
    job.settings.kind === 'export' &&
    job.settings.format !== 'airlock' &&
    chosen.length > 0
  )
    return `${transfer} is written as ${job.settings.format} reads it, onto ${job.settings.to.map(baseName).join(' and ')}.`;
  if (!plan) return `How ${transfer} is cut is being found out.`;
  const all = plan.pieces.length;
  const written = plan.pieces.filter(({ state }) => state === 'written').length;
  if (job?.status === 'failed')
    return `The export stopped: ${written} of ${counted(all, 'piece')} are written.`;
  if (plan.whole) {
    const safe = job?.status === 'done' ? job.safe.at(-1)?.medium : undefined;
    const media = counted(plan.media.length, 'medium', 'media');
    return `All of ${transfer} is on ${plan.media.length === 1 ? plan.media[0] : media}.${safe ? ` ${safe} is safe to remove.` : ''}`;
  }
  if (plan.begun) {
    const rest = counted(all - written, 'piece');
    return chosen.length > 0
      ? `The other ${rest} go onto ${chosen.join(' and ')}.`
      : `${written} of ${counted(all, 'piece')} are written. Choose a medium for the rest.`;
  }
  return chosen.length > 0
    ? `${transfer} goes onto ${chosen.join(' and ')} in ${counted(all, 'piece')}.`
    : `Where shall ${transfer} be written?`;
}

/** ` 4 min left.`, once it is known. */
export function leftWords({ progress: { remainingMs } }: Pick<MediaJob, 'progress'>): string {
  return remainingMs !== undefined && remainingMs >= 1000
    ? ` ${capitalized(duration(remainingMs))} left.`
    : '';
}

function workingSentence(job: MediaJob, plan: ExportLine | undefined): string {
  const { phase, medium = 'the medium', piece, need, status } = job;
  if (status === 'waiting' && need) {
    const safe = job.safe.at(-1)?.medium;
    if (need.reason === 'gone') return `${need.medium} is gone. Insert it again, or choose another.`;
    if (need.reason === 'read-only') return `${need.medium} cannot be written. Choose another.`;
    if (need.reason === 'too-small') return `${need.medium} has no room for a piece. Insert another.`;
    return `${safe ? `${safe} is safe to remove. ` : ''}Insert the next medium.`;
  }
  if (status === 'pausing') return 'Pausing: what is written is kept.';
  const of = plan ? ` of ${plan.pieces.length}` : '';
  const left = leftWords(job);
  switch (phase) {
    case 'writing':
      return `Writing piece ${piece ?? ''}${of} onto ${medium}.${left}`;
    case 'reading-back':
      return `Reading piece ${piece ?? ''}${of} back from ${medium}.${left}`;
    case 'flushing':
      return `Flushing ${medium}. Leave it in.`;
    case 'checking':
      return 'Checking what is to leave.';
    default:
      return 'Cutting the transfer into pieces.';
  }
}

/** What people call a drive. */
export function driveName({ label, model, device }: Pick<DriveLine, 'label' | 'model' | 'device'>): string {
  return label ?? model ?? device;
}

/** `29.8 GiB · exFAT · 3.7 GiB free`. */
export function driveFacts({ bytes, fileSystem, free }: DriveLine): string {
  return [size(bytes), fileSystem, free === undefined ? undefined : `${size(free)} free`]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** What to call a destination: the drive that is mounted there, else the folder. */
export function placeName(path: string, drives: readonly DriveLine[]): string {
  const drive = drives.find(({ mountPoint }) => mountPoint === path);
  return drive ? driveName(drive) : baseName(path);
}

/** Runs of pieces that are for one deliverable, in the order of the pieces. */
export function deliverableRuns(
  pieces: readonly { number: number; deliverable: string }[],
): { name: string; from: number; to: number }[] {
  const runs: { name: string; from: number; to: number }[] = [];
  for (const { number, deliverable } of pieces) {
    const last = runs.at(-1);
    if (last?.name === deliverable) last.to = number;
    else runs.push({ name: deliverable, from: number, to: number });
  }
  return runs;
}

/** `release 4.16.1-x86_64` is `4.16.1` where there is little room. */
export function shortDeliverable(name: string): string {
  return name.replace(/^release /, '').replace(/-x86_64$/, '');
}

/** Bytes from `4 GB`, `650MiB`, `4000000000`; what is wrong with it otherwise. */
export function pieceSizeOf(text: string): { bytes: number } | { error: string } {
  const match = /^\s*(\d+(?:\.\d+)?)(?:\s*([kmgt])(i)?b?)?\s*$/i.exec(text);
  if (!match) return { error: 'Such as 4 GB or 650 MiB.' };
  const power = match[2] === undefined ? 0 : 'kmgt'.indexOf(match[2].toLowerCase()) + 1;
  const bytes = Math.floor(Number(match[1]) * (match[3] ? 1024 : 1000) ** power);
  return bytes < 65_536 ? { error: 'At least 64 KiB.' } : { bytes };
}
