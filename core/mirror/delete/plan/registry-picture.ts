import type { Digest } from '../../../base/image/digest.ts';

/** The content below a manifest. Sizes in bytes. */
export interface ManifestParts {
  size: number;
  /** Instances of an image index. */
  children: readonly Digest[];
  blobs: readonly { digest: Digest; size: number }[];
}

/** The content of a registry that matters for a deletion. */
export interface RegistryPicture {
  /** Repository -> tag -> digest: all tags of every read repository. */
  tags: ReadonlyMap<string, ReadonlyMap<string, Digest>>;
  /** By digest. Unreadable manifests are absent. */
  manifests: ReadonlyMap<Digest, ManifestParts>;
  /** `repository@digest` -> artifacts with this subject. */
  referrers: ReadonlyMap<string, readonly Digest[]>;
}

/** Returns manifests with everything below them, parents first. */
export function manifestsBelow(
  start: Iterable<Digest>,
  manifests: RegistryPicture['manifests'],
): Set<Digest> {
  const found = new Set<Digest>();
  const queue = [...start];
  // The loop includes the children that it adds.
  for (const digest of queue) {
    if (found.has(digest)) continue;
    found.add(digest);
    for (const child of manifests.get(digest)?.children ?? []) queue.push(child);
  }
  return found;
}

/** Returns the bytes of all content of these manifests, including themselves, by digest. */
export function contentBelow(
  digests: Iterable<Digest>,
  manifests: RegistryPicture['manifests'],
): Map<Digest, number> {
  const content = new Map<Digest, number>();
  for (const digest of digests) {
    const parts = manifests.get(digest);
    if (!parts) continue;
    content.set(digest, parts.size);
    for (const blob of parts.blobs) content.set(blob.digest, blob.size);
  }
  return content;
}

/** Returns the subject of a cosign tag (`sha256-<hex>.sig`) or of a referrers fallback tag (`sha256-<hex>`). */
export function subjectOfTag(tag: string): Digest | undefined {
  const hex = /^sha256-([0-9a-f]{64})(?:\.\w+)?$/.exec(tag)?.[1];
  return hex === undefined ? undefined : `sha256:${hex}`;
}
