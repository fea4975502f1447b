import { OCI_INDEX } from '../../base/image/media-types.ts';

interface Index {
  manifests: { digest: string }[];
}

/** Returns true for the media type of an OCI image index. */
export function isOciIndexType(mediaType: string): boolean {
  return mediaType === OCI_INDEX;
}

/**
 * Merges two indexes of referrers, with the fields and first the entries of the first one. Returns undefined if either
 * isn't an index.
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
