import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { INDEX_NAME } from '../../store/set-format/set-index.ts';
import { type DriveSpace, fitsOn, MINIMUM_VOLUME_SIZE } from '../volumes/cut.ts';
import { type DriveFacts, labelOf, openDriveFolder } from '../volumes/drive.ts';
import { driveFaultKind, onDrive } from '../volumes/drive-fault.ts';
import { type CutVolume, EXPORT_NAME } from '../volumes/export-document.ts';
import {
  driveNumberOf,
  labelForDrive,
  listNumbers,
  numberForDrive,
  withDriveNumber,
} from './drive-numbers.ts';
import { describeDrive, finishDrive, type OpenDrive } from './finish-drive.ts';
import { t } from './messages.ts';
import type { SetToCarry } from './plan.ts';
import {
  type ExportRun,
  type LostVolume,
  recutVolumes,
  reportVolume,
  settle,
  todoOf,
  unsettle,
  warn,
} from './run.ts';
import { currentCut, type DriveNumber, writeExportState } from './state.ts';
import { adoptVolume, exportVolume } from './volume.ts';

/** A drive to write to. */
export interface Destination {
  /** An existing folder on the drive, usually its mount point. */
  path: string;
  /** Default: the last part of the path. */
  label?: string;
}

/** How filling a drive ended. */
export type DriveOutcome =
  /** Everything is written. */
  | { kind: 'done'; label: string }
  /** Some volumes were written, and no more fits. */
  | { kind: 'full'; label: string }
  /** No volume fits. */
  | { kind: 'too-small'; label: string }
  | { kind: 'removed' | 'read-only'; label: string; error: AirlockError };

/** Bytes reserved for folders, blocks and the page, in addition to the known files next to the volumes. */
const SPARE = 64 * 1024;
/** Estimated size of the files next to the volumes, in sizes of the index. */
const INDEXES = 3;
const FAT_LIMIT = 2 ** 32 - 1;

/**
 * Writes the next volumes of an export to a drive until all are written or no more fits. Reads and adopts valid volumes that
 * are already on it.
 * @param later returns the free space of the drives after this one
 * @throws AirlockError for faults that the drive didn't cause, and for a drive that reads other bytes than were written
 */
export async function fillDrive(
  run: ExportRun,
  destination: Destination,
  later: () => Promise<DriveSpace[]>,
): Promise<DriveOutcome> {
  const given = destination.label ?? labelOf(destination.path);
  let label = given;
  run.emit({ type: 'drive', path: destination.path });
  try {
    const facts = await run.probe(destination.path);
    await checkMounted(run, destination.path, label, facts);
    const below = run.work.profile.directory(run.state.transfer);
    const folder = join(destination.path, ...below.split('/'));
    const before = await readdir(folder).catch(() => []);
    label = labelForDrive(run.state, given, before, (number) => nameOf(run, number));
    await checkRecorded(run, { path: destination.path, folder, label, names: before, facts });
    if (todoOf(run).length === 0 && volumeNamesIn(run, before).length === 0) return { kind: 'done', label };
    if (facts.readOnly) throw driveFault('EROFS', t('driveReadOnly', { drive: label }));
    const names = await openDriveFolder(folder, volumeNamesOf(run), below !== '');
    const here = currentCut(run.state).volumes.flatMap(({ number, name }) =>
      names.includes(name) ? number : [],
    );
    const number = numberForDrive(run.state, label, names, new Set(here));
    await forgetDeleted(run, { label, number }, before);
    const drive = { path: destination.path, number, label, name: given, folder, names, facts };
    return await fillFolder(run, drive, later);
  } catch (thrown) {
    const error = asAirlockError(thrown);
    const kind = error.side === 'destination' ? driveFaultKind(error.cause) : undefined;
    if (kind === 'removed' || kind === 'read-only') return { kind, label, error };
    throw error;
  }
}

/**
 * Checks that a drive is mounted, because its mount point also exists without it, on the disk of the host.
 * @throws AirlockError if a drive was mounted before and none is now
 */
async function checkMounted(
  run: ExportRun,
  path: string,
  label: string,
  { mounted, device }: DriveFacts,
): Promise<void> {
  if (mounted) run.mounts.add(path);
  else if (run.mounts.has(path)) throw driveFault('ENODEV', t('driveNotMounted', { path }));
  else if (mounted === false && device === (await stat(run.directory)).dev)
    warn(run, 'disk', t('driveOnWorkspaceDisk', { drive: label }), t('driveOnWorkspaceDiskRemedy', { path }));
}

/**
 * Checks the existence and size of the volumes that earlier calls wrote to this drive, without reading them. Missing and
 * incomplete ones are removed from the state, so that they are written again. Requested volumes are written in any case, and
 * software for diodes removes the files that it has sent: then there is nothing to check.
 * @throws AirlockError of side `destination` for faults of the drive
 */
async function checkRecorded(
  run: ExportRun,
  {
    path: drive,
    folder,
    label,
    names,
    facts,
  }: Pick<OpenDrive, 'path' | 'folder' | 'label' | 'names' | 'facts'>,
): Promise<void> {
  if (run.requested || !run.work.profile.writesCompanions) return;
  const lists = listNumbers(names);
  const number = driveNumberOf(run.state, label);
  const isOther = lists.length > 0 && number !== undefined && !lists.includes(number);
  const settled = new Set(run.settled.get(label));
  const recorded = run.state.written.filter(
    (volume) => volume.drive === label && !settled.has(volume.number),
  );
  if (isOther || recorded.length === 0) return;
  const lost: LostVolume[] = [];
  for (const volume of recorded) {
    const path = join(folder, nameOf(run, volume.number));
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw onDrive(error, path);
    });
    if (found?.size === volume.size) continue;
    // An incomplete volume must not occupy the space that it needs when it is written again.
    if (found && !facts.readOnly)
      await rm(path, { force: true }).catch((error: unknown) => {
        throw onDrive(error, path);
      });
    lost.push({ volume, state: found ? 'damaged' : 'missing' });
  }
  if (lost.length > 0) await unsettle(run, lost);
  run.checked.add(drive);
}

async function fillFolder(
  run: ExportRun,
  drive: OpenDrive,
  later: () => Promise<DriveSpace[]>,
): Promise<DriveOutcome> {
  const { label } = drive;
  await adoptVolumes(run, drive);
  const started = volumeNamesIn(run, drive.names).length > 0;
  let accepted = 0;
  let mayCut = !run.requested && !started;
  let limits: Partial<DriveFacts> = {};
  // Whether a volume that should fit couldn't be written.
  let rejected = false;
  for (let volume = todoOf(run)[0]; volume; volume = todoOf(run)[0]) {
    run.work.signal?.throwIfAborted();
    const facts = { ...(await samePlace(run, drive)), ...limits };
    const reserved = await companionBytes(run, drive.folder);
    if (!rejected && fitsOn(volume.size, { ...facts, freeBytes: facts.freeBytes - reserved })) {
      if (!started && accepted === 0) await describeDrive(run, drive);
      run.state = withDriveNumber(run.state, drive);
      const outcome = await writeOne(run, drive, volume);
      rejected = outcome !== 'written';
      if (outcome === 'too-large') limits = { maxFileBytes: FAT_LIMIT };
      if (outcome === 'written') accepted++;
      continue;
    }
    const room = facts.freeBytes - reserved - SPARE;
    if (!mayCut || accepted > 0 || !Number.isFinite(room) || room < MINIMUM_VOLUME_SIZE) break;
    mayCut = false;
    rejected = false;
    await recutVolumes(run, [{ ...facts, freeBytes: room }, ...(await later())]);
  }
  if (!started && accepted === 0) return { kind: 'too-small', label };
  await finishDrive(run, drive);
  return { kind: todoOf(run).length === 0 ? 'done' : 'full', label };
}

/** Records volumes that an earlier call wrote but couldn't record. */
async function adoptVolumes(run: ExportRun, drive: OpenDrive): Promise<void> {
  if (run.requested) return;
  const there = todoOf(run).filter(({ name }) => drive.names.includes(name));
  for (const volume of there) {
    const found = await adoptVolume(drive.folder, volume, run.state, drive.label, run.work);
    if (found) await settle(run, found, 'present');
  }
}

async function writeOne(
  run: ExportRun,
  drive: OpenDrive,
  volume: CutVolume,
): Promise<'written' | 'full' | 'too-large'> {
  reportVolume(run, volume, drive.label, 'writing');
  try {
    const written = await exportVolume(drive.folder, volume, run.state, drive.label, run.work);
    await settle(run, written, 'written');
    return 'written';
  } catch (error) {
    const kind = error instanceof AirlockError && error.side === 'destination' && driveFaultKind(error.cause);
    if (kind !== 'full' && kind !== 'too-large') throw error;
    warn(
      run,
      kind === 'full' ? 'disk-full' : 'file-system',
      kind === 'full'
        ? t('driveFull', { drive: drive.label, volume: volume.name })
        : t('fileTooLarge', { drive: drive.label, bytes: volume.size, volume: volume.name }),
      t('volumeMovedRemedy'),
    );
    return kind;
  }
}

/** Returns the current state of a drive. @throws AirlockError if another file system is mounted in its place */
async function samePlace(run: ExportRun, drive: OpenDrive): Promise<DriveFacts> {
  const facts = await run.probe(drive.path);
  if (facts.device !== drive.facts.device)
    throw driveFault('ENODEV', t('driveReplaced', { drive: drive.label }));
  return facts;
}

/** Returns the space for volumes on a drive without any. */
export function roomForVolumes(
  { indexBytes }: Pick<SetToCarry, 'indexBytes'>,
  facts: DriveFacts,
): DriveSpace {
  return { ...facts, freeBytes: facts.freeBytes - INDEXES * indexBytes - 2 * SPARE };
}

/** Returns the bytes of files next to the volumes that aren't written yet. */
async function companionBytes(run: ExportRun, folder: string): Promise<number> {
  if (!run.work.profile.writesCompanions) return 0;
  let there = 0;
  for (const name of [INDEX_NAME, EXPORT_NAME])
    there += (await stat(join(folder, name)).catch(() => ({ size: 0 }))).size;
  return Math.max(0, INDEXES * run.work.set.indexBytes + SPARE - there);
}

/**
 * Removes requested volumes from the state that were deleted from their drive: they may fit only on another one. Without the
 * checksum list, it may be another drive, and nothing is removed.
 */
async function forgetDeleted(
  run: ExportRun,
  { label, number: own }: DriveNumber,
  names: readonly string[],
): Promise<void> {
  if (!listNumbers(names).includes(own)) return;
  const todo = new Set(todoOf(run).map(({ number }) => number));
  const written = run.state.written.filter(
    ({ drive, number }) => drive !== label || !todo.has(number) || names.includes(nameOf(run, number)),
  );
  if (written.length === run.state.written.length) return;
  run.state = { ...withDriveNumber(run.state, { label, number: own }), written };
  await writeExportState(run.directory, run.state);
}

/** Of all revisions. */
function volumeNamesOf({ state }: ExportRun): Set<string> {
  return new Set(state.revisions.flatMap(({ volumes }) => volumes.map(({ name }) => name)));
}

function volumeNamesIn(run: ExportRun, names: readonly string[]): string[] {
  const known = new Set(run.state.written.map(({ number }) => nameOf(run, number)));
  return names.filter((name) => known.has(name));
}

function nameOf(run: ExportRun, number: number): string {
  return run.work.profile.volumeName(run.state.transfer, number);
}

function driveFault(code: string, message: string): AirlockError {
  return new AirlockError('disk', message, {
    side: 'destination',
    cause: Object.assign(new Error(message), { code }),
  });
}
