import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOld, sweepTemporary, temporaryName } from '../../base/files/atomic-file.ts';
import { LIVE_FILE, parseRunFile, RUN_FILE, sequenceOf } from './run-file.ts';
import { isAlive } from './run-life.ts';

/** The next content of live.json while it is being written. */
export const NEXT_LIVE_FILE: string = `.${LIVE_FILE}`;

/** A record that is being created. Its number is reserved. */
const RESERVED = /^[.][0-9]{4,}$/;

/** Removes leftovers of killed processes from a runs folder: incomplete records, and temporary files in records. */
export async function sweepRuns(runsDirectory: string): Promise<void> {
  await sweepTemporary(runsDirectory);
  for (const name of await readdir(runsDirectory).catch(() => [])) {
    const path = join(runsDirectory, name);
    if (RESERVED.test(name)) await removeReservation(runsDirectory, path);
    else if (sequenceOf(name) !== undefined) await sweepRun(path);
  }
}

/** Removes a reservation. Another process may remove it at the same time, and a third one reserve the number again. */
async function removeReservation(runsDirectory: string, path: string): Promise<void> {
  if (!(await isOld(path))) return;
  const moved = temporaryName(runsDirectory);
  try {
    await rename(path, moved);
    if (await isOld(moved)) await rm(moved, { recursive: true, force: true });
    else await rename(moved, path);
  } catch {
    // Another process has removed it, or it belongs to another user.
  }
}

async function sweepRun(directory: string): Promise<void> {
  await sweepTemporary(directory);
  const names: string[] = await readdir(directory).catch(() => []);
  if (!names.includes(NEXT_LIVE_FILE)) return;
  const run = parseRunFile(await readFile(join(directory, RUN_FILE), 'utf8').catch(() => ''));
  if (run?.status === 'running' && (await isAlive(run, directory))) return;
  await rm(join(directory, NEXT_LIVE_FILE), { force: true }).catch(() => {});
}
