import { chmod, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commandWords } from '../../cli/commands/completion/command-words.ts';
import { completionScript } from '../../cli/commands/completion/shells.ts';
import { commandLine } from '../../cli/program.ts';
import { VERSION } from '../../cli/terminal/host.ts';
import { sha256OfFile } from '../../core/store/set-format/set-index.ts';
import { ROOT } from '../run.ts';
import { copyAppFiles } from './app-files.ts';
import { SBOM_NAME } from './assemble-desktop.ts';
import { buildHeadless } from './build-headless.ts';
import type { BuiltPages } from './build-pages.ts';
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
  const files = new Map((await checksumsOf(directory)).map(({ name, sha256 }) => [name, sha256]));
  await writeFile(place(SBOM_NAME), sbomOf({ packages: all, versions: node.versions, files, time }));
  const lines = (await checksumsOf(directory)).map(({ name, sha256 }) => `${sha256}  ${name}\n`);
  await writeFile(place('SHA256SUMS'), lines.join(''));
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

/** Returns the SHA-256 of all files below a directory, sorted by path. */
async function checksumsOf(directory: string): Promise<{ name: string; sha256: string }[]> {
  const found: { name: string; sha256: string }[] = [];
  for (const name of (await readdir(directory, { recursive: true })).toSorted()) {
    const path = join(directory, name);
    if ((await stat(path)).isFile()) found.push({ name, sha256: (await sha256OfFile(path))! });
  }
  return found;
}
