import { hexOf } from '../../base/image/digest.ts';
import { DigestTable, type NumberedDigest } from './digest-table.ts';
import { blobName, classify, type EntryKind, unsafeName } from './entry-names.ts';
import { t } from './messages.ts';
import { NameTexts } from './name-texts.ts';
import { headerBytes, padded } from './tar-header.ts';

/** `[name, offset of the header, bytes of content, sha256 (hex) of files that aren't addressed by digest]`. */
export type IndexEntry = [name: string, offset: number, size: number, sha256?: string];

/** Entries of one archive file, in the order of their offsets. Arrays implement this interface, too. */
export interface EntryList extends Iterable<IndexEntry> {
  readonly length: number;
  /** Returns the entry at this place, counted from the end if negative. Undefined if there is none. */
  at(place: number): IndexEntry | undefined;
  /** Returns the kind of an entry, if it is known without the name. */
  kindAt?(place: number): EntryKind | undefined;
}

/** A fault of an entry. */
export interface EntryFault {
  code: 'archive-hostile' | 'archive-malformed';
  /** Returns the message. @param path of the index */
  message(path: string): string;
}

/** Entries are stored in blocks of this size, so that growing doesn't copy them. */
const BLOCK_SHIFT = 12;
const BLOCK_ENTRIES = 1 << BLOCK_SHIFT;
const DIGEST_BYTES = 32;
const HEX_LENGTH = 64;
const HEX = /^[0-9a-f]{64}$/;
const SHA256 = '/sha256/';

interface EntryBlock {
  /** For each entry, the digest in its name, or else the digest of its content. Zeros if there is none. */
  digests: Buffer;
  /** Number of the text around the digest in the name. Negative for {@link ownName}. */
  texts: Int32Array;
  offsets: Float64Array;
  sizes: Float64Array;
}

/**
 * The entries of all archive files of a set. They need about 60 bytes each, because names that contain a digest are stored as
 * the digest and the number of the surrounding text. As arrays and strings, a million entries would need 300 MB.
 */
export class IndexEntries {
  readonly #blocks: EntryBlock[] = [];
  /** Names without a digest, and other names with NUL in place of the digest. */
  readonly #texts = new NameTexts();
  /** Digests of the content of entries with another digest in their name. */
  readonly #contents = new Map<number, string>();
  #table = this.#newTable();
  #length = 0;
  #end = 0;

  get length(): number {
    return this.#length;
  }

  /** End of the last entry of the archive file. */
  get end(): number {
    return this.#end;
  }

  /** Begins the next archive file, whose first entry has offset 0. */
  beginFile(): void {
    this.#end = 0;
  }

  /** Adds an entry from an index. @returns its fault */
  add(entry: unknown): EntryFault | undefined {
    const [name, offset, size, sha256] = (Array.isArray(entry) ? entry : []) as unknown[];
    if (typeof name !== 'string')
      return { code: 'archive-hostile', message: (path) => t('indexEntryUnnamed', { path }) };
    const fault = unsafeName(name);
    if (fault !== undefined)
      return { code: 'archive-hostile', message: (path) => t('indexEntryUnsafe', { path, fault }) };
    const numbers = offset === this.#end && Number.isSafeInteger(size) && (size as number) >= 0;
    const twice: EntryFault = {
      code: 'archive-hostile',
      message: (path) => t('indexEntryTwice', { path, name }),
    };
    if (!numbers || (sha256 !== undefined && !(typeof sha256 === 'string' && HEX.test(sha256))))
      return this.#texts.find(name) !== undefined || this.#find(name) !== undefined
        ? twice
        : { code: 'archive-malformed', message: (path) => t('indexEntryInvalid', { path, name }) };
    if (!this.#push(name, size as number, sha256)) return twice;
    this.#end += headerBytes(name, size as number) + padded(size as number);
    return undefined;
  }

  /** Returns an entry. @param number among all entries of the set, from 0 */
  entry(number: number): IndexEntry {
    const { block, at } = this.#place(number);
    const text = block.texts[at]!;
    const [offset, size] = [block.offsets[at]!, block.sizes[at]!];
    const hex = (): string => block.digests.toString('hex', at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES);
    if (text < 0) {
      const name = this.#texts.at((-1 - text) >> 1);
      return (-1 - text) & 1 ? [name, offset, size, hex()] : [name, offset, size];
    }
    const around = this.#texts.at(text);
    const place = around.indexOf('\0');
    const name = around.slice(0, place) + hex() + around.slice(place + 1);
    const content = this.#contents.get(number);
    return content === undefined ? [name, offset, size] : [name, offset, size, content];
  }

  /** Returns the offset of an entry in its archive file. */
  offset(number: number): number {
    const { block, at } = this.#place(number);
    return block.offsets[at]!;
  }

  size(number: number): number {
    const { block, at } = this.#place(number);
    return block.sizes[at]!;
  }

  /** Returns whether an entry has the name of a blob. */
  isBlob(number: number): boolean {
    const { block, at } = this.#place(number);
    const text = block.texts[at]!;
    return text >= 0 && this.#texts.at(text) === blobText(block.digests[at * DIGEST_BYTES]!);
  }

  /** Returns the digest in the name of an entry. */
  digest(number: number): { bytes: Buffer; start: number } {
    const { block, at } = this.#place(number);
    return { bytes: block.digests, start: at * DIGEST_BYTES };
  }

  /** Returns the number of the entry with this name. */
  #find(name: string): number | undefined {
    const place = digestPlace(name);
    const number = place === undefined ? undefined : this.#texts.find(aroundDigest(name, place));
    if (number === undefined) return undefined;
    const bytes = Buffer.from(name.slice(place, place! + HEX_LENGTH), 'hex');
    return this.#table.find({ bytes, start: 0, number });
  }

  /** Returns the entries `[from, to)` as a list. */
  list(from: number, to: number): EntryList {
    return new EntryRange(this, from, to);
  }

  /** Frees what only adding needs: the unused part of the last block, and what finds entries by their names. */
  trim(): void {
    this.#texts.trim();
    this.#table = this.#newTable();
    const last = this.#blocks.at(-1);
    const used = this.#length & (BLOCK_ENTRIES - 1);
    if (!last || used === 0) return;
    this.#blocks[this.#blocks.length - 1] = {
      digests: Buffer.from(last.digests.subarray(0, used * DIGEST_BYTES)),
      texts: last.texts.slice(0, used),
      offsets: last.offsets.slice(0, used),
      sizes: last.sizes.slice(0, used),
    };
  }

  #newTable(): DigestTable {
    return new DigestTable((entry) => this.#digestOf(entry));
  }

  #place(number: number): { block: EntryBlock; at: number } {
    return { block: this.#blocks[number >> BLOCK_SHIFT]!, at: number & (BLOCK_ENTRIES - 1) };
  }

  #digestOf(entry: number): NumberedDigest {
    const { block, at } = this.#place(entry);
    return { bytes: block.digests, start: at * DIGEST_BYTES, number: block.texts[at]! };
  }

  /** @returns false if an entry with this name exists */
  #push(name: string, size: number, sha256: string | undefined): boolean {
    const number = this.#length;
    const at = number & (BLOCK_ENTRIES - 1);
    if (at === 0) this.#blocks.push(emptyBlock());
    const block = this.#blocks.at(-1)!;
    const place = digestPlace(name);
    if (place === undefined) {
      if (this.#texts.find(name) !== undefined) return false;
      block.texts[at] = ownName(this.#texts.add(name), sha256 !== undefined);
      if (sha256 !== undefined) block.digests.write(sha256, at * DIGEST_BYTES, 'hex');
    } else {
      block.texts[at] = this.#texts.add(aroundDigest(name, place));
      block.digests.write(name.slice(place, place + HEX_LENGTH), at * DIGEST_BYTES, 'hex');
      if (this.#table.add(number) !== undefined) return false;
      if (sha256 !== undefined) this.#contents.set(number, sha256);
    }
    block.offsets[at] = this.#end;
    block.sizes[at] = size;
    this.#length++;
    return true;
  }
}

class EntryRange implements EntryList {
  readonly #all: IndexEntries;
  readonly #from: number;
  readonly length: number;

  constructor(all: IndexEntries, from: number, to: number) {
    this.#all = all;
    this.#from = from;
    this.length = to - from;
  }

  at(place: number): IndexEntry | undefined {
    const number = place < 0 ? this.length + place : place;
    return number >= 0 && number < this.length ? this.#all.entry(this.#from + number) : undefined;
  }

  *[Symbol.iterator](): Generator<IndexEntry> {
    for (let number = 0; number < this.length; number++) yield this.#all.entry(this.#from + number);
  }

  /** Returns the offset of an entry in its archive file. */
  offset(place: number): number {
    return this.#all.offset(this.#from + place);
  }

  size(place: number): number {
    return this.#all.size(this.#from + place);
  }

  *blobs(): Generator<number> {
    for (let place = 0; place < this.length; place++) if (this.#all.isBlob(this.#from + place)) yield place;
  }

  digest(place: number): { bytes: Buffer; start: number } {
    return this.#all.digest(this.#from + place);
  }

  toJSON(): IndexEntry[] {
    return [...this];
  }
}

/** Returns the size of an entry's content without creating its name. */
export function sizeAt(entries: EntryList, place: number): number {
  return entries instanceof EntryRange ? entries.size(place) : entries.at(place)![2];
}

/** Returns the kind of an entry. */
export function kindAt(entries: EntryList, place: number): EntryKind {
  return entries.kindAt?.(place) ?? classify(entries.at(place)![0]);
}

/** Yields the places of the entries that are blobs. */
export function* blobPlaces(entries: EntryList): Generator<number> {
  if (entries instanceof EntryRange) yield* entries.blobs();
  else
    for (let place = 0; place < entries.length; place++)
      if (classify(entries.at(place)![0]).kind === 'blob') yield place;
}

/** Returns the digest of a blob's entry, as 32 bytes in a buffer. */
export function digestAt(entries: EntryList, place: number): { bytes: Buffer; start: number } {
  if (entries instanceof EntryRange) return entries.digest(place);
  const entry = classify(entries.at(place)![0]);
  return { bytes: Buffer.from(entry.kind === 'blob' ? hexOf(entry.digest) : '', 'hex'), start: 0 };
}

/** Returns the offset of the entry at this place in its archive file, without creating its name. */
export function offsetAt(entries: EntryList, place: number): number {
  return entries instanceof EntryRange ? entries.offset(place) : entries.at(place)![1];
}

/** Returns the place of the entry that contains a byte of an archive file; the number of entries for a byte after them. */
export function placeOf(entries: EntryList, offset: number, end: number): number {
  if (offset >= end) return entries.length;
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsetAt(entries, middle) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function emptyBlock(): EntryBlock {
  return {
    digests: Buffer.alloc(BLOCK_ENTRIES * DIGEST_BYTES),
    texts: new Int32Array(BLOCK_ENTRIES),
    offsets: new Float64Array(BLOCK_ENTRIES),
    sizes: new Float64Array(BLOCK_ENTRIES),
  };
}

/** Returns the negative number that represents a name without a digest. */
function ownName(number: number, withContent: boolean): number {
  return -1 - (2 * number + (withContent ? 1 : 0));
}

/** Returns the position of a digest in names such as `…/sha256/<aa>/<hex>/data` and `…/sha256/<hex>/link`. */
function digestPlace(name: string): number | undefined {
  const folder = name.lastIndexOf(SHA256);
  if (folder < 0) return undefined;
  const place = folder + SHA256.length + (name[folder + SHA256.length + 2] === '/' ? 3 : 0);
  return HEX.test(name.slice(place, place + HEX_LENGTH)) ? place : undefined;
}

/** Texts around the digest in the names of blobs, by the digest's first byte. */
const BLOB_TEXTS: string[] = [];

function blobText(first: number): string {
  const known = BLOB_TEXTS[first];
  if (known !== undefined) return known;
  const name = blobName(`sha256:${first.toString(16).padStart(2, '0').padEnd(HEX_LENGTH, '0')}`);
  BLOB_TEXTS[first] = aroundDigest(name, digestPlace(name)!);
  return BLOB_TEXTS[first];
}

function aroundDigest(name: string, place: number): string {
  // Joined, because V8 retains the parts of a text that it concatenates.
  return [name.slice(0, place), '\0', name.slice(place + HEX_LENGTH)].join('');
}
