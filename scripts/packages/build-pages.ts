import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../run.ts';
import { listOfPackages } from './node-bundle.ts';

/** The pages of the app, which were built before. */
export interface BuiltPages {
  directory: string;
  /** Directories of the packages whose code is in them, relative to the checkout. */
  packages: Iterable<string>;
}

/** Builds the pages of the app into a directory. @throws Error if they can't be built */
export async function buildPages(directory: string): Promise<BuiltPages> {
  const packages = new Set<string>();
  await build({
    configFile: join(ROOT, 'vite.config.ts'),
    root: join(ROOT, 'renderer'),
    logLevel: 'warn',
    build: { outDir: directory, emptyOutDir: true },
    plugins: [listOfPackages(packages)],
  });
  return { directory, packages };
}
