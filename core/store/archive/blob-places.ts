import { type Digest, hexOf } from '../../base/image/digest.ts';
import { DigestTable, type NumberedDigest } from '../set-format/digest-table.ts';
import { blobPlaces, digestAt, type EntryList, sizeAt } from '../set-format/index-entries.ts';
import { contentOffset } from '../set-format/set-index.ts';

/** A place of bytes: part of an archive, or an entire loose file. */
export interface Location {
  path: string;
  offset: number;
  size: number;
}

/** An archive file with its entries, and which of them have arrived; by default all. */
export interface IndexedFile {
  path: string;
  entries: EntryList;
  arrived?: (place: number) => boolean;
}

const FIRST_ROOM = 1024;
const NONE = -1;

/**
 * The places of blobs in archive files and in loose files. A blob of an indexed file needs about 20 bytes instead of
 * 300, because its digest stays in the index.
 */
export class BlobPlaces {
  readonly #files: IndexedFile[] = [];
  /** For each copy of a blob, its file, its place there, and the next copy. */
  #copies = new Int32Array(3 * FIRST_ROOM);
  #length = 0;
  readonly #table = new DigestTable((copy) => this.#digestOf(copy));
  readonly #loose: ReadonlyMap<Digest, Location>[] = [];

  addLoose(blobs: ReadonlyMap<Digest, Location>): void {
    if (blobs.size > 0) this.#loose.push(blobs);
  }

  addFile(file: IndexedFile): void {
    const number = this.#files.push(file) - 1;
    for (const place of blobPlaces(file.entries))
      if (file.arrived?.(place) ?? true) this.#addCopy(number, place);
  }

  /** Returns the bytes of a blob, or undefined when it's missing. */
  size(digest: Digest): number | undefined {
    for (const blobs of this.#loose) {
      const found = blobs.get(digest);
      if (found) return found.size;
    }
    const copy = this.#find(digest);
    if (copy === undefined) return undefined;
    const [file, place] = this.#at(copy);
    return sizeAt(this.#files[file]!.entries, place);
  }

  /** Returns all copies of a blob, in the order in which they were added. */
  copies(digest: Digest): Location[] {
    const found = this.#loose.flatMap((blobs) => blobs.get(digest) ?? []);
    for (let copy = this.#find(digest) ?? NONE; copy !== NONE; copy = this.#copies[3 * copy + 2]!) {
      const [number, place] = this.#at(copy);
      const { path, entries } = this.#files[number]!;
      const entry = entries.at(place)!;
      found.push({ path, offset: contentOffset(entry), size: entry[2] });
    }
    return found;
  }

  #addCopy(file: number, place: number): void {
    const copy = this.#length++;
    if (3 * copy === this.#copies.length) {
      const larger = new Int32Array(2 * this.#copies.length);
      larger.set(this.#copies);
      this.#copies = larger;
    }
    this.#copies.set([file, place, NONE], 3 * copy);
    let last = this.#table.add(copy);
    if (last === undefined) return;
    while (this.#copies[3 * last + 2] !== NONE) last = this.#copies[3 * last + 2]!;
    this.#copies[3 * last + 2] = copy;
  }

  #find(digest: Digest): number | undefined {
    return this.#table.find({ bytes: Buffer.from(hexOf(digest), 'hex'), start: 0, number: 0 });
  }

  #at(copy: number): [file: number, place: number] {
    return [this.#copies[3 * copy]!, this.#copies[3 * copy + 1]!];
  }

  #digestOf(copy: number): NumberedDigest {
    const [file, place] = this.#at(copy);
    return { ...digestAt(this.#files[file]!.entries, place), number: 0 };
  }
}
