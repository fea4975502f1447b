// Builds the pages into dist/renderer when they are missing or older than their sources.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ROOT } from './run.ts';

export const RENDERER_DIRECTORY: string = join(ROOT, 'dist', 'renderer');

/** What the pages are made of besides modules. */
const SOURCES = ['renderer/public', 'vite.config.ts', 'package-lock.json'];
/** In the directory of the pages: the modules that they were built from, as paths below {@link ROOT}. */
const MODULE_LIST = 'sources.json';

/**
 * Brings dist/renderer up to date in a process of its own, whose memory goes with it; says so on standard error.
 * @throws Error when it cannot be built
 */
export function buildRenderer(): Promise<void> {
  if (!isStale()) return Promise.resolve();
  process.stderr.write('Building the pages, because they are missing or out of date.\n');
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
  const modules = builtModules();
  if (!built || !modules) return true;
  return [...SOURCES, ...modules].some((source) => newest(join(ROOT, source)) > built.mtimeMs);
}

/** Returns the modules that the present pages were built from. */
export function builtModules(): string[] | undefined {
  try {
    return JSON.parse(readFileSync(join(RENDERER_DIRECTORY, MODULE_LIST), 'utf8')) as string[];
  } catch {
    return undefined;
  }
}

/** Time of the last change, ms. What was deleted counts as changed just now, and so does a directory that lost a file. */
function newest(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return Number.POSITIVE_INFINITY;
  if (!found.isDirectory()) return found.mtimeMs;
  return readdirSync(path).reduce(
    (latest, name) => Math.max(latest, newest(join(path, name))),
    found.mtimeMs,
  );
}

/** Built staging and moved into place: others may serve the former pages, or build at the same time. */
async function build(): Promise<void> {
  const began = new Date();
  const { build: viteBuild } = await import('vite');
  const staging = `${RENDERER_DIRECTORY}-${process.pid}`;
  const modules = new Set<string>();
  try {
    await viteBuild({
      configFile: join(ROOT, 'vite.config.ts'),
      root: join(ROOT, 'renderer'),
      logLevel: 'warn',
      build: { outDir: staging, emptyOutDir: true },
      plugins: [
        {
          name: 'list-of-modules',
          buildEnd() {
            for (const id of this.getModuleIds()) modules.add(relative(ROOT, id.split('?')[0]!));
          },
        },
      ],
    });
    const own = [...modules].filter((path) => !/^\.\.|\0|(^|\/)node_modules\//.test(path));
    await writeFile(join(staging, MODULE_LIST), JSON.stringify(own.toSorted()));
    // A source that was changed meanwhile is newer than this.
    await utimes(join(staging, 'index.html'), began, began);
    await putInPlace(staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
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
