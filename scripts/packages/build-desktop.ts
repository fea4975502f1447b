// Builds the desktop host into dist/electron: main and engine for Electron's Node, the preload for its sandbox.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../run.ts';
import { buildNodeBundle } from './node-bundle.ts';

export const DESKTOP_DIRECTORY: string = join(ROOT, 'dist', 'electron');

/**
 * Writes `main.js`, `engine.js`, `volume-hash-worker.js`, `download-worker.js` and `preload.cjs` into `directory`.
 * @returns directories of the packages whose code is in it, relative to the checkout
 */
export async function buildDesktop(directory: string = DESKTOP_DIRECTORY): Promise<Set<string>> {
  await rm(directory, { recursive: true, force: true });
  const packages = await buildNodeBundle({
    directory,
    format: 'es',
    entries: {
      main: 'electron/main.ts',
      engine: 'electron/engine.ts',
      'volume-hash-worker': 'core/store/archive/write/volume-hash-worker.ts',
      'download-worker': 'core/registry/access/download-worker.ts',
    },
    external: ['electron'],
  });
  return new Set([...packages, ...(await buildPreload(directory))]);
}

/** Writes `preload.cjs` alone: a sandboxed preload is one CommonJS file. */
export async function buildPreload(directory: string = DESKTOP_DIRECTORY): Promise<Set<string>> {
  return buildNodeBundle({
    directory,
    format: 'cjs',
    entries: { preload: 'electron/preload.ts' },
    external: ['electron'],
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildDesktop();
