import { expect, test } from 'vitest';
import { createPageCache, type Page } from './page-cache.ts';

/** A list of numbered rows that answers when the test calls `next`. */
function source(length: number) {
  const waiting: { offset: number; answer: () => void; fail: () => void; signal: AbortSignal }[] = [];
  const fetchPage = (prefix: string) => (offset: number, limit: number, signal: AbortSignal) =>
    new Promise<Page<string>>((resolve, reject) => {
      const rows = Array.from(
        { length: Math.max(0, Math.min(limit, length - offset)) },
        (_, index) => `${prefix}${offset + index}`,
      );
      waiting.push({
        offset,
        signal,
        answer: () => resolve({ matching: length, rows }),
        fail: () => reject(new Error('gone')),
      });
    });
  const next = async (how: 'answer' | 'fail' = 'answer') => {
    const first = waiting.shift()!;
    first[how]();
    await Promise.resolve();
    await Promise.resolve();
    return first.offset;
  };
  return { fetchPage, waiting, next };
}

test('requests only visible pages, each once', async () => {
  const { fetchPage, waiting, next } = source(20_000);
  const cache = createPageCache<string, Page<string>>(() => {});
  cache.list('all', 1, fetchPage('a'));
  expect(await next()).toBe(0);
  expect(cache.latest()?.matching).toBe(20_000);
  cache.show(12_345, 12_360);
  cache.show(12_346, 12_361);
  expect(waiting.map(({ offset }) => offset)).toEqual([12_300]);
  expect(cache.rowAt(12_345)).toBeUndefined();
  await next();
  expect(cache.rowAt(12_345)).toBe('a12345');
  cache.show(0, 20);
  expect(waiting).toHaveLength(0);
});

test('a new version requests the visible rows again and shows the old ones until then', async () => {
  const { fetchPage, waiting, next } = source(250);
  const cache = createPageCache<string, Page<string>>(() => {});
  cache.list('all', 1, fetchPage('old '));
  await next();
  cache.list('all', 2, fetchPage('new '));
  expect(cache.rowAt(3)).toBe('old 3');
  await next();
  expect(cache.rowAt(3)).toBe('new 3');
  cache.list('all', 2, fetchPage('new '));
  expect(waiting).toHaveLength(0);
});

test('a new key shows the old rows until new ones arrive, and cancels requests of the old key', async () => {
  const { fetchPage, waiting, next } = source(250);
  const cache = createPageCache<string, Page<string>>(() => {});
  cache.list('all', 1, fetchPage('all '));
  await next();
  cache.show(100, 120);
  const late = waiting.shift()!;
  cache.list('failed', 1, fetchPage('failed '));
  expect(late.signal.aborted).toBe(true);
  expect(cache.outdated()).toBe(true);
  expect(cache.listed()).toBe('all');
  expect(cache.rowAt(0)).toBe('all 0');
  await next();
  expect(cache.outdated()).toBe(false);
  expect(cache.listed()).toBe('failed');
  expect(cache.rowAt(0)).toBe('failed 0');
  late.answer();
  await Promise.resolve();
  expect(cache.rowAt(100)).not.toBe('all 100');
});

test('a failure is reported, and the next version tries again', async () => {
  const { fetchPage, next } = source(10);
  const cache = createPageCache<string, Page<string>>(() => {});
  cache.list('all', 1, fetchPage(''));
  await next('fail');
  expect(cache.error()).toBeInstanceOf(Error);
  cache.list('all', 2, fetchPage(''));
  await next();
  expect(cache.error()).toBeUndefined();
  expect(cache.rowAt(9)).toBe('9');
});
