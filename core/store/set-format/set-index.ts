import type { Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { type FileFormat, inCurrentFormat } from '../../base/formats/file-format.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { newHash } from '../../base/image/sha256.ts';
import { type AttachedFile, checkedAttachments } from './attachments.ts';
import { SET_FILE_NAME, unsafeName } from './entry-names.ts';
import type { EntryList, IndexEntry } from './index-entries.ts';
import { IndexReader, type ReadIndex } from './index-reader.ts';
import { t } from './messages.ts';
import { END_BYTES, headerBytes } from './tar-header.ts';

/** Format of `index.json` that this version writes and reads. */
const FORMAT = 2;
const SET = { kind: 'transfer', current: FORMAT } as const satisfies FileFormat;

/** An image of a set, according to the archive's `repositories/**` links. */
export interface ImageLinks {
  /** Destination repository with an empty namespace, such as `openshift/release-images`. */
  repository: string;
  tag?: string;
  /** The manifest or manifest list that the tag points to. */
  digest: Digest;
  /** Instance manifests of a manifest list that were copied. */
  instances?: Digest[];
  /** Configs and layers of all instances. */
  blobs: Digest[];
}

export type { IndexEntry } from './index-entries.ts';

export interface IndexVolume<Entries extends EntryList = EntryList> {
  name: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
  /** In the order of their offsets, without gaps. */
  entries: Entries;
}

/** `index.json` of a transfer directory. It allows reading the set without a scan, and rebuilding each volume byte for byte. */
export interface SetIndex<Entries extends EntryList = EntryList> {
  format: typeof FORMAT;
  /** `<enclave>-<NNNN>`. */
  transfer: string;
  enclave: string;
  number: number;
  /** RFC 3339, UTC, whole seconds. Also the modification time of every entry. */
  created: string;
  tool: string;
  status: 'complete' | 'partial';
  volumes: IndexVolume<Entries>[];
  images: { repository: string; tag?: string; digest: Digest }[];
  /** Content that was reserved but couldn't be downloaded. No ledger contains it. */
  failed: Digest[];
  /** Content that this set links and earlier transfers contained. */
  earlier: Digest[];
  /** Files in addition to images. Absent without any. */
  attachments?: AttachedFile[] | undefined;
}

export const INDEX_NAME = 'index.json';

const CHUNK = 256 * 1024;

/** An index whose entries are arrays. */
export type WrittenIndex = SetIndex<IndexEntry[]>;

/** Returns the modification time of all entries, in seconds since 1970. */
export function mtimeOf(index: Pick<SetIndex, 'created'>): number {
  return Math.floor(Date.parse(index.created) / 1000);
}

/**
 * Returns the validated index of a transfer directory; undefined if there is none.
 * @throws AirlockError `workspace-format` for another format, `archive-malformed`, `archive-hostile`
 */
export async function readSetIndex(directory: string): Promise<SetIndex | undefined> {
  return (await readIndexFile(join(directory, INDEX_NAME)))?.index;
}

/** An index, with the SHA-256 (hex) and the size of its file. */
export interface ReadIndexFile {
  index: SetIndex;
  sha256: string;
  bytes: number;
}

/**
 * Returns the validated index in a file; undefined if there is none. Reads the file in chunks.
 * @throws AirlockError `workspace-format` for another format, `archive-malformed`, `archive-hostile`, `disk`
 */
export async function readIndexFile(path: string): Promise<ReadIndexFile | undefined> {
  const reader = new IndexReader(path);
  const hash = newHash();
  let bytes = 0;
  try {
    for await (const chunk of chunksOf(path, hash)) {
      bytes += chunk.length;
      reader.write(chunk);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw asAirlockError(error);
  }
  return { index: checkedIndex(reader.end(), path), sha256: hash.digest('hex'), bytes };
}

/** Yields the bytes of a file, after it has added them to a hash. @throws system errors */
export async function* chunksOf(path: string, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) {
    hash.update(chunk as Buffer);
    yield chunk as Buffer;
  }
}

/** Returns the SHA-256 (hex) of a file; undefined if there is none. @throws AirlockError `disk` */
export async function sha256OfFile(path: string): Promise<string | undefined> {
  const hash = newHash();
  try {
    for await (const _ of chunksOf(path, hash));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw asAirlockError(error);
  }
  return hash.digest('hex');
}

/** Like {@link readIndexFile}, for bytes in memory. @param path for messages */
export function parseSetIndex(text: string | Buffer, path: string): SetIndex {
  const reader = new IndexReader(path);
  reader.write(Buffer.isBuffer(text) ? text : Buffer.from(text));
  return checkedIndex(reader.end(), path);
}

function checkedIndex({ value, entries, lists, fault }: ReadIndex, path: string): SetIndex {
  const index = inCurrentFormat(value, path, SET) as SetIndex;
  if (index === null || typeof index !== 'object') throw malformed(path, t('indexNotObject', { path }));
  if (!Number.isSafeInteger(index.format) || index.format < 1)
    throw malformed(path, t('indexWithoutFormat', { path }));
  if (fault) throw fault;
  for (const field of ['transfer', 'enclave', 'created', 'tool'] as const)
    checkField(index, field, typeof index[field] === 'string', 'indexFieldNotString', path);
  checkField(index, 'created', Number.isFinite(mtimeOf(index)), 'indexFieldNotTime', path);
  checkField(index, 'number', Number.isSafeInteger(index.number), 'indexFieldNotInteger', path);
  const status = ['complete', 'partial'].includes(index.status);
  checkField(index, 'status', status, 'indexFieldNotStatus', path);
  for (const field of ['volumes', 'images', 'failed', 'earlier'] as const)
    checkField(index, field, Array.isArray(index[field]), 'indexFieldNotList', path);
  if (![...index.failed, ...index.earlier].every((d) => typeof d === 'string' && isDigest(d)))
    throw malformed(path, t('indexDigestInvalid', { path }));
  if (index.attachments !== undefined) index.attachments = checkedAttachments(index.attachments, path);
  for (const image of index.images) checkImage(image, path);
  for (const [i, volume] of index.volumes.entries()) {
    const name = volume?.name;
    if (typeof name !== 'string' || !SET_FILE_NAME.test(name) || /[/\\]/.test(name))
      throw malformed(path, t('indexFileNameInvalid', { path }));
    const list = lists[i];
    // The index in the list identifies the volume.
    const wellFormed = Number.isSafeInteger(volume.size) && /^[0-9a-f]{64}$/.test(volume.sha256);
    if (!wellFormed || !list || (volume.entries as unknown) !== i)
      throw malformed(path, t('indexEntryInvalid', { path, name }));
    if (list.end + END_BYTES !== volume.size) throw malformed(path, t('indexFileSizeWrong', { path, name }));
    volume.entries = entries.list(list.from, list.to);
  }
  return index;
}

type FieldFault =
  | 'indexFieldNotString'
  | 'indexFieldNotTime'
  | 'indexFieldNotInteger'
  | 'indexFieldNotStatus'
  | 'indexFieldNotList';

/** @throws AirlockError `archive-malformed` for a missing or invalid field */
function checkField(
  index: object,
  field: keyof SetIndex,
  isValid: boolean,
  fault: FieldFault,
  path: string,
): void {
  if (!Object.hasOwn(index, field)) throw malformed(path, t('indexFieldMissing', { path, field }));
  if (!isValid) throw malformed(path, t(fault, { path, field }));
}

function checkImage(image: SetIndex['images'][number], path: string): void {
  if (typeof image?.repository !== 'string' || unsafeName(image.repository))
    throw malformed(path, t('indexRepositoryInvalid', { path }));
  if (typeof image.digest !== 'string' || !isDigest(image.digest))
    throw malformed(path, t('indexDigestInvalid', { path }));
  if (image.tag !== undefined && (typeof image.tag !== 'string' || !/^\w[\w.-]{0,127}$/.test(image.tag)))
    throw malformed(path, t('indexTagInvalid', { path }));
  // A damaged name of an optional field would remove the field without an error.
  const unknown = Object.keys(image).find((key) => !['repository', 'tag', 'digest'].includes(key));
  if (unknown !== undefined) throw malformed(path, t('indexImageFieldUnknown', { path, field: unknown }));
}

/** Returns the offset of an entry's content in its volume. */
export function contentOffset([name, offset, size]: IndexEntry): number {
  return offset + headerBytes(name, size);
}

/** Checks that all volumes exist and have their sizes. @throws AirlockError `archive-malformed` naming the volume */
export async function checkVolumesPresent(directory: string, index: SetIndex): Promise<void> {
  for (const { name, size } of index.volumes) {
    const found = await sizeOf(join(directory, name));
    if (found === size) continue;
    const { transfer } = index;
    throw new AirlockError(
      'archive-malformed',
      t(found === undefined ? 'volumeMissing' : 'volumeSizeDiffers', { name, transfer, directory }),
      {
        side: 'local',
        remedy: t('volumeRemedy'),
        expected: `${size} bytes`,
        found: found === undefined ? undefined : `${found} bytes`,
        at: { file: join(directory, name) },
      },
    );
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw asAirlockError(error);
  }
}

function malformed(path: string, message: string): AirlockError {
  return new AirlockError('archive-malformed', message, {
    side: 'local',
    at: { file: path },
    remedy: t('indexRemedy'),
  });
}
