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
import { t } from '../messages.ts';
import { type HostLiveness, postponesWork } from '../run/host-liveness.ts';
import type { PushedImage, PushVerification } from './push-verification.ts';

/** Number of repositories of earlier runs from which a mount is tried before a blob is sent again. */
const MOUNTS_TRIED = 2;

/** The source of pushed content: archive sets, or source registries. */
export interface PushContent {
  /** Returns false for content that is missing from the source. Absent if the source has everything. */
  has?(digest: Digest): boolean;
  manifest(image: PlannedImage, manifest: PlannedManifest): Promise<Buffer>;
  /** Returns verified bytes from the start. Called again for each attempt. */
  blob(image: PlannedImage, blob: PlannedBlob): AsyncIterable<Buffer>;
}

export interface PushOptions {
  registry: Registry;
  content: PushContent;
  /** Returns the repository at the destination, with namespace and nested paths applied. */
  repositoryOf(image: PlannedImage): string;
  tracker: RunTracker;
  /** Further attempts for content that arrived damaged from its source. */
  retryTimes: number;
  /** Stops everything at once. */
  signal: AbortSignal;
  /** Once aborted, no further blob or manifest is started. */
  pause: AbortSignal;
  liveness: HostLiveness;
  onRetry: NonNullable<RequestOptions['onRetry']>;
  /** Checks once, before anything is sent, whether pushes are allowed. Ends the run when they aren't. */
  mayPush(repository: string): Promise<void>;
  /** Returns repositories to which earlier runs pushed a blob. An incremental set doesn't contain these blobs. */
  homesOf(digest: Digest): string[];
  /** Returns a repository of the registry with a blob that is missing from the source. */
  blobHome?(repository: string, digest: Digest): Promise<string | undefined>;
  /** Selects the images to verify after their push, and verifies them. */
  verification: PushVerification;
  /** Returns true when an earlier run pushed this tag with this digest. Its attachments aren't looked up again. */
  isRecorded(repository: string, tag: string, digest: Digest): boolean;
  /** Returns true when this tag is recorded with this digest (--trust-ledger), which saves all requests. */
  trusted?(repository: string, tag: string, digest: Digest): boolean;
}

/**
 * Pushes images to one registry: each blob once, mounted into further repositories, each manifest after its children, and
 * the tag last. Content that the registry already has isn't sent. A failed image doesn't throw: its result has the error.
 */
export class ImagePusher {
  private readonly options: PushOptions;
  /** Pushed blobs by `repository digest`. */
  private readonly placed = new Map<string, Promise<void>>();
  /** Repositories of this registry that have or get a blob, from which others mount it. */
  private readonly homes = new Map<Digest, { repository: string; ready: Promise<void> }>();
  /** Number of repeated attempts by image. */
  private readonly retries = new Map<PlannedImage, number>();
  /** Referrers indexes merged from the source's and the destination's. */
  private readonly merged = new Map<Digest, Buffer>();
  private readonly manifestsPut = new Map<string, Promise<void>>();
  /** Images with blobs from an earlier push in their repository, and images with uploaded blobs. */
  private readonly found = new WeakSet<PlannedImage>();
  private readonly uploaded = new WeakSet<PlannedImage>();

  constructor(options: PushOptions) {
    this.options = options;
  }

  /** Pushes an image. @param missing why its content is missing locally, so that it must be at the destination already */
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
      const resumed = this.found.has(image) && !this.uploaded.has(image);
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
      // Postponed content isn't settled yet.
      if (!postponesWork(failure.code))
        for (const blob of contentOf(image).blobs) tracker.settle(blob.digest, 'failed');
      return result({ result: 'failed', error: failure.toJSON() });
    }
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
    for (const key of this.manifestsPut.keys()) {
      const [where, , digest] = key.split(' ');
      if (where === repository && again.has(digest as Digest)) this.manifestsPut.delete(key);
    }
    for (const blob of contentOf(image).blobs) {
      // Uploaded, not mounted: a mount would share the copy that may be damaged.
      this.homes.delete(blob.digest);
      const placed = this.upload(image, blob, repository, []);
      this.placed.set(`${repository} ${blob.digest}`, placed);
      placed.catch(() => this.placed.delete(`${repository} ${blob.digest}`));
    }
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

  private async tagNow(image: PlannedImage, repository: string): Promise<{ digest: Digest } | undefined> {
    const { registry, mayPush, verification } = this.options;
    try {
      const { tag } = image.destination;
      return await registry.resolve(repository, tag, { ...this.request(image), direct: true });
    } catch (thrown) {
      await mayPush(repository);
      const error = onSide(thrown, 'destination');
      // docker-registry answers 500 for a tag whose manifest is damaged. A push repairs it, or shows the cause.
      if (error.code !== 'server-error' || error.found !== '500') throw error;
      verification.failed(error);
      return undefined;
    }
  }

  /** Pushes all content. @param damage why it is pushed again; thrown if the registry can't even check the damaged part */
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
      // A mount from the same repository checks for the blob and starts the upload in one request.
      const before = this.options.homesOf(blob.digest);
      const elsewhere = before.includes(repository) ? [] : before.slice(-MOUNTS_TRIED);
      const ready = this.uploadOrFind(image, blob, repository, elsewhere);
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

  /** Uploads a blob. One that is missing from the source is mounted from any repository that has it. */
  private async uploadOrFind(
    image: PlannedImage,
    blob: PlannedBlob,
    repository: string,
    elsewhere: string[],
  ): Promise<void> {
    const { content, blobHome } = this.options;
    const isMissing = elsewhere.length === 0 && content.has?.(blob.digest) === false;
    const home = isMissing ? await blobHome?.(repository, blob.digest) : undefined;
    const from = home === undefined || home === repository ? elsewhere : [home];
    await this.upload(image, blob, repository, [...from, repository]);
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
        if (how === 'uploaded') this.uploaded.add(image);
        else if (mountFrom.at(-1) === repository) this.found.add(image);
        return moving.end(how === 'mounted' ? 'present' : 'copied');
      } catch (error) {
        moving.end();
        const failure = sourceError ?? onSide(error, 'destination');
        // The clients retry failed requests. Content that arrived damaged is requested again from the start.
        if (!sourceError?.retryable || attempt >= retryTimes || signal.aborted) throw failure;
        this.countRetry(image);
      }
    }
  }

  private checkPause(): void {
    if (this.options.signal.aborted || this.options.pause.aborted)
      throw new AirlockError('interrupted', t('stopped'));
  }
}
