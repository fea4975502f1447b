import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '../../base/files/process-life.ts';
import { EVENTS_FILE, LIVE_FILE, type RunFile } from './run-file.ts';

/** A run on another host counts as alive if it has written its progress within this time. */
const SILENCE_MS = 10 * 60 * 1000;

/**
 * Returns whether the process of a record still works on the run. A process may outlive its run without closing the
 * record, for example if the disk is full. In this case, live.json doesn't exist.
 */
export async function isAlive(run: RunFile, directory: string): Promise<boolean> {
  if (run.host === hostname()) {
    if (!isProcessAlive(run.process.pid, run.process.started)) return false;
    return !run.live || (await stat(join(directory, LIVE_FILE)).catch(() => undefined)) !== undefined;
  }
  const written = await stat(join(directory, EVENTS_FILE)).catch(() => undefined);
  // The clocks of two hosts may differ, so a time in the future isn't a sign of life forever.
  return Math.abs(Date.now() - (written?.mtimeMs ?? 0)) < SILENCE_MS;
}
