import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../run.ts';
import type { BuiltPages } from './assemble-bundle.ts';
import { listOfPackages } from './node-bundle.ts';

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
