import type { Digest } from '../../../base/image/digest.ts';
import { blobName, type EntryKind, type LinkEntry, nameOfLink } from '../../set-format/entry-names.ts';
import type { EntryList, IndexEntry } from '../../set-format/index-entries.ts';

/** An entry at its place in a volume. */
export interface PlacedEntry {
  volume: number;
  name: string;
  offset: number;
  size: number;
  sha256?: string;
}

type Place = Pick<PlacedEntry, 'volume' | 'offset' | 'size'>;

/** The image that a link belongs to. */
export type LinkOwner = Pick<LinkEntry, 'repository'> & { tag?: string };

/**
 * All entries of a set that is being closed. Names of blobs and links are created when they are read, because the names
 * of all entries of a large set would need more memory than everything else.
 */
export class PlacedEntries {
  readonly #volumes = new Map<number, VolumeEntries>();

  addBlob(place: Place, digest: Digest): void {
    this.#of(place).add(place, 'blob', undefined, digest);
  }

  /** @param digest of the link's content */
  addLink(place: Place, kind: LinkEntry['kind'], owner: LinkOwner, digest: Digest): void {
    this.#of(place).add(place, kind, owner, digest);
  }

  add({ name, sha256, ...place }: PlacedEntry): void {
    this.#of(place).add(place, 'other', name, sha256);
  }

  /** Returns the entries of a volume in the order of their offsets. */
  in(volume: number): EntryList {
    return this.#volumes.get(volume)?.sorted() ?? [];
  }

  /** Yields all entries in the order of their places. */
  *all(): Generator<PlacedEntry> {
    for (const volume of [...this.#volumes.keys()].sort((a, b) => a - b))
      for (const [name, offset, size, sha256] of this.in(volume))
        yield { volume, name, offset, size, sha256 };
  }

  #of({ volume }: Place): VolumeEntries {
    let entries = this.#volumes.get(volume);
    if (!entries) {
      entries = new VolumeEntries();
      this.#volumes.set(volume, entries);
    }
    return entries;
  }
}

/** The columns of the entries of one volume. */
class VolumeEntries implements EntryList {
  readonly #offsets: number[] = [];
  readonly #sizes: number[] = [];
  readonly #kinds: ('blob' | LinkEntry['kind'] | 'other')[] = [];
  /** The owner of a link, or the name of another entry. */
  readonly #names: (LinkOwner | string | undefined)[] = [];
  /** Of blobs and links; of other entries, the SHA-256 (hex) of their content. */
  readonly #digests: (string | undefined)[] = [];
  #order: Uint32Array | undefined;

  add(
    { offset, size }: Place,
    kind: 'blob' | LinkEntry['kind'] | 'other',
    name: LinkOwner | string | undefined,
    digest: string | undefined,
  ): void {
    this.#offsets.push(offset);
    this.#sizes.push(size);
    this.#kinds.push(kind);
    this.#names.push(name);
    this.#digests.push(digest);
    this.#order = undefined;
  }

  get length(): number {
    return this.#offsets.length;
  }

  /** Sorts the entries, which is needed before they are read. */
  sorted(): this {
    const offsets = this.#offsets;
    this.#order ??= Uint32Array.from(offsets.keys()).sort((a, b) => offsets[a]! - offsets[b]!);
    return this;
  }

  at(place: number): IndexEntry | undefined {
    const row = this.sorted().#order![place < 0 ? this.length + place : place];
    if (row === undefined) return undefined;
    const [offset, size] = [this.#offsets[row]!, this.#sizes[row]!];
    const kind = this.#kindOf(row);
    if (kind?.kind === 'blob') return [blobName(kind.digest), offset, size];
    if (kind) return [nameOfLink(kind), offset, size];
    const [name, digest] = [this.#names[row] as string, this.#digests[row]];
    return digest === undefined ? [name, offset, size] : [name, offset, size, digest];
  }

  kindAt(place: number): EntryKind | undefined {
    return this.#kindOf(this.sorted().#order![place]!);
  }

  #kindOf(row: number): (EntryKind & { kind: 'blob' }) | LinkEntry | undefined {
    const kind = this.#kinds[row]!;
    if (kind === 'other') return undefined;
    const digest = this.#digests[row] as Digest;
    if (kind === 'blob') return { kind, digest };
    const { repository, tag } = this.#names[row] as LinkOwner;
    if (kind === 'tag') return { kind, repository, tag: tag! };
    return kind === 'tag-history' ? { kind, repository, tag: tag!, digest } : { kind, repository, digest };
  }

  *[Symbol.iterator](): Generator<IndexEntry> {
    for (let place = 0; place < this.length; place++) yield this.at(place)!;
  }

  toJSON(): IndexEntry[] {
    return [...this];
  }
}
