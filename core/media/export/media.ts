import { dirname, resolve, sep } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { makeDirectory } from '../../base/files/atomic-file.ts';
import { takeLock } from '../../store/workspace/lock.ts';
import { FOLDERS, type MediumProfile } from '../origin/export-profile.ts';
import { readJournal, writeJournal } from '../transfer/journal.ts';
import { DEFAULT_PIECE_SIZE } from '../volumes/cut.ts';
import { type MediumFacts, probeMedium } from '../volumes/medium.ts';
import { openSetBytes } from '../volumes/set-bytes.ts';
import type { EmitMediaEvent } from './events.ts';
import { type Destination, fillMedium, type MediumOutcome, roomForVolumes } from './fill-medium.ts';
import { mediaProgress } from './media-progress.ts';
import { type ExportStatus, exportStatus } from './media-status.ts';
import { knownExport, setToCarry, withNewCut } from './plan.ts';
import { putApp } from './put-app.ts';
import { type Companion, type ExportRun, type FilledMedium, todoOf, warn } from './run.ts';
import { asideOf, currentCut, exportStatePath, readExportState, writeExportState } from './state.ts';

/** What is needed to go on. */
export interface MediumNeed {
  /** `next`: another medium; `too-small`: the last one took nothing; `gone`, `read-only`: the last one cannot be written. */
  reason: 'next' | 'too-small' | 'gone' | 'read-only';
  /** For people. */
  message: string;
  /** The next piece: its number and bytes. */
  piece: number;
  pieceBytes: number;
  /** All that is left: pieces and bytes. */
  pieces: number;
  bytes: number;
  /** Label of the medium that gave the reason. */
  medium?: string;
}

export interface ExportOptions {
  /** Of the workspace. */
  directory: string;
  transfer: string;
  /** Filled one after another. */
  destinations: readonly Destination[];
  /** Bytes; default that of the export so far, or {@link DEFAULT_PIECE_SIZE}. */
  pieceSize?: number;
  /** Only these pieces, also when they were written before: chosen pieces are sent again. */
  pieces?: readonly number[];
  /** Default true. */
  readBack?: boolean;
  /** A folder that holds Airlock itself: it goes into `airlock-app/` on the first medium, before any piece. */
  app?: string;
  /** `name version` of this program. */
  tool: string;
  profile?: MediumProfile;
  /** Asked when the named media are full, or one cannot be written; undefined: stop here, resumable. */
  nextMedium?: (need: MediumNeed) => Promise<Destination | string | undefined>;
  /** Files to lie beside the pieces of a medium, asked for when it is filled. */
  companions?: (medium: FilledMedium) => Promise<Companion[]>;
  /** How media are asked for room and state; default {@link probeMedium}. */
  probe?: (path: string) => Promise<MediumFacts>;
  emit?: EmitMediaEvent;
  signal?: AbortSignal;
}

export interface ExportResult {
  /** `whole`: nothing is left to be written. `paused`: `need` says what is. */
  status: 'whole' | 'paused';
  export: ExportStatus;
  /** What this call wrote or found, in order. */
  media: { label: string; pieces: number[] }[];
  need?: MediumNeed;
}

/**
 * Writes the pieces of a transfer onto media, one medium after another, and goes on where an earlier call stopped:
 * a piece that is on a medium and was noted is not written again.
 * @throws AirlockError `usage`, `workspace-invalid`, `plan-changed`, `archive-malformed`, `archive-size`, `digest-mismatch`,
 *   `workspace-locked`, `disk` and `disk-full` (resumable), `interrupted`
 */
export async function exportToMedia(options: ExportOptions): Promise<ExportResult> {
  const { directory, transfer, emit = () => {} } = options;
  emit({ type: 'phase', phase: 'planning' });
  for (const { path } of options.destinations) rejectWorkspace(path, directory);
  const set = await setToCarry(directory, transfer);
  const lock = exportStatePath(directory, transfer).replace(/json$/, 'lock');
  await makeDirectory(dirname(lock));
  const release = await takeLock(lock, { onTakeover: (problem) => emit({ type: 'problem', problem }) });
  const source = openSetBytes(set.directory, set.index);
  try {
    const profile = options.profile ?? FOLDERS;
    const known = await knownExport(directory, set, profile);
    const volumeSize = options.pieceSize ?? known?.revisions.at(-1)?.pieceSize ?? DEFAULT_PIECE_SIZE;
    const probe = options.probe ?? probeMedium;
    const request = { set, profile, pieceSize: volumeSize, tool: options.tool };
    const readBack = options.readBack ?? true;
    const work = { set, source, profile, readBack, signal: options.signal };
    const roomsOf = async (media: readonly Destination[]) => {
      // One that is not there now is asked again when it is its turn.
      const facts = await Promise.all(media.map(({ path }) => probe(path).catch(() => undefined)));
      return facts.flatMap((found) =>
        found && !found.readOnly ? [roomForVolumes(set.indexText, found)] : [],
      );
    };
    const [first] = options.destinations;
    if (options.app !== undefined && first) {
      const stop = { signal: options.signal };
      await putApp(options.app, first.path, { readBack, ...stop });
    }
    let state = known;
    if (!state || volumeSize !== currentCut(state).pieceSize) {
      const cut = { ...request, media: await roomsOf(options.destinations), now: new Date() };
      const other = known ? undefined : await readExportState(directory, transfer);
      state = withNewCut(known, cut);
      if (other) state = { ...state, aside: asideOf(other) };
      await writeExportState(directory, state);
    }
    const requested =
      options.pieces && checkRequested(options.pieces, currentCut(state).pieces.length, state.transfer);
    const partial: Omit<ExportRun, 'work'> = {
      directory,
      state,
      asked: requested,
      mounts: new Set(),
      settled: new Map(),
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
    progress.tell();
    if (!need) progress.phase('done');
    return {
      status: need ? 'paused' : 'whole',
      export: exportStatus(run.state),
      media: [...run.settled].map(([label, volumes]) => ({ label, pieces: volumes })),
      need,
    };
  } finally {
    await source.close();
    await release();
  }
}

/** What Airlock keeps in a workspace is not to be mixed with what leaves. @throws AirlockError `usage` */
function rejectWorkspace(path: string, directory: string): void {
  const inside = ['transfers', 'working-dir'].find((name) => {
    const own = resolve(directory, name);
    return resolve(path) === own || resolve(path).startsWith(own + sep);
  });
  if (inside !== undefined)
    throw new AirlockError('usage', `${path} is inside ${inside} of the workspace`, {
      remedy: 'Name the folder where a medium is mounted.',
    });
}

/** @returns what is needed when something is left */
async function fillAll(
  run: ExportRun,
  { destinations, nextMedium }: ExportOptions,
  roomsOf: (media: readonly Destination[]) => Promise<{ freeBytes: number }[]>,
): Promise<MediumNeed | undefined> {
  const queue = [...destinations];
  let reason: MediumOutcome | undefined;
  for (;;) {
    const destination = queue.shift();
    if (destination) {
      const outcome = await fillMedium(run, destination, () => roomsOf(queue));
      reason = outcome;
      if (outcome.kind === 'done' || outcome.kind === 'full') continue;
      const need = needOf(run, outcome);
      if (outcome.kind === 'too-small') {
        if (queue.length > 0) warn(run, 'disk-full', need.message, 'The next medium is taken.');
        continue;
      }
      // What is left may all fit on the media after it, but who pulled it out by mistake wants it back first.
      run.work.progress.phase('waiting-for-medium', { medium: outcome.label, detail: need.message });
      const again = await nextMedium?.(need);
      if (again === undefined) throw stopped(outcome, need);
      queue.unshift(typeof again === 'string' ? { path: again } : again);
      continue;
    }
    if (todoOf(run).length === 0) return undefined;
    const need = needOf(run, reason);
    run.work.progress.phase('waiting-for-medium', { detail: need.message });
    const next = await nextMedium?.(need);
    if (next === undefined) return need;
    queue.push(typeof next === 'string' ? { path: next } : next);
  }
}

function needOf(run: ExportRun, outcome: MediumOutcome | undefined): MediumNeed {
  const left = todoOf(run);
  const next = left[0];
  const reason =
    outcome === undefined || outcome.kind === 'done' || outcome.kind === 'full' ? 'next' : outcome.kind;
  const of = currentCut(run.state).pieces.length;
  const words = {
    next: 'another medium is needed',
    'too-small': `${outcome?.label} has no room for a piece`,
    gone: `${outcome?.label} is gone`,
    'read-only': `${outcome?.label} cannot be written`,
  }[reason];
  return {
    reason,
    message: next ? `${words}: piece ${next.number} of ${of} is next` : words,
    piece: next?.number ?? 0,
    pieceBytes: next?.size ?? 0,
    pieces: left.length,
    bytes: left.reduce((sum, { size }) => sum + size, 0),
    medium: reason !== 'next' && outcome ? outcome.label : undefined,
  };
}

function stopped(outcome: MediumOutcome & { error?: AirlockError }, need: MediumNeed): AirlockError {
  return new AirlockError('disk', need.message, {
    side: 'destination',
    remedy:
      outcome.kind === 'gone'
        ? 'Insert it again, or name another one, and run the same command: pieces that are written are kept.'
        : 'Allow writing (a switch on the medium, its mount options, its permissions), or name another one.',
    found: outcome.error?.message,
    cause: outcome.error,
  });
}

function checkRequested(volumes: readonly number[], of: number, transfer: string): ReadonlySet<number> {
  const wrong = volumes.find((number) => !Number.isSafeInteger(number) || number < 1 || number > of);
  if (wrong !== undefined)
    throw new AirlockError('usage', `${transfer} has no piece ${wrong}: it was cut into ${of}`, {
      remedy: 'See `airlock media status`.',
    });
  return new Set(volumes);
}

/** The transfer is on media once all of its pieces are; later copies of pieces are noted, too. */
async function noteOnMedia(run: ExportRun): Promise<void> {
  const { directory, state, settled } = run;
  const { whole: complete, mark, media } = exportStatus(state);
  const list = (labels: string[]): string => {
    const text = labels.join(', ');
    return text.length > 1500 ? `${text.slice(0, 1500)}…` : text;
  };
  if (run.asked && settled.size > 0) {
    const words = [...settled].map(([label, numbers]) => `${numbers.join(', ')} on ${label}`);
    await writeJournal(directory, state.transfer, { text: list([`pieces written: ${words.join('; ')}`]) });
  }
  if (!complete) return;
  const journal = await readJournal(directory, state.transfer);
  if (journal.some(({ step, text }) => step === 'on-media' && text?.includes(`export ${mark}`))) return;
  const text = `export ${mark} on ${list(media)}`;
  await writeJournal(directory, state.transfer, { step: 'on-media', text });
}
