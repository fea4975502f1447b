import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { INDEX_NAME } from '../../store/set-format/set-index.ts';
import { LEAST_PIECE_SIZE, type MediumRoom } from '../volumes/cut.ts';
import { type CutVolume, EXPORT_NAME } from '../volumes/export-document.ts';
import { labelOf, type MediumFacts, openMediumFolder } from '../volumes/medium.ts';
import { troubleOf } from '../volumes/medium-fault.ts';
import { numberForDrive, withDriveNumber } from './drive-numbers.ts';
import { describeDrive, finishDrive, type OpenMedium } from './finish-drive.ts';
import { cutAnew, type ExportRun, reportVolume, settle, todoOf, warn } from './run.ts';
import { currentCut } from './state.ts';
import { adoptVolume, exportVolume } from './volume.ts';

/** Where to write. */
export interface Destination {
  /** A folder on the medium, mostly where it is mounted. It must be there. */
  path: string;
  /** Default: the last step of the path. */
  label?: string;
}

/** How filling a medium ended. */
export type MediumOutcome =
  /** Nothing is left to be written. */
  | { kind: 'done'; label: string }
  /** It took what fits. */
  | { kind: 'full'; label: string }
  /** It took nothing. */
  | { kind: 'too-small'; label: string }
  | { kind: 'gone' | 'read-only'; label: string; error: AirlockError };

/** Kept free in a cut beyond what is known to lie beside the pieces: folders, blocks, a page for people. */
const SPARE = 64 * 1024;
/** Of what lies beside the pieces the index says most: record and lists are not larger than so many of it. */
const INDEXES = 3;
const FAT_LIMIT = 2 ** 32 - 1;

/**
 * Writes the next pieces of an export onto a medium until nothing is left or nothing fits. Pieces that are there already
 * are read and kept.
 * @param later rooms of the media that are named after this one
 * @throws AirlockError for what is not the medium's fault, and for one that reads otherwise than it was written
 */
export async function fillMedium(
  run: ExportRun,
  destination: Destination,
  later: () => Promise<MediumRoom[]>,
): Promise<MediumOutcome> {
  let label = destination.label ?? labelOf(destination.path);
  try {
    const facts = await run.probe(destination.path);
    await checkMounted(run, destination.path, label, facts);
    const below = run.work.profile.folder(run.state.transfer);
    const folder = join(destination.path, ...below.split('/'));
    const before = await readdir(folder).catch(() => []);
    label = ownLabel(run, label, before);
    if (todoOf(run).length === 0 && volumeNamesIn(run, before).length === 0) return { kind: 'done', label };
    if (facts.readOnly) throw trouble('EROFS', `${label} is read-only`);
    const names = await openMediumFolder(folder, volumeNamesOf(run), below !== '');
    const here = currentCut(run.state).pieces.flatMap(({ number, name }) =>
      names.includes(name) ? number : [],
    );
    const number = numberForDrive(run.state, label, names, new Set(here));
    return await fillFolder(run, { path: destination.path, number, label, folder, names, facts }, later);
  } catch (thrown) {
    const error = asAirlockError(thrown);
    const kind = error.side === 'destination' ? troubleOf(error.cause) : undefined;
    if (kind === 'gone' || kind === 'read-only') return { kind, label, error };
    throw error;
  }
}

/**
 * The folder of a stick is there without the stick, too, and would fill the disk it is on.
 * @throws AirlockError when nothing is mounted where something was
 */
async function checkMounted(
  run: ExportRun,
  path: string,
  label: string,
  { mounted, device }: MediumFacts,
): Promise<void> {
  if (mounted) run.mounts.add(path);
  else if (run.mounts.has(path)) throw trouble('ENODEV', `nothing is mounted at ${path}`);
  else if (mounted === false && device === (await stat(run.directory)).dev)
    warn(
      run,
      'disk',
      `${label} is on the disk of the workspace`,
      `If a medium was meant: mount it at ${path} first. If this folder is carried on by other means, all is well.`,
    );
}

async function fillFolder(
  run: ExportRun,
  medium: OpenMedium,
  later: () => Promise<MediumRoom[]>,
): Promise<MediumOutcome> {
  const { label } = medium;
  await keepWhatIsThere(run, medium);
  const started = volumeNamesIn(run, medium.names).length > 0;
  let accepted = 0;
  let mayCut = !run.asked && !started;
  let limits: Partial<MediumFacts> = {};
  /** It refused a piece that should have fitted. */
  let rejected = false;
  for (let volume = todoOf(run)[0]; volume; volume = todoOf(run)[0]) {
    run.work.signal?.throwIfAborted();
    const facts = { ...(await samePlace(run, medium)), ...limits };
    const besides = await bytesBesides(run, medium.folder);
    if (!rejected && fits(volume, facts, besides)) {
      if (!started && accepted === 0) await describeDrive(run, medium);
      run.state = withDriveNumber(run.state, medium);
      const outcome = await writeOne(run, medium, volume);
      rejected = outcome !== 'written';
      if (outcome === 'too-large') limits = { maxFileBytes: FAT_LIMIT };
      if (outcome === 'written') accepted++;
      continue;
    }
    const room = facts.freeBytes - besides - SPARE;
    if (!mayCut || accepted > 0 || !Number.isFinite(room) || room < LEAST_PIECE_SIZE) break;
    mayCut = false;
    rejected = false;
    await cutAnew(run, [{ ...facts, freeBytes: room }, ...(await later())]);
  }
  if (!started && accepted === 0) return { kind: 'too-small', label };
  await finishDrive(run, medium);
  return { kind: todoOf(run).length === 0 ? 'done' : 'full', label };
}

/** Settles pieces that an earlier call wrote and could not note any more. */
async function keepWhatIsThere(run: ExportRun, medium: OpenMedium): Promise<void> {
  if (run.asked) return;
  const there = todoOf(run).filter(({ name }) => medium.names.includes(name));
  for (const volume of there) {
    const found = await adoptVolume(medium.folder, volume, run.state, medium.label, run.work);
    if (found) await settle(run, found, 'kept');
  }
}

async function writeOne(
  run: ExportRun,
  medium: OpenMedium,
  volume: CutVolume,
): Promise<'written' | 'full' | 'too-large'> {
  reportVolume(run, volume, medium.label, 'writing');
  try {
    const written = await exportVolume(medium.folder, volume, run.state, medium.label, run.work);
    await settle(run, written, 'written');
    return 'written';
  } catch (error) {
    const kind = error instanceof AirlockError && error.side === 'destination' && troubleOf(error.cause);
    if (kind !== 'full' && kind !== 'too-large') throw error;
    warn(
      run,
      kind === 'full' ? 'disk-full' : 'file-system',
      kind === 'full'
        ? `${medium.label} was full before ${volume.name} was on it; nothing of that piece counts`
        : `${medium.label} takes no file of ${volume.size} bytes; nothing of that piece counts`,
      'It goes onto the next medium, or is cut smaller.',
    );
    return kind;
  }
}

/** The state of a medium now. @throws AirlockError when another file system is where it was */
async function samePlace(run: ExportRun, medium: OpenMedium): Promise<MediumFacts> {
  const facts = await run.probe(medium.path);
  if (facts.device !== medium.facts.device) throw trouble('ENODEV', `${medium.label} was taken out`);
  return facts;
}

function fits(volume: CutVolume, facts: MediumFacts, besides: number): boolean {
  const { freeBytes, maxFileBytes = Number.POSITIVE_INFINITY, blockBytes = 512 } = facts;
  const needed = Math.ceil(volume.size / blockBytes) * blockBytes;
  return needed <= freeBytes - besides && volume.size <= maxFileBytes;
}

/** Room for pieces on a medium that has none yet. */
export function roomForVolumes(indexText: string, facts: MediumFacts): MediumRoom {
  return { ...facts, freeBytes: facts.freeBytes - INDEXES * indexText.length - 2 * SPARE };
}

/** Bytes that are still to be written beside the pieces. */
async function bytesBesides(run: ExportRun, folder: string): Promise<number> {
  if (!run.work.profile.besides) return 0;
  let there = 0;
  for (const name of [INDEX_NAME, EXPORT_NAME])
    there += (await stat(join(folder, name)).catch(() => ({ size: 0 }))).size;
  return Math.max(0, INDEXES * run.work.set.indexText.length + SPARE - there);
}

/** Sticks come one after another to the same place: one that lacks the pieces of its name is another. */
function ownLabel(run: ExportRun, base: string, names: readonly string[]): string {
  for (let n = 1; ; n++) {
    const label = n === 1 ? base : `${base}-${n}`;
    const there = run.state.written.filter(({ medium }) => medium === label);
    if (there.length === 0 || there.some(({ number }) => names.includes(nameOf(run, number)))) return label;
  }
}

/** Of all revisions. */
function volumeNamesOf({ state }: ExportRun): Set<string> {
  return new Set(state.revisions.flatMap(({ pieces: volumes }) => volumes.map(({ name }) => name)));
}

function volumeNamesIn(run: ExportRun, names: readonly string[]): string[] {
  const known = new Set(run.state.written.map(({ number }) => nameOf(run, number)));
  return names.filter((name) => known.has(name));
}

function nameOf(run: ExportRun, number: number): string {
  return run.work.profile.volumeName(run.state.transfer, number);
}

function trouble(code: string, message: string): AirlockError {
  return new AirlockError('disk', message, {
    side: 'destination',
    cause: Object.assign(new Error(message), { code }),
  });
}
