import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { killedProcess, printEvent } from '../export/killed-process.fixture.ts';
import { importMedia } from './media.ts';

/** The import of a child process. */
export interface KillImportOrder {
  directory: string;
  from: string[];
}

/** Imports, and prints the state of each volume and finally whether the transfer is complete. */
async function importAll({ directory, from }: KillImportOrder): Promise<void> {
  const result = await importMedia(
    { directory, from, enclave: 'default', tool: 'airlock 0.0.0' },
    { signal: new AbortController().signal, emit: printEvent },
  );
  process.stdout.write(`end ${result.ok} ${result.written}\n`);
}

/**
 * Runs an import in its own process and kills it (SIGKILL) a given time in ms after a given number of output lines.
 * @returns the printed lines
 */
export function killedImport(order: KillImportOrder, afterLines: number, afterMs: number): Promise<string[]> {
  return killedProcess(import.meta.url, order, afterLines, afterMs);
}

/**
 * Runs an import in its own process that is killed (SIGKILL) before the nth rename, link or removal of a temporary file.
 * @returns whether it ended before that
 */
export function importKilledAt(order: KillImportOrder, at: number): Promise<boolean> {
  const preload = new URL('../../base/files/killed-at-rename.fixture.ts', import.meta.url).href;
  const args = ['--import', preload, fileURLToPath(import.meta.url), JSON.stringify(order)];
  const env = { ...process.env, KILL_AT: String(at) };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { env }, (error, reported) => {
      if (error && error.signal !== 'SIGKILL') reject(error);
      else resolve(reported.includes('end true'));
    });
  });
}

const [, script, order] = process.argv;
if (script?.endsWith('kill-import.fixture.ts') && order)
  await importAll(JSON.parse(order) as KillImportOrder);
