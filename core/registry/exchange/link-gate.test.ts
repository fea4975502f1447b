import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLinkGate } from './link-gate.ts';
import { blobOf, client, noise, readAll, scripted } from './registry.fixture.ts';

const content = noise(300_000);
const blob = blobOf(content);
const never = new AbortController().signal;

/** Serves ranges of the content: `held` chunks of 50 kB, the rest a moment later. */
function serve(stalled = 0) {
  return scripted((request, response, seen) => {
    const from = Number(/^bytes=(\d+)-\d+$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from >= content.length) {
      response.writeHead(416).end();
      return;
    }
    if (from > 0)
      response.setHeader('content-range', `bytes ${from}-${content.length - 1}/${content.length}`);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from });
    if (seen.length <= stalled) response.write(content.subarray(from, from + 50_000));
    else response.end(content.subarray(from));
  });
}

test('sends no request while it is closed, and continues when it opens', async () => {
  await using server = await serve();
  const gate = createLinkGate(never);
  await using c = client({ gate });
  gate.set(false);
  const reading = readAll(c.registries.at(server.host).blob('a/b', blob));
  await sleep(60);
  expect(server.connections).toBe(0);
  gate.set(true);
  expect((await reading).equals(content)).toBe(true);
  expect(c.registries.counters.retries).toBe(0);
});

test('stops content and resumes it at the same byte, without counting an attempt', async () => {
  await using server = await serve(3);
  const gate = createLinkGate(never);
  await using c = client({ gate, retry: { times: 0, delayMs: 0 } });
  const got: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of c.registries.at(server.host).blob('a/b', blob)) {
    got.push(chunk);
    bytes += chunk.length;
    if (bytes % 50_000 !== 0 || bytes > 150_000) continue;
    gate.set(false);
    setTimeout(() => gate.set(true), 20);
  }
  expect(Buffer.concat(got).equals(content)).toBe(true);
  expect(server.requests.map(({ headers }) => headers.range)).toEqual([
    undefined,
    `bytes=50000-${content.length - 1}`,
    `bytes=100000-${content.length - 1}`,
    `bytes=150000-${content.length - 1}`,
  ]);
  expect(c.registries.counters).toMatchObject({ fetched: content.length, retries: 0 });
});

test('requests no empty range for content that was stopped after its last byte', async () => {
  await using server = await serve();
  const gate = createLinkGate(never);
  await using c = client({ gate });
  let bytes = 0;
  for await (const chunk of c.registries.at(server.host).blob('a/b', blob)) {
    bytes += chunk.length;
    if (bytes === content.length) gate.set(false);
  }
  expect(bytes).toBe(content.length);
  expect(server.requests).toHaveLength(1);
});

test('waits for no opening after a stop or an abort', async () => {
  await using server = await serve();
  const leaving = new AbortController();
  const stop = new AbortController();
  const gate = createLinkGate(leaving.signal);
  await using c = client({ gate });
  gate.set(false);
  const registry = c.registries.at(server.host);
  const stopped = registry.manifest('a/b', 'latest', { signal: stop.signal }).catch((error) => error);
  const left = registry.manifest('a/b', 'latest').catch((error) => error);
  stop.abort();
  expect(await stopped).toMatchObject({ code: 'interrupted' });
  leaving.abort();
  expect(await left).toMatchObject({ code: 'interrupted' });
  await expect(registry.manifest('a/b', 'latest')).rejects.toMatchObject({ code: 'interrupted' });
  expect(server.requests).toEqual([]);
});

test('ends content with `window-closed` on request', async () => {
  await using server = await serve(1);
  const gate = createLinkGate(never);
  await using c = client({ gate });
  const reading = c.registries
    .at(server.host)
    .blob('a/b', blob, { endAtClose: true })
    [Symbol.asyncIterator]();
  await reading.next();
  gate.set(false);
  await expect(
    (async () => {
      for (;;) if ((await reading.next()).done) return;
    })(),
  ).rejects.toMatchObject({ code: 'window-closed' });
});
