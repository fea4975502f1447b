import type { Digest } from '../../../base/image/digest.ts';

/** What a manifest leads to. Sizes in bytes. */
export interface ManifestParts {
  size: number;
  /** Of an index. */
  children: readonly Digest[];
  blobs: readonly { digest: Digest; size: number }[];
}

/** What a registry holds, as far as a deletion must know it. */
export interface RegistryPicture {
  /** Repository -> tag -> digest: all tags of every repository that is looked at. */
  tags: ReadonlyMap<string, ReadonlyMap<string, Digest>>;
  /** By digest; one that could not be read is absent. */
  manifests: ReadonlyMap<Digest, ManifestParts>;
  /** `repository@digest` -> artifacts that say to be about it. */
  referrers: ReadonlyMap<string, readonly Digest[]>;
}

/** A manifest with everything below it, parents first. */
export function manifestsBelow(
  start: Iterable<Digest>,
  manifests: RegistryPicture['manifests'],
): Set<Digest> {
  const found = new Set<Digest>();
  const queue = [...start];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (found.has(next)) continue;
    found.add(next);
    queue.push(...(manifests.get(next)?.children ?? []));
  }
  return found;
}

/** Bytes of everything that these manifests are made of, themselves included, by digest. */
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

/** The digest that a tag of cosign (`sha256-<hex>.sig`) or the referrers' fallback tag (`sha256-<hex>`) is about. */
export function subjectOfTag(tag: string): Digest | undefined {
  const hex = /^sha256-([0-9a-f]{64})(?:\.\w+)?$/.exec(tag)?.[1];
  return hex === undefined ? undefined : `sha256:${hex}`;
}
