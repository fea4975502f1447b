import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asAirlockError, onSide } from '../../base/errors/airlock-error.ts';
import { INDEX_NAME } from '../../store/set-format/set-index.ts';
import { directoryFault } from '../export/find-on-drive.ts';
import { EXPORT_NAME } from '../volumes/export-document.ts';
import { checkApart } from './apart.ts';
import { type ImportResult, isOk } from './media.ts';
import { Reception, type ReceptionControl } from './reception.ts';

export interface WatchRequest {
  /** `transfers/` is created in it. */
  directory: string;
  /** Folder where a diode, or a person, puts files. Only read. */
  drop: string;
  /** Ends when every transfer that started to arrive is complete. */
  untilComplete: boolean;
  /** Milliseconds between two scans; default 1000. */
  interval?: number;
}

interface Seen {
  size: number;
  changed: number;
  /** Scans since it last changed. */
  still: number;
  /** All of it was received, or it doesn't belong to a set. */
  settled: boolean;
  /** When a file that failed verification is tried once more although it looks unchanged. */
  again: number;
  wait: number;
}

const INTERVAL = 1000;
const FIRST_WAIT = 5000;
const LONGEST_WAIT = 10 * 60 * 1000;
const DEEPEST = 3;

/**
 * Receives what arrives in a folder: in any order, under any name, still growing, or twice. Ignores names and renames:
 * it checks sizes again and again, and accepts as much of a file as it can verify.
 * @returns when the control's signal ends it, or everything is complete; received content stays stored
 * @throws AirlockError `usage` when the directory is in this folder, `disk` when the folder can't be read, `disk-full`, `workspace-locked`
 */
export async function watchDirectory(
  { directory, drop, untilComplete, interval = INTERVAL }: WatchRequest,
  control: ReceptionControl,
): Promise<ImportResult> {
  await checkApart(directory, [drop]);
  const reception = new Reception(directory, control);
  const seen = new Map<string, Seen>();
  try {
    control.emit({ type: 'phase', phase: 'waiting-for-drive', detail: drop });
    while (!control.signal.aborted) {
      let learned = false;
      let accepted = false;
      for (const path of await filesIn(drop, 0)) {
        if (control.signal.aborted) break;
        const file = await look(path, seen);
        if (!file || file.settled || file.still < 1) continue;
        const outcome = await take(reception, path, file, control.signal);
        learned ||= outcome === 'document';
        accepted ||= outcome === 'content';
      }
      // Volumes that arrived before their index are tried again.
      if (learned) for (const file of seen.values()) if (!file.settled) file.again = 0;
      if (accepted) {
        await reception.finishComplete();
        // The state takes long, because it includes every image of every incomplete set.
        const transfers = untilComplete ? (await reception.state()).transfers : [];
        if (transfers.length > 0 && transfers.every(({ complete }) => complete)) break;
      }
      await sleep(interval, undefined, { signal: control.signal }).catch(() => undefined);
    }
    const state = await reception.state();
    return { ...state, ok: isOk(state) };
  } finally {
    await reception.close();
  }
}

async function look(path: string, seen: Map<string, Seen>): Promise<Seen | undefined> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile()) return undefined;
  const { size, mtimeMs, ctimeMs } = facts;
  const changed = Math.max(mtimeMs, ctimeMs);
  const known = seen.get(path);
  if (known && known.size === size && known.changed === changed) {
    known.still++;
    return known;
  }
  const file = { size, changed, still: 0, settled: false, again: 0, wait: FIRST_WAIT };
  seen.set(path, file);
  return file;
}

async function take(
  reception: Reception,
  path: string,
  file: Seen,
  signal: AbortSignal,
): Promise<'document' | 'content' | undefined> {
  if (Date.now() < file.again) return undefined;
  file.again = Date.now() + file.wait;
  file.wait = Math.min(LONGEST_WAIT, file.wait * 2);
  try {
    if (path.endsWith('.json')) {
      const bytes = await readFile(path);
      file.settled = true;
      if (path.endsWith(INDEX_NAME)) await reception.takeIndex(bytes, path);
      else if (path.endsWith(EXPORT_NAME)) await reception.takeExport(bytes, path);
      else return undefined;
      return 'document';
    }
    const outcome = await reception.takeFile({ path, size: file.size });
    file.settled = outcome.state === 'received' || outcome.state === 'present';
    return outcome.state === 'foreign' || outcome.state === 'waiting' ? undefined : 'content';
  } catch (thrown) {
    const error = asAirlockError(thrown);
    // A file that is being renamed is found again. A file that is being removed isn't needed.
    const removed = error.code === 'disk' && !(await stat(path).catch(() => undefined));
    // A signature may arrive after its index.
    const later = ['archive-malformed', 'archive-hostile', 'index-unsigned'].includes(error.code);
    if (removed || signal.aborted || later) {
      file.settled = false;
      return undefined;
    }
    throw error;
  }
}

/** Lists regular files below a folder, without following links. */
async function filesIn(directory: string, depth: number): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    if (depth > 0) return [];
    throw onSide(directoryFault(directory, error), 'source');
  });
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isFile()) files.push(path);
    else if (entry.isDirectory() && depth < DEEPEST)
      for (const file of await filesIn(path, depth + 1)) files.push(file);
  }
  return files.toSorted();
}
