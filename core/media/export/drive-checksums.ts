import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { alternativeList } from '../../base/document/words.ts';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { INDEX_NAME } from '../../store/set-format/set-index.ts';
import { namesIn } from '../../store/workspace/next-transfer.ts';
import { PAGE_NAME } from '../record/airlock-page.ts';
import {
  CHECKSUM_LIST,
  checksumListName,
  encodeChecksumList,
  LARGEST_CHECKSUM_LIST,
  type ListedFile,
  parseChecksumList,
} from '../volumes/checksum-list.ts';
import { WRITING, writeOnDrive } from '../volumes/drive.ts';
import { onDrive } from '../volumes/drive-fault.ts';
import type { FoundOnDrive } from './find-on-drive.ts';
import { t } from './messages.ts';
import { APP_FOLDER } from './put-app.ts';

/** A file of a drive that doesn't match the drive's checksum lists. */
export interface FileFault {
  /** Path of the file. */
  file: string;
  damage: 'altered' | 'missing' | 'unlisted';
  /** The fault, as a sentence. */
  found: string;
  /** The remedy, as a sentence. */
  remedy: string;
}

/** The remedy for a damaged file of a drive. */
export const NEW_COPY = t('copyFileRemedy');
/** Files that operating systems leave on drives. */
const LITTER = /^(?:\.|Thumbs\.db$|desktop\.ini$|System Volume Information$|\$RECYCLE\.BIN$)/;
/** `airlock/<transfer>` */
const DEPTH = 2;

/**
 * Writes the checksum list of a drive: over all files of a transfer, the drive's page, and Airlock itself where it is on the
 * drive. Older lists of the transfer on the drive are removed, those of other transfers get the new page. Files that aren't
 * `known` are read.
 * @param drive.number of the drive in its export, from 1
 * @throws AirlockError of side `destination`
 */
export async function writeChecksums(
  drive: { path: string; transfer: string; number: number },
  known: readonly ListedFile[],
): Promise<void> {
  const below = `airlock/${drive.transfer}`;
  const own = (await filesBelow(drive.path, below)).filter(
    (path) => !CHECKSUM_LIST.test(basename(path)) && !path.endsWith(WRITING),
  );
  // If a path is listed twice, the first counts.
  const byPath = new Map(known.toReversed().map((one) => [one.path, one]));
  const page = byPath.get(PAGE_NAME);
  const files: ListedFile[] = page ? [page] : [];
  for (const path of [...own, ...(await filesBelow(drive.path, APP_FOLDER))])
    files.push(
      byPath.get(path) ?? {
        path,
        ...(await sizeAndDigest(join(drive.path, ...path.split('/')))),
      },
    );
  const name = checksumListName(drive.number);
  const folder = join(drive.path, 'airlock', drive.transfer);
  await writeOnDrive(join(folder, name), encodeChecksumList(files));
  for (const old of (await namesIn(folder)).filter((one) => one !== name && CHECKSUM_LIST.test(one)))
    await removeFile(join(folder, old));
  for (const { file, listed } of page ? await listsBelow(join(drive.path, 'airlock')) : []) {
    const old = listed?.find(({ path }) => path === PAGE_NAME);
    if (!listed || !old || old.sha256 === page!.sha256) continue;
    await writeOnDrive(file, encodeChecksumList(listed.map((one) => (one === old ? page! : one))));
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    if (!(await lstat(path)).isDirectory()) await rm(path);
  } catch (error) {
    throw onDrive(error, path);
  }
}

/** Returns a file of a drive whose content is in memory, for a checksum list. */
export function listedContent(path: string, content: string | Uint8Array): ListedFile {
  const bytes = Buffer.from(content);
  return { path, size: bytes.length, sha256: sha256(bytes).slice('sha256:'.length) };
}

interface FoundList {
  file: string;
  /** Undefined for a list that was altered. */
  listed?: ListedFile[];
}

interface Expected {
  size: number;
  /** Several if the lists of several drives are in one folder, where the digest of any drive is valid. */
  digests: Set<string>;
  list: string;
}

export interface ChecksumOptions {
  /** Whether Airlock itself is compared, too; default true. */
  app?: boolean;
  signal?: AbortSignal;
}

/**
 * Compares the files of a drive with its checksum lists: each listed file exists with its size and its content, and each
 * file of a transfer is listed. Volumes are compared by size alone, their content is verified against the set's index.
 * @param path of the drive, or a folder that was copied from one
 * @returns one fault per file, none twice
 * @throws AirlockError `disk` when the drive is gone, `interrupted`
 */
export async function checkChecksums(
  path: string,
  found: Pick<FoundOnDrive, 'folders'>,
  options: ChecksumOptions = {},
): Promise<FileFault[]> {
  const folders = found.folders.filter(({ exported }) => exported);
  const faults: FileFault[] = [];
  const expected = new Map<string, Expected>();
  for (const { directory, document, index } of folders) {
    // Any of the three may be damaged. A list belongs to this folder if it matches one of them.
    const names = [index?.index.transfer, document?.transfer, basename(directory)];
    const isOf = (transfer: string | undefined, listed: readonly ListedFile[] | undefined) =>
      transfer !== undefined && listed?.some(({ path: one }) => one.startsWith(`airlock/${transfer}/`));
    const lists = (await listsIn(directory)).filter((list) => {
      if (names.some((name) => isOf(name, list.listed))) return true;
      faults.push({
        file: list.file,
        damage: 'altered',
        found: list.listed ? t('listForeign') : t('listAltered'),
        remedy: t('listAlteredRemedy'),
      });
      return false;
    });
    if (lists.length === 0 && !faults.some(({ file }) => dirname(file) === directory))
      faults.push({
        file: join(directory, checksumListName(1)),
        damage: 'missing',
        found: t('listMissing'),
        remedy: t('listMissingRemedy'),
      });
    for (const { file, listed } of lists) {
      const transfer = names.find((name) => isOf(name, listed))!;
      for (const one of listed!)
        expect(expected, placeOf(one.path, { directory, transfer, path }), one, file);
    }
  }
  const volumes = new Set(folders.flatMap(({ volumes: volumeList }) => volumeList.map((part) => part.path)));
  for (const [file, one] of expected) {
    options.signal?.throwIfAborted();
    if (options.app === false && file.includes(`${sep}${APP_FOLDER}${sep}`)) continue;
    const fault = await faultOf(file, one, volumes.has(file), options.signal);
    if (fault) faults.push(fault);
  }
  const places = new Set(folders.map(({ directory }) => directory));
  if (options.app !== false)
    for (const { directory } of folders) places.add(join(directory, '..', '..', APP_FOLDER));
  for (const directory of places) {
    if (![...expected.keys()].some((file) => file.startsWith(directory + sep))) continue;
    for (const name of await filesBelow(directory)) {
      const file = join(directory, ...name.split('/'));
      if (expected.has(file) || CHECKSUM_LIST.test(name) || name.endsWith(WRITING)) continue;
      // A signature may be added later. An import that requires one verifies it.
      if (name === `${INDEX_NAME}.asc` || name === `${INDEX_NAME}.sig`) continue;
      faults.push({
        file,
        damage: 'unlisted',
        found: t('fileUnlisted'),
        remedy: t('fileUnlistedRemedy'),
      });
    }
  }
  return faults;
}

/** Returns the path of a listed file, or undefined if it's outside the given path, as in a folder copied from a drive. */
function placeOf(
  listed: string,
  { directory, transfer, path }: { directory: string; transfer: string; path: string },
): string | undefined {
  const steps = listed.split('/');
  if (steps[0] === 'airlock' && steps.length > DEPTH && steps[1] === transfer)
    return join(directory, ...steps.slice(DEPTH));
  const root = resolve(directory, '..', '..');
  const inside = root === resolve(path) || root.startsWith(resolve(path) + sep);
  return inside && basename(dirname(directory)) === 'airlock' ? join(root, ...steps) : undefined;
}

function expect(
  all: Map<string, Expected>,
  file: string | undefined,
  listed: ListedFile,
  list: string,
): void {
  if (file === undefined) return;
  const known = all.get(file) ?? { size: listed.size, digests: new Set(), list };
  if (listed.sha256 !== undefined) known.digests.add(listed.sha256);
  all.set(file, known);
}

async function faultOf(
  file: string,
  { size, digests, list }: Expected,
  volume: boolean,
  signal: AbortSignal | undefined,
): Promise<FileFault | undefined> {
  const facts = await lstat(file).catch((error: NodeJS.ErrnoException): Stats | undefined => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw asAirlockError(error);
  });
  const altered = (found: string): FileFault => ({ file, damage: 'altered', found, remedy: NEW_COPY });
  if (!facts) {
    const found = t('fileMissing', { list: basename(list), bytes: size });
    return { file, damage: 'missing', found, remedy: NEW_COPY };
  }
  if (!facts.isFile()) return altered(t('fileIrregular'));
  if (volume && digests.size <= 1) {
    // Its content is verified against the set's index.
    if (facts.size === size) return undefined;
    return altered(t('volumeSize', { found: facts.size, expected: size }));
  }
  if (digests.size === 0) return undefined;
  const digest = await sizeAndDigest(file, signal).then(
    (found) => found.sha256,
    (error: unknown) => asAirlockError(error),
  );
  if (typeof digest !== 'string') {
    if (digest.code === 'interrupted') throw digest;
    return altered(t('fileUnreadable', { problem: digest.message }));
  }
  if (digests.has(digest)) return undefined;
  return altered(
    t('fileDigest', { found: digest, list: basename(list), expected: alternativeList([...digests]) }),
  );
}

async function listsIn(directory: string): Promise<FoundList[]> {
  const found: FoundList[] = [];
  for (const name of (await namesIn(directory)).filter((one) => CHECKSUM_LIST.test(one)).toSorted()) {
    const file = join(directory, name);
    const facts = await lstat(file).catch(() => undefined);
    const readable = facts?.isFile() && facts.size <= LARGEST_CHECKSUM_LIST;
    const text = readable ? await readFile(file, 'utf8').catch(() => '') : '';
    const listed = parseChecksumList(text);
    found.push({ file, listed });
  }
  return found;
}

async function listsBelow(airlock: string): Promise<FoundList[]> {
  const found: FoundList[] = [];
  for (const name of await namesIn(airlock)) found.push(...(await listsIn(join(airlock, name))));
  return found;
}

async function sizeAndDigest(file: string, signal?: AbortSignal): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of createReadStream(file, {
      highWaterMark: 1024 * 1024,
      signal,
    })) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
  } catch (error) {
    throw asAirlockError(error);
  }
  return { size, sha256: hash.digest('hex') };
}

/** Returns regular files below a folder, relative to `root`, with `/`. Skips links and files of operating systems. */
async function filesBelow(root: string, below = ''): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(() => []);
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (LITTER.test(entry.name)) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await filesBelow(root, path)));
    else found.push(path);
  }
  return found;
}
