import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { parse } from 'yaml';
import { ROOT } from '../run.ts';
import { packDirectory } from './archive.ts';
import type { DesktopParts } from './assemble-desktop.ts';

/** Names of platforms in `electron-builder.yml`, and their names in electron-builder. */
export const PLATFORMS = { linux: 'LINUX', win: 'WINDOWS', mac: 'MAC' } as const;
export type PlatformName = keyof typeof PLATFORMS;

export const ARCHITECTURES = ['x64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

/** What `npm run package` builds. */
export interface PackageRequest {
  platform: PlatformName;
  architectures: readonly Architecture[];
  /** Kinds of packages of electron-builder, such as `deb`. Only `dir`: the unpacked directories. */
  targets: readonly string[];
  /** Directory for the packages. */
  output: string;
  version: string;
  /** Directory of an unpacked Electron. Without it, electron-builder downloads one. */
  electron?: string;
  /** Time of the commit, seconds since 1970. */
  time: number;
}

/** Returns `electron-builder.yml`. electron-builder itself checks it at every build. */
export async function packagingConfiguration(): Promise<Configuration> {
  return parse(await readFile(join(ROOT, 'electron-builder.yml'), 'utf8')) as Configuration;
}

/**
 * Builds packages of the desktop app. The unpacked directories, such as `linux-unpacked`, stay in the output directory.
 * @returns paths of the packages
 * @throws Error as electron-builder, for example for a tool that can't be downloaded
 */
export async function buildPackages(parts: DesktopParts, request: PackageRequest): Promise<string[]> {
  const { platform, architectures, targets, output, time } = request;
  // fpm and mksquashfs use it for the times in packages.
  process.env.SOURCE_DATE_EPOCH = String(time);
  await mkdir(output, { recursive: true });
  const built =
    platform === 'linux'
      ? await buildForLinux(parts, request)
      : await runBuilder(parts, request, targets, architectures);
  // They contain paths of this host.
  for (const name of ['builder-debug.yml', 'builder-effective-config.yaml'])
    await rm(join(output, name), { force: true });
  return built.filter((file) => !file.endsWith('.blockmap'));
}

/**
 * Builds the unpacked directory of each architecture first, and the packages from it: those that fpm makes add a file to it.
 * tar.gz is ours, because electron-builder's has the order of the file system and the time of the build.
 */
async function buildForLinux(parts: DesktopParts, request: PackageRequest): Promise<string[]> {
  const { architectures, targets, output, version, time } = request;
  const built: string[] = [];
  for (const architecture of architectures) {
    await runBuilder(parts, request, ['dir'], [architecture]);
    const unpacked = join(
      output,
      architecture === 'x64' ? 'linux-unpacked' : `linux-${architecture}-unpacked`,
    );
    if (targets.includes('tar.gz')) {
      const root = `airlock-desktop-${version}-linux-${architecture}`;
      const archive = join(output, `${root}.tar.gz`);
      await packDirectory(unpacked, archive, { root, executables: await executablesIn(unpacked), time });
      built.push(archive);
    }
    const others = targets.filter((target) => target !== 'dir' && target !== 'tar.gz');
    if (others.length > 0)
      built.push(...(await runBuilder(parts, request, others, [architecture], unpacked)));
  }
  return built;
}

async function runBuilder(
  { app, resources }: DesktopParts,
  { platform, output, electron }: PackageRequest,
  targets: readonly string[],
  architectures: readonly Architecture[],
  prepackaged?: string,
): Promise<string[]> {
  // Loading it takes half a second, which errors in options shouldn't wait for.
  const { Arch, build, Platform } = await import('electron-builder');
  return build({
    projectDir: ROOT,
    targets: Platform[PLATFORMS[platform]].createTarget(
      [...targets],
      ...architectures.map((each) => Arch[each]),
    ),
    prepackaged,
    publish: 'never',
    // Added to electron-builder.yml.
    config: {
      directories: { app, output, buildResources: join(ROOT, 'resources', 'icons') },
      extraResources: [{ from: resources, to: '.' }],
      electronDist: electron ?? null,
    },
  });
}

/** Returns the executable files by their path below a directory. */
async function executablesIn(directory: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const name of await readdir(directory, { recursive: true })) {
    const facts = await stat(join(directory, name));
    if (facts.isFile() && facts.mode & 0o111) found.add(name);
  }
  return found;
}
