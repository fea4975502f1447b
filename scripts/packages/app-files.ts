import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from '../run.ts';
import type { BuiltPages } from './build-pages.ts';
import { SEPARATE } from './node-bundle.ts';

/**
 * Copies the files that the bundle and the desktop packages have in common: pages, keys of Red Hat, openpgp, license and
 * `package.json`.
 * @param main entry of the desktop app; without it, `package.json` has none
 */
export async function copyAppFiles(directory: string, pages: BuiltPages, main?: string): Promise<void> {
  const place = (...names: string[]) => join(directory, ...names);
  await cp(pages.directory, place('dist', 'renderer'), { recursive: true });
  // A list for rebuilding the pages in a checkout.
  await rm(place('dist', 'renderer', 'sources.json'), { force: true });
  await cp(join(ROOT, 'resources', 'keys'), place('resources', 'keys'), { recursive: true });
  await rm(place('resources', 'keys', 'README.md'));
  await copyPackage(SEPARATE, place('node_modules', SEPARATE));
  await cp(join(ROOT, 'LICENSE'), place('LICENSE'));
  await writeFile(place('package.json'), await packageFile(main));
}

/** Copies the files of a package that its import loads. */
async function copyPackage(name: string, target: string): Promise<void> {
  const source = join(ROOT, 'node_modules', name);
  for (const file of ['package.json', 'LICENSE', 'dist/node/openpgp.mjs']) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(join(source, file), join(target, file));
  }
}

/** Version, module type and the separate package. Other dependencies and the scripts of the checkout don't apply. */
async function packageFile(main: string | undefined): Promise<string> {
  const all = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Record<string, string> & {
    dependencies: Record<string, string>;
  };
  const { name, version, description, license, type } = all;
  const dependencies = { [SEPARATE]: all.dependencies[SEPARATE] };
  const content = { name, version, description, license, private: true, type, main, dependencies };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
