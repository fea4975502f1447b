import { basename, dirname } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { systemErrorCode } from '../../base/errors/system-error.ts';
import { makeDirectory } from '../../base/files/atomic-file.ts';
import { takeLock } from '../../store/workspace/lock.ts';
import { writtenFolderAround } from '../../store/workspace/written-folders.ts';
import { DRIVE_PROFILE, type MediaProfile } from '../origin/export-profile.ts';
import { APP_SUBJECT, readJournal, writeJournal } from '../transfer/journal.ts';
import { DEFAULT_VOLUME_SIZE } from '../volumes/cut.ts';
import { type DriveFacts, probeDrive } from '../volumes/drive.ts';
import { openSetBytes } from '../volumes/set-bytes.ts';
import type { EmitMediaEvent } from './events.ts';
import { type Destination, type DriveOutcome, fillDrive, roomForVolumes } from './fill-drive.ts';
import { mediaProgress } from './media-progress.ts';
import { type ExportStatus, exportStatus } from './media-status.ts';
import { t } from './messages.ts';
import { knownExport, setToCarry, withNewCut } from './plan.ts';
import { type CopiedApp, putApp } from './put-app.ts';
import { type Companion, type ExportRun, type FilledDrive, todoOf, warn } from './run.ts';
import { currentCut, exportStatePath, otherCuts, readExportState, writeExportState } from './state.ts';

/** The drive that the export needs to continue. */
export interface DriveNeed {
  /** `next`: another drive. `too-small`: no volume fits on the last one. `removed`, `read-only`: it can't be written. */
  reason: 'next' | 'too-small' | 'removed' | 'read-only';
  /** For people. */
  message: string;
  /** Number and bytes of the next volume. */
  volume: number;
  volumeBytes: number;
  /** Volumes and bytes that aren't written yet. */
  volumes: number;
  bytes: number;
  /** Label of the drive that caused the reason. */
  drive?: string;
}

export interface ExportOptions {
  /** Of the workspace. */
  directory: string;
  transfer: string;
  /** Drives, filled one after another. */
  destinations: readonly Destination[];
  /** In bytes. Default: the size of the export so far, or {@link DEFAULT_VOLUME_SIZE}. */
  volumeSize?: number;
  /** Writes only these volumes, even if they were written before. */
  volumes?: readonly number[];
  /** Default true. */
  readBack?: boolean;
  /** A folder with Airlock or a bundle archive, copied to `airlock-app/` on the first drive before any volume. */
  app?: string;
  /** `name version` of this program. */
  tool: string;
  profile?: MediaProfile;
  /** Called when the drives are full or one can't be written. Undefined stops the export, which can be resumed. */
  nextDrive?: (need: DriveNeed) => Promise<Destination | string | undefined>;
  /** Returns files to write next to the volumes of a drive. Called when the drive is filled. */
  companions?: (drive: FilledDrive) => Promise<Companion[]>;
  /** Reads the free space and state of a drive. Default: {@link probeDrive}. */
  probe?: (path: string) => Promise<DriveFacts>;
  emit?: EmitMediaEvent;
  signal?: AbortSignal;
}

export interface ExportResult {
  /** `paused`: `need` has the rest. Otherwise everything is written. */
  status: 'complete' | 'paused';
  export: ExportStatus;
  /** Volumes that this call wrote or found, in order. */
  drives: { label: string; volumes: number[] }[];
  /** Paths of drives on which the existence and size of the volumes written earlier were checked. */
  checked: string[];
  need?: DriveNeed;
  /** Airlock on the first drive, if it was requested. */
  app?: CopiedApp | undefined;
}

/**
 * Writes the volumes of a transfer to drives, one drive after another. Resumes where an earlier call stopped. Writes recorded
 * volumes again only if their files on one of these drives are missing or have another size.
 * @throws AirlockError `usage`, `workspace-invalid`, `plan-changed`, `archive-malformed`, `archive-size`, `digest-mismatch`,
 *   `workspace-locked`, `disk` and `disk-full` (resumable), `interrupted`
 */
export async function exportToMedia(options: ExportOptions): Promise<ExportResult> {
  const { directory, transfer, emit = () => {} } = options;
  emit({ type: 'phase', phase: 'planning' });
  for (const { path } of options.destinations) await rejectWorkspace(path, directory);
  const set = await setToCarry(directory, transfer);
  const lock = exportStatePath(directory, transfer).replace(/json$/, 'lock');
  await makeDirectory(dirname(lock));
  const release = await takeLock(lock, { onTakeover: (problem) => emit({ type: 'problem', problem }) });
  const source = openSetBytes(set.directory, set.index);
  try {
    const profile = options.profile ?? DRIVE_PROFILE;
    const known = await knownExport(directory, set, profile);
    const volumeSize = options.volumeSize ?? known?.revisions.at(-1)?.volumeSize ?? DEFAULT_VOLUME_SIZE;
    const probe = options.probe ?? probeDrive;
    const request = { set, profile, volumeSize, tool: options.tool };
    const readBack = options.readBack ?? true;
    const work = { set, source, profile, readBack, signal: options.signal };
    const roomsOf = async (media: readonly Destination[]) => {
      // A drive that isn't connected now is probed again when it's next.
      const facts = await Promise.all(media.map(({ path }) => probe(path).catch(() => undefined)));
      return facts.flatMap((found) => (found && !found.readOnly ? [roomForVolumes(set, found)] : []));
    };
    const [first] = options.destinations;
    let app: CopiedApp | undefined;
    if (options.app !== undefined && first) {
      const stop = { signal: options.signal };
      app = await putApp(options.app, first.path, { readBack, ...stop });
      await noteApp(directory, transfer, options.app, first);
    }
    let state = known;
    if (!state || volumeSize !== currentCut(state).volumeSize) {
      const cut = { ...request, media: await roomsOf(options.destinations), now: new Date() };
      const other = known ? undefined : await readExportState(directory, transfer);
      state = withNewCut(known, cut);
      if (other) state = { ...state, otherProfiles: otherCuts(other) };
      await writeExportState(directory, state);
    }
    const requested =
      options.volumes && checkRequested(options.volumes, currentCut(state).volumes.length, state.transfer);
    const partial: Omit<ExportRun, 'work'> = {
      directory,
      state,
      requested,
      mounts: new Set(),
      settled: new Map(),
      checked: new Set(),
      request,
      probe,
      companions: options.companions ?? (async () => []),
      emit,
    };
    const left = todoOf({ ...partial, work: { ...work, progress: mediaProgress(emit, 0, 1) } });
    const total = left.reduce((sum, { size }) => sum + size, 0);
    const progress = mediaProgress(emit, total, readBack ? 2 : 1);
    const run: ExportRun = { ...partial, work: { ...work, progress } };
    const need = await fillAll(run, options, roomsOf);
    await noteOnMedia(run);
    progress.report();
    if (!need) progress.phase('done');
    return {
      status: need ? 'paused' : 'complete',
      export: exportStatus(run.state),
      checked: [...run.checked],
      drives: [...run.settled].map(([label, volumes]) => ({ label, volumes })),
      need,
      app,
    };
  } finally {
    await source.close();
    await release();
  }
}

/** Rejects the folders of the workspace that Airlock writes to as destinations. @throws AirlockError `usage` */
async function rejectWorkspace(path: string, directory: string): Promise<void> {
  const folder = await writtenFolderAround(directory, path);
  if (folder !== undefined)
    throw new AirlockError('usage', t('destinationInWorkspace', { path, folder }), {
      remedy: t('destinationInWorkspaceRemedy'),
    });
}

/** Fills all drives. @returns the drive that is needed for the rest */
async function fillAll(
  run: ExportRun,
  { destinations, nextDrive }: ExportOptions,
  roomsOf: (media: readonly Destination[]) => Promise<{ freeBytes: number }[]>,
): Promise<DriveNeed | undefined> {
  const queue = [...destinations];
  let reason: DriveOutcome | undefined;
  for (;;) {
    const destination = queue.shift();
    if (destination) {
      await rejectWorkspace(destination.path, run.directory);
      const outcome = await fillDrive(run, destination, () => roomsOf(queue));
      reason = outcome;
      if (outcome.kind === 'done' || outcome.kind === 'full') continue;
      const need = needOf(run, outcome);
      if (outcome.kind === 'too-small') {
        if (queue.length > 0) warn(run, 'disk-full', need.message, t('nextDriveRemedy'));
        continue;
      }
      // The rest might fit on the next drives, but a drive that was unplugged by mistake comes first.
      run.work.progress.phase('waiting-for-drive', { drive: outcome.label, detail: need.message });
      const again = await nextDrive?.(need);
      if (again === undefined) throw stopped(run, destination, outcome, need);
      queue.unshift(typeof again === 'string' ? { path: again } : again);
      continue;
    }
    if (todoOf(run).length === 0) return undefined;
    const need = needOf(run, reason);
    run.work.progress.phase('waiting-for-drive', { detail: need.message });
    const next = await nextDrive?.(need);
    if (next === undefined) return need;
    queue.push(typeof next === 'string' ? { path: next } : next);
  }
}

const NEED_KEY = {
  next: 'nextDrive',
  'too-small': 'driveTooSmall',
  removed: 'driveMissing',
  'read-only': 'driveUnwritable',
} as const;

function needOf(run: ExportRun, outcome: DriveOutcome | undefined): DriveNeed {
  const left = todoOf(run);
  const next = left[0];
  const reason =
    outcome === undefined || outcome.kind === 'done' || outcome.kind === 'full' ? 'next' : outcome.kind;
  const of = currentCut(run.state).volumes.length;
  const values = { drive: outcome?.label ?? '', next: next?.number ?? 0, of };
  return {
    reason,
    message: t(NEED_KEY[reason], values),
    volume: next?.number ?? 0,
    volumeBytes: next?.size ?? 0,
    volumes: left.length,
    bytes: left.reduce((sum, { size }) => sum + size, 0),
    drive: reason !== 'next' && outcome ? outcome.label : undefined,
  };
}

function stopped(
  run: ExportRun,
  { path }: Destination,
  outcome: DriveOutcome & { error?: AirlockError },
  need: DriveNeed,
): AirlockError {
  if (systemErrorCode(outcome.error?.cause) === 'ENOENT' && !run.settled.has(outcome.label))
    return new AirlockError('disk', t('mountPointMissing', { path }), {
      side: 'destination',
      remedy: t('mountPointMissingRemedy'),
      cause: outcome.error,
    });
  return new AirlockError('disk', need.message, {
    side: 'destination',
    remedy: t(outcome.kind === 'removed' ? 'driveMissingRemedy' : 'driveUnwritableRemedy'),
    found: outcome.error?.message,
    cause: outcome.error,
  });
}

function checkRequested(volumes: readonly number[], of: number, transfer: string): ReadonlySet<number> {
  const unknown = volumes.find((number) => !Number.isSafeInteger(number) || number < 1 || number > of);
  if (unknown !== undefined)
    throw new AirlockError('usage', t('volumeUnknown', { transfer, number: String(unknown), count: of }), {
      remedy: t('volumeUnknownRemedy'),
    });
  return new Set(volumes);
}

/** Records in the journal that Airlock is on a drive. A later export then doesn't offer it again. */
async function noteApp(
  directory: string,
  transfer: string,
  app: string,
  { path, label }: Destination,
): Promise<void> {
  const id = basename(app);
  const journal = await readJournal(directory, transfer);
  if (journal.some(({ subject }) => subject?.kind === APP_SUBJECT && subject.id === id)) return;
  await writeJournal(directory, transfer, {
    text: t('journalApp', { name: id, drive: label ?? basename(path) }).slice(0, 1500),
    subject: { kind: APP_SUBJECT, id },
  });
}

/** Records in the journal that all volumes are on drives, and later copies of volumes. */
async function noteOnMedia(run: ExportRun): Promise<void> {
  const { directory, state, settled } = run;
  const { complete, shortId, drives } = exportStatus(state);
  const list = (labels: string[]): string => {
    const text = labels.join(', ');
    return text.length > 1500 ? `${text.slice(0, 1500)}…` : text;
  };
  if (run.requested && settled.size > 0) {
    const volumes = [...settled].map(([drive, numbers]) =>
      t('journalDriveVolumes', { numbers: numbers.join(', '), drive }),
    );
    await writeJournal(directory, state.transfer, {
      text: list([t('journalVolumes', { volumes: volumes.join('; ') })]),
    });
  }
  if (!complete) return;
  const journal = await readJournal(directory, state.transfer);
  if (journal.some(({ step, subject }) => step === 'on-media' && subject?.id === shortId)) return;
  await writeJournal(directory, state.transfer, {
    step: 'on-media',
    text: t('journalExport', { shortId, drives: list(drives) }),
    subject: { kind: 'export', id: shortId },
  });
}
