import { performance } from 'node:perf_hooks';
import { RateMeter } from '../../runs/progress/rate-meter.ts';
import type { EmitMediaEvent, MediaPhase } from './events.ts';

const EMIT_EVERY_MS = 250;

/** Progress of a call that moves each byte in one or more passes (written, then read back). */
export interface MediaProgress {
  /** Adds bytes that were moved in one pass. */
  add(count: number): void;
  /** Adds bytes to the total of the call. */
  extend(count: number): void;
  /** Sets the phase that `add` counts, and emits a `phase` event. */
  phase(phase: MediaPhase, at?: { drive?: string; volume?: number; detail?: string }): void;
  /** Subtracts the bytes of an abandoned volume. */
  giveBack(count: number): void;
  /** Emits a `progress` event now. */
  report(): void;
}

/** Returns the progress of a call. @param bytes of the complete call @param passes number of times that each byte is moved */
export function mediaProgress(emit: EmitMediaEvent, bytes: number, passes: number): MediaProgress {
  const meter = new RateMeter();
  let current: { phase: MediaPhase; drive?: string; volume?: number } = { phase: 'planning' };
  let total = bytes;
  let moved = 0;
  let counted = 0;
  let last = Number.NEGATIVE_INFINITY;
  const report = (): void => {
    last = performance.now();
    meter.add(last, moved);
    const remainingMs = meter.remainingMs(total * passes - counted);
    emit({
      type: 'progress',
      ...current,
      done: Math.min(total, Math.floor(counted / passes)),
      total,
      rate: Math.round(meter.rate()),
      remainingMs,
    });
  };
  return {
    add(count) {
      moved += count;
      counted += count;
      if (performance.now() - last >= EMIT_EVERY_MS) report();
    },
    extend(count) {
      total += count;
    },
    phase(phase, at = {}) {
      const { detail, ...place } = at;
      current = { phase, ...place };
      emit({ type: 'phase', phase, ...at });
      // Nothing else reports the last bytes while the export waits.
      if (phase === 'waiting-for-drive') report();
    },
    giveBack(count) {
      counted -= count;
    },
    report,
  };
}
