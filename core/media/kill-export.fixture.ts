import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sized } from './export.fixture.ts';
import { exportToMedia } from './export-media.ts';

/** What a child process exports, and how large the folders that stand for media are. */
export interface KillOrder {
  directory: string;
  transfer: string;
  /** Without `bytes` the folder is asked itself, as a medium is. */
  media: { path: string; bytes?: number; maxFileBytes?: number }[];
  pieceSize: number;
}

/** Exports and says each event of a piece on standard output, at last the status. */
async function exportAll({ directory, transfer, media, pieceSize }: KillOrder): Promise<void> {
  const result = await exportToMedia({
    directory,
    transfer,
    pieceSize,
    destinations: media.map(({ path }) => ({ path })),
    tool: 'airlock 0.0.0',
    probe: async (path) => {
      const { bytes, maxFileBytes } = media.find((known) => known.path === path)!;
      const limits = bytes === undefined ? {} : { [path]: bytes };
      return sized(limits, maxFileBytes === undefined ? {} : { maxFileBytes })(path);
    },
    emit: (event) => {
      if (event.type === 'piece') process.stdout.write(`${event.state} ${event.number}\n`);
      else if (event.type === 'phase') process.stdout.write(`phase ${event.phase}\n`);
    },
  });
  process.stdout.write(`end ${result.status}\n`);
}

/**
 * Runs an export in a process of its own and kills it (SIGKILL) so many ms after it said so many lines.
 * @returns the lines it said
 */
export function killedExport(order: KillOrder, afterLines: number, afterMs: number): Promise<string[]> {
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
if (script?.endsWith('kill-export.fixture.ts') && order) await exportAll(JSON.parse(order) as KillOrder);
