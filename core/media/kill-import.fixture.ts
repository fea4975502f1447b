import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { importMedia } from './import-media.ts';

/** What a child process imports. */
export interface KillImportOrder {
  directory: string;
  from: string[];
}

/** Imports, and says on standard output what becomes of each piece, and at last whether all is whole. */
async function importAll({ directory, from }: KillImportOrder): Promise<void> {
  const result = await importMedia(
    { directory, from, enclave: 'default', tool: 'airlock 0.0.0' },
    {
      signal: new AbortController().signal,
      emit: (event) => {
        if (event.type === 'piece') process.stdout.write(`${event.state} ${event.number}\n`);
        else if (event.type === 'phase') process.stdout.write(`phase ${event.phase}\n`);
      },
    },
  );
  process.stdout.write(`end ${result.ok} ${result.written}\n`);
}

/**
 * Runs an import in a process of its own and kills it (SIGKILL) so many ms after it said so many lines.
 * @returns the lines it said
 */
export function killedImport(order: KillImportOrder, afterLines: number, afterMs: number): Promise<string[]> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  let armed = false;
  child.stdout.on('data', (data: Buffer) => {
    said += data.toString();
    if (armed || said.split('\n').length <= afterLines) return;
    armed = true;
    setTimeout(() => child.kill('SIGKILL'), afterMs);
  });
  return new Promise((resolve) => child.on('close', () => resolve(said.trim().split('\n').filter(Boolean))));
}

const [, script, order] = process.argv;
if (script?.endsWith('kill-import.fixture.ts') && order)
  await importAll(JSON.parse(order) as KillImportOrder);
