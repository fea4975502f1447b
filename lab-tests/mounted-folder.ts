import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';

/** Whether this process may mount: folders can be media of a true size then. */
export async function mayMount(directory: string): Promise<boolean> {
  const path = `${directory}/may-mount`;
  if (process.platform !== 'linux' || !(await mountMedium(path, 1_000_000))) return false;
  unmount(path);
  return true;
}

/** A file system in memory of so many bytes, mounted at a new folder. */
export async function mountMedium(path: string, bytes: number): Promise<boolean> {
  await mkdir(path, { recursive: true });
  return command('mount', ['-t', 'tmpfs', '-o', `size=${Math.ceil(bytes / 4096) * 4}k`, 'tmpfs', path]);
}

/** Shows a mounted medium at another folder, too: there it can be plugged in and pulled out. */
export async function plugIn(medium: string, path: string): Promise<boolean> {
  await mkdir(path, { recursive: true });
  return command('mount', ['--bind', medium, path]);
}

/** Moves the switch of a medium that forbids writing. */
export function remountReadOnly(path: string): void {
  command('mount', ['-o', 'remount,ro', path]);
}

/** Pulls out, whatever is still open on it. */
export function unmount(path: string): void {
  command('umount', ['-l', path]);
}

function command(name: string, args: string[]): boolean {
  return spawnSync(name, args, { stdio: 'ignore' }).status === 0;
}
