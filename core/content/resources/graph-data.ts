import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** A file of the graph data. `path` is relative, with `/`, and has no `.` or `..` element. */
export interface GraphDataFile {
  path: string;
  executable: boolean;
  content: Buffer;
}

/** The maximum unpacked size of the graph data, in bytes. Real graph data has a few MB. */
const LARGEST = 256 * 1024 * 1024;

const unzip = promisify(gunzip);

/**
 * Reads the update service's graph data, which isn't trusted: only regular files and directories below its root, each
 * file once, and at most 256 MiB in total. Directories aren't returned, because they follow from the files.
 * @param archive tar.gz
 * @returns the files sorted by path
 * @throws AirlockError `archive-malformed`, `archive-hostile`, or `graph-invalid` without any file
 */
export async function readGraphData(archive: Uint8Array): Promise<GraphDataFile[]> {
  const files = new Map<string, GraphDataFile>();
  const directories = new Set<string>();
  const reader = extract();
  reader.end(await unpacked(archive));
  try {
    for await (const entry of reader) {
      const { header } = entry;
      const path = pathOf(header);
      const parts: Buffer[] = [];
      for await (const part of entry) parts.push(part as Buffer);
      if (header.type === 'directory') directories.add(path);
      else if (files.has(path)) throw hostile(t('entryTwice', { name: JSON.stringify(header.name) }));
      else
        files.set(path, {
          path,
          executable: ((header.mode ?? 0) & 0o111) !== 0,
          content: Buffer.concat(parts),
        });
    }
  } catch (error) {
    if (error instanceof AirlockError) throw error;
    throw malformed(error);
  }
  for (const path of files.keys()) for (const folder of foldersAbove(path)) directories.add(folder);
  for (const path of directories)
    if (files.has(path)) throw hostile(t('entryFileAndDirectory', { name: JSON.stringify(path) }));
  if (files.size === 0) throw new AirlockError('graph-invalid', t('graphDataEmpty'));
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the directories above `path`, from the top: `a`, `a/b` for `a/b/c`. */
export function foldersAbove(path: string): string[] {
  const elements = path.split('/').slice(0, -1);
  return elements.map((_, index) => elements.slice(0, index + 1).join('/'));
}

async function unpacked(archive: Uint8Array): Promise<Buffer> {
  try {
    return await unzip(archive, { maxOutputLength: LARGEST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new AirlockError('archive-hostile', t('graphDataTooLarge', { limit: LARGEST }));
    throw malformed(error);
  }
}

/** Returns the path of an entry below the root of the graph data; empty for the root. */
function pathOf(header: Header): string {
  const { name, type } = header;
  const shown = JSON.stringify(name);
  if (type !== 'file' && type !== 'directory' && type !== 'contiguous-file')
    throw hostile(t('entryType', { name: shown, type: type ?? t('unknownType') }));
  if (/[\\\p{Cc}]/u.test(name)) throw hostile(t('entryName', { name: shown }));
  const path = name.replace(/^(\.\/)+/, '').replace(/(?<!\/)\/+$/, '');
  if (type === 'directory' && (path === '' || path === '.') && !name.startsWith('/')) return '';
  if (path.split('/').some((element) => element === '' || element === '.' || element === '..'))
    throw hostile(t('entryOutside', { name: shown }));
  return path;
}

function hostile(message: string): AirlockError {
  return new AirlockError('archive-hostile', message, { side: 'source' });
}

function malformed(cause: unknown): AirlockError {
  return new AirlockError('archive-malformed', t('graphDataDamaged'), {
    side: 'source',
    remedy: t('graphDataDamagedRemedy'),
    cause,
  });
}
