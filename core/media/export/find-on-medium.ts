import type { Dirent } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { INCOMING } from '../../store/archive/received-spans.ts';
import { PIECE_NAME } from '../../store/set-format/entry-names.ts';
import { INDEX_NAME } from '../../store/set-format/set-index.ts';
import { CHECKSUM_LIST } from '../volumes/checksum-list.ts';
import {
  EXPORT_NAME,
  type ExportDocument,
  exportId,
  exportMark,
  parseExportDocument,
} from '../volumes/export-document.ts';
import { type FoundIndex, readFoundIndexFile } from '../volumes/found-index.ts';

const DEEPEST = 5;
const LARGEST_DOCUMENT = 512 * 1024 * 1024;
/** Folders with nothing of a transfer in them: they can be large. */
const PASSED_BY =
  /^(?:\.|airlock-app$|working-dir$|record$|reports$|docker$|System Volume Information$|\$RECYCLE\.BIN$|.*\.partial$)/;

/** A regular file that may hold part of a set. */
export interface CandidateFile {
  path: string;
  /** Bytes. */
  size: number;
}

/** A folder with something of a set of Airlock in it. */
export interface FoundFolder {
  directory: string;
  index?: FoundIndex;
  document?: ExportDocument;
  /** It was exported: an `export.json` or a checksum list lies in it, readable or not. */
  exported: boolean;
  /** Tars that may be carry pieces. */
  pieces: CandidateFile[];
  /** `mirror_*.tar` beside the index. */
  setFiles: CandidateFile[];
}

/** What a medium, or a folder that was copied from one, has for this side. */
export interface FoundOnMedium {
  folders: FoundFolder[];
  /** Sets of oc-mirror, and directories as `oc` makes them. */
  foreign: { kind: 'oc-mirror' | 'oc'; directory: string }[];
  /** Documents that cannot be used; what they are about may come by another copy of them. */
  refused: AirlockError[];
}

/**
 * Looks through a folder for what can be imported. Links are not followed, and nothing is written.
 * @throws AirlockError `disk` when the folder cannot be read, `usage` when it is none
 */
export async function findOnMedium(path: string): Promise<FoundOnMedium> {
  const found: FoundOnMedium = { folders: [], foreign: [], refused: [] };
  const facts = await stat(path).catch((error: unknown) => {
    throw notThere(path, error);
  });
  if (!facts.isDirectory())
    throw new AirlockError('usage', `${path} is not a folder`, {
      remedy: 'Name the folder where the medium is mounted.',
    });
  await look(path, 0, found);
  return found;
}

/** Words for a folder of media or of arriving files that cannot be found; any other fault as it is. */
export function notThere(path: string, thrown: unknown): AirlockError {
  const { code } = thrown as NodeJS.ErrnoException;
  if (code !== 'ENOENT' && code !== 'ENOTDIR') return asAirlockError(thrown);
  return new AirlockError('disk', `${path} is not there`, {
    side: 'source',
    remedy: 'Plug in the medium and mount it there, or name the folder where it is.',
    cause: thrown,
  });
}

async function look(directory: string, depth: number, found: FoundOnMedium): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    throw asAirlockError(error);
  });
  const files = new Map<string, Dirent>();
  for (const entry of entries)
    if (entry.isFile() && !entry.name.startsWith('.')) files.set(entry.name, entry);
  const tars: CandidateFile[] = [];
  for (const name of [...files.keys()].toSorted())
    if (name.endsWith('.tar')) tars.push(await candidate(join(directory, name)));
  const setFiles = tars.filter(({ path }) => PIECE_NAME.test(basename(path)));
  const volumes = tars.filter((tar) => !setFiles.includes(tar));
  if (!files.has('oci-layout')) {
    const hasIndex = files.has(INDEX_NAME);
    const index = hasIndex ? await indexAt(join(directory, INDEX_NAME), found) : undefined;
    const document = files.has(EXPORT_NAME)
      ? await documentAt(join(directory, EXPORT_NAME), readExport, found)
      : undefined;
    const usable =
      index && document && index.sha256 !== document.indexSha256
        ? rejectRequest(directory, document, found)
        : index;
    if (setFiles.length > 0 && !hasIndex) found.foreign.push({ kind: 'oc-mirror', directory });
    const exported = files.has(EXPORT_NAME) || [...files.keys()].some((name) => CHECKSUM_LIST.test(name));
    if (usable || exported || volumes.length > 0)
      found.folders.push({
        directory,
        exported: exported || (hasIndex && volumes.length > 0),
        index: usable,
        document,
        pieces: volumes,
        setFiles: usable ? setFiles : [],
      });
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isDirectory() || PASSED_BY.test(entry.name) || entry.name.endsWith(INCOMING)) continue;
    const below = join(directory, entry.name);
    if (entry.name === 'v2' && (await hasManifests(below, 0))) found.foreign.push({ kind: 'oc', directory });
    else if (depth < DEEPEST) await look(below, depth + 1, found);
  }
}

/** A file that may hold part of a set. @throws AirlockError `disk` */
export async function candidate(path: string): Promise<CandidateFile> {
  try {
    return { path, size: (await stat(path)).size };
  } catch (error) {
    throw asAirlockError(error);
  }
}

/**
 * An export document whose id is that of what it says.
 * @throws AirlockError `archive-malformed`, `workspace-format`
 */
export function readExport(bytes: Buffer, path: string): ExportDocument {
  const document = parseExportDocument(bytes.toString('utf8'), path);
  if (document.id === exportId(document) && document.mark === exportMark(document.transfer, document.id))
    return document;
  throw new AirlockError('archive-malformed', `${path} was altered: its id is not that of its pieces`, {
    side: 'local',
    at: { file: path },
    expected: exportId(document),
    found: document.id,
  });
}

async function documentAt<T>(
  path: string,
  read: (bytes: Buffer, path: string) => T,
  found: FoundOnMedium,
): Promise<T | undefined> {
  let bytes: Buffer = Buffer.alloc(0);
  try {
    const { size } = await stat(path);
    if (size > LARGEST_DOCUMENT) throw new AirlockError('archive-hostile', `${path} has ${size} bytes`);
    bytes = await readFile(path);
    return read(bytes, path);
  } catch (error) {
    found.refused.push(withWriter(asAirlockError(error), bytes));
    return undefined;
  }
}

async function indexAt(path: string, found: FoundOnMedium): Promise<FoundIndex | undefined> {
  try {
    return await readFoundIndexFile(path);
  } catch (thrown) {
    const error = asAirlockError(thrown);
    found.refused.push(error.code === 'workspace-format' ? withWriter(error, await headOf(path)) : error);
    return undefined;
  }
}

/** The first bytes of a file, as far as it can be read. */
async function headOf(path: string): Promise<Buffer> {
  const head = Buffer.alloc(4096);
  const handle = await open(path, 'r').catch(() => undefined);
  try {
    const { bytesRead } = (await handle?.read(head, 0, head.length, 0).catch(() => undefined)) ?? {
      bytesRead: 0,
    };
    return head.subarray(0, bytesRead);
  } finally {
    await handle?.close();
  }
}

/** Of a newer format it is said which version wrote it: that one, or a later one, reads it. */
export function withWriter(error: AirlockError, bytes: Buffer): AirlockError {
  if (error.code !== 'workspace-format') return error;
  const tool = /"tool"\s*:\s*"([\w .+-]{1,60})"/.exec(bytes.toString('latin1', 0, 4096))?.[1];
  return new AirlockError('workspace-format', tool ? `${error.message}; ${tool} wrote it` : error.message, {
    side: 'local',
    remedy: tool
      ? `Carry ${tool} or a later version to this side first, or have the other side export for this version (--reads-format).`
      : 'Carry the version of Airlock that wrote it, or a later one, to this side first.',
    at: error.at,
    expected: error.expected,
    found: error.found,
  });
}

function rejectRequest(directory: string, { transfer }: ExportDocument, found: FoundOnMedium): undefined {
  const path = join(directory, INDEX_NAME);
  found.refused.push(
    new AirlockError(
      'archive-malformed',
      `${path} doesn't match the index of ${transfer} described in ${join(directory, EXPORT_NAME)}: one of the two files was altered`,
      {
        side: 'local',
        at: { file: path },
        remedy: 'Every medium of the transfer has it: put in another one.',
      },
    ),
  );
  return undefined;
}

async function hasManifests(directory: string, depth: number): Promise<boolean> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (folders.includes('blobs') && folders.includes('manifests')) return true;
  if (depth > 6) return false;
  for (const name of folders) if (await hasManifests(join(directory, name), depth + 1)) return true;
  return false;
}
