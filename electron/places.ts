import { join } from 'node:path';

const HERE = import.meta.dirname;
/** False in a checkout's tests, where this file is the source. */
const built = !import.meta.filename.endsWith('.ts');

/** The checkout that a development build runs in. */
export const CHECKOUT: string = join(HERE, built ? '../..' : '..');

/** Files that the desktop host loads; the build puts all of its own into one folder. */
export const ENGINE_FILE: string = join(HERE, built ? 'engine.js' : 'engine.ts');
export const PRELOAD_FILE: string = built
  ? join(HERE, 'preload.cjs')
  : join(HERE, '..', 'dist', 'electron', 'preload.cjs');
export const RENDERER_DIRECTORY: string = built
  ? join(HERE, '..', 'renderer')
  : join(HERE, '..', 'dist', 'renderer');
export const ICON_FILE: string = join(CHECKOUT, 'resources', 'icons', 'icon.png');
