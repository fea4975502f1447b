import { expect, test } from 'vitest';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { createWaitReport, type HostWait } from './host-waits.ts';
import { client, readAll, scripted } from './registry.fixture.ts';

const busy = new AirlockError('rate-limited', 'answered 429', { found: '429', retryAfterMs: 300_000 });

test('reports a long wait once for all requests with the same end', () => {
  const waits: HostWait[] = [];
  const onWait = createWaitReport((wait) => waits.push(wait));
  onWait('a.example', 5_000, busy);
  expect(waits).toEqual([]);
  const before = Date.now();
  for (let i = 0; i < 20; i++) onWait('a.example', 300_000 + i * 10, busy);
  expect(waits).toEqual([
    {
      host: 'a.example',
      until: expect.any(String),
      code: 'rate-limited',
      status: 429,
      retryAfterMs: 300_000,
    },
  ]);
  expect(Date.parse(waits[0]!.until) - before).toBeGreaterThanOrEqual(300_000);
  // Another host, and the same host for longer.
  onWait('b.example', 8_000, new AirlockError('connection', 'reset'));
  onWait('a.example', 320_000, busy);
  expect(waits.map(({ host }) => host)).toEqual(['a.example', 'b.example', 'a.example']);
  expect(waits[1]).toEqual({ host: 'b.example', until: expect.any(String), code: 'connection' });
});

test('reports the Retry-After wait of a request and a transfer', async () => {
  await using server = await scripted((_, response) => {
    response.writeHead(429, { 'retry-after': '7' }).end();
  });
  for (const use of ['manifest', 'blob'] as const) {
    const waited = Promise.withResolvers<HostWait>();
    const c = client({ maxBackoffMs: 60_000, onWait: createWaitReport(waited.resolve) });
    const at = c.registries.at(server.host);
    const requested =
      use === 'manifest'
        ? at.manifest('a/b', 'latest')
        : readAll(at.blob('a/b', { digest: `sha256:${'0'.repeat(64)}`, size: 1 }));
    const ended = expect(requested).rejects.toMatchObject({ code: 'interrupted' });
    expect(await waited.promise).toMatchObject({ host: server.host, status: 429, retryAfterMs: 7_000 });
    await c[Symbol.asyncDispose]();
    await ended;
  }
});
