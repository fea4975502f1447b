import { OCI_INDEX } from '../../base/image/media-types.ts';

interface Index {
  manifests: { digest: string }[];
}

/** Returns true for the media type of an OCI image index. */
export function isIndexType(mediaType: string): boolean {
  return mediaType === OCI_INDEX;
}

/**
 * Returns an index of referrers with the entries of two, those of the first one first; undefined when either is none.
 * Fields of the first one stay.
 */
export function mergedIndex(there: Buffer, own: Buffer): Buffer | undefined {
  const [first, second] = [indexIn(there), indexIn(own)];
  if (!first || !second) return undefined;
  const known = new Set(first.manifests.map(({ digest }) => digest));
  const more = second.manifests.filter(({ digest }) => !known.has(digest));
  if (more.length === 0) return there;
  return Buffer.from(JSON.stringify({ ...first, manifests: [...first.manifests, ...more] }));
}

function indexIn(bytes: Buffer): Index | undefined {
  try {
    const { manifests } = JSON.parse(bytes.toString('utf8')) as Partial<Index>;
    return Array.isArray(manifests) && manifests.every((each) => typeof each?.digest === 'string')
      ? (JSON.parse(bytes.toString('utf8')) as Index)
      : undefined;
  } catch {
    return undefined;
  }
}
