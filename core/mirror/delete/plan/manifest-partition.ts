import type { Digest } from '../../../base/image/digest.ts';
import { manifestsBelow, type RegistryPicture, subjectOfTag } from './registry-picture.ts';

/** The deleted and retained manifests of one repository. */
export interface ManifestPartition {
  /** Manifests that nothing needs any more, parents before children. */
  going: Set<Digest>;
  /** Every manifest below a retained tag. */
  remaining: Set<Digest>;
  /** Tags of attachments of deleted manifests. */
  attachments: Map<string, Digest>;
  /** A retained tag for each manifest below it. */
  keeper: Map<Digest, string>;
}

/**
 * Partitions the manifests of a repository. Deleting a manifest deletes all its tags, so it is deleted only if it isn't
 * below a retained tag. Attachments are deleted with their manifest.
 * @param leaving tags chosen for deletion
 * @param fixed tags that are always retained
 */
export function partitionManifests(
  repository: string,
  picture: RegistryPicture,
  leaving: ReadonlySet<string>,
  fixed: ReadonlySet<string>,
): ManifestPartition {
  const { manifests, referrers } = picture;
  const tags = picture.tags.get(repository) ?? new Map<string, Digest>();
  const chosen = [...tags].filter(([tag]) => leaving.has(tag)).map(([, digest]) => digest);
  const about = new Map<string, Digest>();
  for (const [tag, digest] of tags) {
    const subject = subjectOfTag(tag);
    // A tag `sha256-<hex>` may also be the name of that very image.
    if (subject && subject !== digest && !leaving.has(tag) && !fixed.has(tag)) about.set(tag, subject);
  }
  const attachments = new Map<string, Digest>();
  const below = (): Set<Digest> => {
    const found = manifestsBelow([...chosen, ...attachments.values()], manifests);
    for (let size = -1; size !== found.size; ) {
      size = found.size;
      for (const digest of [...found])
        for (const each of manifestsBelow(referrers.get(`${repository}@${digest}`) ?? [], manifests))
          found.add(each);
    }
    return found;
  };
  // First the largest set: attachments of manifests that may be deleted, recursively.
  for (let size = -1; size !== attachments.size; ) {
    size = attachments.size;
    const found = below();
    for (const [tag, subject] of about) if (found.has(subject)) attachments.set(tag, tags.get(tag)!);
  }
  // Then attachments of retained manifests are removed from it, until nothing changes.
  for (;;) {
    const keeper = new Map<Digest, string>();
    for (const [tag, digest] of tags) {
      if (leaving.has(tag) || attachments.has(tag)) continue;
      for (const each of manifestsBelow([digest], manifests)) if (!keeper.has(each)) keeper.set(each, tag);
    }
    for (const digest of keeper.keys())
      for (const artifact of referrers.get(`${repository}@${digest}`) ?? [])
        for (const each of manifestsBelow([artifact], manifests))
          if (!keeper.has(each)) keeper.set(each, keeper.get(digest)!);
    const stored = [...attachments.keys()].filter((tag) => keeper.has(about.get(tag)!));
    if (stored.length === 0) {
      const found = below();
      const reached = (subject: Digest) => found.has(subject) && !keeper.has(subject);
      const lost = [...attachments.keys()].filter((tag) => !reached(about.get(tag)!));
      if (lost.length === 0) {
        const going = new Set([...found].filter((digest) => !keeper.has(digest)));
        return { going, remaining: new Set(keeper.keys()), attachments, keeper };
      }
      for (const tag of lost) attachments.delete(tag);
      continue;
    }
    for (const tag of stored) attachments.delete(tag);
  }
}
