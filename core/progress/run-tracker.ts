import type { ByteCounts, EmitRunEvent, ImageCounts, ImageResult, Phase } from './events.ts';
import { RateMeter } from './rate-meter.ts';

const EMIT_EVERY_MS = 250;

/**
 * The running totals of one run: images, deliverables and bytes of work, with `progress` events at most four times a
 * second. Work is counted by unique digest: wanted once, settled once.
 */
export class RunTracker {
  readonly images: ImageCounts = { total: 0, copied: 0, present: 0, failed: 0 };
  /** Results of images that failed. */
  readonly failures: ImageResult[] = [];
  private readonly meter = new RateMeter();
  private readonly wanted = new Map<string, number>();
  private readonly settled = new Set<string>();
  private readonly deliverables = new Map<string, { total: number; done: number; failed: number }>();
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
    this.emit({ type: 'phase', phase, ...(detail !== undefined && { detail }) });
  }

  /** Everything that will be attempted, by deliverable. */
  expectImages(images: Iterable<{ deliverable: string }>): void {
    for (const { deliverable } of images) {
      this.images.total++;
      const d = this.deliverables.get(deliverable) ?? { total: 0, done: 0, failed: 0 };
      d.total++;
      this.deliverables.set(deliverable, d);
    }
  }

  /** Bytes of work under a key (a digest), counted once. */
  want(key: string, size: number): void {
    if (this.wanted.has(key)) return;
    this.wanted.set(key, size);
    this.total += size;
  }

  /** All work is known now: the totals are final. */
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

  /** Bytes moved for work that is not settled yet; negative when an attempt is thrown away. */
  advance(count: number): void {
    this.moved += count;
    this.tick();
  }

  /** A piece of work is over; `moved` takes back what {@link advance} counted for it. */
  settle(key: string, how: 'copied' | 'present' | 'failed', moved = 0): void {
    const size = this.wanted.get(key) ?? 0;
    this.moved -= moved;
    if (this.settled.has(key)) return;
    this.settled.add(key);
    this.done += size;
    if (how === 'present') this.present += size;
    this.tick();
  }

  image(result: ImageResult): void {
    this.images[result.result]++;
    if (result.result === 'failed') this.failures.push(result);
    this.emit({ type: 'image', ...result });
    const d = this.deliverables.get(result.deliverable);
    if (d) {
      if (result.result === 'failed') d.failed++;
      else d.done++;
      if (d.done + d.failed === d.total)
        this.emit({ type: 'deliverable', name: result.deliverable, whole: d.failed === 0 });
    }
    this.tick();
  }

  /** Every deliverable in order, and whether all of its images are there. */
  wholeness(): { name: string; whole: boolean }[] {
    return [...this.deliverables].map(([name, d]) => ({ name, whole: d.done === d.total }));
  }

  /** A progress event now, whatever the interval. */
  flush(): void {
    this.lastEmit = 0;
    this.tick();
  }

  private tick(): void {
    const now = performance.now();
    if (now - this.lastEmit < EMIT_EVERY_MS) return;
    this.lastEmit = now;
    const done = Math.min(this.total, this.done + Math.max(0, this.moved));
    this.meter.add(now, done - this.present);
    const remainingMs = this.meter.remainingMs(this.total - done);
    this.emit({
      type: 'progress',
      phase: this.phase,
      images: { ...this.images },
      bytes: this.bytes,
      done,
      total: this.total,
      totalKnown: this.totalKnown,
      rate: Math.round(this.meter.rate()),
      ...(remainingMs !== undefined && { remainingMs }),
      deliverables: {
        whole: [...this.deliverables.values()].filter((d) => d.done === d.total).length,
        total: this.deliverables.size,
      },
    });
  }
}
