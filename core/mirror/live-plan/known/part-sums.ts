import type { Digest } from '../../../base/image/digest.ts';
import type { PlannedPart } from '../../../contract/topics/drafts.ts';
import type { ContentTable } from './content-table.ts';
import type { Contents } from './known-contents.ts';

/** A part with its content. */
export interface PartContents extends Pick<PlannedPart, 'id' | 'kind' | 'name' | 'catalog' | 'path' | 'why'> {
  /** Names of its images: what two parts have in common counts once. */
  images: readonly string[];
  /** Images that are only guessed to be there. */
  moreImages: number;
  contents: Contents;
  estimated: boolean;
  /** Of images that were looked at: what they are called at the destination. */
  tags?: readonly KnownTag[];
}

export interface KnownTag {
  repository: string;
  tag: string;
  digest: Digest;
  contents: Contents;
}

/** Where content is already. */
export interface WhereContentIs {
  there(number: number): boolean;
  stored(number: number): boolean;
}

export interface Sums {
  images: number;
  bytes: number;
  bytesThere: number;
  /** Held here and not there yet. */
  bytesStored: number;
  bytesToFetch: number;
  /** Of the bytes, those that stand for content that was not looked at. */
  bytesGuessed: number;
  /** Of those, what is guessed without anything like it having been looked at. */
  bytesTypical: number;
  parts: PlannedPart[];
  /** How many parts have each content, by number. */
  counts: Uint16Array;
}

/** Adds up unique content, of all and of each part: what would go with it, and what of it is not here yet. */
export function partSums(parts: readonly PartContents[], table: ContentTable, where: WhereContentIs): Sums {
  const { sizes } = table;
  const counts = new Uint16Array(sizes.length);
  const images = new Set<string>();
  let guessedImages = 0;
  for (const part of parts) {
    for (const number of part.contents) counts[number] = counts[number]! + 1;
    for (const image of part.images) images.add(image);
    guessedImages += part.moreImages;
  }
  const sums: Sums = {
    images: images.size + guessedImages,
    bytes: 0,
    bytesThere: 0,
    bytesStored: 0,
    bytesToFetch: 0,
    bytesGuessed: 0,
    bytesTypical: 0,
    parts: [],
    counts,
  };
  // 1: to fetch, 2: held, 3: there.
  const states = new Uint8Array(sizes.length);
  for (let number = 0; number < counts.length; number++) {
    if (counts[number] === 0) continue;
    const size = sizes[number]!;
    const state = where.there(number) ? 3 : where.stored(number) ? 2 : 1;
    states[number] = state;
    sums.bytes += size;
    if (state === 3) sums.bytesThere += size;
    else if (state === 2) sums.bytesStored += size;
    else sums.bytesToFetch += size;
    const basis = table.basis(number);
    if (basis) sums.bytesGuessed += size;
    if (basis === 'typical') sums.bytesTypical += size;
  }
  sums.parts = parts.map(({ contents, images: names, moreImages, tags: _tags, ...part }) => {
    let [bytes, adds, toFetch] = [0, 0, 0];
    for (const number of contents) {
      const size = sizes[number]!;
      bytes += size;
      if (counts[number] === 1) adds += size;
      if (states[number] === 1) toFetch += size;
    }
    return { ...part, images: names.length + moreImages, bytes, adds, toFetch };
  });
  return sums;
}
