import type { Problem } from '../../base/errors/airlock-error.ts';
import type { MediumRoom } from '../volumes/cut.ts';
import type { CutVolume } from '../volumes/export-document.ts';
import type { MediumFacts } from '../volumes/medium.ts';
import type { EmitMediaEvent, PieceState } from './events.ts';
import { type CutRequest, unwritten, withNewCut } from './plan.ts';
import { currentCut, type ExportState, type WrittenVolume, writeExportState } from './state.ts';
import type { VolumeExport } from './volume.ts';

/** A file beside the pieces of a medium: path relative to the medium, with `/`. */
export interface Companion {
  path: string;
  content: string | Uint8Array;
}

/** A medium whose pieces are written, for those who add files to it. */
export interface FilledMedium {
  /** Of the drive in this export, from 1. */
  number: number;
  /** Where it is mounted. */
  path: string;
  /** Not for files on media: labels may be names of hosts and people. */
  label: string;
  /** On this medium, by number; also those that the state has on another one. */
  pieces: WrittenVolume[];
  state: ExportState;
}

/** An export under way. */
export interface ExportRun {
  directory: string;
  state: ExportState;
  /** Only these numbers, also when they were written before. */
  asked: ReadonlySet<number> | undefined;
  /** Places where a file system was mounted: when none is, nothing is inserted. */
  mounts: Set<string>;
  /** Numbers of pieces that this call wrote or found, by label. */
  settled: Map<string, number[]>;
  work: VolumeExport;
  request: Omit<CutRequest, 'media' | 'now'>;
  probe: (path: string) => Promise<MediumFacts>;
  companions: (medium: FilledMedium) => Promise<Companion[]>;
  emit: EmitMediaEvent;
}

/** What is still to be written in this call, by number. */
export function todoOf(run: ExportRun): CutVolume[] {
  if (!run.asked) return unwritten(run.state);
  const settled = new Set([...run.settled.values()].flat());
  return currentCut(run.state).pieces.filter(({ number }) => run.asked?.has(number) && !settled.has(number));
}

/** Cuts what is not written anew, for these media and full pieces behind them; saved when it returns. */
export async function cutAnew(run: ExportRun, media: readonly MediumRoom[]): Promise<void> {
  run.state = withNewCut(run.state, { ...run.request, media, now: new Date() });
  await writeExportState(run.directory, run.state);
}

/** Notes that a piece is on a medium; saved when it returns. */
export async function settle(run: ExportRun, written: WrittenVolume, how: PieceState): Promise<void> {
  const others = run.state.written.filter(({ number }) => number !== written.number);
  const all = [...others, written].sort((a, b) => a.number - b.number);
  run.state = { ...run.state, written: all };
  await writeExportState(run.directory, run.state);
  run.settled.set(written.medium, [...(run.settled.get(written.medium) ?? []), written.number]);
  reportVolume(run, written, written.medium, how);
}

export function reportVolume(
  run: ExportRun,
  volume: { number: number; size: number },
  medium: string,
  state: PieceState,
): void {
  const { pieces: volumes, transfer } = currentCut(run.state);
  const { number, size } = volume;
  const name = run.work.profile.volumeName(transfer, number);
  run.emit({ type: 'piece', number, of: volumes.length, name, size, state, medium });
}

/** Tells what should be known and stops nothing. */
export function warn(run: ExportRun, code: Problem['code'], message: string, remedy: string): void {
  run.emit({ type: 'problem', problem: { code, level: 'warning', message, remedy } });
}
