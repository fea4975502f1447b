import { expect, test } from 'vitest';
import { currentWaits, waitWords } from './link-words.ts';

const until = new Date(2026, 10, 22, 14, 32, 10).toISOString();

test.each([
  [
    { code: 'rate-limited', status: 429, retryAfterMs: 300_000 },
    'Waiting for quay.io until 14:32:10 (HTTP 429, Retry-After 300 s)',
  ],
  [{ code: 'server-error', status: 503 }, 'Waiting for quay.io until 14:32:10 (HTTP 503)'],
  [{ code: 'connection' }, 'Waiting for quay.io until 14:32:10 (connection failed)'],
  [
    { code: 'connection', reason: 'no service listens on this port', attempt: 2, attempts: 4 },
    'Waiting for quay.io until 14:32:10 (no service listens on this port). Attempt 2 of 4 is next.',
  ],
  [{ code: 'digest-mismatch' }, 'Waiting for quay.io until 14:32:10 (digest-mismatch)'],
])('%o in words', (wait, words) => {
  expect(waitWords({ host: 'quay.io', until, ...wait })).toBe(words);
});

test('a wait that is over is no longer shown', () => {
  const wait = { host: 'quay.io', until, code: 'connection' };
  expect(currentWaits([wait], new Date(2026, 10, 22, 14, 32, 9))).toEqual([wait]);
  expect(currentWaits([wait], new Date(2026, 10, 22, 14, 32, 10))).toEqual([]);
  expect(currentWaits(undefined, new Date())).toEqual([]);
});
