import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { AirlockError } from '../../base/errors/airlock-error.ts';

/** A file of the graph data; `path` is relative, with `/`, and has no `.` or `..` element. */
export interface GraphDataFile {
  path: string;
  executable: boolean;
  content: Buffer;
}

/** What the whole of the graph data may unpack to, in bytes; the real one is some MB. */
const LARGEST = 256 * 1024 * 1024;

const unzip = promisify(gunzip);

/**
 * Reads the update service's graph data, which is not trusted: only regular files and directories below its root, each
 * file once, nothing larger than 256 MiB together. Directories are left out; they follow from the files.
 * @param archive tar.gz
 * @returns the files sorted by path
 * @throws AirlockError `archive-malformed`, `archive-hostile`, or `graph-invalid` when there is no file at all
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
      else if (files.has(path)) throw hostile(header.name, 'is there twice');
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
  for (const path of directories) if (files.has(path)) throw hostile(path, 'is a file and a directory');
  if (files.size === 0) throw new AirlockError('graph-invalid', 'the graph data holds no file');
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Every directory on the way to `path`, from the top: `a`, `a/b` for `a/b/c`. */
export function foldersAbove(path: string): string[] {
  const elements = path.split('/').slice(0, -1);
  return elements.map((_, index) => elements.slice(0, index + 1).join('/'));
}

async function unpacked(archive: Uint8Array): Promise<Buffer> {
  try {
    return await unzip(archive, { maxOutputLength: LARGEST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new AirlockError('archive-hostile', `the graph data unpacks to more than ${LARGEST} bytes`);
    throw malformed(error);
  }
}

/** The path of an entry below the root of the graph data; empty for the root itself. */
function pathOf(header: Header): string {
  const { name, type } = header;
  if (type !== 'file' && type !== 'directory' && type !== 'contiguous-file')
    throw hostile(name, `is a ${type ?? 'thing of unknown type'}, not a file`);
  if (/[\\\p{Cc}]/u.test(name)) throw hostile(name, 'has a backslash or control character in its name');
  const path = name.replace(/^(\.\/)+/, '').replace(/(?<!\/)\/+$/, '');
  if (type === 'directory' && (path === '' || path === '.') && !name.startsWith('/')) return '';
  if (path.split('/').some((element) => element === '' || element === '.' || element === '..'))
    throw hostile(name, 'leads out of the archive');
  return path;
}

function hostile(name: string, what: string): AirlockError {
  return new AirlockError('archive-hostile', `the graph data's entry ${JSON.stringify(name)} ${what}`, {
    side: 'source',
  });
}

function malformed(cause: unknown): AirlockError {
  return new AirlockError('archive-malformed', 'the graph data is damaged or not a tar.gz file', {
    side: 'source',
    remedy: 'Run again; if it stays, check UPDATE_URL_OVERRIDE.',
    cause,
  });
}
