import { AirlockError, asAirlockError, onSide, type Problem } from '../../base/errors/airlock-error.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import type { Product } from '../../registry/capabilities/profile.ts';
import { manifestDamage } from '../../registry/client/served-content.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import type { ImageResult } from '../../runs/progress/events.ts';
import type { RunTracker } from '../../runs/progress/run-tracker.ts';
import { t } from './messages.ts';
import type { ExecutionPlan } from './plan/execution-plan.ts';
import { type DeletedImage, type DeletedManifest, nameAt } from './plan/plan.ts';
import type { RegistryPicture } from './plan/registry-picture.ts';
import { deleteRejected, deleteTag } from './plan/support.ts';

const AT_ONCE = 8;

/** The result of a deletion at the registry. */
export interface DeletedAtRegistry {
  /** Deleted names, including tags of attachments. */
  deleted: Set<string>;
  failed: Set<string>;
  problems: Problem[];
  /** The deletion was stopped before it was complete. */
  stopped: boolean;
}

/**
 * Executes a plan: deletes indexes before other images, then their instances, then attachments, each digest once, so that
 * a registry that enforces references allows it. Then deletes tags whose manifest stays, if the registry deletes tags.
 * After a failure, everything below the image stays.
 * @throws AirlockError `delete-rejected` if the registry rejects deletions after all
 */
export async function deleteAtRegistry(
  registry: Registry,
  { plan, leftovers }: ExecutionPlan,
  options: {
    tracker: RunTracker;
    picture: RegistryPicture;
    product: Product | undefined;
    pause: AbortSignal;
    signal: AbortSignal;
  },
): Promise<DeletedAtRegistry> {
  const { tracker, picture, product, pause, signal } = options;
  const retained: RetainedTags = {};
  const done: DeletedAtRegistry = { deleted: new Set(), failed: new Set(), problems: [], stopped: false };
  const byName = new Map(plan.images.map((image) => [nameAt(image), image]));
  tracker.expectImages([...plan.images, ...plan.tagsOnly]);
  tracker.planned();
  const all = [...plan.manifests, ...leftovers];
  const isIndex = ({ digest }: DeletedManifest) => (picture.manifests.get(digest)?.children.length ?? 0) > 0;
  let accepted = false;
  const phases = [
    all.filter((each) => each.role === 'image' && isIndex(each)),
    all.filter((each) => each.role === 'image' && !isIndex(each)),
    all.filter((each) => each.role === 'instance'),
    // zot rejects the deletion of a manifest that an index references, such as the index of referrers.
    all.filter((each) => each.role === 'attachment' && isIndex(each)),
    all.filter((each) => each.role === 'attachment' && !isIndex(each)),
  ];
  for (const phase of phases) {
    const open = until(phase, pause, () => {
      done.stopped = true;
    });
    const possible = open.filter(({ of }) => !of.some((name) => done.failed.has(name)));
    for await (const { manifest, error } of inOrder(
      stoppable(possible, pause, () => {
        done.stopped = true;
      }),
      AT_ONCE,
      async (manifest) => ({
        manifest,
        error: await deleted(registry, manifest, { picture, retained, signal }),
      }),
    )) {
      signal.throwIfAborted();
      if (!error) accepted = true;
      // After the first deletion, 405 is about this manifest only: zot returns it for one that an index references.
      const forbidden = error?.code === 'denied' && !(error.found === '405' && accepted);
      if (error?.code === 'unauthorized' || forbidden)
        throw deleteRejected(registry.host, { status: Number(error.found) || 403, errors: [] }, product);
      for (const name of manifest.of) {
        if (error) done.failed.add(name);
        else if (manifest.role === 'image') done.deleted.add(name);
        const image = byName.get(name);
        if (image && manifest.role === 'image') tracker.image(resultOf(registry, image, error));
      }
      if (error && manifest.role !== 'image')
        done.problems.push({
          ...error.toJSON(),
          message: t('attachmentProblem', { images: manifest.of.join(', '), problem: error.message }),
        });
    }
    if (done.stopped) break;
  }
  if (!done.stopped) {
    const manifests = new Set(plan.manifests.map(({ repository, digest }) => `${repository}@${digest}`));
    for (const { repository, tag, digest } of plan.attachments)
      if (manifests.has(`${repository}@${digest}`)) done.deleted.add(nameAt({ repository, tag }));
    await deleteTags(registry, plan.tagsOnly, done, { tracker, picture, pause, signal });
  }
  tracker.flush();
  return done;
}

/** Returns the items of a phase, or none after a stop. */
function until<T>(items: T[], pause: AbortSignal, onStop: () => void): T[] {
  if (!pause.aborted || items.length === 0) return items;
  onStop();
  return [];
}

function* stoppable<T>(items: readonly T[], pause: AbortSignal, onStop: () => void): Generator<T> {
  for (const item of items) {
    if (pause.aborted) return onStop();
    yield item;
  }
}

/** Whether tags still exist after their manifest was deleted by its digest. Unknown before the first deletion. */
interface RetainedTags {
  known?: boolean;
}

async function deleted(
  registry: Registry,
  { repository, digest }: DeletedManifest,
  { picture, retained, signal }: { picture: RegistryPicture; retained: RetainedTags; signal: AbortSignal },
): Promise<AirlockError | undefined> {
  try {
    await registry.deleteManifest(repository, digest, { signal });
    if (retained.known === false) return undefined;
    const tags = [...(picture.tags.get(repository) ?? [])].filter(([, each]) => each === digest);
    const [first] = tags;
    if (!first) return undefined;
    retained.known ??=
      (await registry.resolve(repository, first[0], { signal, direct: true }))?.digest === digest;
    if (!retained.known) return undefined;
    for (const [tag] of tags)
      if ((await deleteTag(registry, repository, tag, signal)) === 'unsupported')
        return new AirlockError(
          'tag-left',
          t('tagRetained', { image: `${registry.host}/${repository}:${tag}` }),
          { side: 'destination', remedy: t('tagRetainedRemedy') },
        );
    return undefined;
  } catch (error) {
    return onSide(error, 'destination');
  }
}

function resultOf(
  registry: Registry,
  { repository, tag, digest, kind, origin, deliverable }: DeletedImage,
  error?: AirlockError,
): ImageResult {
  return {
    kind,
    origin,
    source: `${registry.host}/${repository}@${digest}`,
    destination: `${registry.host}/${repository}:${tag}`,
    digest,
    deliverable,
    bytes: 0,
    verdict: 'not-checked',
    // In a record with the workflow `delete`, `copied` means deleted.
    result: error ? 'failed' : 'copied',
    previousDigest: digest,
    attempts: 1,
    error: error?.toJSON(),
  };
}

/**
 * Deletes tags whose manifest another tag needs. Checks the manifest after the first tag of a repository, because some
 * registries delete it with the tag.
 */
async function deleteTags(
  registry: Registry,
  tags: ExecutionPlan['plan']['tagsOnly'],
  done: DeletedAtRegistry,
  {
    tracker,
    picture,
    pause,
    signal,
  }: { tracker: RunTracker; picture: RegistryPicture; pause: AbortSignal; signal: AbortSignal },
): Promise<void> {
  const left = (image: DeletedImage) => tracker.image({ ...resultOf(registry, image), result: 'present' });
  const looked = new Set<string>();
  let possible = true;
  for (const image of tags) {
    if (pause.aborted) {
      done.stopped = true;
      return;
    }
    const { repository, tag, digest } = image;
    if (!possible) {
      left(image);
      continue;
    }
    try {
      const first = !looked.has(repository);
      const manifest = first && (await registry.manifest(repository, digest, { signal, direct: true }));
      const answer = await deleteTag(registry, repository, tag, signal);
      possible = answer !== 'unsupported';
      if (!possible) {
        left(image);
        continue;
      }
      looked.add(repository);
      if (manifest && !(await registry.resolve(repository, digest, { signal, direct: true }))) {
        const keeper = image.requiredBy.slice(repository.length + 1);
        const same = picture.tags.get(repository)?.get(keeper) === digest;
        const reference = same ? keeper : digest;
        await registry.putManifest(repository, reference, manifest, { signal });
        const damage = await manifestDamage(registry, repository, reference, digest, signal);
        if (damage)
          throw new AirlockError(
            'destination-storage-damaged',
            t('restoredImageNotServed', { image: image.requiredBy, damage }),
          );
        const { host } = registry;
        const message = t('imageDeletedWithTag', { host, image: image.requiredBy, tag });
        const { code, remedy } = new AirlockError('tag-left', message);
        done.problems.push({ code, level: 'warning', message, remedy });
        possible = false;
      }
      done.deleted.add(nameAt(image));
      tracker.image(resultOf(registry, image));
    } catch (thrown) {
      signal.throwIfAborted();
      const error = onSide(asAirlockError(thrown), 'destination');
      done.failed.add(nameAt(image));
      tracker.image(resultOf(registry, image, error));
    }
  }
}
