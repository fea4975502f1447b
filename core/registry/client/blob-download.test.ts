import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import {
  blobOf,
  client,
  noise,
  plainAccess,
  readAll,
  scripted,
  stallTimePasses,
  threadClient,
  trickle,
  until,
} from '../exchange/registry.fixture.ts';

const OCI_INDEX = 'application/vnd.oci.image.index.v1+json';
const content = noise(500_000);
const blob = blobOf(content);

/** The start of a requested range, and the header of the response. */
function begin(request: IncomingMessage, response: ServerResponse, body = content): number {
  const from = Number(/^bytes=(\d+)-\d+$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (request.headers.range) {
    response.writeHead(206, {
      'content-range': `bytes ${from}-${body.length - 1}/${body.length}`,
      'content-length': body.length - from,
    });
  } else response.writeHead(200, { 'content-length': body.length });
  return from;
}

/** A server that sends only the first 1,000 bytes to its first request. */
function startsOnly(): ReturnType<typeof scripted> {
  return scripted((request, response, all) => {
    begin(request, response);
    if (all.length > 1) response.end(content);
    else response.write(content.subarray(0, 1_000));
  });
}

/** Sends some bytes, and then breaks the connection. */
function breakAfter(response: ServerResponse, bytes: Buffer): void {
  response.write(bytes, () => setTimeout(() => response.destroy(), 5));
}

describe.each([
  { thread: 'this thread', client },
  { thread: 'the download thread', client: threadClient },
])('in $thread', ({ client }) => {
  test('completes over a link that breaks every 50 kB, and receives each byte once', async () => {
    await using server = await scripted((request, response) => {
      const from = begin(request, response);
      if (from + 50_000 >= content.length) response.end(content.subarray(from));
      else breakAfter(response, content.subarray(from, from + 50_000));
    });
    await using c = client({ retry: { times: 1, delayMs: 0 } });
    const got = await readAll(c.registries.at(server.host).blob('a/b', blob));
    expect(got.equals(content)).toBe(true);
    expect(c.registries.counters).toMatchObject({ fetched: content.length, retries: 9 });
    expect(server.requests[3]!.headers.range).toMatch(/^bytes=150000-\d+$/);
  });

  test('uses up the attempts with resets without progress', async () => {
    await using server = await scripted((request, response, seen) => {
      const from = begin(request, response);
      if (seen.length === 1) breakAfter(response, content.subarray(from, 70_000));
      else response.destroy();
    });
    await using c = client({ retry: { times: 3, delayMs: 1 } });
    await expect(readAll(c.registries.at(server.host).blob('a/b', blob))).rejects.toMatchObject({
      code: 'connection',
    });
    expect(server.requests).toHaveLength(1 + 1 + 3);
  });

  test('delivers nothing twice from a server without Range support', async () => {
    await using server = await scripted((_, response, seen) => {
      response.writeHead(200, { 'content-length': content.length });
      if (seen.length <= 3) breakAfter(response, content.subarray(0, 100_000 * seen.length));
      else response.end(content);
    });
    await using c = client();
    expect((await readAll(c.registries.at(server.host).blob('a/b', blob))).equals(content)).toBe(true);
    expect(c.registries.counters.fetched).toBe(600_000 + content.length);
  });

  test('resumes a truncated body without Content-Length', async () => {
    await using server = await scripted((request, response) => {
      const from = Number(/^bytes=(\d+)-\d+$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      if (from)
        response.writeHead(206, { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` });
      response.write(content.subarray(from, from + 300_000));
      response.end();
    });
    await using c = client();
    expect((await readAll(c.registries.at(server.host).blob('a/b', blob))).equals(content)).toBe(true);
    expect(server.requests).toHaveLength(2);
  });

  test('resumes ranges that the server shortens', async () => {
    await using server = await scripted((request, response) => {
      const from = Number(/^bytes=(\d+)-\d+$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const to = Math.min(content.length, from + 100_000);
      if (from === 0) {
        response.writeHead(200, { 'content-length': content.length });
        return breakAfter(response, content.subarray(0, to));
      }
      response.writeHead(206, { 'content-range': `bytes ${from}-${to - 1}/${content.length}` });
      response.end(content.subarray(from, to));
    });
    await using c = client({ retry: { times: 1, delayMs: 1 } });
    expect((await readAll(c.registries.at(server.host).blob('a/b', blob))).equals(content)).toBe(true);
    expect(c.registries.counters).toMatchObject({ retries: 1, fetched: content.length });
  });

  test('resumes at the bytes of the caller, and does not change its hash', async () => {
    await using server = await scripted((request, response) => {
      const from = begin(request, response);
      response.end(content.subarray(from));
    });
    await using c = client();
    const at = c.registries.at(server.host);
    const hash = createHash('sha256').update(content.subarray(0, 123_456));
    for (let i = 0; i < 2; i++) {
      const rest = await readAll(at.blob('a/b', blob, { resume: { offset: 123_456, hash } }));
      expect(rest.equals(content.subarray(123_456))).toBe(true);
    }
    expect(server.requests[0]!.headers.range).toMatch(/^bytes=123456-\d+$/);
    const complete = createHash('sha256').update(content);
    expect(
      await readAll(at.blob('a/b', blob, { resume: { offset: content.length, hash: complete } })),
    ).toHaveLength(0);
    expect(server.requests).toHaveLength(2);
    const wrong = at.blob('a/b', blob, { resume: { offset: content.length, hash } });
    await expect(readAll(wrong)).rejects.toMatchObject({ code: 'digest-mismatch' });
  });

  test.each<[string, string, (response: ServerResponse) => void]>([
    [
      'size-mismatch',
      'another Content-Length',
      (r) => r.writeHead(200, { 'content-length': 7 }).end('1234567'),
    ],
    [
      'size-mismatch',
      'more than it stated',
      (r) => void r.writeHead(200).end(Buffer.concat([content, Buffer.from('x')])),
    ],
    ['not-found', '404', (r) => r.writeHead(404).end()],
    ['denied', '403', (r) => r.writeHead(403).end()],
  ])('%s: %s, without another attempt', async (code, _, answer) => {
    await using server = await scripted((_, response) => answer(response));
    await using c = client();
    await expect(readAll(c.registries.at(server.host).blob('a/b', blob))).rejects.toMatchObject({
      code,
      retryable: false,
    });
    expect(server.requests).toHaveLength(1);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['size-mismatch', (r) => r.writeHead(416, { 'content-range': 'bytes */99' }).end()],
    ['protocol', (r) => r.writeHead(416).end()],
    ['protocol', (r) => r.writeHead(206).end('x')],
    ['protocol', (r) => r.writeHead(206, { 'content-range': `bytes 0-499999/500000` }).end(content)],
    ['size-mismatch', (r) => r.writeHead(206, { 'content-range': `bytes 100-599999/600000` }).end(content)],
  ])('a wrong answer to a Range request is %s', async (code, answer) => {
    await using server = await scripted((_, response) => answer(response));
    await using c = client();
    const hash = createHash('sha256').update(content.subarray(0, 100));
    const read = readAll(c.registries.at(server.host).blob('a/b', blob, { resume: { offset: 100, hash } }));
    await expect(read).rejects.toMatchObject({ code, retryable: false });
    expect(server.requests).toHaveLength(1);
  });

  test('reports a wrong byte as digest-mismatch that the caller may retry', async () => {
    const damaged = Buffer.from(content);
    damaged[400_000]! ^= 1;
    await using server = await scripted((_, response) => void response.end(damaged));
    await using c = client();
    await expect(readAll(c.registries.at(server.host).blob('a/b', blob))).rejects.toMatchObject({
      code: 'digest-mismatch',
      retryable: true,
      expected: blob.digest,
      found: sha256(damaged),
    });
    expect(server.requests).toHaveLength(1);
  });

  test('resumes a stalled connection by Range', async () => {
    await using server = await scripted((request, response, seen) => {
      const from = begin(request, response);
      if (seen.length === 1) response.write(content.subarray(from, 200_000));
      else response.end(content.subarray(from));
    });
    await using c = client({ stallMs: 150 });
    expect((await readAll(c.registries.at(server.host).blob('a/b', blob))).equals(content)).toBe(true);
    expect(server.requests[1]!.headers.range).toMatch(/^bytes=200000-\d+$/);
  });

  test('fails as stalled without attempts left', async () => {
    await using server = await scripted((request, response) => {
      begin(request, response);
      response.flushHeaders();
    });
    await using c = client({ stallMs: 100, retry: { times: 1, delayMs: 1 } });
    await expect(readAll(c.registries.at(server.host).blob('a/b', blob))).rejects.toMatchObject({
      code: 'stalled',
    });
    expect(server.requests).toHaveLength(2);
  });

  test('resumes a transfer below the minimum rate at its byte, with fewer transfers of the host', async () => {
    const paces: number[] = [];
    await using server = await scripted((request, response, seen) => {
      const from = begin(request, response);
      if (seen.length === 1) trickle(response, content.subarray(from), 10, 10);
      else response.end(content.subarray(from));
    });
    await using c = client({
      stallMs: 400,
      minimumRate: 10_000,
      onPace: ({ reason, parallel }) => reason === 'stalled' && paces.push(parallel),
    });
    expect((await readAll(c.registries.at(server.host).blob('a/b', blob))).equals(content)).toBe(true);
    expect(server.requests).toHaveLength(2);
    // All bytes that arrived slowly were retained.
    expect(Number(/bytes=(\d+)-/.exec(server.requests[1]!.headers.range!)![1])).toBeGreaterThan(0);
    expect(c.registries.counters.fetched).toBe(content.length);
    expect(c.registries.links()).toMatchObject([{ stalls: 1, parallel: 11, reason: 'stalled' }]);
    expect(paces).toEqual([11]);
  });

  test('uses up the attempts at a host below the minimum rate', async () => {
    await using server = await scripted((request, response) => {
      trickle(response, content.subarray(begin(request, response)), 10, 10);
    });
    await using c = client({ stallMs: 300, minimumRate: 10_000, retry: { times: 2, delayMs: 1 } });
    await expect(readAll(c.registries.at(server.host).blob('a/b', blob))).rejects.toMatchObject({
      code: 'stalled',
      message: expect.stringContaining('slower than the minimum rate'),
    });
    expect(server.requests).toHaveLength(3);
  });

  test.each<[string, { minimumRate: number; rate?: number }]>([
    ['no minimum rate', { minimumRate: 0 }],
    ['its own rate limit below the minimum', { minimumRate: 4_000_000, rate: 1_000_000 }],
  ])('%s: nothing is cut', async (_, options) => {
    await using server = await scripted((request, response) => {
      const from = begin(request, response);
      if (options.rate) response.end(content.subarray(from));
      else trickle(response, content.subarray(from), 10_000, 10);
    });
    await using c = client({ stallMs: 200, ...options });
    expect((await readAll(c.registries.at(server.host).blob('a/b', blob))).equals(content)).toBe(true);
    expect(c.registries.counters.retries).toBe(0);
  });

  test('does not decompress content of the server', async () => {
    const packed = Buffer.from('1f8b0800000000000003cb48cdc9c907008610763605000000', 'hex');
    await using server = await scripted((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed);
    });
    await using c = client();
    expect((await readAll(c.registries.at(server.host).blob('a/b', blobOf(packed)))).equals(packed)).toBe(
      true,
    );
    expect(server.requests[0]!.headers['accept-encoding']).toBe('identity');
  });

  test('redirects: sends credentials only to the registry, and requests an expired address again', async () => {
    const seen: (string | undefined)[] = [];
    await using store = await scripted((request, response, all) => {
      seen.push(request.headers.authorization);
      if (all.length === 2) return void response.writeHead(403).end('<Error>AKIASECRET</Error>');
      const from = begin(request, response);
      if (all.length === 1) breakAfter(response, content.subarray(from, 90_000));
      else response.end(content.subarray(from));
    });
    await using server = await scripted((request, response, all) => {
      if (!request.headers.authorization) {
        return void response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end();
      }
      response
        .writeHead(307, { location: `http://${store.host}/blob?X-Signature=s3cret${all.length}` })
        .end();
    });
    const credentials = { kind: 'basic' as const, username: 'me', password: 'pw' };
    await using c = client({}, plainAccess({ credentials }));
    const messages: string[] = [];
    const onRetry = (retry: { error: Error }) => messages.push(retry.error.message);
    const got = await readAll(c.registries.at(server.host).blob('a/b', blob, { onRetry }));
    expect(got.equals(content)).toBe(true);
    expect(seen).toEqual([undefined, undefined, undefined]);
    expect(store.requests.map((r) => r.headers.range)).toEqual([
      undefined,
      ...Array(2).fill(expect.stringMatching(/^bytes=90000-\d+$/)),
    ]);
    expect(new Set(store.requests.map((r) => r.url)).size).toBe(3);
    expect(messages).toHaveLength(2);
    expect(messages.join()).not.toMatch(/s3cret|AKIA/);
  });

  test("redirects to a blob store with the registry's name: sends credentials only on a challenge", async () => {
    const seen: (string | undefined)[] = [];
    await using server = await scripted((request, response) => {
      const { authorization } = request.headers;
      if (request.url!.startsWith('/v2/')) {
        if (!authorization)
          return void response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end();
        const place = request.url!.includes('/strict/') ? '/store' : '/guarded';
        return void response.writeHead(307, { location: `${place}?sig=s3cret` }).end();
      }
      seen.push(authorization && 'credentials');
      if (request.url!.startsWith('/store') === Boolean(authorization))
        return void response.writeHead(authorization ? 400 : 401).end();
      response.end(content);
    });
    const credentials = { kind: 'basic' as const, username: 'me', password: 'pw' };
    await using c = client({ retry: { times: 0, delayMs: 1 } }, plainAccess({ credentials }));
    for (const repository of ['a/strict', 'a/other'])
      expect((await readAll(c.registries.at(server.host).blob(repository, blob))).equals(content)).toBe(true);
    expect(seen).toEqual([undefined, undefined, 'credentials']);
  });

  test('reports a blob store that always rejects as denied, without its address', async () => {
    await using store = await scripted((_, response) => void response.writeHead(403).end());
    await using server = await scripted((_, response) => {
      response.writeHead(302, { location: `http://u:pw@${store.host}/blob?sig=s3cret` }).end();
    });
    await using c = client({ retry: { times: 1, delayMs: 1 } });
    const read = readAll(c.registries.at(server.host).blob('a/b', blob));
    await expect(read).rejects.toMatchObject({ code: 'denied' });
    await expect(read).rejects.not.toMatchObject({ message: expect.stringMatching(/s3cret|pw@/) });
    expect(store.requests).toHaveLength(2);
  });

  test('rejects endless redirects', async () => {
    await using server = await scripted((request, response) => {
      response.writeHead(307, { location: `${request.url}?` }).end();
    });
    await using c = client();
    await expect(readAll(c.registries.at(server.host).blob('a/b', blob))).rejects.toMatchObject({
      code: 'protocol',
    });
    expect(server.requests).toHaveLength(6);
  });

  test('continues at the registry from the byte at which a mirror broke', async () => {
    await using mirror = await scripted((request, response, all) => {
      const from = begin(request, response);
      if (all.length === 1) breakAfter(response, content.subarray(from, 60_000));
      else response.destroy();
    });
    await using registry = await scripted((request, response) => {
      response.end(content.subarray(begin(request, response)));
    });
    await using c = client({}, plainAccess({ mirrors: [mirror.host] }));
    const got = await readAll(c.registries.at(registry.host).blob('a/b', blob));
    expect(got.equals(content)).toBe(true);
    expect(registry.requests[0]!.headers.range).toMatch(/^bytes=60000-\d+$/);
    expect(c.registries.counters.fetched).toBe(content.length);
  });

  test('excludes a mirror with a damaged blob from the next attempt', async () => {
    await using mirror = await scripted((_, response) => void response.end(noise(content.length, 9)));
    await using registry = await scripted((_, response) => void response.end(content));
    await using c = client({}, plainAccess({ mirrors: [mirror.host] }));
    const at = c.registries.at(registry.host);
    await expect(readAll(at.blob('a/b', blob))).rejects.toMatchObject({ code: 'digest-mismatch' });
    expect((await readAll(at.blob('a/b', blob))).equals(content)).toBe(true);
    expect(mirror.requests).toHaveLength(1);
  });

  test('closes the connection and releases the slot on an abort', async () => {
    await using server = await startsOnly();
    await using c = client({ parallelBlobs: 1 });
    const at = c.registries.at(server.host);
    const controller = new AbortController();
    const read = readAll(at.blob('a/b', blob, { signal: controller.signal }));
    await until(() => c.registries.counters.fetched > 0);
    controller.abort();
    await expect(read).rejects.toMatchObject({ code: 'interrupted' });
    await until(() => server.sockets.size <= 1);
    expect(await readAll(at.blob('a/b', blob))).toHaveLength(content.length);
  });

  test('ends downloads on close, also those that wait for a slot', async () => {
    await using server = await scripted((request, response) => {
      begin(request, response);
      response.flushHeaders();
    });
    await using c = client({ parallelBlobs: 1 });
    const at = c.registries.at(server.host);
    const reads = [readAll(at.blob('a/b', blob)), readAll(at.blob('a/c', blob))];
    for (const read of reads) read.catch(() => {});
    await until(() => server.requests.length === 1);
    await c.registries.close();
    for (const read of reads) await expect(read).rejects.toMatchObject({ code: 'interrupted' });
  });

  test('delivers the same bytes after any faults', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(40_000), { maxLength: 6 }), fc.boolean(), async (breaks, ranges) => {
        const small = noise(60_000, breaks.length + 1);
        let attempt = 0;
        await using server = await scripted((request, response) => {
          const from = ranges ? begin(request, response, small) : 0;
          const until = breaks[attempt++];
          if (!ranges) response.writeHead(200, { 'content-length': small.length });
          if (until === undefined || from + until >= small.length) response.end(small.subarray(from));
          else breakAfter(response, small.subarray(from, from + until));
        });
        await using c = client({ retry: { times: 10, delayMs: 1 }, backoffBaseMs: 1 });
        expect((await readAll(c.registries.at(server.host).blob('a/b', blobOf(small)))).equals(small)).toBe(
          true,
        );
      }),
      { numRuns: 15 },
    );
  });
});

test('requests a manifest below the minimum rate again', async () => {
  const text = Buffer.from(
    `{"schemaVersion":2,"mediaType":"${OCI_INDEX}","manifests":[]}${' '.repeat(10_000)}`,
  );
  await using server = await scripted((_, response, seen) => {
    response.writeHead(200, { 'content-type': OCI_INDEX });
    if (seen.length === 1) trickle(response, text, 10, 10);
    else response.end(text);
  });
  await using c = client({ stallMs: 300, minimumRate: 10_000 });
  const { bytes } = await c.registries.at(server.host).manifest('a/b', 'latest');
  expect(bytes.equals(text)).toBe(true);
  expect(server.requests).toHaveLength(2);
});

test('accepts a slow reader', async () => {
  const large = noise(4_000_000, 2);
  await using server = await scripted((_, response) => void response.end(large));
  await using c = client({ stallMs: 100 });
  let size = 0;
  for await (const chunk of c.registries.at(server.host).blob('a/b', blobOf(large))) {
    if (size === 0) await stallTimePasses(100);
    size += chunk.length;
  }
  expect(size).toBe(large.length);
  expect(c.registries.counters.retries).toBe(0);
});

test('hasBlob: HEAD at an address that is signed for GET only', async () => {
  await using store = await scripted((request, response) => {
    if (request.method === 'HEAD') return void response.writeHead(403).end();
    response.writeHead(206, { 'content-range': `bytes 0-0/${content.length}` }).end('x');
  });
  await using server = await scripted((_, response) => {
    response.writeHead(307, { location: `http://${store.host}/blob?sig=1` }).end();
  });
  await using c = client();
  expect(await c.registries.at(server.host).hasBlob('a/b', blob.digest)).toBe(content.length);
});

test('delivers received content, also if the reader is stopped while it waits for the rate', async () => {
  await using server = await scripted((request, response) => {
    response.end(content.subarray(begin(request, response)));
  });
  await using c = client({ rate: 1024 });
  const controller = new AbortController();
  let delivered = 0;
  await expect(async () => {
    for await (const chunk of c.registries.at(server.host).blob('a/b', blob, { signal: controller.signal })) {
      delivered += chunk.length;
      setTimeout(() => controller.abort(), 20);
    }
  }).rejects.toMatchObject({ code: 'interrupted' });
  expect(delivered).toBeGreaterThan(0);
  expect(delivered).toBe(c.registries.counters.fetched);
});

test('closes the connection and releases the slot if the reader stops', async () => {
  await using server = await startsOnly();
  await using c = client({ parallelBlobs: 1 });
  const at = c.registries.at(server.host);
  for await (const chunk of at.blob('a/b', blob)) {
    expect(chunk.length).toBe(1_000);
    break;
  }
  await until(() => server.sockets.size <= 1);
  expect(await readAll(at.blob('a/b', blob))).toHaveLength(content.length);
});

test('queues blobs in order, but not manifests', async () => {
  const pending: ServerResponse[] = [];
  const bytes = Buffer.from('{"schemaVersion":2,"manifests":[]}');
  await using server = await scripted((request, response) => {
    if (request.url!.includes('/blobs/')) pending.push(response);
    else response.end(bytes);
  });
  await using c = client({ parallelBlobs: 2 });
  const at = c.registries.at(server.host);
  const names = ['r/0', 'r/1', 'r/2', 'r/3', 'r/4'];
  const reads = Promise.all(names.map((name) => readAll(at.blob(name, blob))));
  await until(() => pending.length === 2);
  await at.manifest('a/b', 't');
  expect(pending).toHaveLength(2);
  for (let i = 0; i < names.length; i++) {
    await until(() => pending.length > i);
    expect(pending.length).toBeLessThanOrEqual(i + 2);
    pending[i]!.end(content);
  }
  await reads;
  const order = server.requests.filter((r) => r.url.includes('/blobs/')).map((r) => r.url.slice(4, 7));
  expect(order.slice(2)).toEqual(names.slice(2));
});

test('a rate limit ends a download of the thread, which continues in this thread at the same byte', async () => {
  const large = noise(3_000_000);
  await using server = await scripted((request, response, all) => {
    const from = begin(request, response, large);
    if (all.length > 1) response.end(large.subarray(from));
    else response.write(large.subarray(0, 1_000_000));
  });
  await using c = threadClient();
  const read = readAll(c.registries.at(server.host).blob('a/b', blobOf(large)));
  await until(() => c.registries.counters.fetched === 1_000_000);
  c.registries.adjust({ rate: 50_000_000 });
  expect((await read).equals(large)).toBe(true);
  expect(server.requests.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=1000000-2999999']);
  expect(c.registries.counters).toMatchObject({ fetched: large.length, retries: 0 });
});

test('content is downloaded in this thread if the other one does not start, or is closed', async () => {
  await using server = await scripted((request, response) => {
    response.end(content.subarray(begin(request, response)));
  });
  await using unstarted = threadClient(
    { retry: { times: 0, delayMs: 0 } },
    undefined,
    new URL('./missing.js', import.meta.url),
  );
  await using closed = threadClient({ retry: { times: 0, delayMs: 0 } });
  await closed.access.downloads!.close();
  for (const { registries } of [unstarted, closed])
    expect((await readAll(registries.at(server.host).blob('a/b', blob))).equals(content)).toBe(true);
  expect(server.requests).toHaveLength(2);
});

test('after two threads have ended, content is downloaded in this thread', async () => {
  await using server = await scripted((request, response) => {
    response.end(content.subarray(begin(request, response)));
  });
  const started: Worker[] = [];
  const onThread = (thread: Worker) => started.push(thread);
  process.on('worker', onThread);
  const missing = new URL('./missing.js', import.meta.url);
  await using c = threadClient({ threads: 4, retry: { times: 0, delayMs: 0 } }, undefined, missing);
  for (let read = 0; read < 4; read++)
    expect((await readAll(c.registries.at(server.host).blob('a/b', blob))).equals(content)).toBe(true);
  process.off('worker', onThread);
  expect(started).toHaveLength(2);
});

test('a thread that is closed in mid-download ends the attempt, and the rest is downloaded in this thread', async () => {
  await using server = await scripted((request, response, all) => {
    const from = begin(request, response);
    if (all.length > 1) response.end(content.subarray(from));
    else response.write(content.subarray(0, 100_000));
  });
  await using c = threadClient();
  const read = readAll(c.registries.at(server.host).blob('a/b', blob));
  await until(() => c.registries.counters.fetched === 100_000);
  await c.access.downloads!.close();
  expect((await read).equals(content)).toBe(true);
  expect(server.requests[1]!.headers.range).toMatch(/^bytes=100000-/);
});

test('the thread releases content as soon as it is written', async () => {
  const content = noise(48 * 2 ** 20);
  await using server = await scripted((_, response) => {
    response.writeHead(200, { 'content-length': content.length }).end(content);
  });
  const started: Worker[] = [];
  const onThread = (thread: Worker) => started.push(thread);
  process.on('worker', onThread);
  await using c = threadClient();
  const got = await readAll(c.registries.at(server.host).blob('a/b', blobOf(content)));
  process.off('worker', onThread);
  expect(got.equals(content)).toBe(true);
  const { external_memory } = await started[0]!.getHeapStatistics();
  expect(external_memory).toBeLessThan(20 * 2 ** 20);
});

test('further threads start for many downloads only, and all content is complete', async () => {
  const answers: ServerResponse[] = [];
  const contents = Array.from({ length: 25 }, (_, seed) => noise(100_000, seed + 1));
  await using server = await scripted((request, response) => {
    const number = Number(request.url!.split('/')[3]);
    response.writeHead(200, { 'content-length': contents[number]!.length });
    response.write(contents[number]!.subarray(0, 1000));
    answers.push(response);
    response.once('released', () => response.end(contents[number]!.subarray(1000)));
  });
  const started: Worker[] = [];
  const onThread = (thread: Worker) => started.push(thread);
  process.on('worker', onThread);
  await using c = threadClient({ threads: 3, parallelBlobs: 30 });
  const at = c.registries.at(server.host);
  const read = (numbers: number[]) =>
    numbers.map(async (number) => readAll(at.blob(`r/${number}`, blobOf(contents[number]!))));
  const few = read(Array.from({ length: 10 }, (_, number) => number));
  await until(() => answers.length === 10);
  expect(started).toHaveLength(1);
  const more = read(Array.from({ length: 15 }, (_, number) => number + 10));
  await until(() => answers.length === 25);
  expect(started).toHaveLength(3);
  process.off('worker', onThread);
  for (const answer of answers) answer.emit('released');
  for (const [number, got] of (await Promise.all([...few, ...more])).entries())
    expect(got.equals(contents[number]!)).toBe(true);
});

test('a request of the thread with an aborted signal ends at once', async () => {
  await using server = await scripted(() => {});
  await using c = threadClient();
  const [headersTimeout, bodyTimeout] = [30_000, 30_000];
  const request = {
    ...({
      origin: `http://${server.host}`,
      path: '/v2/a/b/blobs/x',
      security: 'insecure',
      headers: {},
    } as const),
    ...{ headersTimeout, bodyTimeout, minimumBytes: 0 },
  };
  await expect(c.access.downloads!.get(request, AbortSignal.abort())).rejects.toThrow('canceled');
});
