import type { CollectedImage } from '../../base/collected/collected.ts';
import { noVerdicts, type VerdictCounts, verdictResult } from '../../base/collected/verdict.ts';
import type { ByteCounts, EmitRunEvent, ImageCounts, ImageResult, Phase, RunProgress } from './events.ts';
import { RateMeter } from './rate-meter.ts';
import { TrackedContent } from './tracked-content.ts';

const EMIT_EVERY_MS = 250;

/** The facts of an image for the tracker. */
export type TrackedImage = Pick<CollectedImage, 'origin' | 'deliverable' | 'destination'> & {
  digest: string;
};

/** A transfer of content for an image. It has exactly one `end`. */
export interface Moving {
  /** Adds transferred bytes. */
  advance(count: number): void;
  /**
   * Ends the transfer: the content is complete, or it was interrupted and its bytes are `kept` for the next run. Without
   * an outcome, the transfer was abandoned and its bytes no longer count.
   */
  end(outcome?: 'copied' | 'present' | 'failed' | 'retained'): void;
}

/** An active image, with the completed and total bytes of its own content. Shared content counts for the image that transfers it. */
export interface ActiveImage {
  image: TrackedImage;
  done: number;
  total: number;
}

/** The progress of a deliverable. `bytes` count unique content for the first deliverable that needs it. */
export interface DeliverableState {
  name: string;
  images: number;
  done: number;
  failed: number;
  bytes: number;
  bytesDone: number;
  /** When its last image was complete, if none failed. */
  completedAt?: string;
}

/**
 * Tracks the totals of one run: images, deliverables and bytes, with `progress` events at most four times per second.
 * Counts content once per unique digest.
 */
export class RunTracker {
  readonly images: ImageCounts = { total: 0, copied: 0, present: 0, failed: 0 };
  readonly verdicts: VerdictCounts = noVerdicts();
  /** Results of failed images. */
  readonly failures: ImageResult[] = [];
  private readonly meter = new RateMeter();
  private readonly content = new TrackedContent<DeliverableState>();
  private readonly deliverables = new Map<string, DeliverableState>();
  /** Bytes of each image's own content. */
  private readonly transferred = new WeakMap<TrackedImage, { done: number; total: number }>();
  /** Active images, with their number of transfers. */
  private readonly moving = new Map<TrackedImage, number>();
  private total = 0;
  private done = 0;
  private moved = 0;
  private present = 0;
  private totalKnown = false;
  private phase: Phase = 'collect';
  private lastEmit = 0;
  private readonly emit: EmitRunEvent;
  private readonly counters: () => Pick<ByteCounts, 'fetched' | 'sent' | 'written'>;

  constructor(emit: EmitRunEvent, counters: () => Pick<ByteCounts, 'fetched' | 'sent' | 'written'>) {
    this.emit = emit;
    this.counters = counters;
  }

  get bytes(): ByteCounts {
    return { ...this.counters(), present: this.present };
  }

  enter(phase: Phase, detail?: string): void {
    this.phase = phase;
    this.emit({ type: 'phase', phase, detail });
  }

  /** Sets the images of the run, by deliverable. */
  expectImages(images: Iterable<{ deliverable: string }>): void {
    for (const { deliverable } of images) {
      this.images.total++;
      this.stateOf(deliverable).images++;
    }
  }

  /** Adds the bytes of a key (a digest), counted once, for the first deliverable that needs it. */
  want(key: string, size: number, { deliverable }: { deliverable: string }): void {
    if (this.content.has(key)) return;
    const state = this.stateOf(deliverable);
    this.content.add(key, size, state);
    state.bytes += size;
    this.total += size;
  }

  /** Marks the totals as final. */
  planned(): void {
    this.totalKnown = true;
    this.emit({
      type: 'plan',
      images: this.images.total,
      bytes: this.total,
      bytesPresent: this.present,
      complete: true,
    });
  }

  /** Assigns bytes to an image, and to no other, for {@link active}. */
  assign(image: TrackedImage, bytes: number): void {
    const share = this.transferred.get(image);
    if (share) share.total += bytes;
    else this.transferred.set(image, { done: 0, total: bytes });
  }

  /** Starts a transfer of content for the image that it was assigned to. */
  begin(image: TrackedImage, key: string): Moving {
    const { size, deliverable } = this.content.get(key);
    const share = this.transferred.get(image) ?? { done: 0, total: size };
    this.transferred.set(image, share);
    this.moving.set(image, (this.moving.get(image) ?? 0) + 1);
    let moved = 0;
    // The same content may be pushed to a second repository after it is complete. This isn't work of the deliverable.
    let worked = 0;
    return {
      advance: (bytes) => {
        moved += bytes;
        this.moved += bytes;
        share.done += bytes;
        if (deliverable && !this.content.isSettled(key)) {
          worked += bytes;
          deliverable.bytesDone += bytes;
        }
        this.tick();
      },
      end: (outcome) => {
        const left = (this.moving.get(image) ?? 1) - 1;
        if (left > 0) this.moving.set(image, left);
        else this.moving.delete(image);
        if (outcome === 'retained') return this.tick();
        this.moved -= moved;
        share.done -= moved;
        if (deliverable) deliverable.bytesDone -= worked;
        if (outcome === undefined) return this.tick();
        share.done += size;
        this.settle(key, outcome);
      },
    };
  }

  /** Marks content as complete. */
  settle(key: string, how: 'copied' | 'present' | 'failed'): void {
    if (this.content.isSettled(key)) return;
    this.content.settle(key);
    const { size, deliverable } = this.content.get(key);
    this.done += size;
    if (deliverable) deliverable.bytesDone += size;
    if (how === 'present') this.present += size;
    this.tick();
  }

  image(result: ImageResult): void {
    this.images[result.result]++;
    const verdict = verdictResult(result.verdict);
    if (verdict) this.verdicts[verdict]++;
    if (result.result === 'failed') this.failures.push(result);
    this.emit({ type: 'image', ...result });
    const state = this.deliverables.get(result.deliverable);
    if (state) {
      if (result.result === 'failed') state.failed++;
      else state.done++;
      if (state.done === state.images) state.completedAt = new Date().toISOString();
      if (state.done + state.failed === state.images)
        this.emit({ type: 'deliverable', name: result.deliverable, complete: state.failed === 0 });
    }
    this.tick();
  }

  /** Replaces the result of an image that was reported as copied but has failed. */
  revoke(failure: ImageResult): void {
    this.images.copied--;
    const verdict = verdictResult(failure.verdict);
    if (verdict) this.verdicts[verdict]--;
    const state = this.deliverables.get(failure.deliverable);
    if (state) {
      state.done--;
      delete state.completedAt;
    }
    this.image(failure);
  }

  /** Returns all deliverables in order, and whether all their images are complete. */
  wholeness(): { name: string; complete: boolean }[] {
    return [...this.deliverables.values()].map(({ name, done, images }) => ({
      name,
      complete: done === images,
    }));
  }

  /** Returns the progress of all deliverables in the order of the run. */
  deliverableStates(): DeliverableState[] {
    return [...this.deliverables.values()].map((state) => ({ ...state }));
  }

  /** Returns the active images, at most `most`, in the order of their starts. */
  active(most: number): ActiveImage[] {
    const active: ActiveImage[] = [];
    for (const image of this.moving.keys()) {
      if (active.length >= most) break;
      active.push({ image, ...this.transferred.get(image)! });
    }
    return active;
  }

  /** Sends a progress event immediately. */
  flush(): void {
    this.lastEmit = 0;
    this.tick();
  }

  /** Returns the progress of the run, as in `progress` events. */
  progress(): RunProgress {
    const done = Math.min(this.total, this.done + Math.max(0, this.moved));
    const remainingMs = this.meter.remainingMs(this.total - done);
    return {
      phase: this.phase,
      images: { ...this.images },
      bytes: this.bytes,
      done,
      total: this.total,
      totalKnown: this.totalKnown,
      rate: Math.round(this.meter.rate()),
      remainingMs,
      deliverables: {
        complete: [...this.deliverables.values()].filter((d) => d.done === d.images).length,
        total: this.deliverables.size,
      },
    };
  }

  private stateOf(name: string): DeliverableState {
    let state = this.deliverables.get(name);
    if (!state) {
      state = { name, images: 0, done: 0, failed: 0, bytes: 0, bytesDone: 0 };
      this.deliverables.set(name, state);
    }
    return state;
  }

  private tick(): void {
    const now = performance.now();
    if (now - this.lastEmit < EMIT_EVERY_MS) return;
    this.lastEmit = now;
    const done = Math.min(this.total, this.done + Math.max(0, this.moved));
    this.meter.add(now, done - this.present);
    this.emit({ type: 'progress', ...this.progress() });
  }
}
