import { verdictText } from '../../base/collected/verdict.ts';
import { AirlockError, asAirlockError, onSide } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { OCI_INDEX } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { manifestFrom } from '../../content/plan/manifest-origin.ts';
import {
  type Attachment,
  bytesOf,
  contentOf,
  type PlannedBlob,
  type PlannedImage,
  type PlannedManifest,
  sourceText,
} from '../../content/plan/planned-image.ts';
import { isIndexType, mergedIndex } from '../../content/plan/referrers-index.ts';
import type { Registry, RequestOptions } from '../../registry/exchange/registry.ts';
import type { ImageResult } from '../../runs/progress/events.ts';
import type { RunTracker } from '../../runs/progress/run-tracker.ts';
import { type HostLiveness, isPutOff } from '../run/host-liveness.ts';
import type { PushedImage, PushVerification } from './push-verification.ts';

/** Repositories of earlier runs that a blob is mounted from, before it is sent again. */
const MOUNTS_TRIED = 2;

/** Where pushed content comes from: archive sets, or source registries streamed through. */
export interface PushContent {
  manifest(image: PlannedImage, manifest: PlannedManifest): Promise<Buffer>;
  /** Verified bytes from the start; called anew for each attempt. */
  blob(image: PlannedImage, blob: PlannedBlob): AsyncIterable<Buffer>;
}

export interface PushOptions {
  registry: Registry;
  content: PushContent;
  /** Repository at the destination, with namespace and nested paths applied. */
  repositoryOf(image: PlannedImage): string;
  tracker: RunTracker;
  /** Attempts for content that arrived damaged from its source. */
  retryTimes: number;
  /** Ends everything at once. */
  signal: AbortSignal;
  /** No new blob or manifest begins once this is aborted. */
  pause: AbortSignal;
  liveness: HostLiveness;
  onRetry: NonNullable<RequestOptions['onRetry']>;
  /** Finds out once, before anything is sent, whether this registry lets us push; ends the run when it does not. */
  mayPush(repository: string): Promise<void>;
  /** Repositories that were given a blob by earlier runs: an increment names blobs that it does not carry. */
  homesOf(digest: Digest): string[];
  /** Which images are requested again after their push, and what came of it. */
  verification: PushVerification;
  /** True when an earlier run pushed this tag with this digest: what is attached to an image is not looked up again. */
  isRecorded(repository: string, tag: string, digest: Digest): boolean;
  /** True when this tag is known to be at the destination with this digest (--trust-ledger): no request at all. */
  trusted?(repository: string, tag: string, digest: Digest): boolean;
}

/**
 * Pushes images into one registry: each blob once however many images and repositories share it (then mounted), each
 * manifest after what it names, the tag last. What the registry has is not sent. Never throws for an image's own
 * failure: it is in the result.
 */
export class ImagePusher {
  private readonly options: PushOptions;
  /** `repository digest` -> the blob is there. */
  private readonly placed = new Map<string, Promise<void>>();
  /** Blobs on their way to, or known to be in, a repository of this registry: others mount from there. */
  private readonly homes = new Map<Digest, { repository: string; ready: Promise<void> }>();
  /** Repeated attempts by image. */
  private readonly retries = new Map<PlannedImage, number>();
  /** Indexes of referrers that were made of one at the destination and one that was carried. */
  private readonly merged = new Map<Digest, Buffer>();
  private readonly manifestsPut = new Map<string, Promise<void>>();
  /** Images with blobs that an earlier push had left in their repository, and those that brought a blob. */
  private readonly found = new WeakSet<PlannedImage>();
  private readonly brought = new WeakSet<PlannedImage>();

  constructor(options: PushOptions) {
    this.options = options;
  }

  /** @param missing why the image's content is not here: then it can only be there already */
  async push(image: PlannedImage, missing?: AirlockError): Promise<ImageResult> {
    const { registry, tracker, trusted, verification } = this.options;
    const repository = this.options.repositoryOf(image);
    const { tag } = image.destination;
    const result = (outcome: Pick<ImageResult, 'result' | 'previousDigest' | 'error'>): ImageResult => ({
      kind: image.kind,
      origin: image.origin,
      source: sourceText(image),
      destination: `${registry.host}/${repository}:${tag}`,
      digest: image.digest,
      deliverable: image.deliverable,
      bytes: bytesOf(image),
      verdict: verdictText(image.verdict),
      attempts: 1 + (this.retries.get(image) ?? 0),
      neededBy: outcome.result === 'failed' ? image.neededBy : undefined,
      ...outcome,
    });
    try {
      this.checkPause();
      let damage: AirlockError | undefined;
      const previous = trusted?.(repository, tag, image.digest)
        ? { digest: image.digest }
        : await this.tagNow(image, repository);
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
      const resumed = this.found.has(image) && !this.brought.has(image);
      if (verification.mustVerifyPushed(pushed, resumed)) {
        damage = await this.verifyOrRepair(pushed.image);
        if (damage) throw damage;
      }
      return result({ result: 'copied', previousDigest: previous?.digest });
    } catch (error) {
      const failure = asAirlockError(error);
      if (failure.side === 'destination') verification.failed(failure);
      if (failure.side === 'destination')
        await this.options.liveness.check(failure, registry, repository, 'push');
      // What was only put off is still to be done.
      if (!isPutOff(failure.code))
        for (const blob of contentOf(image).blobs) tracker.settle(blob.digest, 'failed');
      return result({ result: 'failed', error: failure.toJSON() });
    }
  }

  /**
   * Returns what the registry doesn't serve of an image whose tag is there. Images that this state folder recorded as pushed
   * are believed, unless the run or an earlier one has a reason for doubt. Of others the attachments may be missing: they
   * are looked up by their tags afterwards.
   */
  private async damageOfPresent(place: PushedImage): Promise<AirlockError | undefined> {
    const { verification, isRecorded } = this.options;
    const { image, repository } = place;
    if (verification.mustVerifyPresent(place)) return await verification.damageOf(place);
    if (isRecorded(repository, image.destination.tag, image.digest)) return undefined;
    return await verification.damageOf({ image: { ...image, attachments: [] }, repository });
  }

  /**
   * Verifies an image at the destination. Where content is damaged, it is pushed once more and verified again. Returns
   * what the registry doesn't serve even then. @throws AirlockError when the registry can't be asked
   */
  async verifyOrRepair(image: PlannedImage): Promise<AirlockError | undefined> {
    const repository = this.options.repositoryOf(image);
    const place = { image, repository };
    const damage = await this.options.verification.damageOf(place);
    if (!damage) return undefined;
    await this.removeIfAlone(image, repository);
    const again = new Set(
      [image, ...image.attachments].flatMap(({ manifests }) => manifests).map((m) => m.digest),
    );
    for (const key of this.manifestsPut.keys()) {
      const [where, , digest] = key.split(' ');
      if (where === repository && again.has(digest as Digest)) this.manifestsPut.delete(key);
    }
    for (const blob of contentOf(image).blobs) {
      // Sent, not mounted: the copy that a mount would share may be the damaged one.
      this.homes.delete(blob.digest);
      const placed = this.upload(image, blob, repository, []);
      this.placed.set(`${repository} ${blob.digest}`, placed);
      placed.catch(() => this.placed.delete(`${repository} ${blob.digest}`));
    }
    const pushed = await this.pushAll(image, repository, damage);
    return await this.options.verification.damageOf({ image: pushed, repository });
  }

  /**
   * Deletes a damaged manifest, so that a registry that skips known digests accepts it again; only where no other tag of
   * the repository could go with it.
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

  private async tagNow(image: PlannedImage, repository: string): Promise<{ digest: Digest } | undefined> {
    const { registry, mayPush, verification } = this.options;
    try {
      const { tag } = image.destination;
      return await registry.resolve(repository, tag, { ...this.request(image), direct: true });
    } catch (thrown) {
      await mayPush(repository);
      const error = onSide(thrown, 'destination');
      // docker-registry answers so for a tag whose manifest is damaged. A push repairs it, or shows what is wrong.
      if (error.code !== 'server-error' || error.found !== '500') throw error;
      verification.failed(error);
      return undefined;
    }
  }

  /** @param damage why the image is pushed again; thrown where the registry can't even be asked for the damaged part */
  private async pushAll(
    image: PlannedImage,
    repository: string,
    damage?: AirlockError,
  ): Promise<PlannedImage> {
    const { tag } = image.destination;
    const attachments: Attachment[] = [];
    try {
      for (const attachment of image.attachments)
        attachments.push(await this.pushAttachment(image, attachment, repository));
      await this.pushClosure(image, image, repository, tag);
    } catch (error) {
      throw damage && asAirlockError(error).found === '500' ? damage : error;
    }
    return { ...image, attachments };
  }

  /** An image that is at the destination may have got signatures and referrers since. Returns true when any was pushed. */
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

  /** The index of referrers at the destination may name some that were not carried: the one that is pushed names both. */
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
    if (!now || !own || now.digest === attachment.digest || !isIndexType(now.mediaType)) return attachment;
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
    const settled = await Promise.allSettled(
      closure.blobs.map((blob) => this.placeBlob(image, blob, repository)),
    );
    const broken = settled.find((outcome) => outcome.status === 'rejected');
    if (broken) throw broken.reason;
    for (const manifest of closure.manifests) {
      if (manifest.digest !== closure.digest)
        await this.putManifest(image, manifest, repository, manifest.digest);
      else await this.putManifest(image, manifest, repository, tag ?? manifest.digest);
    }
  }

  private putManifest(
    image: PlannedImage,
    planned: PlannedManifest,
    repository: string,
    reference: string,
  ): Promise<void> {
    const key = `${repository} ${reference} ${planned.digest}`;
    let put = this.manifestsPut.get(key);
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
      this.manifestsPut.set(key, put);
      put.catch(() => this.manifestsPut.delete(key));
    }
    return put;
  }

  private placeBlob(image: PlannedImage, blob: PlannedBlob, repository: string): Promise<void> {
    const key = `${repository} ${blob.digest}`;
    let placed = this.placed.get(key);
    if (!placed) {
      this.options.tracker.assign(image, blob.size);
      placed = this.place(image, blob, repository);
      this.placed.set(key, placed);
      placed.catch(() => this.placed.delete(key));
    }
    return placed;
  }

  private async place(image: PlannedImage, blob: PlannedBlob, repository: string): Promise<void> {
    const home = this.homes.get(blob.digest);
    if (!home) {
      // Mounting from itself: one request asks whether the blob is there, and begins the upload where it is not.
      const before = this.options.homesOf(blob.digest);
      const elsewhere = before.includes(repository) ? [] : before.slice(-MOUNTS_TRIED);
      const ready = this.upload(image, blob, repository, [...elsewhere, repository]);
      this.homes.set(blob.digest, { repository, ready });
      ready.catch(() => this.homes.delete(blob.digest));
      return ready;
    }
    const there = await home.ready.then(
      () => true,
      () => false,
    );
    return this.upload(image, blob, repository, [there ? home.repository : repository]);
  }

  private async upload(
    image: PlannedImage,
    blob: PlannedBlob,
    repository: string,
    mountFrom: string[],
  ): Promise<void> {
    const { registry, tracker, content, retryTimes, signal } = this.options;
    for (let attempt = 0; ; attempt++) {
      this.checkPause();
      const moving = tracker.begin(image, blob.digest);
      let sourceError: AirlockError | undefined;
      const open = async function* (): AsyncGenerator<Buffer> {
        sourceError = undefined;
        try {
          yield* content.blob(image, blob);
        } catch (error) {
          sourceError = onSide(error, 'source');
          throw sourceError;
        }
      };
      try {
        const how = await registry.uploadBlob(repository, blob, open, {
          ...this.request(image),
          onBytes: moving.advance,
          mountFrom,
        });
        if (how === 'uploaded') this.brought.add(image);
        else if (mountFrom.at(-1) === repository) this.found.add(image);
        return moving.end(how === 'mounted' ? 'present' : 'copied');
      } catch (error) {
        moving.end();
        const failure = sourceError ?? onSide(error, 'destination');
        // The clients retry what a request can mend; content that arrived damaged is asked for again from the start.
        if (!sourceError?.retryable || attempt >= retryTimes || signal.aborted) throw failure;
        this.countRetry(image);
      }
    }
  }

  private checkPause(): void {
    if (this.options.signal.aborted || this.options.pause.aborted)
      throw new AirlockError('interrupted', 'stopped on request');
  }
}
