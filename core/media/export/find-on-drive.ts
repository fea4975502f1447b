import type { Dirent } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { isPermissionDenied } from '../../base/errors/system-error.ts';
import { isNewerFormat } from '../../base/formats/unsupported-format.ts';
import { INCOMING } from '../../store/archive/received-spans.ts';
import { SET_FILE_NAME } from '../../store/set-format/entry-names.ts';
import { INDEX_NAME } from '../../store/set-format/set-index.ts';
import { CHECKSUM_LIST } from '../volumes/checksum-list.ts';
import {
  EXPORT_NAME,
  type ExportDocument,
  exportId,
  exportShortId,
  parseExportDocument,
} from '../volumes/export-document.ts';
import { type FoundIndex, readFoundIndexFile } from '../volumes/found-index.ts';
import { t } from './messages.ts';

const DEEPEST = 5;
const LARGEST_DOCUMENT = 512 * 1024 * 1024;
/** Folders that are skipped because they contain nothing of a transfer and can be large. */
const PASSED_BY =
  /^(?:\.|airlock-app$|working-dir$|record$|reports$|docker$|System Volume Information$|\$RECYCLE\.BIN$|.*\.partial$)/;

/** A regular file that might contain part of a set. */
export interface CandidateFile {
  path: string;
  /** Bytes. */
  size: number;
}

/** A folder that contains something of a set of Airlock. */
export interface FoundFolder {
  directory: string;
  index?: FoundIndex;
  document?: ExportDocument;
  /** Whether it was exported: it contains an `export.json` or a checksum list, readable or not. */
  exported: boolean;
  /** Tars that might be volumes. */
  volumes: CandidateFile[];
  /** `mirror_*.tar` next to the index. */
  setFiles: CandidateFile[];
}

/** Content to import on a drive, or in a folder that was copied from one. */
export interface FoundOnDrive {
  folders: FoundFolder[];
  /** Sets of oc-mirror, and directories that `oc` writes. */
  foreign: { kind: 'oc-mirror' | 'oc'; directory: string }[];
  /** Documents that can't be used. Another drive might have a valid copy. */
  rejected: AirlockError[];
  /** Directories that this user has no permission to read, such as `lost+found` of root. They are skipped. */
  unreadable: string[];
}

/**
 * Finds content to import in a folder. Doesn't follow links, and writes nothing.
 * @throws AirlockError `disk` if the folder can't be read, `usage` if it isn't a folder
 */
export async function findOnDrive(path: string): Promise<FoundOnDrive> {
  const found: FoundOnDrive = { folders: [], foreign: [], rejected: [], unreadable: [] };
  const facts = await stat(path).catch((error: unknown) => {
    throw directoryFault(path, error);
  });
  if (!facts.isDirectory())
    throw new AirlockError('usage', t('notDirectory', { path }), {
      remedy: t('notDirectoryRemedy'),
    });
  await look(path, 0, found).catch((error: unknown) => {
    throw directoryFault(path, error);
  });
  return found;
}

/**
 * Returns the error for a folder that doesn't exist or that this user may not read. Other faults are returned unchanged. It has
 * no side, because the folder of an export is the destination.
 */
export function directoryFault(path: string, thrown: unknown): AirlockError {
  if (isPermissionDenied(thrown))
    return new AirlockError('disk', t('directoryUnreadable', { path }), {
      remedy: t('directoryUnreadableRemedy'),
      cause: thrown,
    });
  const { code } = thrown as NodeJS.ErrnoException;
  if (code !== 'ENOENT' && code !== 'ENOTDIR') return asAirlockError(thrown);
  return new AirlockError('disk', t('directoryMissing', { path }), {
    remedy: t('directoryMissingRemedy'),
    cause: thrown,
  });
}

async function look(directory: string, depth: number, found: FoundOnDrive): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    throw asAirlockError(error);
  });
  const files = new Map<string, Dirent>();
  for (const entry of entries)
    if (entry.isFile() && !entry.name.startsWith('.')) files.set(entry.name, entry);
  const tars: CandidateFile[] = [];
  for (const name of [...files.keys()].toSorted())
    if (name.endsWith('.tar')) tars.push(await candidate(join(directory, name)));
  const setFiles = tars.filter(({ path }) => SET_FILE_NAME.test(basename(path)));
  const volumes = tars.filter((tar) => !setFiles.includes(tar));
  if (!files.has('oci-layout')) {
    const hasIndex = files.has(INDEX_NAME);
    const index = hasIndex ? await indexAt(join(directory, INDEX_NAME), found) : undefined;
    const document = files.has(EXPORT_NAME)
      ? await documentAt(join(directory, EXPORT_NAME), readExport, found)
      : undefined;
    const usable =
      index && document && index.sha256 !== document.indexSha256
        ? rejectIndex(directory, document, found)
        : index;
    if (setFiles.length > 0 && !hasIndex) found.foreign.push({ kind: 'oc-mirror', directory });
    const exported = files.has(EXPORT_NAME) || [...files.keys()].some((name) => CHECKSUM_LIST.test(name));
    if (usable || exported || volumes.length > 0)
      found.folders.push({
        directory,
        exported: exported || (hasIndex && volumes.length > 0),
        index: usable,
        document,
        volumes,
        setFiles: usable ? setFiles : [],
      });
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isDirectory() || PASSED_BY.test(entry.name) || entry.name.endsWith(INCOMING)) continue;
    const below = join(directory, entry.name);
    if (entry.name === 'v2' && (await hasManifests(below, 0))) found.foreign.push({ kind: 'oc', directory });
    else if (depth < DEEPEST)
      await look(below, depth + 1, found).catch((error: unknown) => {
        if (!isPermissionDenied(error)) throw error;
        found.unreadable.push(below);
      });
  }
}

/** Returns a file that might contain part of a set. @throws AirlockError `disk` */
export async function candidate(path: string): Promise<CandidateFile> {
  try {
    return { path, size: (await stat(path)).size };
  } catch (error) {
    throw asAirlockError(error);
  }
}

/**
 * Returns an export document after checking that its ID matches its content.
 * @throws AirlockError `archive-malformed`, `workspace-format`
 */
export function readExport(bytes: Buffer, path: string): ExportDocument {
  const document = parseExportDocument(bytes.toString('utf8'), path);
  if (
    document.id === exportId(document) &&
    document.shortId === exportShortId(document.transfer, document.id)
  )
    return document;
  throw new AirlockError('archive-malformed', t('exportDocumentAltered', { path }), {
    side: 'local',
    at: { file: path },
    expected: exportId(document),
    found: document.id,
  });
}

async function documentAt<T>(
  path: string,
  read: (bytes: Buffer, path: string) => T,
  found: FoundOnDrive,
): Promise<T | undefined> {
  let bytes: Buffer = Buffer.alloc(0);
  try {
    const { size } = await stat(path);
    if (size > LARGEST_DOCUMENT)
      throw new AirlockError('archive-hostile', t('documentTooLarge', { path, bytes: size }));
    bytes = await readFile(path);
    return read(bytes, path);
  } catch (error) {
    found.rejected.push(withWriter(asAirlockError(error), bytes));
    return undefined;
  }
}

async function indexAt(path: string, found: FoundOnDrive): Promise<FoundIndex | undefined> {
  try {
    return await readFoundIndexFile(path);
  } catch (thrown) {
    const error = asAirlockError(thrown);
    found.rejected.push(error.code === 'workspace-format' ? withWriter(error, await headOf(path)) : error);
    return undefined;
  }
}

/** Returns the first bytes of a file, or fewer if it can't be read. */
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

/** Adds the version that wrote a newer format, because this version or a later one can read it. */
export function withWriter(error: AirlockError, bytes: Buffer): AirlockError {
  if (error.code !== 'workspace-format' || !isNewerFormat(error)) return error;
  const tool = /"tool"\s*:\s*"([\w .+-]{1,60})"/.exec(bytes.toString('latin1', 0, 4096))?.[1];
  return new AirlockError(
    'workspace-format',
    tool ? t('formatWrittenBy', { problem: error.message, tool }) : error.message,
    {
      side: 'local',
      remedy: tool ? t('formatWrittenByRemedy', { tool }) : t('formatUnknownRemedy'),
      at: error.at,
      expected: error.expected,
      found: error.found,
    },
  );
}

function rejectIndex(directory: string, { transfer }: ExportDocument, found: FoundOnDrive): undefined {
  const path = join(directory, INDEX_NAME);
  found.rejected.push(
    new AirlockError(
      'archive-malformed',
      t('indexMismatch', { path, transfer, document: join(directory, EXPORT_NAME) }),
      {
        side: 'local',
        at: { file: path },
        remedy: t('indexMismatchRemedy'),
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
