import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyAppFiles } from '../scripts/packages/app-files.ts';
import { buildHeadless } from '../scripts/packages/build-headless.ts';
import { ROOT } from '../scripts/run.ts';

/** The command line as it is installed, built from this checkout, without the pages. */
export const PROGRAM = await built(join(ROOT, 'dist', 'bench'));

async function built(directory: string): Promise<string> {
  await rm(directory, { recursive: true, force: true });
  const pages = join(directory, 'pages');
  await mkdir(pages, { recursive: true });
  await buildHeadless(join(directory, 'dist', 'cli'));
  await copyAppFiles(directory, { directory: pages, packages: new Set() });
  return join(directory, 'dist', 'cli', 'main.js');
}
