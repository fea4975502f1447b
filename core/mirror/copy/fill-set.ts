import type { CollectedImage } from '../../base/collected/collected.ts';
import { verdictText } from '../../base/collected/verdict.ts';
import { AirlockError, asAirlockError, onSide } from '../../base/errors/airlock-error.ts';
import { WorkQueue } from '../../base/flow/work-queue.ts';
import type { ContentSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import {
  contentOf,
  type PlannedBlob,
  type PlannedImage,
  sourceText,
} from '../../content/plan/planned-image.ts';
import { type Cancellation, following } from '../../registry/exchange/cancellation.ts';
import type { Registries, RequestOptions } from '../../registry/exchange/registry.ts';
import type { ImageResult } from '../../runs/progress/events.ts';
import type { RunTracker } from '../../runs/progress/run-tracker.ts';
import type { SetWriter } from '../../store/archive/write/set-writer.ts';
import type { Ledger } from '../../store/workspace/ledger.ts';
import { t } from '../messages.ts';
import { type HostLiveness, postponesWork } from '../run/host-liveness.ts';

const UNKNOWN = '';

/** One promise for all finished content of a kind, because each retained promise needs memory. */
const OUTCOMES = {
  copied: Promise.resolve('copied' as const),
  present: Promise.resolve('present' as const),
};
const DONE = Promise.resolve();

/** Bytes of content from which the download thread costs less than it saves. */
const WORTH_A_THREAD = 32 * 1024 * 1024;
/** Smaller blobs cost more messages between the threads than they save. */
const LEAST_IN_THREAD = 64 * 1024;
/** Blobs that wait in the queue before the blobs of another image are added, because each one needs memory. */
const BLOBS_AHEAD = 256;
/** Images whose sources are tried for a blob. Very many images can share one that is damaged everywhere. */
const MOST_FAILURES = 3;

export interface FillOptions {
  set: SetWriter;
  ledger: Ledger;
  registries: Registries;
  /** Other sets of the workspace and its cache, from which content is copied instead of fetched. */
  stored: ContentSource[];
  /** The folder that all content is read from. Absent if content is requested from registries, too. */
  sets?: string | undefined;
  /** Returns the bytes of a manifest of an image, fetched again if planning didn't save them. */
  manifest(image: PlannedImage, digest: Digest): Promise<Buffer>;
  /** Called when a manifest is in the set, from which it can be read from now on. */
  onManifest?(digest: Digest): void;
  tracker: RunTracker;
  /** Adds content that was sent before, too. */
  resend: boolean;
  parallelBlobs: number;
  /** Further attempts for content that arrived damaged. */
  retryTimes: number;
  signal: AbortSignal;
  pause: AbortSignal;
  /** Returns a number of bytes. When the run pauses, blobs with more bytes left stop at their offset, and others finish. */
  worthPausing(): number;
  liveness: HostLiveness;
  onRetry: NonNullable<RequestOptions['onRetry']>;
}

/** An image with reserved positions. */
interface Admitted {
  image: PlannedImage;
  /** The manifests that are being written. */
  puts: readonly Promise<void>[];
  done(result: ImageResult): void;
}

/**
 * Copies images to an archive set: each blob once, directly to its planned position, in the order in which images are
 * admitted. Content that was sent to the enclave before is excluded. Content of this workspace is copied locally.
 */
export class SetFiller implements Disposable {
  private readonly options: FillOptions;
  private readonly stop: Cancellation;
  private readonly queue: WorkQueue;
  private readonly blobs = new Map<Digest, Promise<'copied' | 'present'>>();
  private readonly manifestPuts = new Map<Digest, Promise<void>>();
  /** Bytes of all blobs whose copying began. */
  private startedBytes = 0;
  private readonly failures = new Map<Digest, { count: number; error: unknown }>();
  /** Number of repeated attempts by image. */
  private readonly retries = new Map<CollectedImage, number>();
  /** Images with reserved positions whose blobs aren't in the queue yet. */
  private readonly admitted: Admitted[] = [];

  constructor(options: FillOptions) {
    this.options = options;
    this.queue = new WorkQueue(options.parallelBlobs);
    this.stop = following(options.pause, options.signal);
    const close = () => {
      this.queue.close();
      this.copyAdmitted();
    };
    if (this.stop.signal.aborted) close();
    else this.stop.signal.addEventListener('abort', close);
  }

  /** Stops following the signals, which would otherwise retain everything that was copied. Admitted images have ended. */
  [Symbol.dispose](): void {
    this.stop[Symbol.dispose]();
  }

  /** Returns true when this image's tag was sent with this digest before, so its manifests and links aren't new. */
  wasSent(image: PlannedImage): boolean {
    const { ledger, resend } = this.options;
    return (
      !resend &&
      ledger.sent(image.digest) &&
      ledger.link(image.destination.repository, image.destination.tag) === image.digest
    );
  }

  /**
   * Reserves the image's positions now, so that the order on disk is the order of calls. Never throws.
   * @param done called with the result after all content of the image was copied; must not throw
   */
  admit(image: PlannedImage, done: (result: ImageResult) => void): void {
    const { set, tracker } = this.options;
    try {
      const { manifests, blobs } = contentOf(image);
      const sent = this.wasSent(image);
      const needed = manifests.filter(
        ({ digest }) => (!sent || this.isNew(digest)) && set.state(digest) !== 'done',
      );
      for (const part of [...needed, ...blobs.filter(({ digest }) => this.isNew(digest))]) {
        tracker.want(part.digest, part.size, image);
        set.reserve(part);
      }
      for (const blob of blobs) {
        if (this.isNew(blob.digest)) continue;
        tracker.want(blob.digest, blob.size, image);
        tracker.settle(blob.digest, 'present');
      }
      // Manifests are written now, because they are in memory until then.
      this.admitted.push({ image, done, puts: needed.map(({ digest }) => this.putManifest(image, digest)) });
    } catch (error) {
      void this.failed(image, error).then(done);
    }
    this.copyAdmitted();
  }

  /** Adds the blobs of admitted images to the queue while few others wait there. */
  private copyAdmitted(): void {
    while (this.admitted.length > 0 && this.queue.waitingJobs < BLOBS_AHEAD) {
      const { image, puts, done } = this.admitted.shift()!;
      void this.copy(image, puts).then(done);
    }
  }

  private async copy(image: PlannedImage, puts: readonly Promise<void>[]): Promise<ImageResult> {
    try {
      const places = contentOf(image).blobs.map((blob) =>
        this.isNew(blob.digest) ? this.place(image, blob) : OUTCOMES.present,
      );
      const outcomes = Promise.allSettled(places);
      await Promise.all(puts);
      const settled = await outcomes;
      const broken = settled.find((outcome) => outcome.status === 'rejected');
      if (broken) throw broken.reason;
      const copied =
        puts.length > 0 ||
        settled.some((outcome) => outcome.status === 'fulfilled' && outcome.value === 'copied');
      return this.result(image, { result: copied ? 'copied' : 'present' });
    } catch (error) {
      return this.failed(image, error);
    }
  }

  private async failed(image: PlannedImage, thrown: unknown): Promise<ImageResult> {
    const { liveness, registries } = this.options;
    const failure = asAirlockError(thrown);
    const { registry, repository } = image.source;
    // Without a result, the run would wait for this image forever.
    await liveness.check(failure, registries.at(registry), repository, 'pull').catch(() => {});
    return this.result(image, { result: 'failed', error: failure.toJSON() });
  }

  private isNew(digest: Digest): boolean {
    return this.options.resend || !this.options.ledger.sent(digest);
  }

  /** Changes the number of blobs copied at once. */
  setParallelBlobs(count: number): void {
    this.queue.setLimit(count);
  }

  private countRetry(image: PlannedImage): void {
    this.retries.set(image, (this.retries.get(image) ?? 0) + 1);
  }

  private result(image: PlannedImage, outcome: Pick<ImageResult, 'result' | 'error'>): ImageResult {
    return { ...imageResult(image, outcome), attempts: 1 + (this.retries.get(image) ?? 0) };
  }

  /** Writes a manifest once, also if images share it. */
  private putManifest(image: PlannedImage, digest: Digest): Promise<void> {
    const { set, tracker } = this.options;
    let put = this.manifestPuts.get(digest);
    if (!put) {
      put = this.options
        .manifest(image, digest)
        .then((bytes) => set.putBytes(digest, bytes))
        .then(() => tracker.settle(digest, 'copied'));
      this.manifestPuts.set(digest, put);
      put.then(
        () => {
          this.manifestPuts.set(digest, DONE);
          this.options.onManifest?.(digest);
        },
        () => this.manifestPuts.delete(digest),
      );
    }
    return put;
  }

  private place(image: PlannedImage, blob: PlannedBlob): Promise<'copied' | 'present'> {
    let placed = this.blobs.get(blob.digest);
    const failure = this.failures.get(blob.digest);
    if (failure?.count === MOST_FAILURES) return Promise.reject(failure.error);
    if (!placed) {
      this.options.tracker.assign(image, blob.size);
      placed = this.queue
        .run(() => {
          const added = this.add(image, blob);
          this.copyAdmitted();
          return added;
        })
        .then((outcome) => {
          if (!outcome) throw new AirlockError('interrupted', t('stopped'));
          return outcome;
        });
      this.blobs.set(blob.digest, placed);
      placed.then(
        (outcome) => this.blobs.set(blob.digest, OUTCOMES[outcome]),
        // Another image may have another source for the same blob.
        (error: unknown) => {
          this.blobs.delete(blob.digest);
          this.failures.set(blob.digest, { count: (failure?.count ?? 0) + 1, error });
        },
      );
    }
    return placed;
  }

  private async add(image: PlannedImage, blob: PlannedBlob): Promise<'copied' | 'present'> {
    const { set, stored, sets, tracker, retryTimes, signal, pause, worthPausing, onRetry } = this.options;
    if (set.state(blob.digest) === 'done') {
      tracker.settle(blob.digest, 'present');
      return 'present';
    }
    this.startedBytes += blob.size;
    const inThread = this.startedBytes >= WORTH_A_THREAD && blob.size >= LEAST_IN_THREAD;
    for (let attempt = 0; ; attempt++) {
      const registry = this.options.registries.at(image.source.registry);
      const sink = await set.begin(blob.digest);
      const moving = tracker.begin(image, blob.digest);
      // A pause also works on a dead link, without waiting for its timeouts.
      const pausing = new AbortController();
      const onPause = () => {
        if (sink.left > worthPausing()) pausing.abort();
      };
      pause.addEventListener('abort', onPause, { once: true });
      const moved = (bytes: number) => {
        moving.advance(bytes);
        if (pause.aborted) onPause();
      };
      try {
        const local =
          attempt === 0 || sets !== undefined
            ? stored.find((source) => source.size(blob.digest) === blob.size)
            : undefined;
        if (!local && sets !== undefined)
          throw new AirlockError(
            'content-missing',
            t('blobNotInSets', { folder: sets, digest: blob.digest }),
          );
        const content = local
          ? local.read(blob.digest, { offset: sink.offset, signal })
          : registry.blob(image.source.repository, blob, {
              signal: AbortSignal.any([signal, pausing.signal]),
              running: { offset: sink.offset, hash: sink.hash },
              place: inThread ? () => sink.place(moved) : undefined,
              onRetry: (retry) => {
                this.countRetry(image);
                onRetry(retry);
              },
            });
        for await (const chunk of content) {
          const before = sink.left;
          const wait = sink.write(chunk);
          moved(before - sink.left);
          if (wait) await wait;
          if (pausing.signal.aborted) throw new AirlockError('interrupted', t('stopped'));
          if (pause.aborted && sink.left > worthPausing())
            throw new AirlockError('interrupted', t('stopped'));
        }
        await sink.finish();
        moving.end('copied');
        return 'copied';
      } catch (error) {
        const failure = onSide(error, 'source');
        moving.end(postponesWork(failure.code) ? 'retained' : undefined);
        const damaged =
          failure.code === 'digest-mismatch' ||
          failure.code === 'size-mismatch' ||
          failure.code === 'content-missing';
        if (damaged) sink.restart();
        await sink.pause().catch(() => {});
        if (damaged && attempt < retryTimes && !signal.aborted) {
          this.countRetry(image);
          continue;
        }
        if (!postponesWork(failure.code)) {
          await this.options.liveness.check(failure, registry, image.source.repository, 'pull');
          set.fail(blob.digest);
          tracker.settle(blob.digest, 'failed');
        }
        throw failure;
      } finally {
        pause.removeEventListener('abort', onPause);
      }
    }
  }
}

/** Returns the result of an image whose manifests couldn't be read. */
export function unplannedResult(image: CollectedImage, thrown: unknown): ImageResult {
  return imageResult(
    { ...image, digest: image.source.digest ?? UNKNOWN, bytes: 0 },
    { result: 'failed', error: onSide(thrown, 'source').toJSON() },
  );
}

/** Returns the result of an image that must not be copied. */
export function rejectedResult(image: PlannedImage, rejected: AirlockError): ImageResult {
  return imageResult(image, { result: 'failed', error: rejected.toJSON() });
}

/** Returns the name of an image in archives. */
export function nameInSet({ destination }: Pick<CollectedImage, 'destination'>): string {
  return `${destination.repository}:${destination.tag}`;
}

/** Returns the result of one image. `destination` is its name with an empty namespace, as in archives. */
function imageResult(
  image: CollectedImage & { digest: string; bytes: number },
  outcome: Pick<ImageResult, 'result' | 'error'>,
): ImageResult {
  return {
    kind: image.kind,
    origin: image.origin,
    source: sourceText(image),
    destination: nameInSet(image),
    digest: image.digest,
    deliverable: image.deliverable,
    bytes: image.bytes,
    verdict: verdictText(image.verdict),
    attempts: 1,
    neededBy: outcome.result === 'failed' ? image.neededBy : undefined,
    ...outcome,
  };
}
