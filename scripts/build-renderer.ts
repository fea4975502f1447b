// Builds the pages into dist/renderer when they are missing or older than their sources.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ROOT } from './run.ts';

export const RENDERER_DIRECTORY: string = join(ROOT, 'dist', 'renderer');

/** What the pages are made of: the contract, and what it may take from its neighbours. */
const SOURCES = [
  'renderer',
  'core/contract',
  'core/base',
  'core/image-set',
  'core/install',
  'core/nmstate',
  'vite.config.ts',
  'package-lock.json',
];

/**
 * Brings dist/renderer up to date in a process of its own, whose memory goes with it; says so on standard error.
 * @throws Error when it cannot be built
 */
export function buildRenderer(): Promise<void> {
  if (!isStale()) return Promise.resolve();
  process.stderr.write('Building the pages: they are missing, or older than their sources.\n');
  // React's own checks are for developers; under a test runner they would be built in.
  const { status, error } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
  });
  if (error) return Promise.reject(error);
  if (status !== 0) return Promise.reject(new Error(`the pages could not be built (exit code ${status})`));
  return Promise.resolve();
}

function isStale(): boolean {
  const built = statSync(join(RENDERER_DIRECTORY, 'index.html'), { throwIfNoEntry: false });
  return !built || SOURCES.some((source) => newest(join(ROOT, source)) > built.mtimeMs);
}

/** Time of the last change, ms; folders count, so that a file that was taken away is noticed. */
function newest(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return readdirSync(path)
    .filter((name) => !/\.(test|fixture)\.tsx?$/.test(name))
    .reduce((latest, name) => Math.max(latest, newest(join(path, name))), found.mtimeMs);
}

/** Built aside and moved into place: others may serve the former pages, or build at the same time. */
async function build(): Promise<void> {
  const began = new Date();
  const { build: viteBuild } = await import('vite');
  const aside = `${RENDERER_DIRECTORY}-${process.pid}`;
  try {
    await viteBuild({
      configFile: join(ROOT, 'vite.config.ts'),
      root: join(ROOT, 'renderer'),
      logLevel: 'warn',
      build: { outDir: aside, emptyOutDir: true },
    });
    // A source that was changed meanwhile is newer than this.
    await utimes(join(aside, 'index.html'), began, began);
    await putInPlace(aside);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Between the two renames there are no pages, for less than a ms; whoever builds as well may come first. */
async function putInPlace(built: string): Promise<void> {
  const former = `${built}-former`;
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(RENDERER_DIRECTORY, former).catch(ignoring('ENOENT'));
      await rename(built, RENDERER_DIRECTORY);
      return;
    } catch (error) {
      if (attempt === 5) throw error;
    } finally {
      await rm(former, { recursive: true, force: true, maxRetries: 3 });
    }
  }
}

function ignoring(code: string): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (error.code !== code) throw error;
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await build();
