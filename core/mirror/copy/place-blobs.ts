import { type AirlockError, onSide } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { PlannedBlob, PlannedImage } from '../../content/plan/planned-image.ts';
import type { Registry, RequestOptions } from '../../registry/exchange/registry.ts';
import type { RunTracker } from '../../runs/progress/run-tracker.ts';
import type { RepositoriesWork } from './repository-work.ts';

/** Number of repositories of earlier runs from which a mount is tried before a blob is sent again. */
const MOUNTS_TRIED = 2;

/** The source of blobs. */
export interface BlobContent {
  /** Returns false for content that is missing from the source. Absent if the source has everything. */
  has?(digest: Digest): boolean;
  /** Returns verified bytes from the start. Called again for each attempt. */
  blob(image: PlannedImage, blob: PlannedBlob): AsyncIterable<Buffer>;
}

export interface BlobOptions {
  registry: Registry;
  content: BlobContent;
  tracker: RunTracker;
  /** Further attempts for content that arrived damaged from its source. */
  retryTimes: number;
  /** Stops everything at once. */
  signal: AbortSignal;
  /** Returns repositories to which earlier runs pushed a blob. An incremental set doesn't contain these blobs. */
  homesOf(digest: Digest): string[];
  /** Returns a repository of the registry with a blob that is missing from the source. */
  blobHome?(repository: string, digest: Digest): Promise<string | undefined>;
}

/** The attempts of the images that blobs belong to. */
export interface ImageAttempts {
  request(image: PlannedImage): RequestOptions;
  countRetry(image: PlannedImage): void;
  /** @throws AirlockError `interrupted` */
  checkPause(): void;
}

/** Places the blobs of images at a registry: each is uploaded once, and mounted into further repositories. */
export class BlobPlacer {
  private readonly options: BlobOptions;
  private readonly attempts: ImageAttempts;
  private readonly work: RepositoriesWork;
  /** Repositories of this registry that get a blob, or only their names if they have it. Others mount it from there. */
  private readonly homes = new Map<Digest, string | { repository: string; ready: Promise<void> }>();
  /** Images with blobs from an earlier push in their repository, and images with uploaded blobs. */
  private readonly found = new WeakSet<PlannedImage>();
  private readonly uploaded = new WeakSet<PlannedImage>();

  constructor(options: BlobOptions, attempts: ImageAttempts, work: RepositoriesWork) {
    this.options = options;
    this.attempts = attempts;
    this.work = work;
  }

  /** Returns whether an earlier push placed all blobs of an image. */
  isResumed(image: PlannedImage): boolean {
    return this.found.has(image) && !this.uploaded.has(image);
  }

  /** Starts a new upload of a blob. A mount would share the copy that may be damaged. */
  uploadAgain(image: PlannedImage, blob: PlannedBlob, repository: string): void {
    this.homes.delete(blob.digest);
    this.remember(blob, repository, this.upload(image, blob, repository, []));
  }

  /** Places a blob in a repository, once. */
  place(image: PlannedImage, blob: PlannedBlob, repository: string): Promise<void> {
    let placed = this.work.in(repository).blobs.get(blob.digest);
    if (!placed) {
      this.options.tracker.assign(image, blob.size);
      placed = this.remember(blob, repository, this.firstPlace(image, blob, repository));
    }
    return placed;
  }

  private async firstPlace(image: PlannedImage, blob: PlannedBlob, repository: string): Promise<void> {
    const home = this.homes.get(blob.digest);
    if (!home) {
      // A mount from the same repository checks for the blob and starts the upload in one request.
      const before = this.options.homesOf(blob.digest);
      const elsewhere = before.includes(repository) ? [] : before.slice(-MOUNTS_TRIED);
      const ready = this.uploadOrFind(image, blob, repository, elsewhere);
      const getting = { repository, ready };
      this.homes.set(blob.digest, getting);
      ready.then(
        () => {
          if (this.homes.get(blob.digest) === getting) this.homes.set(blob.digest, repository);
        },
        () => this.homes.delete(blob.digest),
      );
      return ready;
    }
    if (typeof home === 'string') return this.upload(image, blob, repository, [home]);
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
      this.attempts.checkPause();
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
          ...this.attempts.request(image),
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
        this.attempts.countRetry(image);
      }
    }
  }

  private remember({ digest }: PlannedBlob, repository: string, placed: Promise<void>): Promise<void> {
    const { blobs } = this.work.in(repository);
    blobs.set(digest, placed);
    placed.catch(() => blobs.delete(digest));
    return placed;
  }
}
