import { expect, onTestFinished, test, vi } from 'vitest';
import { createTransferRate, type TransferRate } from './transfer-rate.ts';

const never = new AbortController().signal;
const KiB = 1024;

/** Reads a total in chunks. @returns the duration in ms */
async function pass(rate: TransferRate, total: number, chunk: number): Promise<number> {
  const began = performance.now();
  for (let left = total; left > 0; left -= chunk) await rate.take(Math.min(chunk, left), never);
  return performance.now() - began;
}

test('limits bytes to the rate for all callers', async () => {
  const rate = createTransferRate(1000 * KiB);
  const elapsed = await Promise.all([1, 2, 3].map(() => pass(rate, 200 * KiB, 20 * KiB)));
  const longest = Math.max(...elapsed);
  expect(longest).toBeGreaterThan(530);
  expect(longest).toBeLessThan(1200);
  // Callers take turns, so they finish at about the same time.
  expect(Math.min(...elapsed)).toBeGreaterThan(longest * 0.7);
});

test('waits for nothing without a limit, and saves up at most a burst', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const rate = createTransferRate(null);
  expect(rate.take(1e12, never)).toBeUndefined();
  expect(rate.chunkBytes).toBe(Number.POSITIVE_INFINITY);
  rate.set(400 * KiB);
  expect(rate.chunkBytes).toBeLessThanOrEqual(20 * KiB);
  vi.advanceTimersByTime(600);
  let atOnce = 0;
  for (; rate.take(10 * KiB, never) === undefined; ) atOnce += 10 * KiB;
  // The bytes of 250 ms, and one more chunk.
  expect(atOnce).toBe(110 * KiB);
  rate.set(null);
});

test('applies a change to waiting callers, and stops waiting after an abort', async () => {
  const rate = createTransferRate(1 * KiB);
  expect(rate.take(600 * KiB, never)).toBeUndefined();
  const removed = new AbortController();
  const given = rate.take(1 * KiB, removed.signal);
  const waits = rate.take(1 * KiB, never);
  removed.abort();
  await expect(given).rejects.toMatchObject({ code: 'interrupted' });
  const began = performance.now();
  rate.set(null);
  await waits;
  // At the previous rate, it would wait for ten minutes.
  expect(performance.now() - began).toBeLessThan(60_000);
});
