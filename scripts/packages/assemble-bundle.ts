import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from '../run.ts';
import { buildHeadless } from './build-headless.ts';
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

/** The pages of the app, which were built before. */
export interface BuiltPages {
  directory: string;
  /** Directories of the packages whose code is in them, relative to the checkout. */
  packages: Iterable<string>;
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
  await cp(pages.directory, place('dist', 'renderer'), { recursive: true });
  // A list for rebuilding the pages in a checkout.
  await rm(place('dist', 'renderer', 'sources.json'), { force: true });
  await cp(join(ROOT, 'resources', 'keys'), place('resources', 'keys'), { recursive: true });
  await rm(place('resources', 'keys', 'README.md'));
  await copyPackage(SEPARATE, place('node_modules', SEPARATE));
  for (const name of ['LICENSE', 'CHANGELOG.md']) await cp(join(ROOT, name), place(name));
  await writeFile(place('package.json'), await packageFile());
  await mkdir(place('bin'));
  await cp(node.file, place('bin', 'node'));
  await cp(join(ROOT, 'scripts', 'packages', 'airlock.sh'), place('airlock'));
  for (const name of EXECUTABLES) await chmod(place(name), 0o755);

  const all = new Set([...packages, ...pages.packages, `node_modules/${SEPARATE}`]);
  await writeFile(place('THIRD-PARTY-NOTICES.txt'), noticesOf(all, node.license));
  await writeFile(place('sbom.cdx.json'), sbomOf({ packages: all, versions: node.versions, time }));
  await writeFile(place('SHA256SUMS'), await checksumsOf(directory));
}

/** Copies the files of a package that its import loads. */
async function copyPackage(name: string, target: string): Promise<void> {
  const source = join(ROOT, 'node_modules', name);
  for (const file of ['package.json', 'LICENSE', 'dist/node/openpgp.mjs']) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(join(source, file), join(target, file));
  }
}

/** Version and module type. Dependencies and scripts of the checkout don't apply to a bundle. */
async function packageFile(): Promise<string> {
  const { name, version, description, license, type } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  ) as Record<string, string>;
  return `${JSON.stringify({ name, version, description, license, private: true, type }, undefined, 2)}\n`;
}

/** Returns the SHA-256 of all files below a directory in the format of `sha256sum`. */
async function checksumsOf(directory: string): Promise<string> {
  const lines: string[] = [];
  for (const name of (await readdir(directory, { recursive: true })).toSorted()) {
    const path = join(directory, name);
    if (!(await stat(path)).isFile()) continue;
    lines.push(
      `${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}  ${name}\n`,
    );
  }
  return lines.join('');
}
