import { verdictText } from '../../base/collected/verdict.ts';
import { AirlockError, asAirlockError, onSide } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { isIndexType, OCI_INDEX } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { manifestFrom } from '../../content/plan/manifest-origin.ts';
import {
  type Attachment,
  bytesOf,
  contentOf,
  type PlannedImage,
  type PlannedManifest,
  sourceText,
} from '../../content/plan/planned-image.ts';
import { isOciIndexType, mergedIndex } from '../../content/plan/referrers-index.ts';
import type { RequestOptions } from '../../registry/exchange/registry.ts';
import type { ImageResult } from '../../runs/progress/events.ts';
import { t } from '../messages.ts';
import { type HostLiveness, postponesWork } from '../run/host-liveness.ts';
import { type BlobContent, type BlobOptions, BlobPlacer } from './place-blobs.ts';
import type { PushedImage, PushVerification } from './push-verification.ts';
import { type NamedImage, RepositoriesWork } from './repository-work.ts';

/** The source of pushed content: archive sets, or source registries. */
export interface PushContent extends BlobContent {
  manifest(image: PlannedImage, manifest: PlannedManifest): Promise<Buffer>;
}

/** Attachments of one image that are pushed at once. */
const ATTACHMENTS_AT_ONCE = 8;
/** Manifests of one image that are pushed at once. */
const MANIFESTS_AT_ONCE = 8;

export interface PushOptions extends BlobOptions {
  content: PushContent;
  /** Returns the repository at the destination, with namespace and nested paths applied. */
  repositoryOf(image: PlannedImage): string;
  /** The repositories of all images of the run, each as often as it has images. */
  repositories: Iterable<string>;
  /** Once aborted, no further blob or manifest is started. */
  pause: AbortSignal;
  liveness: HostLiveness;
  onRetry: NonNullable<RequestOptions['onRetry']>;
  /** Checks once, before anything is sent, whether pushes are allowed. Ends the run when they aren't. */
  mayPush(repository: string): Promise<void>;
  /** Selects the images to verify after their push, and verifies them. */
  verification: PushVerification;
  /** Returns true when an earlier run pushed this tag with this digest. Its attachments aren't looked up again. */
  isRecorded(repository: string, tag: string, digest: Digest): boolean;
  /** Returns true when the destination certainly doesn't have this tag, which saves the request for it. */
  isMissing?(repository: string, tag: string): Promise<boolean>;
  /** Returns true when this tag is recorded with this digest (--trust-ledger), which saves all requests. */
  trusted?(repository: string, tag: string, digest: Digest): boolean;
}

/**
 * Pushes images to one registry: each blob once, mounted into further repositories, each manifest after its children, and
 * the tag last. Content that the registry already has isn't sent. A failed image doesn't throw: its result has the error.
 */
export class ImagePusher {
  private readonly options: PushOptions;
  private readonly blobs: BlobPlacer;
  /** Number of repeated attempts by image. */
  private readonly retries = new Map<PlannedImage, number>();
  /** Referrers indexes merged from the source's and the destination's. */
  private readonly merged = new Map<Digest, Buffer>();
  private readonly work: RepositoriesWork;

  constructor(options: PushOptions) {
    this.options = options;
    this.work = new RepositoriesWork(options.repositories);
    const attempts = {
      request: (image: PlannedImage) => this.request(image),
      countRetry: (image: PlannedImage) => this.countRetry(image),
      checkPause: () => this.checkPause(),
    };
    this.blobs = new BlobPlacer(options, attempts, this.work);
  }

  /** Pushes an image. @param missing why its content is missing locally, so that it must be at the destination already */
  async push(image: PlannedImage, missing?: AirlockError): Promise<ImageResult> {
    const { registry, tracker, trusted, verification } = this.options;
    const repository = this.options.repositoryOf(image);
    const { tag } = image.destination;
    const destination = `${registry.host}/${repository}:${tag}`;
    const result = (outcome: Pick<ImageResult, 'result' | 'previousDigest' | 'error'>): ImageResult =>
      pushResult(image, destination, { attempts: 1 + (this.retries.get(image) ?? 0), ...outcome });
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const similar = this.withOtherCase(repository, { tag, digest: image.digest, finished });
    try {
      this.checkPause();
      let damage: AirlockError | undefined;
      const previous = trusted?.(repository, tag, image.digest)
        ? { digest: image.digest }
        : await this.tagNow(image, repository, { similar, missing });
      const place = { image, repository };
      if (previous?.digest === image.digest) {
        damage = await this.damageOfPresent(place);
        if (!damage) {
          if (!missing && (await this.pushMissingAttachments(image, repository)))
            return result({ result: 'copied' });
          for (const blob of contentOf(image).blobs) tracker.settle(blob.digest, 'present');
          return result({ result: 'present' });
        }
        if (missing) throw damage;
      }
      if (missing) throw missing;
      await this.options.mayPush(repository);
      const pushed = { image: await this.pushAll(image, repository, damage), repository };
      if (verification.mustVerifyPushed(pushed, this.blobs.isResumed(image))) {
        damage = await this.verifyOrRepair(pushed.image);
        if (damage) throw damage;
      }
      return result({ result: 'copied', previousDigest: previous?.digest });
    } catch (error) {
      const failure = asAirlockError(error);
      if (failure.side === 'destination') verification.failed(failure);
      if (failure.side === 'destination')
        await this.options.liveness.check(failure, registry, repository, 'push');
      // Postponed content isn't settled yet.
      if (!postponesWork(failure.code))
        for (const blob of contentOf(image).blobs) tracker.settle(blob.digest, 'failed');
      return result({ result: 'failed', error: failure.toJSON() });
    } finally {
      finish();
      this.work.ended(repository);
    }
  }

  /** Records a tag, and returns those of this run that differ from it only in case. */
  private withOtherCase(repository: string, image: NamedImage): NamedImage[] {
    const { tags } = this.work.in(repository);
    const key = image.tag.toLowerCase();
    const all = tags.get(key) ?? [];
    tags.set(key, [...all, image]);
    return all.filter(({ tag, digest }) => tag !== image.tag && digest !== image.digest);
  }

  /**
   * Returns the damage of an image whose tag exists. Images that this state folder recorded as pushed are trusted, unless
   * this run or an earlier one had faults. Attachments of others may be missing, and are looked up later by their tags.
   */
  private async damageOfPresent(place: PushedImage): Promise<AirlockError | undefined> {
    const { verification, isRecorded } = this.options;
    const { image, repository } = place;
    if (verification.mustVerifyPresent(place)) return await verification.damageOf(place);
    if (isRecorded(repository, image.destination.tag, image.digest)) return undefined;
    return await verification.damageOf({ image: { ...image, attachments: [] }, repository });
  }

  /**
   * Verifies an image at the destination. Pushes damaged content once more and verifies it again. Returns the remaining
   * damage. @throws AirlockError when the registry can't be reached
   */
  async verifyOrRepair(image: PlannedImage): Promise<AirlockError | undefined> {
    const repository = this.options.repositoryOf(image);
    const place = { image, repository };
    const damage = await this.options.verification.damageOf(place);
    // Content that only the registry has can't be repaired.
    if (!damage || !this.hasAll(image)) return damage;
    await this.removeIfAlone(image, repository);
    const again = new Set(
      [image, ...image.attachments].flatMap(({ manifests }) => manifests).map((m) => m.digest),
    );
    const { manifests } = this.work.in(repository);
    for (const key of manifests.keys()) if (again.has(key.split(' ')[1] as Digest)) manifests.delete(key);
    for (const blob of contentOf(image).blobs) this.blobs.uploadAgain(image, blob, repository);
    const pushed = await this.pushAll(image, repository, damage);
    return await this.options.verification.damageOf({ image: pushed, repository });
  }

  private hasAll(image: PlannedImage): boolean {
    const { has } = this.options.content;
    const { manifests, blobs } = contentOf(image);
    return !has || [...manifests, ...blobs].every(({ digest }) => has(digest));
  }

  /**
   * Deletes a damaged manifest, so that a registry that skips known digests accepts it again. Does nothing if the
   * repository has other tags, which could be deleted too.
   */
  private async removeIfAlone(image: PlannedImage, repository: string): Promise<void> {
    const { registry, signal } = this.options;
    const own = new Set([image.destination.tag, ...image.attachments.map(({ tag }) => tag)]);
    try {
      const tags = await registry.tags(repository, { signal, direct: true, retries: 0 });
      if (tags.every((tag) => own.has(tag)))
        await registry.deleteManifest(repository, image.digest, { signal, retries: 0 });
    } catch {
      // Many registries forbid deletes. The push below may repair the image without one.
    }
  }

  /**
   * Returns what a tag points to.
   * @param image.similar tags that differ from it only in case. Some registries, such as Gitea, don't distinguish them
   * @param image.missing why the content isn't here, so that only the registry may have it
   * @throws AirlockError also if it points to the image of a similar tag, which a push would replace
   */
  private async tagNow(
    image: PlannedImage,
    repository: string,
    { similar, missing }: { similar: NamedImage[]; missing?: AirlockError | undefined },
  ): Promise<{ digest: Digest } | undefined> {
    const { registry, mayPush, verification, isMissing } = this.options;
    const { tag } = image.destination;
    await Promise.all(similar.map(({ finished }) => finished));
    const mayBeUnlisted = similar.length > 0 || missing !== undefined;
    if (!mayBeUnlisted && (await isMissing?.(repository, tag))) return undefined;
    try {
      const now = await registry.resolve(repository, tag, { ...this.request(image), direct: true });
      const other = similar.find(({ digest }) => digest === now?.digest);
      if (!other || (await this.distinguishes(repository, [tag, other.tag]))) return now;
      const place = `${registry.host}/${repository}`;
      throw new AirlockError('destination-collision', t('tagsAlike', { place, tag, other: other.tag }), {
        side: 'destination',
      });
    } catch (thrown) {
      if (thrown instanceof AirlockError && thrown.code === 'destination-collision') throw thrown;
      await mayPush(repository);
      const error = onSide(thrown, 'destination');
      // docker-registry answers 500 for a tag whose manifest is damaged. A push repairs it, or shows the cause.
      if (error.code !== 'server-error' || error.found !== '500') throw error;
      verification.failed(error);
      return undefined;
    }
  }

  /** Returns whether a repository lists each of these tags, which are equal except for their case. */
  private async distinguishes(repository: string, tags: string[]): Promise<boolean> {
    const { registry, signal } = this.options;
    const listed = await registry.tags(repository, { signal, direct: true });
    return tags.every((tag) => listed.includes(tag));
  }

  /** Pushes all content. @param damage why it is pushed again; thrown if the registry can't even check the damaged part */
  private async pushAll(
    image: PlannedImage,
    repository: string,
    damage?: AirlockError,
  ): Promise<PlannedImage> {
    const { tag } = image.destination;
    try {
      // Attachments and blobs are pushed at once. The manifests of the image follow, and its tag is the last one.
      const [attachments] = await allSettled([
        this.pushAttachments(image, repository),
        this.placeBlobs(image, image, repository),
      ]);
      await this.putManifests(image, image, repository, tag);
      const isUnchanged = attachments.every((attachment, i) => attachment === image.attachments[i]);
      return isUnchanged ? image : { ...image, attachments };
    } catch (error) {
      throw damage && asAirlockError(error).found === '500' ? damage : error;
    }
  }

  /** Pushes signatures and referrers that were added to an image at the destination. Returns true when any was pushed. */
  private async pushMissingAttachments(image: PlannedImage, repository: string): Promise<boolean> {
    const { registry, isRecorded, mayPush } = this.options;
    let pushed = false;
    for (const attachment of image.attachments) {
      if (isRecorded(repository, attachment.tag, attachment.digest)) continue;
      const now = await registry
        .resolve(repository, attachment.tag, { ...this.request(image), direct: true })
        .catch((error) => {
          throw onSide(error, 'destination');
        });
      if (now?.digest === attachment.digest) continue;
      await mayPush(repository);
      await this.pushAttachment(image, attachment, repository);
      pushed = true;
    }
    return pushed;
  }

  private async pushAttachments(image: PlannedImage, repository: string): Promise<Attachment[]> {
    const pushed: Attachment[] = [];
    for (let i = 0; i < image.attachments.length; i += ATTACHMENTS_AT_ONCE) {
      const some = image.attachments.slice(i, i + ATTACHMENTS_AT_ONCE);
      pushed.push(
        ...(await allSettled(some.map((attachment) => this.pushAttachment(image, attachment, repository)))),
      );
    }
    return pushed;
  }

  private async pushAttachment(
    image: PlannedImage,
    attachment: Attachment,
    repository: string,
  ): Promise<Attachment> {
    const { tag } = attachment;
    const isIndex = /^sha256-[0-9a-f]{64}(\.referrers)?$/.test(tag);
    const complete = isIndex ? await this.withOtherReferrers(image, attachment, repository) : attachment;
    await this.pushClosure(image, complete, repository, tag);
    return complete;
  }

  /** Returns a referrers index with the referrers of the source and those at the destination. */
  private async withOtherReferrers(
    image: PlannedImage,
    attachment: Attachment,
    repository: string,
  ): Promise<Attachment> {
    const { registry, content } = this.options;
    const options = { ...this.request(image), direct: true };
    const toDestination = (error: unknown): never => {
      throw onSide(error, 'destination');
    };
    const now = await registry.resolve(repository, attachment.tag, options).catch(toDestination);
    const own = attachment.manifests.find(({ digest }) => digest === attachment.digest);
    if (!now || !own || now.digest === attachment.digest || !isOciIndexType(now.mediaType)) return attachment;
    const there = await registry.manifest(repository, now.digest, options).catch(toDestination);
    const bytes = this.merged.get(own.digest) ?? (await content.manifest(image, own));
    const merged = mergedIndex(there.bytes, bytes);
    if (!merged) return attachment;
    const digest = sha256(merged);
    this.merged.set(digest, merged);
    const top = { digest, size: merged.length, mediaType: OCI_INDEX };
    return {
      ...attachment,
      digest,
      manifests: [...attachment.manifests.filter((each) => each !== own), top],
    };
  }

  private request(image: PlannedImage): RequestOptions {
    return {
      signal: this.options.signal,
      onRetry: (retry) => {
        this.countRetry(image);
        this.options.verification.failed(retry.error);
        this.options.onRetry(retry);
      },
    };
  }

  private countRetry(image: PlannedImage): void {
    this.retries.set(image, (this.retries.get(image) ?? 0) + 1);
  }

  private async pushClosure(
    image: PlannedImage,
    closure: PlannedImage | Attachment,
    repository: string,
    tag: string | undefined,
  ): Promise<void> {
    await this.placeBlobs(image, closure, repository);
    await this.putManifests(image, closure, repository, tag);
  }

  private async placeBlobs(
    image: PlannedImage,
    closure: PlannedImage | Attachment,
    repository: string,
  ): Promise<void> {
    await allSettled(closure.blobs.map((blob) => this.blobs.place(image, blob, repository)));
  }

  /** Puts the manifests of an index at once, each index after its children, and the tag last. */
  private async putManifests(
    image: PlannedImage,
    closure: PlannedImage | Attachment,
    repository: string,
    tag: string | undefined,
  ): Promise<void> {
    const put = (manifest: PlannedManifest) => {
      const name = manifest.digest === closure.digest ? (tag ?? manifest.digest) : manifest.digest;
      return this.putManifest(image, manifest, repository, name);
    };
    const last = closure.manifests.filter(
      ({ digest, mediaType }) => digest === closure.digest || isIndexType(mediaType),
    );
    const children = closure.manifests.filter((manifest) => !last.includes(manifest));
    for (let i = 0; i < children.length; i += MANIFESTS_AT_ONCE)
      await allSettled(children.slice(i, i + MANIFESTS_AT_ONCE).map(put));
    for (const manifest of last) await put(manifest);
  }

  private putManifest(
    image: PlannedImage,
    planned: PlannedManifest,
    repository: string,
    reference: string,
  ): Promise<void> {
    const { manifests } = this.work.in(repository);
    const key = `${reference} ${planned.digest}`;
    let put = manifests.get(key);
    if (!put) {
      put = (async () => {
        this.checkPause();
        const bytes =
          this.merged.get(planned.digest) ??
          (await this.options.content.manifest(image, planned).catch((error) => {
            throw onSide(error, 'source');
          }));
        await this.options.registry
          .putManifest(
            repository,
            reference,
            { ...manifestFrom(planned.digest, bytes), mediaType: planned.mediaType },
            this.request(image),
          )
          .catch((error) => {
            throw onSide(error, 'destination');
          });
      })();
      manifests.set(key, put);
      put.catch(() => manifests.delete(key));
    }
    return put;
  }

  private checkPause(): void {
    if (this.options.signal.aborted || this.options.pause.aborted)
      throw new AirlockError('interrupted', t('stopped'));
  }
}

/** Returns the result of an image. @param destination its name with the registry */
export function pushResult(
  image: PlannedImage,
  destination: string,
  given: Pick<ImageResult, 'result' | 'attempts' | 'previousDigest' | 'error'>,
): ImageResult {
  const { attempts, ...outcome } = given;
  return {
    kind: image.kind,
    origin: image.origin,
    source: sourceText(image),
    destination,
    digest: image.digest,
    deliverable: image.deliverable,
    bytes: bytesOf(image),
    verdict: verdictText(image.verdict),
    attempts,
    neededBy: outcome.result === 'failed' ? image.neededBy : undefined,
    ...outcome,
  };
}

/** Waits until all have ended. @throws the first error */
async function allSettled<T extends readonly unknown[]>(
  work: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const settled = await Promise.allSettled(work);
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return Promise.all(work) as Promise<T>;
}
