import type { Problem } from '../../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../../base/errors/codes.ts';
import type { Digest } from '../../../base/image/digest.ts';
import type { DeleteRecord } from './files.ts';
import { t } from './messages.ts';
import { type DeletedManifest, type DeletePlan, type NeededImage, nameAt } from './plan.ts';
import { planDelete } from './plan-delete.ts';
import { manifestsBelow, type RegistryPicture, subjectOfTag } from './registry-picture.ts';

/** The effect of a list on the current images of the registry. */
export interface ExecutionPlan {
  plan: DeletePlan;
  /** Manifests that a stopped deletion left without a tag, from the record. */
  leftovers: DeletedManifest[];
  /** Names that were moved since the list was made, and are retained. */
  changed: { image: NeededImage; found: Digest; problem: Problem }[];
}

/**
 * Plans a list again with the current images of the registry. Compares digests, and retains everything that tags outside
 * the list need. Pure.
 */
export function planExecution(
  listed: readonly NeededImage[],
  record: DeleteRecord | undefined,
  registry: RegistryPicture,
): ExecutionPlan {
  const changed: ExecutionPlan['changed'] = [];
  const digestAt = ({ repository, tag }: { repository: string; tag: string }) =>
    registry.tags.get(repository)?.get(tag);
  const same = (image: NeededImage): boolean => {
    const found = digestAt(image);
    if (found === undefined || image.digests.length === 0 || image.digests.includes(found)) return true;
    const problem: Problem = {
      code: 'delete-list',
      level: 'error',
      message: t('tagChanged', { image: nameAt(image), found, expected: image.digests.join(', ') }),
      remedy: ERROR_CODES['delete-list'][1],
    };
    changed.push({ image, found, problem });
    return false;
  };
  const chosen = listed.filter(same);
  const names = new Set(chosen.map(nameAt));
  const tagsOnly = (record?.tagsOnly ?? [])
    .map(({ digest, ...rest }): NeededImage => {
      const name = nameAt(rest);
      return { ...rest, digests: [digest], parts: [{ id: name, words: name }] };
    })
    .filter((image) => digestAt(image) === image.digests[0] && !names.has(nameAt(image)));
  const orphans = orphanedAttachments(record, registry, names);
  const planOf = (selected: readonly NeededImage[]) =>
    planDelete({ selected, configurations: [], keepAll: true, protect: [], registry });
  let plan = planOf([...chosen, ...orphans, ...tagsOnly]);
  // The preview listed these manifests as retained, so they stay even if the image that needed them is gone.
  const announced = new Set(tagsOnly.map(nameAt));
  const unannounced = new Set(plan.images.map(nameAt).filter((name) => announced.has(name)));
  if (unannounced.size > 0)
    plan = planOf([...chosen, ...orphans, ...tagsOnly.filter((image) => !unannounced.has(nameAt(image)))]);
  return { plan, leftovers: leftoversOf(record, plan, names, registry), changed };
}

/** Returns the tags of signatures whose image a stopped deletion already deleted. */
function orphanedAttachments(
  record: DeleteRecord | undefined,
  registry: RegistryPicture,
  names: ReadonlySet<string>,
): NeededImage[] {
  const known = new Map<string, DeletedManifest>();
  for (const each of record?.manifests ?? [])
    if (each.of.every((name) => names.has(name))) known.set(`${each.repository}@${each.digest}`, each);
  const found: NeededImage[] = [];
  for (const repository of new Set([...known.values()].map((each) => each.repository))) {
    const tags = registry.tags.get(repository) ?? new Map<string, Digest>();
    const reached = manifestsBelow(tags.values(), registry.manifests);
    for (const [tag, digest] of tags) {
      const subject = subjectOfTag(tag);
      const name = nameAt({ repository, tag });
      if (!subject || subject === digest || names.has(name) || reached.has(subject)) continue;
      if (!known.has(`${repository}@${subject}`)) continue;
      if (known.get(`${repository}@${digest}`)?.role !== 'attachment') continue;
      found.push({
        repository,
        tag,
        digests: [digest],
        kind: 'generic',
        origin: `${repository}@${subject}`,
        deliverable: t('attachmentsLabel'),
        parts: [{ id: name, words: name }],
      });
    }
  }
  return found;
}

function leftoversOf(
  record: DeleteRecord | undefined,
  plan: DeletePlan,
  names: ReadonlySet<string>,
  registry: RegistryPicture,
): DeletedManifest[] {
  const absent = new Set(plan.absent);
  const planned = new Set(plan.manifests.map(({ repository, digest }) => `${repository}@${digest}`));
  const going = new Set([...plan.images, ...plan.attachments].map(nameAt));
  const remaining = new Map<string, Set<Digest>>();
  for (const [repository, tags] of registry.tags)
    remaining.set(
      repository,
      manifestsBelow(
        [...tags].filter(([tag]) => !going.has(nameAt({ repository, tag }))).map(([, digest]) => digest),
        registry.manifests,
      ),
    );
  return (record?.manifests ?? []).filter(
    ({ repository, digest, of }) =>
      !planned.has(`${repository}@${digest}`) &&
      of.length > 0 &&
      of.every((name) => names.has(name) && absent.has(name)) &&
      !remaining.get(repository)?.has(digest),
  );
}
