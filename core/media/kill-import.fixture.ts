import { importMedia } from './import-media.ts';
import { killedProcess, sayEvent } from './killed-process.fixture.ts';

/** What a child process imports. */
export interface KillImportOrder {
  directory: string;
  from: string[];
}

/** Imports, and says on standard output what becomes of each piece, and at last whether all is whole. */
async function importAll({ directory, from }: KillImportOrder): Promise<void> {
  const result = await importMedia(
    { directory, from, enclave: 'default', tool: 'airlock 0.0.0' },
    { signal: new AbortController().signal, emit: sayEvent },
  );
  process.stdout.write(`end ${result.ok} ${result.written}\n`);
}

/**
 * Runs an import in a process of its own and kills it (SIGKILL) so many ms after it said so many lines.
 * @returns the lines it said
 */
export function killedImport(order: KillImportOrder, afterLines: number, afterMs: number): Promise<string[]> {
  return killedProcess(import.meta.url, order, afterLines, afterMs);
}

const [, script, order] = process.argv;
if (script?.endsWith('kill-import.fixture.ts') && order)
  await importAll(JSON.parse(order) as KillImportOrder);
