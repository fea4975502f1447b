import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { t } from './messages.ts';

export interface StaticFile {
  body: Buffer;
  type: string;
  /** Its name changes with its content. */
  immutable: boolean;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Returns the built pages by address. They are read only once, so requests can't reach other files, and an open page still
 * finds its parts after a newer version is built.
 * @throws AirlockError when there are none
 */
export async function readPages(directory: string): Promise<ReadonlyMap<string, StaticFile>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && TYPES[extname(entry.name)]);
  const pages = new Map<string, StaticFile>();
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const address = `/${relative(directory, file).split(sep).join('/')}`;
    pages.set(address, {
      body: await readFile(file),
      type: TYPES[extname(name)]!,
      immutable: address.startsWith('/assets/'),
    });
  }
  const index = pages.get('/index.html');
  if (!index)
    throw new AirlockError('disk', t('pagesMissing', { directory }), {
      remedy: t('pagesMissingRemedy'),
    });
  return pages.set('/', index);
}
