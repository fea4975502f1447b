import { chmod, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../run.ts';
import { copyAppFiles } from './app-files.ts';
import { SBOM_NAME } from './assemble-desktop.ts';
import { buildHeadless } from './build-headless.ts';
import type { BuiltPages } from './build-pages.ts';
import { sha256Line } from './checksums.ts';
import { SEPARATE } from './node-bundle.ts';
import { noticesOf } from './notices.ts';
import { sbomOf } from './sbom.ts';

/** The Node that goes into a bundle. */
export interface BundledNode {
  /** Its executable. */
  file: string;
  /** Text of its license. */
  license: string;
  versions: NodeJS.ProcessVersions;
}

/** Files of the bundle that are executable. */
export const EXECUTABLES: ReadonlySet<string> = new Set(['airlock', 'bin/node']);

/**
 * Assembles the headless bundle in an empty or new directory: launcher, Node, command line, pages, keys, licenses, SBOM and
 * `SHA256SUMS` of all files.
 * @param time time of the commit, seconds since 1970
 */
export async function assembleBundle(
  directory: string,
  { node, pages, time }: { node: BundledNode; pages: BuiltPages; time: number },
): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  const place = (...names: string[]) => join(directory, ...names);
  const packages = await buildHeadless(place('dist', 'cli'));
  await copyAppFiles(directory, pages);
  await cp(join(ROOT, 'CHANGELOG.md'), place('CHANGELOG.md'));
  await mkdir(place('bin'));
  await cp(node.file, place('bin', 'node'));
  await cp(join(ROOT, 'scripts', 'packages', 'airlock.sh'), place('airlock'));
  for (const name of EXECUTABLES) await chmod(place(name), 0o755);

  const all = new Set([...packages, ...pages.packages, `node_modules/${SEPARATE}`]);
  await writeFile(place('THIRD-PARTY-NOTICES.txt'), noticesOf(all, node.license));
  await writeFile(place(SBOM_NAME), sbomOf({ packages: all, versions: node.versions, time }));
  await writeFile(place('SHA256SUMS'), await checksumsOf(directory));
}

/** Returns the SHA-256 of all files below a directory in the format of `sha256sum`. */
async function checksumsOf(directory: string): Promise<string> {
  const lines: string[] = [];
  for (const name of (await readdir(directory, { recursive: true })).toSorted()) {
    const path = join(directory, name);
    if ((await stat(path)).isFile()) lines.push(await sha256Line(path, name));
  }
  return lines.join('');
}
