import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access } from './access.ts';
import { createAccess } from './create-access.ts';
import { httpGet } from './http-get.ts';
import { serveHttp, serveTcp } from './loopback-servers.fixture.ts';

let access: Access;
beforeAll(async () => {
  access = await createAccess({ env: {}, home: '/nonexistent', systemRoots: '/nonexistent' });
});
afterAll(() => access.close());

/** Serves one listener for each request, the last one for all later ones. */
async function serve(...listeners: RequestListener[]) {
  let count = 0;
  const server = await serveHttp((request, response) => {
    listeners[Math.min(count++, listeners.length - 1)]!(request, response);
  });
  return Object.assign(server, { base: `http://127.0.0.1:${server.port}`, requests: () => count });
}
const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(code, headers).end(`status ${code}`);
const quick = { delay: 1 };

describe('httpGet', () => {
  test('returns status, headers and body, and sends Accept and query', async () => {
    await using server = await serve((request, response) => {
      response.setHeader('x-seen', `${request.headers.accept} ${request.url}`);
      response.end(Buffer.from([0, 255, 1]));
    });
    const answer = await httpGet(access, `${server.base}/graph?arch=amd64`, { accept: 'application/json' });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-seen']).toBe('application/json /graph?arch=amd64');
    expect([...answer.body]).toEqual([0, 255, 1]);
  });

  test('retries after 429, 5xx and connection faults, but not after 404', async () => {
    const cut: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      setTimeout(() => response.destroy(), 10);
    };
    await using server = await serve(status(503), status(429), cut, status(200));
    const codes: string[] = [];
    const retry = { ...quick, onRetry: ({ error }: { error: { code: string } }) => codes.push(error.code) };
    const answer = await httpGet(access, server.base, { retry });
    expect(answer.body.toString()).toBe('status 200');
    expect(codes).toEqual(['server-error', 'rate-limited', 'connection']);

    await using missing = await serve(status(404));
    expect((await httpGet(access, missing.base, { retry: quick })).status).toBe(404);
    expect(missing.requests()).toBe(1);
  });

  test('returns the last response or fault after the number of retries', async () => {
    await using server = await serve(status(502));
    const answer = await httpGet(access, server.base, { retry: { ...quick, times: 2 } });
    expect([answer.status, server.requests()]).toEqual([502, 3]);
    const removed = await serveTcp(() => undefined);
    await removed[Symbol.asyncDispose]();
    const url = `http://127.0.0.1:${removed.port}`;
    await expect(httpGet(access, url, { retry: { ...quick, times: 1 } })).rejects.toMatchObject({
      code: 'connection',
    });
  });

  test('reports a response below the minimum rate as stalled, unless it is 0', async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '40' });
      let left = 40;
      const timer = setInterval(() => {
        response.write('x');
        if (--left === 0) clearInterval(timer);
      }, 20);
      response.on('close', () => clearInterval(timer));
    });
    const get = (minimumRate: number) =>
      httpGet(access, server.base, { stallMs: 300, minimumRate, retry: { times: 0 } });
    await expect(get(10_000)).rejects.toMatchObject({
      code: 'stalled',
      message: expect.stringContaining('slower than the minimum rate'),
    });
    expect((await get(0)).body).toHaveLength(40);
  });

  test('waits for Retry-After, unless it is hours', async () => {
    await using server = await serve(status(429, { 'retry-after': '1' }), status(200));
    const waits: number[] = [];
    const retry = { ...quick, onRetry: ({ waitMs }: { waitMs: number }) => waits.push(waitMs) };
    expect((await httpGet(access, server.base, { retry })).status).toBe(200);
    expect(waits).toEqual([1000]);
    await using hours = await serve(status(429, { 'retry-after': '7200' }));
    expect((await httpGet(access, hours.base, { retry })).status).toBe(429);
    expect(hours.requests()).toBe(1);
  });

  test('follows redirects to other hosts, but not in circles or to other protocols', async () => {
    await using target = await serve(status(200));
    await using server = await serve((request, response) => {
      const location =
        request.url === '/circle'
          ? '/circle'
          : request.url === '/file'
            ? 'file:///etc/passwd'
            : `${target.base}/x`;
      response.writeHead(302, { location }).end();
    });
    expect((await httpGet(access, `${server.base}/away`)).body.toString()).toBe('status 200');
    for (const path of ['circle', 'file'])
      await expect(httpGet(access, `${server.base}/${path}`)).rejects.toMatchObject({ code: 'protocol' });
  });

  test('sends Authorization only to the first origin', async () => {
    const seen: (string | undefined)[] = [];
    await using elsewhere = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    });
    await using server = await serve((request, response) => {
      seen.push(request.headers.authorization);
      const location = request.url === '/first' ? '/second' : `${elsewhere.base}/third`;
      response.writeHead(302, { location }).end();
    });
    await httpGet(access, `${server.base}/first`, { authorization: 'Basic abc' });
    expect(seen).toEqual(['Basic abc', 'Basic abc', undefined]);
  });

  test('rejects a response that is too long, announced or not', async () => {
    await using announced = await serve((_, response) => response.end(Buffer.alloc(2000)));
    await using chunked = await serve((_, response) => {
      response.write(Buffer.alloc(1500));
      response.end(Buffer.alloc(500));
    });
    for (const { base } of [announced, chunked]) {
      const error = await httpGet(access, `${base}/x?sig=s3cret`, { maxBytes: 1999 }).catch((error) => error);
      expect(error).toMatchObject({ code: 'protocol', expected: 'at most 1999 bytes' });
      expect(error.message).not.toContain('s3cret');
      expect((await httpGet(access, base, { maxBytes: 2000 })).body).toHaveLength(2000);
    }
  });

  test('stops on request, during a response and between attempts', async () => {
    await using silent = await serve(() => undefined);
    await using failing = await serve(status(503));
    for (const [base, delay] of [
      [silent.base, 1],
      [failing.base, 60_000],
    ] as const) {
      const signal = AbortSignal.timeout(50);
      await expect(httpGet(access, base, { signal, retry: { delay } })).rejects.toMatchObject({
        code: 'interrupted',
      });
    }
  });
});
