import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inertJson } from '../../base/document/inert-text.ts';
import { writeFile } from '../../base/files/created-files.ts';
import { NEXT_LIVE_FILE } from '../audit/sweep-runs.ts';
import { LIVE_FILE } from './live-file.ts';
import type { LiveState } from './live-state.ts';

const WRITE_EVERY_MS = 500;
/** A run that has nothing new to tell shows so often that it is alive. */
const BEAT_EVERY_MS = 5_000;

/** A live.json that is kept up to date. Neither call throws: what cannot be written is only for watching. */
export interface LiveFile {
  /** Writes the last state; nothing is written afterwards. */
  finish(): Promise<void>;
  /** Takes the file away. */
  remove(): Promise<void>;
}

/** Writes live.json while a run works: whole (temporary name, rename), not synced, never more than one write at a time. */
export function keepLiveFile(directory: string, state: LiveState): LiveFile {
  const path = join(directory, LIVE_FILE);
  const temporary = join(directory, NEXT_LIVE_FILE);
  let writing: Promise<void> | undefined;
  let reported = -1;
  let reportedAt = 0;

  const write = async (): Promise<void> => {
    reported = state.changes;
    reportedAt = performance.now();
    try {
      await writeFile(temporary, inertJson(state.now()));
      await rename(temporary, path);
    } catch {
      // A full disk is told by the run itself.
      await rm(temporary, { force: true }).catch(() => {});
    }
  };
  const timer = setInterval(() => {
    if (writing || (state.changes === reported && performance.now() - reportedAt < BEAT_EVERY_MS)) return;
    writing = write().finally(() => {
      writing = undefined;
    });
  }, WRITE_EVERY_MS);
  timer.unref();

  return {
    async finish() {
      clearInterval(timer);
      await writing;
      await write();
    },
    async remove() {
      clearInterval(timer);
      await writing;
      await rm(path, { force: true }).catch(() => {});
    },
  };
}
