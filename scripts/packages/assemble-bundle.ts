import { chmod, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commandWords } from '../../cli/commands/completion/command-words.ts';
import { completionScript } from '../../cli/commands/completion/shells.ts';
import { commandLine } from '../../cli/program.ts';
import { VERSION } from '../../cli/terminal/host.ts';
import { ROOT } from '../run.ts';
import { copyAppFiles } from './app-files.ts';
import { SBOM_NAME } from './assemble-desktop.ts';
import { buildHeadless } from './build-headless.ts';
import type { BuiltPages } from './build-pages.ts';
import { sha256Line } from './checksums.ts';
import { manPages } from './man-pages.ts';
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
 * Assembles the headless bundle in an empty or new directory: launcher, Node, command line, pages, keys, licenses, SBOM,
 * man pages, completions, systemd units and `SHA256SUMS` of all files.
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

  await writeShare(place('share'), time);

  const all = new Set([...packages, ...pages.packages, `node_modules/${SEPARATE}`]);
  await writeFile(place('THIRD-PARTY-NOTICES.txt'), noticesOf(all, node.license));
  await writeFile(place(SBOM_NAME), sbomOf({ packages: all, versions: node.versions, time }));
  await writeFile(place('SHA256SUMS'), await checksumsOf(directory));
}

/** Writes man pages, completions of shells and units of systemd, in the layout of `/usr/share`. */
async function writeShare(directory: string, time: number): Promise<void> {
  const write = async (text: string, ...names: string[]) => {
    const file = join(directory, ...names);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const program = await commandLine();
  const pages = manPages(program, { version: VERSION, time });
  for (const [name, text] of pages) await write(text, 'man', 'man1', name);
  const words = commandWords(program);
  await write(completionScript('bash', words)!, 'bash-completion', 'completions', 'airlock');
  await write(completionScript('fish', words)!, 'fish', 'vendor_completions.d', 'airlock.fish');
  await write(completionScript('zsh', words)!, 'zsh', 'site-functions', '_airlock');
  await cp(join(ROOT, 'resources', 'systemd'), join(directory, 'systemd'), { recursive: true });
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
