import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { t } from './messages.ts';

const MOST_ENTRIES = 50;

export function pathHandlers({ host }: ServiceState): HandlersOf<'paths'> {
  return {
    'paths.complete': async ({ text, kind, extensions }) => {
      const typed =
        text === '~' || text.startsWith(`~${sep}`) ? host.home + text.slice(1) : text || host.home;
      if (!typed.startsWith(sep)) return { entries: [], truncated: false };
      // `/srv/mir` completes a name in /srv, `/srv/` lists all names in /srv.
      const inside = typed.endsWith(sep) || text === '~' || text === '';
      const folder = inside ? typed : dirname(typed);
      const started = inside ? '' : basename(typed);
      const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const wanted: { path: string; name: string; kind: 'directory' | 'file' }[] = [];
      for (const entry of found) {
        const { name } = entry;
        if (!name.startsWith(started) || (name.startsWith('.') && !started.startsWith('.'))) continue;
        const is = await kindOf(folder, entry);
        const accepted =
          is === 'directory' ||
          (is === 'file' && kind === 'file' && (extensions.length === 0 || extensions.some(endOf(name))));
        if (is && accepted) wanted.push({ path: join(folder, name), name, kind: is });
      }
      wanted.sort((a, b) =>
        a.kind === b.kind ? (a.name < b.name ? -1 : 1) : a.kind === 'directory' ? -1 : 1,
      );
      return { entries: wanted.slice(0, MOST_ENTRIES), truncated: wanted.length > MOST_ENTRIES };
    },
    'paths.pick': async () => {
      throw new AirlockError('unsupported', t('dialogMissing'));
    },
  };
}

function endOf(name: string): (extension: string) => boolean {
  return (extension) => name.toLowerCase().endsWith(`.${extension.replace(/^\./, '').toLowerCase()}`);
}

/** Follows links. */
async function kindOf(folder: string, entry: Dirent): Promise<'directory' | 'file' | undefined> {
  if (entry.isDirectory()) return 'directory';
  if (entry.isFile()) return 'file';
  if (!entry.isSymbolicLink()) return undefined;
  const found = await stat(join(folder, entry.name)).catch(() => undefined);
  return found?.isDirectory() ? 'directory' : found?.isFile() ? 'file' : undefined;
}
