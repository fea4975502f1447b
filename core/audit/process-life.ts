import { readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { EVENTS_FILE, type RunFile } from './run-file.ts';

/** A run on another host counts as alive as long as it has written something in this time: it tells its progress all the while. */
const SILENCE_MS = 10 * 60 * 1000;

/** When a process began, in the kernel's words, so that a reused number is not taken for it; empty where nobody can tell. */
export async function processStart(pid: number): Promise<string> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command in parentheses may hold anything; starttime is the 20th field after it.
    const started = status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    return `${boot}/${started}`;
  } catch {
    return '';
  }
}

/** Whether the process that a record names still works on it. */
export async function isAlive(run: RunFile, directory: string): Promise<boolean> {
  if (run.host !== hostname()) {
    const written = await stat(join(directory, EVENTS_FILE)).catch(() => undefined);
    return Date.now() - (written?.mtimeMs ?? 0) < SILENCE_MS;
  }
  try {
    process.kill(run.process.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const started = await processStart(run.process.pid);
  return !started || !run.process.started || started === run.process.started;
}
