import { rm } from 'node:fs/promises';
import { buildNodeBundle } from './node-bundle.ts';

/**
 * Writes the command line and the engine of `airlock serve` to `directory` (`dist/cli` of a bundle): `main.js`,
 * `engine-main.js`, and the threads `volume-hash-worker.js` and `download-worker.js`.
 * @returns directories of the packages whose code is in it, relative to the checkout
 */
export async function buildHeadless(directory: string): Promise<Set<string>> {
  await rm(directory, { recursive: true, force: true });
  const program = await buildNodeBundle({
    directory,
    format: 'es',
    entries: { main: 'cli/main.ts', 'engine-main': 'core/app/engine-link/engine-main.ts' },
    groups: [
      { name: 'start', from: ['cli/program.ts', 'cli/terminal/command-log.ts'] },
      { name: 'commands', from: ['cli/program.ts'], dynamic: true },
    ],
  });
  // Separately, so that threads have only their own code in memory.
  const threads = await buildNodeBundle({
    directory,
    format: 'es',
    entries: {
      'volume-hash-worker': 'core/store/archive/write/volume-hash-worker.ts',
      'download-worker': 'core/registry/access/download-worker.ts',
    },
  });
  return new Set([...program, ...threads]);
}
