// Builds the desktop host into dist/electron: main and engine for Electron's Node, the preload for its sandbox.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';
import { ROOT } from './run.ts';

export const DESKTOP_DIRECTORY: string = join(ROOT, 'dist', 'electron');

/** Stays a package of its own next to the bundles: its license (LGPL) requires that it can be replaced. */
const SEPARATE = ['openpgp'];
const WORKER = "new URL('./volume-hash-worker.ts', import.meta.url)";

/** Writes `main.js`, `engine.js`, `volume-hash-worker.js` and `preload.cjs` into `directory`. */
export async function buildDesktop(directory: string = DESKTOP_DIRECTORY): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await build(
    bundle(directory, 'es', {
      main: 'electron/main.ts',
      engine: 'electron/engine.ts',
      'volume-hash-worker': 'core/store/archive/write/volume-hash-worker.ts',
    }),
  );
  await buildPreload(directory);
}

/** Writes `preload.cjs` alone: a sandboxed preload is one CommonJS file. */
export async function buildPreload(directory: string = DESKTOP_DIRECTORY): Promise<void> {
  await build(bundle(directory, 'cjs', { preload: 'electron/preload.ts' }));
}

function bundle(directory: string, format: 'es' | 'cjs', input: Record<string, string>): InlineConfig {
  return {
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [workerNextToBundle()],
    ssr: { noExternal: true, external: ['electron', ...SEPARATE] },
    build: {
      ssr: true,
      outDir: directory,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, join(ROOT, file)])),
        output: {
          format,
          // All in one folder: places are found relative to it (electron/places.ts, resources/keys).
          entryFileNames: format === 'es' ? '[name].js' : '[name].cjs',
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  };
}

/** The bundle's worker has its own file, as in the sources, under the name that a build gives it. */
function workerNextToBundle(): Plugin {
  return {
    name: 'worker-next-to-bundle',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/core/store/archive/write/volume-hash.ts')) return undefined;
      if (!code.includes(WORKER)) this.error(`${id} no longer names its worker as ${WORKER}`);
      return { code: code.replace(WORKER, WORKER.replace('.ts', '.js')), map: null };
    },
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildDesktop();
