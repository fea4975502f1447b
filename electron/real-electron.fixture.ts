import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = join(import.meta.dirname, '..', 'node_modules', 'electron');

/**
 * A real Electron of this machine, or undefined. The package itself is not asked: importing it starts a download.
 */
export function findRealElectron(): string | undefined {
  const directory = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(PACKAGE, 'dist');
  const named = join(PACKAGE, 'path.txt');
  const program = existsSync(named) ? readFileSync(named, 'utf8').trim() : 'electron';
  const file = join(directory, program);
  return existsSync(file) ? file : undefined;
}
