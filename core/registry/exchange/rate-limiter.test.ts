import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { client, scripted } from './registry.fixture.ts';

const digest = (i: number) => `sha256:${i.toString(16).padStart(64, '0')}` as const;

/** Answers this number of requests per second, with a burst of the same number, and rejects others with a wait of a second. */
function tokenBucket(perSecond: number, burst = perSecond) {
  const count = { served: 0, rejected: 0 };
  let tokens = burst;
  let at = performance.now();
  return {
    count,
    answer(response: ServerResponse) {
      const now = performance.now();
      tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
      at = now;
      if (tokens < 1) {
        count.rejected++;
        response.writeHead(429, { 'retry-after': '1' }).end();
        return;
      }
      tokens--;
      count.served++;
      response.writeHead(200, { 'content-length': '7' }).end();
    },
  };
}

/** Chains of requests, each sent when the previous one is answered, as for an image. */
async function inChains(
  chains: number,
  length: number,
  send: (chain: number, i: number) => Promise<unknown>,
) {
  await Promise.all(
    Array.from({ length: chains }, async (_, chain) => {
      for (let i = 0; i < length; i++) await send(chain, i);
    }),
  );
}

test('completes all requests at a registry with a rate limit, with few rejections', async () => {
  const bucket = tokenBucket(50);
  await using server = await scripted((_, response) => bucket.answer(response));
  await using c = client({ backoffBaseMs: 1_000, maxBackoffMs: 300_000 });
  const at = c.registries.at(server.host);
  await inChains(50, 5, (chain, i) => at.hasBlob(`a/r${chain}`, digest(i)));
  expect(bucket.count.served).toBe(250);
  expect(bucket.count.rejected).toBeLessThan(125);
});

test('waits only a few times at a registry that rejects every fifth request', async () => {
  let requests = 0;
  let rejected = 0;
  await using server = await scripted((_, response) => {
    if (++requests % 5 !== 0) return void response.writeHead(200, { 'content-length': '7' }).end();
    rejected++;
    response.writeHead(429, { 'retry-after': '1' }).end();
  });
  let waitedMs = 0;
  await using c = client({
    backoffBaseMs: 1_000,
    maxBackoffMs: 300_000,
    onRetry: ({ waitMs }) => {
      waitedMs += waitMs;
    },
  });
  const at = c.registries.at(server.host);
  const startedAt = performance.now();
  await inChains(10, 60, (chain, i) => at.hasBlob(`a/r${chain}`, digest(i)));
  expect(rejected).toBeGreaterThan(100);
  // With the full Retry-After, each chain would wait for about 15 rejections, one after another.
  expect(performance.now() - startedAt).toBeLessThan((waitedMs / 10) * 0.75);
});
