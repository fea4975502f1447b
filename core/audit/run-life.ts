import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '../store/process-life.ts';
import { EVENTS_FILE, type RunFile } from './run-file.ts';

/** A run on another host counts as alive as long as it has written something in this time: it tells its progress all the while. */
const SILENCE_MS = 10 * 60 * 1000;

/** Whether the process that a record names still works on it. */
export async function isAlive(run: RunFile, directory: string): Promise<boolean> {
  if (run.host === hostname()) return isProcessAlive(run.process.pid, run.process.started);
  const written = await stat(join(directory, EVENTS_FILE)).catch(() => undefined);
  return Date.now() - (written?.mtimeMs ?? 0) < SILENCE_MS;
}
