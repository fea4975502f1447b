import { wordList } from '../../../base/document/words.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../../base/errors/codes.ts';
import { RULE } from '../../../base/errors/rules.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { type ManifestPartition, partitionManifests } from './manifest-partition.ts';
import { t } from './messages.ts';
import {
  type DeletedGroup,
  type DeletedImage,
  type DeletedManifest,
  type DeletePlan,
  type DeleteValues,
  type NeededImage,
  nameAt,
  type Part,
  type Reason,
} from './plan.ts';
import { contentBelow, manifestsBelow } from './registry-picture.ts';

/**
 * Plans a deletion without requests or changes.
 *
 * A part (release, bundle in a channel, chart, image) is released if it was selected and at most one configuration
 * requests it: the one that it is deleted from. Images that any other part needs are retained, and so is every manifest
 * below a retained tag.
 */
export function planDelete(values: DeleteValues): DeletePlan {
  const selected = joinedByName(values.selected);
  const { released, requesters } = releasedParts(values, selected);
  const uses = usesOf(values, released);
  const reasons = new Map<string, Reason>();
  const absent: string[] = [];
  const leaving = new Map<string, DeletedImage[]>();
  for (const image of selected) {
    const name = nameAt(image);
    const digest = values.registry.tags.get(image.repository)?.get(image.tag);
    if (!digest) {
      absent.push(name);
      continue;
    }
    const reason = reasonToKeep(image, digest, values, { uses, released, requesters });
    if (reason !== undefined) {
      reasons.set(name, typeof reason === 'string' ? { reason } : reason);
      continue;
    }
    const { repository, tag, kind, origin, deliverable } = image;
    const going = { repository, tag, digest, kind, origin, deliverable };
    const others = leaving.get(repository);
    if (others) others.push(going);
    else leaving.set(repository, [going]);
  }
  const decided = new Map<string, ManifestPartition>();
  const images: DeletedImage[] = [];
  const tagsOnly: DeletePlan['tagsOnly'] = [];
  const owners = new Map(
    values.configurations.flatMap(({ images: all }) => all.map((each) => [nameAt(each), each.deliverable])),
  );
  for (const repository of values.registry.tags.keys()) {
    const going = leaving.get(repository) ?? [];
    const tags = values.registry.tags.get(repository)!;
    const fixed = new Set(
      [...tags].flatMap(([tag, digest]) =>
        uses.has(nameAt({ repository, tag })) ||
        values.protect.some((each) => each.matches({ repository, tag, digest }))
          ? [tag]
          : [],
      ),
    );
    const result = partitionManifests(
      repository,
      values.registry,
      new Set(going.map(({ tag }) => tag)),
      fixed,
    );
    decided.set(repository, result);
    for (const image of going) {
      const keeper = result.keeper.get(image.digest);
      if (keeper === undefined) {
        images.push(image);
        continue;
      }
      const requiredBy = nameAt({ repository, tag: keeper });
      const requiredFor = owners.get(requiredBy);
      tagsOnly.push({ ...image, requiredBy, requiredFor });
      reasons.set(nameAt(image), {
        reason: t('manifestShared', { image: requiredBy, digest: image.digest }),
      });
    }
  }
  const touched = Map.groupBy(images, ({ repository }) => repository);
  const freed = freedContent(values, decided);
  return {
    images,
    tagsOnly,
    manifests: [...touched].flatMap(([repository, images]) =>
      manifestsOf(repository, values, decided.get(repository)!, images),
    ),
    attachments: [...touched.keys()].flatMap((repository) =>
      [...decided.get(repository)!.attachments].map(([tag, digest]) => ({ repository, tag, digest })),
    ),
    protected: [...reasons].map(([image, reason]) => ({ image, ...reason })),
    absent,
    retained: retainedTags(
      values,
      decided,
      new Set([...touched.keys(), ...tagsOnly.map(({ repository }) => repository)]),
      {
        leaving,
      },
    ),
    bytesFreed: sum(freed.values()),
    groups: groupsOf(selected, images, values, freed),
    problems: sharedBundles(selected, uses, released, values),
  };
}

/** Joins the images that several eras of a workspace select under one name. */
export function joinedByName(images: readonly NeededImage[]): NeededImage[] {
  const found = new Map<string, NeededImage>();
  for (const image of images) {
    const name = nameAt(image);
    const known = found.get(name);
    // Most eras have the same images, which aren't joined, so that no objects are created for them.
    if (known && hasAllOf(known, image)) continue;
    found.set(
      name,
      known
        ? {
            ...known,
            digests: [...new Set([...known.digests, ...image.digests])],
            parts: [...new Map([...known.parts, ...image.parts].map((part) => [part.id, part])).values()],
          }
        : image,
    );
  }
  return [...found.values()];
}

function hasAllOf(known: NeededImage, { digests, parts }: NeededImage): boolean {
  return (
    digests.every((digest) => known.digests.includes(digest)) &&
    // Eras list equal parts in the same order. A catalog has thousands of them.
    parts.length === known.parts.length &&
    parts.every(({ id, words, bundle }, i) => {
      const part = known.parts[i]!;
      return part.id === id && part.words === words && part.bundle === bundle;
    })
  );
}

function releasedParts({ configurations, keepAll }: DeleteValues, selected: readonly NeededImage[]) {
  const requesters = new Map<string, Map<string, string>>();
  for (const { identity, name, images } of configurations)
    for (const { parts } of images)
      for (const { id } of parts) {
        const known = requesters.get(id) ?? new Map<string, string>();
        requesters.set(id, known.set(identity, name));
      }
  const most = keepAll ? 0 : 1;
  const released = new Set<string>();
  for (const { parts } of selected)
    for (const { id } of parts) if ((requesters.get(id)?.size ?? 0) <= most) released.add(id);
  return { released, requesters };
}

interface Use {
  part: Part;
  configuration: string;
}

/** Returns a retained part that needs each `repository:tag`. */
function usesOf({ configurations }: DeleteValues, released: ReadonlySet<string>): Map<string, Use> {
  const uses = new Map<string, Use>();
  for (const { name, images } of configurations)
    for (const image of images) {
      const part = image.parts.find(({ id }) => !released.has(id));
      if (part && !uses.has(nameAt(image))) uses.set(nameAt(image), { part, configuration: name });
    }
  return uses;
}

function reasonToKeep(
  image: NeededImage,
  digest: Digest,
  { configurations, keepAll, protect, registry }: DeleteValues,
  {
    uses,
    released,
    requesters,
  }: {
    uses: ReadonlyMap<string, Use>;
    released: ReadonlySet<string>;
    requesters: ReadonlyMap<string, ReadonlyMap<string, string>>;
  },
): string | Reason | undefined {
  const below = protect.length > 0 ? [...manifestsBelow([digest], registry.manifests)] : [];
  const { repository, tag } = image;
  const named = protect.find((each) => below.some((one) => each.matches({ repository, tag, digest: one })));
  if (named) return named.reason;
  const use = uses.get(nameAt(image));
  const own = use && requesters.get(use.part.id);
  if (use && own && own.size > 1)
    return t('requestedBy', { part: use.part.words, configurations: wordList([...own.values()].sort()) });
  if (use && image.kind === 'operatorCatalog')
    return {
      reason: t('catalogInUse', { part: use.part.words, configuration: use.configuration }),
      [RULE]: { id: 'catalog-in-use', deliverable: image.deliverable },
    };
  if (use) return t('needed', { part: use.part.words, configuration: use.configuration });
  if (!image.parts.some(({ id }) => released.has(id))) return t('noPartDeletable');
  if (
    image.kind === 'operatorCatalog' &&
    !keepAll &&
    !configurations.some((each) => each.images.some((other) => nameAt(other) === nameAt(image)))
  )
    return {
      reason: t('catalogUnknown'),
      [RULE]: { id: 'catalog-unknown', deliverable: image.deliverable },
    };
  if (image.digests.length > 0 && !image.digests.includes(digest))
    return t('tagMoved', { found: digest, expected: image.digests.join(', ') });
  return undefined;
}

function manifestsOf(
  repository: string,
  { registry }: DeleteValues,
  { going, attachments }: ManifestPartition,
  images: readonly DeletedImage[],
): DeletedManifest[] {
  const found = new Map<Digest, DeletedManifest>();
  const take = (digest: Digest, role: DeletedManifest['role'], of: string[]) => {
    const known = found.get(digest);
    if (known) known.of = [...new Set([...known.of, ...of])];
    else found.set(digest, { repository, digest, role, of });
  };
  for (const image of images) take(image.digest, 'image', [nameAt(image)]);
  const owners = new Map<Digest, string[]>();
  for (const image of images)
    for (const below of manifestsBelow([image.digest], registry.manifests)) {
      owners.set(below, [...(owners.get(below) ?? []), nameAt(image)]);
      if (going.has(below)) take(below, 'instance', [nameAt(image)]);
    }
  // Referrers and their content belong to the owners of each of their subjects.
  for (const [subject, names] of owners)
    for (const below of manifestsBelow(
      registry.referrers.get(`${repository}@${subject}`) ?? [],
      registry.manifests,
    )) {
      const known = owners.get(below) ?? [];
      const all = [...new Set([...known, ...names])];
      if (all.length === known.length) continue;
      // The loop visits it again, because it is now the last one.
      owners.delete(below);
      owners.set(below, all);
    }
  const every = images.map(nameAt);
  for (const [tag, digest] of attachments) {
    const subject: Digest = `sha256:${tag.slice('sha256-'.length, 'sha256-'.length + 64)}`;
    for (const below of manifestsBelow([digest], registry.manifests))
      if (going.has(below)) take(below, 'attachment', owners.get(subject) ?? every);
  }
  for (const digest of going) if (!found.has(digest)) take(digest, 'attachment', owners.get(digest) ?? every);
  return [...found.values()];
}

function retainedTags(
  { registry }: DeleteValues,
  decided: ReadonlyMap<string, ManifestPartition>,
  repositories: ReadonlySet<string>,
  { leaving }: { leaving: ReadonlyMap<string, readonly DeletedImage[]> },
): DeletePlan['retained'] {
  return [...repositories].flatMap((repository) => {
    const removed = new Set((leaving.get(repository) ?? []).map(({ tag }) => tag));
    const attached = decided.get(repository)!.attachments;
    return [...(registry.tags.get(repository) ?? [])]
      .filter(([tag]) => !removed.has(tag) && !attached.has(tag))
      .map(([tag, digest]) => ({ repository, tag, digest }));
  });
}

/** Returns the freed content. A registry stores a blob once, so it is freed if no manifest of any repository needs it. */
function freedContent(
  { registry }: DeleteValues,
  decided: ReadonlyMap<string, ManifestPartition>,
): Map<Digest, number> {
  const going = new Set<Digest>();
  const remaining = new Set<Digest>();
  for (const each of decided.values()) {
    for (const digest of each.going) going.add(digest);
    for (const digest of each.remaining) remaining.add(digest);
  }
  const freed = contentBelow(going, registry.manifests);
  for (const digest of contentBelow(remaining, registry.manifests).keys()) freed.delete(digest);
  return freed;
}

function groupsOf(
  selected: readonly NeededImage[],
  images: readonly DeletedImage[],
  { registry }: DeleteValues,
  freed: ReadonlyMap<Digest, number>,
): DeletedGroup[] {
  const groups = new Map<string, DeletedGroup>();
  for (const { deliverable, kind } of selected) {
    const known = groups.get(deliverable);
    if (known) known.of++;
    else groups.set(deliverable, { deliverable, kind, images: 0, of: 1, bytes: 0 });
  }
  const left = new Map(freed);
  for (const { deliverable, digest } of images) {
    const group = groups.get(deliverable)!;
    group.images++;
    for (const part of contentBelow(
      manifestsBelow([digest], registry.manifests),
      registry.manifests,
    ).keys()) {
      group.bytes += left.get(part) ?? 0;
      left.delete(part);
    }
  }
  const rest = sum(left.values());
  const attached = {
    deliverable: t('attachmentsLabel'),
    kind: 'generic' as const,
    images: 0,
    of: 0,
    bytes: rest,
  };
  return [...groups.values(), ...(rest > 0 ? [attached] : [])];
}

/**
 * Warns of bundles that were selected in one channel but are retained in another, and so aren't deleted (enhancement
 * improving-user-experience-of-oc-mirror-plugin, "New `Delete` sub-command").
 */
function sharedBundles(
  selected: readonly NeededImage[],
  uses: ReadonlyMap<string, Use>,
  released: ReadonlySet<string>,
  { configurations }: DeleteValues,
): Problem[] {
  const remaining = new Map<string, string>();
  for (const { images } of configurations)
    for (const { parts } of images)
      for (const { id, bundle, words } of parts)
        if (bundle !== undefined && !released.has(id) && !remaining.has(bundle)) remaining.set(bundle, words);
  const reported = new Set<string>();
  const problems: Problem[] = [];
  for (const { repository, tag, kind, parts } of selected) {
    if (kind !== 'operatorBundle' || !uses.has(nameAt({ repository, tag }))) continue;
    for (const { id, bundle, words } of parts) {
      const elsewhere = bundle === undefined ? undefined : remaining.get(bundle);
      if (bundle === undefined || elsewhere === undefined || !released.has(id) || reported.has(bundle))
        continue;
      reported.add(bundle);
      problems.push({
        code: 'still-needed',
        level: 'warning',
        message: t('stillNeeded', { part: words, other: elsewhere }),
        remedy: ERROR_CODES['still-needed'][1],
      });
    }
  }
  return problems;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const each of numbers) total += each;
  return total;
}
