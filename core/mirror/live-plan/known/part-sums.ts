import type { Digest } from '../../../base/image/digest.ts';
import type { PlannedPart } from '../../../contract/topics/drafts.ts';
import type { ContentTable } from './content-table.ts';
import type { Contents } from './known-contents.ts';

/** A part with its content. */
export interface PartContents
  extends Pick<PlannedPart, 'id' | 'kind' | 'name' | 'displayName' | 'catalog' | 'path' | 'why'> {
  /** Names of its images. Images of several parts count once. */
  images: readonly string[];
  /** Estimated number of unknown images. */
  moreImages: number;
  contents: Contents;
  estimated: boolean;
  /** Names of known images at the destination. */
  tags?: readonly KnownTag[];
}

export interface KnownTag {
  repository: string;
  tag: string;
  digest: Digest;
  contents: Contents;
}

/** The places that already contain content. */
export interface WhereContentIs {
  there(number: number): boolean;
  stored(number: number): boolean;
}

export interface Sums {
  images: number;
  bytes: number;
  bytesDelivered: number;
  /** Available locally, but not at the destination. */
  bytesStored: number;
  bytesToFetch: number;
  /** Bytes of unknown content. */
  bytesGuessed: number;
  /** The part of the unknown bytes that is estimated without similar content. */
  bytesTypical: number;
  parts: PlannedPart[];
  /** Number of parts with each content, by content number. */
  counts: Uint16Array;
}

/** Adds up unique content, in total and for each part: what removing it would save, and what isn't available locally. */
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
    bytesDelivered: 0,
    bytesStored: 0,
    bytesToFetch: 0,
    bytesGuessed: 0,
    bytesTypical: 0,
    parts: [],
    counts,
  };
  // 1: to download, 2: available locally, 3: at the destination.
  const states = new Uint8Array(sizes.length);
  for (let number = 0; number < counts.length; number++) {
    if (counts[number] === 0) continue;
    const size = sizes[number]!;
    const state = where.there(number) ? 3 : where.stored(number) ? 2 : 1;
    states[number] = state;
    sums.bytes += size;
    if (state === 3) sums.bytesDelivered += size;
    else if (state === 2) sums.bytesStored += size;
    else sums.bytesToFetch += size;
    const basis = table.basis(number);
    if (basis) sums.bytesGuessed += size;
    if (basis === 'typical') sums.bytesTypical += size;
  }
  sums.parts = parts.map(({ contents, images: names, moreImages, tags: _tags, ...part }) => {
    let [bytes, adds, toFetch] = [0, 0, 0];
    let unknown = false;
    for (const number of contents) {
      const size = sizes[number]!;
      if (size === 0 && table.basis(number) === 'unknown') unknown = true;
      bytes += size;
      if (counts[number] === 1) adds += size;
      if (states[number] === 1) toFetch += size;
    }
    return {
      ...part,
      images: names.length + moreImages,
      bytes,
      adds,
      toFetch,
      unknown: unknown || undefined,
    };
  });
  return sums;
}
