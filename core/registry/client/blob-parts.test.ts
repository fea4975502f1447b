import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  blobOf,
  type Client,
  noise,
  readAll,
  type ScriptedServer,
  scripted,
  threadClient,
} from '../exchange/registry.fixture.ts';

const KIB = 1024;
const PARTS = { bytes: 64 * KIB, from: 256 * KIB, answerMs: 15 };
const content = noise(1024 * KIB);
const blob = blobOf(content);

/** The requested range of a request: from one position to before another. */
function rangeOf({ headers }: Pick<IncomingMessage, 'headers'>): [from: number, to: number] | undefined {
  const found = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '');
  return found ? [Number(found[1]), Number(found[2]) + 1] : undefined;
}

/** Answers after a round trip, and delivers `bytes` of content after each further one, as a window of TCP. */
async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { roundTripMs = 20, bytes = 32 * KIB, most = Number.POSITIVE_INFINITY, body = content } = {},
): Promise<void> {
  const range = rangeOf(request);
  const [from, to] = range ?? [0, body.length];
  await sleep(roundTripMs);
  if (range)
    response.writeHead(206, {
      'content-range': `bytes ${from}-${to - 1}/${body.length}`,
      'content-length': to - from,
    });
  else response.writeHead(200, { 'content-length': to });
  for (let at = from; at < to; at += bytes) {
    if (response.destroyed) return;
    response.write(body.subarray(at, Math.min(to, at + bytes, from + most)));
    if (at + bytes < to) await sleep(roundTripMs);
    if (at + bytes - from >= most) return void response.destroy();
  }
  response.end();
}

/** A client that has measured the time of an answer. */
async function measured(
  server: ScriptedServer,
  options: Parameters<typeof threadClient>[0] = {},
): Promise<Client> {
  const c = threadClient({ parts: PARTS, retry: { times: 2, delayMs: 1 }, parallelBlobs: 8, ...options });
  await c.registries.at(server.host).hasBlob('a/b', blob.digest);
  server.requests.length = 0;
  return c;
}

/** Scripts GET requests, and answers HEAD after a round trip. */
function far(answer: Parameters<typeof scripted>[0], roundTripMs = 20): ReturnType<typeof scripted> {
  return scripted(async (request, response, seen) => {
    if (request.method !== 'HEAD') return answer(request, response, seen);
    await sleep(roundTripMs);
    response.writeHead(200, { 'content-length': content.length }).end();
  });
}

const ranges = ({ requests }: ScriptedServer) => requests.map((request) => rangeOf(request as never));

test('a large blob of a far host arrives over several connections, each byte once', async () => {
  let most = 0;
  let current = 0;
  await using server = await far(async (request, response) => {
    most = Math.max(most, ++current);
    await serve(request, response);
    current--;
  });
  await using c = await measured(server);
  const got = await readAll(c.registries.at(server.host).blob('a/b', blob));
  expect(got.equals(content)).toBe(true);
  expect(c.registries.counters.fetched).toBe(content.length);
  expect(most).toBeGreaterThan(4);
  expect(most).toBeLessThanOrEqual(8);
  const requested = ranges(server).map((range) => range![1] - range![0]);
  expect(requested.reduce((sum, bytes) => sum + bytes, 0)).toBe(content.length);
});

test('each connection gets a share of what is left, of at least 1 MiB', async () => {
  const MIB = 1024 * KIB;
  const body = noise(24 * MIB);
  const large = blobOf(body);
  await using server = await far((request, response) => serve(request, response, { bytes: 4 * MIB, body }));
  await using c = await measured(server, { parts: { ...PARTS, bytes: 8 * MIB }, parallelBlobs: 4 });
  expect(await readAll(c.registries.at(server.host).blob('a/b', large))).toEqual(body);
  const sizes = ranges(server).map((range) => range![1] - range![0]);
  expect(sizes[0]).toBe(6 * MIB);
  // The last parts are small, so that no connection waits long for another one.
  expect(Math.min(...sizes)).toBeLessThan(2 * MIB);
  expect(sizes.filter((size) => size < MIB).length).toBeLessThanOrEqual(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(large.size);
});

test('blobs of near hosts and small blobs are requested once', async () => {
  await using server = await far((request, response) => serve(request, response, { roundTripMs: 0 }), 0);
  await using near = await measured(server, { parts: { ...PARTS, answerMs: 5_000 } });
  await readAll(near.registries.at(server.host).blob('a/b', blob));
  await using small = await measured(server, { parts: { ...PARTS, answerMs: 0, from: content.length + 1 } });
  server.requests.length = 0;
  await readAll(small.registries.at(server.host).blob('a/b', blob));
  expect(ranges(server)).toEqual([undefined]);
});

test('a blob gets no slot that another blob waits for', async () => {
  await using server = await far((request, response) => serve(request, response));
  await using c = await measured(server, { parallelBlobs: 3 });
  const registry = c.registries.at(server.host);
  const large = readAll(registry.blob('a/b', blob)).then((got) => ['large', got.equals(content)]);
  await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
  const waiting = readAll(registry.blob('a/b', blobOf(noise(KIB)))).catch(({ code }) => code);
  // The server delivers the wrong content for it, but soon.
  expect(await Promise.race([waiting, large])).toBe('size-mismatch');
  expect(await large).toEqual(['large', true]);
});

test('a server that ignores ranges delivers the blob once', async () => {
  await using server = await far(async (request, response) => {
    delete request.headers.range;
    await serve(request, response, { bytes: 512 * KIB });
  });
  await using c = await measured(server);
  const registry = c.registries.at(server.host);
  expect((await readAll(registry.blob('a/b', blob))).equals(content)).toBe(true);
  expect(server.requests).toHaveLength(1);
  expect((await readAll(registry.blob('a/b', blob))).equals(content)).toBe(true);
  expect(server.requests.map(({ headers }) => headers.range)).toEqual([undefined, undefined]);
});

test('connections that break or are rejected lose nothing that arrived', async () => {
  let count = 0;
  await using server = await far(async (request, response) => {
    count++;
    if (count % 5 === 2) return void response.writeHead(503).end();
    await serve(request, response, count % 3 === 0 ? { most: 32 * KIB } : {});
  });
  await using c = await measured(server, { retry: { times: 5, delayMs: 1 }, backoffBaseMs: 10 });
  expect((await readAll(c.registries.at(server.host).blob('a/b', blob))).equals(content)).toBe(true);
  expect(c.registries.counters.fetched).toBe(content.length);
});

test('a host that rejects everything after the first part uses up the attempts', async () => {
  let count = 0;
  await using server = await far(async (request, response) => {
    if (++count > 1) return void response.writeHead(503).end();
    await serve(request, response);
  });
  await using c = await measured(server, { backoffBaseMs: 1 });
  await expect(readAll(c.registries.at(server.host).blob('a/b', blob))).rejects.toMatchObject({
    code: 'server-error',
  });
});

test('a wrong byte in a part is a digest mismatch', async () => {
  const damaged = Buffer.from(content);
  damaged[700 * KIB]! ^= 1;
  await using server = await far((request, response) => serve(request, response, { body: damaged }));
  await using c = await measured(server);
  await expect(readAll(c.registries.at(server.host).blob('a/b', blob))).rejects.toMatchObject({
    code: 'digest-mismatch',
    retryable: true,
  });
});

test('a stop ends all connections, and a rate limit continues in this thread', async () => {
  await using server = await far((request, response) => serve(request, response));
  await using c = await measured(server);
  const stop = new AbortController();
  const stopped = readAll(c.registries.at(server.host).blob('a/b', blob, { signal: stop.signal }));
  await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBeGreaterThan(7);
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ code: 'interrupted' });
  await using limited = await measured(server);
  const read = readAll(limited.registries.at(server.host).blob('a/b', blob));
  await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBeGreaterThan(7);
  limited.registries.adjust({ rate: 100 * 1024 * KIB });
  expect((await read).equals(content)).toBe(true);
});

test('a part that breaks after all others are complete is the only one that is requested again', async () => {
  let isBroken = false;
  await using server = await far(async (request, response) => {
    const [from, to] = rangeOf(request)!;
    if (from > 0 || isBroken) return serve(request, response);
    isBroken = true;
    response.writeHead(206, {
      'content-range': `bytes 0-${to - 1}/${content.length}`,
      'content-length': to,
    });
    response.write(content.subarray(0, KIB));
    await expect.poll(() => server.requests.length, { timeout: 5_000 }).toBeGreaterThan(12);
    await sleep(400);
    response.destroy();
  });
  await using c = await measured(server);
  expect((await readAll(c.registries.at(server.host).blob('a/b', blob))).equals(content)).toBe(true);
  expect(c.registries.counters.fetched).toBe(content.length);
  expect(ranges(server).at(-1)).toEqual([KIB, PARTS.bytes]);
});

test.for([
  { answer: '206 without Content-Range', status: 206, headers: {} },
  {
    answer: '206 with other bytes',
    status: 206,
    headers: { 'content-range': `bytes 0-9/${content.length}x` },
  },
  { answer: '416', status: 416, headers: {} },
  { answer: '400', status: 400, headers: {} },
  { answer: '501', status: 501, headers: {} },
])('a server that answers a part with $answer delivers the blob at once', async ({ status, headers }) => {
  await using server = await far(async (request, response) => {
    if (!rangeOf(request)) return serve(request, response, { bytes: 512 * KIB });
    response.writeHead(status, headers).end(content.subarray(0, PARTS.bytes));
  });
  await using c = await measured(server);
  const registry = c.registries.at(server.host);
  expect((await readAll(registry.blob('a/b', blob))).equals(content)).toBe(true);
  expect((await readAll(registry.blob('a/b', blob))).equals(content)).toBe(true);
  expect(ranges(server).slice(1)).toEqual([undefined, undefined]);
  expect(c.registries.counters.retries).toBe(0);
});

test('a server that answers only later parts with more bytes delivers the rest at once', async () => {
  await using server = await far(async (request, response) => {
    const range = rangeOf(request);
    if (!range || range[0] === 0 || range[1] === content.length)
      return serve(request, response, { bytes: 512 * KIB });
    response.writeHead(206, { 'content-range': `bytes ${range[0]}-${range[1] - 1}/${content.length}` });
    response.end(content.subarray(range[0], range[1] + 10));
  });
  await using c = await measured(server);
  expect((await readAll(c.registries.at(server.host).blob('a/b', blob))).equals(content)).toBe(true);
});

test('ranges that the server shortens are requested until the blob is complete, also if others wait for slots', async () => {
  await using server = await far(async (request, response) => {
    const [from, to] = rangeOf(request)!;
    const end = Math.min(to, from + 50 * KIB);
    await sleep(20);
    response.writeHead(206, { 'content-range': `bytes ${from}-${end - 1}/${content.length}` });
    response.end(content.subarray(from, end));
  });
  await using c = await measured(server, { parallelBlobs: 3 });
  const registry = c.registries.at(server.host);
  const all = await Promise.all([1, 2, 3, 4].map(() => readAll(registry.blob('a/b', blob))));
  for (const got of all) expect(got.equals(content)).toBe(true);
  expect(c.registries.counters).toMatchObject({ fetched: 4 * content.length, retries: 0 });
});

test('a rate limit that is set when the last byte arrives changes nothing', async () => {
  await using server = await far((request, response) => serve(request, response));
  const own: { limit(): void } = { limit() {} };
  await using c = await measured(server, {
    onBytes: (bytes) => {
      if (bytes >= content.length) own.limit();
    },
  });
  own.limit = () => c.registries.adjust({ rate: 100 * 1024 * KIB });
  expect((await readAll(c.registries.at(server.host).blob('a/b', blob))).equals(content)).toBe(true);
  expect(c.registries.counters).toMatchObject({ fetched: content.length, retries: 0 });
});
