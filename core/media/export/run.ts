import type { Problem } from '../../base/errors/airlock-error.ts';
import type { DriveSpace } from '../volumes/cut.ts';
import type { DriveFacts } from '../volumes/drive.ts';
import type { CutVolume } from '../volumes/export-document.ts';
import type { EmitMediaEvent, VolumeState } from './events.ts';
import { type CutRequest, unwritten, withNewCut } from './plan.ts';
import { currentCut, type ExportState, type WrittenVolume, writeExportState } from './state.ts';
import type { VolumeExport } from './volume.ts';

/** A file next to the volumes of a drive. Its path is relative to the drive, with `/`. */
export interface Companion {
  path: string;
  /** Creates the content. Called for one file at a time, because some are several MB in size. */
  content(): string | Uint8Array;
}

/** A drive whose volumes are written, for functions that add files to it. */
export interface FilledDrive {
  /** Number of the drive in this export, from 1. */
  number: number;
  /** Where it is mounted. */
  path: string;
  /** Must not be written to drives, because labels may contain names of hosts and people. */
  label: string;
  /** Volumes on this drive by number, including those that the state lists on another one. */
  volumes: WrittenVolume[];
  state: ExportState;
}

/** An export under way. */
export interface ExportRun {
  directory: string;
  state: ExportState;
  /** Numbers of the only volumes to write, even if they were written before. */
  requested: ReadonlySet<number> | undefined;
  /** Paths where a file system was mounted, to detect that a drive was removed. */
  mounts: Set<string>;
  /** Numbers of volumes that this call wrote or found, by label. */
  settled: Map<string, number[]>;
  /** Paths of drives whose recorded volumes were checked for existence and size. */
  checked: Set<string>;
  work: VolumeExport;
  request: Omit<CutRequest, 'media' | 'now'>;
  probe: (path: string) => Promise<DriveFacts>;
  companions: (drive: FilledDrive) => Promise<Companion[]>;
  emit: EmitMediaEvent;
}

/** Returns the volumes that this call still has to write, by number. */
export function todoOf(run: ExportRun): CutVolume[] {
  if (!run.requested) return unwritten(run.state);
  const settled = new Set([...run.settled.values()].flat());
  return currentCut(run.state).volumes.filter(
    ({ number }) => run.requested?.has(number) && !settled.has(number),
  );
}

/** Divides everything unwritten into volumes for these drives, then into full volumes. Saves the state. */
export async function recutVolumes(run: ExportRun, media: readonly DriveSpace[]): Promise<void> {
  run.state = withNewCut(run.state, { ...run.request, media, now: new Date() });
  await writeExportState(run.directory, run.state);
}

/** Records that a volume is on a drive. Saves the state. */
export async function settle(run: ExportRun, written: WrittenVolume, how: VolumeState): Promise<void> {
  const others = run.state.written.filter(({ number }) => number !== written.number);
  const all = [...others, written].sort((a, b) => a.number - b.number);
  run.state = { ...run.state, written: all };
  await writeExportState(run.directory, run.state);
  run.settled.set(written.drive, [...(run.settled.get(written.drive) ?? []), written.number]);
  reportVolume(run, written, written.drive, how);
}

/** A volume whose file on its drive is missing or incomplete. */
export interface LostVolume {
  volume: WrittenVolume;
  state: 'missing' | 'damaged';
}

/** Removes lost volumes from the state, so that they are written again. Saves the state. */
export async function unsettle(run: ExportRun, lost: readonly LostVolume[]): Promise<void> {
  const numbers = new Set(lost.map(({ volume }) => volume.number));
  const written = run.state.written.filter(({ number }) => !numbers.has(number));
  run.state = { ...run.state, written };
  await writeExportState(run.directory, run.state);
  for (const { volume, state } of lost) {
    run.work.progress.extend(volume.size);
    reportVolume(run, volume, volume.drive, state);
  }
}

/** Emits the state of a volume. */
export function reportVolume(
  run: ExportRun,
  volume: { number: number; size: number },
  drive: string,
  state: VolumeState,
): void {
  const { volumes, transfer } = currentCut(run.state);
  const { number, size } = volume;
  const name = run.work.profile.volumeName(transfer, number);
  run.emit({ type: 'volume', number, of: volumes.length, name, size, state, drive });
}

/** Emits a warning. */
export function warn(run: ExportRun, code: Problem['code'], message: string, remedy: string): void {
  run.emit({ type: 'problem', problem: { code, level: 'warning', message, remedy } });
}
