import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inertJson } from '../../base/document/inert-text.ts';
import { writeFile } from '../../base/files/created-files.ts';
import { NEXT_LIVE_FILE } from '../audit/sweep-runs.ts';
import { LIVE_FILE } from './live-file.ts';
import type { LiveState } from './live-state.ts';

const WRITE_EVERY_MS = 500;
/** A run without changes updates the file at this interval to show that it is alive. */
const BEAT_EVERY_MS = 5_000;

/** Keeps live.json up to date. Neither call throws, because the file only shows progress. */
export interface LiveFile {
  /** Writes the last state and stops. */
  finish(): Promise<void>;
  /** Removes the file. */
  remove(): Promise<void>;
}

/** Writes live.json during a run: atomically (temporary name, rename), without sync, and one write at a time. */
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
      // The run itself reports a full disk.
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
