import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '../../base/files/process-life.ts';
import { EVENTS_FILE, LIVE_FILE, type RunFile } from './run-file.ts';

/** A run on another host counts as alive as long as it has written something in this time: it tells its progress all the while. */
const SILENCE_MS = 10 * 60 * 1000;

/**
 * Whether the process that a record names still works on it. A process may outlive its run without having been able to
 * close the record (a full disk): then live.json is gone.
 */
export async function isAlive(run: RunFile, directory: string): Promise<boolean> {
  if (run.host === hostname()) {
    if (!isProcessAlive(run.process.pid, run.process.started)) return false;
    return !run.live || (await stat(join(directory, LIVE_FILE)).catch(() => undefined)) !== undefined;
  }
  const written = await stat(join(directory, EVENTS_FILE)).catch(() => undefined);
  // Clocks of two hosts differ: a time in the future doesn't prove life for ever.
  return Math.abs(Date.now() - (written?.mtimeMs ?? 0)) < SILENCE_MS;
}
