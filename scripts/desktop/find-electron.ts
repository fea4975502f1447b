import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The executable inside an unpacked Electron. */
const EXECUTABLES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/**
 * An Electron that is already on this host, or undefined. The package itself is not asked: importing it outside Electron
 * starts a download.
 * @param root the checkout
 */
export function findElectron(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const executable = EXECUTABLES[platform] ?? 'electron';
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  const candidates = [
    ...(override ? [join(override, executable)] : []),
    ...installed(join(root, 'node_modules', 'electron')),
    // Unpacked beside the checkout, as it is carried across a gap.
    join(root, '..', 'electron', executable),
  ];
  return candidates.find((candidate) => existsSync(candidate));
}

/** Where the package has put its binary, once it has one. */
function installed(directory: string): string[] {
  const pointer = join(directory, 'path.txt');
  return existsSync(pointer) ? [join(directory, 'dist', readFileSync(pointer, 'utf8').trim())] : [];
}

/** Whether a window can be shown. */
export function hasDisplay(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): boolean {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
