import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../run.ts';
import { copyAppFiles } from './app-files.ts';
import { buildDesktop } from './build-desktop.ts';
import type { BuiltPages } from './build-pages.ts';
import { SEPARATE } from './node-bundle.ts';
import { noticesOf } from './notices.ts';
import { sbomOf } from './sbom.ts';

/** Where the parts of a desktop package are. */
export interface DesktopParts {
  /** Content of `app.asar`. */
  app: string;
  /** Files next to `app.asar`: third-party notices and SBOM. */
  resources: string;
}

/** File name of the SBOM in the bundle and in the desktop packages. */
export const SBOM_NAME = 'sbom.cdx.json';

/**
 * Assembles the parts of a desktop package in an empty directory.
 * @param time time of the commit, seconds since 1970
 */
export async function assembleDesktop(
  directory: string,
  { pages, time }: { pages: BuiltPages; time: number },
): Promise<DesktopParts> {
  const app = join(directory, 'app');
  const resources = join(directory, 'resources');
  await mkdir(resources, { recursive: true });
  const packages = await buildDesktop(join(app, 'dist', 'electron'));
  await copyAppFiles(app, pages, 'dist/electron/main.js');
  const icon = join('resources', 'icons', 'icon.png');
  await cp(join(ROOT, icon), join(app, icon));

  // Electron's own package has the licenses of Chromium and Node.
  const all = new Set([...packages, ...pages.packages, `node_modules/${SEPARATE}`, 'node_modules/electron']);
  await writeFile(join(resources, 'THIRD-PARTY-NOTICES.txt'), noticesOf(all));
  await writeFile(join(resources, SBOM_NAME), sbomOf({ packages: all, time }));
  return { app, resources };
}
