import { sized } from './export.fixture.ts';
import { killedProcess, printEvent } from './killed-process.fixture.ts';
import { exportToMedia } from './media.ts';

/** The export of a child process, and the sizes of the folders that replace drives. */
export interface KillOrder {
  directory: string;
  transfer: string;
  /** Without `bytes`, the folder itself is probed, like a drive. */
  media: { path: string; bytes?: number; maxFileBytes?: number }[];
  volumeSize: number;
}

/** Exports and prints each event of a volume, and finally the status. */
async function exportAll({ directory, transfer, media, volumeSize }: KillOrder): Promise<void> {
  const result = await exportToMedia({
    directory,
    transfer,
    volumeSize,
    destinations: media.map(({ path }) => ({ path })),
    tool: 'airlock 0.0.0',
    probe: async (path) => {
      const { bytes, maxFileBytes } = media.find((known) => known.path === path)!;
      const limits = bytes === undefined ? {} : { [path]: bytes };
      return sized(limits, maxFileBytes === undefined ? {} : { maxFileBytes })(path);
    },
    emit: printEvent,
  });
  process.stdout.write(`end ${result.status}\n`);
}

/**
 * Runs an export in its own process and kills it (SIGKILL) a given time in ms after a given number of output lines.
 * @returns the printed lines
 */
export function killedExport(order: KillOrder, afterLines: number, afterMs: number): Promise<string[]> {
  return killedProcess(import.meta.url, order, afterLines, afterMs);
}

const [, script, order] = process.argv;
if (script?.endsWith('kill-export.fixture.ts') && order) await exportAll(JSON.parse(order) as KillOrder);
