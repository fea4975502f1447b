import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { AirlockError } from '../../base/errors/airlock-error.ts';
import { DOCKER_SCHEMA1 } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { client, plainAccess, scripted, until } from '../exchange/registry.fixture.ts';

const OCI = 'application/vnd.oci.image.index.v1+json';
const manifest = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: OCI, manifests: [] }));

function good(response: ServerResponse, headers: Record<string, string> = {}): void {
  response
    .writeHead(200, { 'content-type': OCI, 'content-length': manifest.length, ...headers })
    .end(manifest);
}

type Fault = (request: IncomingMessage, response: ServerResponse) => void;
const status =
  (code: number, headers = {}): Fault =>
  (_, response) =>
    response.writeHead(code, headers).end();

test.each<[string, Fault]>([
  ['500', status(500)],
  ['502', status(502)],
  ['503', status(503)],
  ['504', status(504)],
  ['408', status(408)],
  ['429', status(429)],
  [
    'TOOMANYREQUESTS under another status',
    (_, r) => r.writeHead(403).end('{"errors":[{"code":"TOOMANYREQUESTS"}]}'),
  ],
  ['a reset', (request) => request.socket.resetAndDestroy()],
  ['a connection closed without a response', (request) => request.socket.destroy()],
  [
    'a truncated body',
    (_, r) => {
      r.writeHead(200, { 'content-type': OCI, 'content-length': manifest.length });
      r.write(manifest.subarray(0, 10), () => r.destroy());
    },
  ],
  [
    'a wrong byte under a stated digest',
    (_, r) => {
      r.writeHead(200, { 'content-type': OCI, 'docker-content-digest': sha256(manifest) });
      r.end(manifest.toString().replace('2', '3'));
    },
  ],
])('%s passes, twice', async (_, fault) => {
  await using server = await scripted((request, response, seen) =>
    seen.length <= 2 ? fault(request, response) : good(response),
  );
  await using c = client();
  const waits: number[] = [];
  const got = await c.registries
    .at(server.host)
    .manifest('a/b', 't', { onRetry: (r) => waits.push(r.attempt) });
  expect(got.bytes.equals(manifest)).toBe(true);
  expect(waits).toEqual([2, 3]);
  expect(c.registries.counters).toMatchObject({ retries: 2 });
});

test.each<[string, string, Fault]>([
  ['not-found', '404', status(404)],
  ['denied', '403', status(403)],
  ['unauthorized', '401', status(401)],
  ['protocol', '400', status(400)],
  ['server-error', '501', status(501)],
  [
    'manifest-invalid',
    'Docker schema 1',
    (_, r) => r.setHeader('content-type', DOCKER_SCHEMA1[1]!).end('{"schemaVersion":1}'),
  ],
  [
    'protocol',
    'text/html',
    (_, r) => r.setHeader('content-type', 'text/html').end('<html>Please log in</html>'),
  ],
])('%s (%s) is not retried', async (code, text, fault) => {
  await using server = await scripted(fault);
  await using c = client();
  await expect(c.registries.at(server.host).manifest('a/b', 't')).rejects.toMatchObject({
    code,
    message: expect.stringContaining(text),
  });
  expect(server.requests).toHaveLength(1);
});

test.each([
  ['server-error', status(503)],
  ['rate-limited', status(429)],
  ['digest-mismatch', ((_, r) => good(r, { 'docker-content-digest': sha256('other') })) satisfies Fault],
])('%s fails without attempts left', async (code, fault) => {
  await using server = await scripted(fault);
  await using c = client({ retry: { times: 2, delayMs: 1 } });
  await expect(c.registries.at(server.host).manifest('a/b', 't')).rejects.toMatchObject({
    code,
    retryable: true,
  });
  expect(server.requests).toHaveLength(3);
});

test('verifies a requested digest regardless of the stated one', async () => {
  await using server = await scripted((_, r) => good(r, { 'docker-content-digest': sha256('x') }));
  await using c = client({ retry: { times: 0, delayMs: 0 } });
  const at = c.registries.at(server.host);
  expect((await at.manifest('a/b', sha256(manifest))).digest).toBe(sha256(manifest));
  await expect(at.manifest('a/b', sha256('x'))).rejects.toMatchObject({
    code: 'digest-mismatch',
    expected: sha256('x'),
    found: sha256(manifest),
  });
});

test('observes Retry-After in seconds and as a date', async () => {
  const date = new Date(Date.now()).toUTCString();
  const later = new Date(Date.parse(date) + 1_000).toUTCString();
  const answers: Fault[] = [
    status(429, { 'retry-after': '1' }),
    status(503, { 'retry-after': later, date }),
    (_, response) => good(response),
  ];
  await using server = await scripted((request, response, seen) =>
    answers[seen.length - 1]!(request, response),
  );
  await using c = client();
  const errors: (AirlockError | number)[] = [];
  await c.registries.at(server.host).manifest('a/b', 't', { onRetry: (r) => errors.push(r.waitMs) });
  expect(errors).toEqual([expect.closeTo(1_000, -1), expect.closeTo(1_000, -1)]);
  expect(Math.min(...(errors as number[]))).toBeGreaterThanOrEqual(1_000);
  expect(server.requests[1]!.at - server.requests[0]!.at).toBeGreaterThan(990);
});

test('limits a Retry-After of an hour to the maximum wait', async () => {
  await using server = await scripted((request, response, seen) =>
    seen.length === 1 ? status(429, { 'retry-after': '3600' })(request, response) : good(response),
  );
  await using c = client({ maxBackoffMs: 20 });
  await c.registries.at(server.host).manifest('a/b', 't');
});

test('waits for a server that is not available yet', async () => {
  const c = client({ retry: { times: 20, delayMs: 20 } });
  await using _ = c;
  const first = await scripted((_, response) => good(response));
  const { host } = first;
  await first[Symbol.asyncDispose]();
  let retries = 0;
  const failed = c.registries.at(host).manifest('a/b', 't', { onRetry: () => retries++ });
  await expect(failed).rejects.toMatchObject({ code: 'connection', message: expect.stringContaining(host) });
  expect(retries).toBe(20);
});

test('gives up on a silent server after stallMs', async () => {
  await using server = await scripted(() => {});
  await using c = client({ stallMs: 100, retry: { times: 1, delayMs: 1 } });
  await expect(c.registries.at(server.host).manifest('a/b', 't')).rejects.toMatchObject({ code: 'stalled' });
  expect(server.requests).toHaveLength(2);
});

test('HEAD: returns undefined for 404, and uses GET if HEAD is insufficient', async () => {
  const digest = sha256(manifest);
  await using server = await scripted((request, response) => {
    if (request.url!.endsWith('/absent')) return void response.writeHead(404).end();
    if (request.url!.endsWith('/nohead') && request.method === 'HEAD')
      return void response.writeHead(405).end();
    good(response, request.url!.endsWith('/bare') ? {} : { 'docker-content-digest': digest });
  });
  await using c = client();
  const at = c.registries.at(server.host);
  const facts = { digest, size: manifest.length, mediaType: OCI };
  expect(await at.resolve('a/b', 'absent')).toBeUndefined();
  expect(await at.resolve('a/b', 'complete')).toEqual(facts);
  expect(await at.resolve('a/b', 'bare')).toEqual(facts);
  expect(await at.resolve('a/b', 'nohead')).toEqual(facts);
  expect(server.requests.map((r) => r.method)).toEqual(['HEAD', 'HEAD', 'HEAD', 'GET', 'HEAD', 'GET']);
});

test('shares a connection between many HEADs', async () => {
  await using server = await scripted((_, response) =>
    good(response, { 'docker-content-digest': sha256(manifest) }),
  );
  await using c = client();
  const at = c.registries.at(server.host);
  for (let i = 0; i < 10; i++) await at.resolve('a/b', `t${i}`);
  // One that tried TLS, one that the greeting may still use, one for all.
  expect(server.connections).toBeLessThanOrEqual(3);
});

test('ends a request, a wait and a close at once on an abort', async () => {
  await using server = await scripted((request, response) => {
    if (request.url!.endsWith('/busy')) response.writeHead(503, { 'retry-after': '60' }).end();
  });
  await using c = client({ maxBackoffMs: 60_000 });
  const at = c.registries.at(server.host);
  const controller = new AbortController();
  const began = performance.now();
  const hanging = at.manifest('a/b', 'hang', { signal: controller.signal });
  const waiting = at.manifest('a/b', 'busy', { signal: controller.signal });
  const closed = at.manifest('a/b', 'hang');
  const closedWait = at.manifest('a/b', 'busy');
  for (const p of [hanging, waiting, closed, closedWait]) p.catch(() => {});
  await until(() => c.registries.counters.retries === 2 && server.requests.length === 4);
  controller.abort();
  await expect(hanging).rejects.toMatchObject({ code: 'interrupted' });
  await expect(waiting).rejects.toMatchObject({ code: 'interrupted' });
  await c.registries.close();
  await expect(closed).rejects.toMatchObject({ code: 'interrupted' });
  await expect(closedWait).rejects.toMatchObject({ code: 'interrupted' });
  await expect(at.manifest('a/b', 'hang')).rejects.toMatchObject({ code: 'interrupted' });
  expect(performance.now() - began).toBeLessThan(3_000);
});

test('queries mirrors first, and reports their errors if all fail', async () => {
  await using down = await scripted(status(503));
  await using missing = await scripted(status(404));
  let present = true;
  await using registry = await scripted((_, response) =>
    present ? good(response) : void response.writeHead(403).end(),
  );
  await using c = client({}, plainAccess({ mirrors: [down.host, missing.host] }));
  const at = c.registries.at(registry.host);
  await at.manifest('a/b', 't');
  expect([down.requests.length, missing.requests.length, registry.requests.length]).toEqual([2, 1, 1]);
  expect((await at.resolve('a/b', 't'))?.digest).toBe(sha256(manifest));
  present = false;
  await expect(at.manifest('a/b', 't')).rejects.toMatchObject({
    code: 'denied',
    message: expect.stringMatching(
      new RegExp(`403.*earlier mirrors.*${down.host}.*503.*${missing.host}.*404`),
    ),
  });
});

test('never uploads to a mirror', async () => {
  await using mirror = await scripted(status(500));
  await using registry = await scripted(async (request, response) => {
    await request.resume().toArray();
    response.writeHead(201, { 'docker-content-digest': sha256(manifest) }).end();
  });
  await using c = client({}, plainAccess({ mirrors: [mirror.host], rewrite: (name) => `inner/${name}` }));
  await c.registries
    .at(registry.host)
    .putManifest('a/b', 't', { mediaType: OCI, digest: sha256(manifest), bytes: manifest });
  expect(mirror.requests).toEqual([]);
  expect(registry.requests[0]).toMatchObject({
    method: 'PUT',
    url: '/v2/inner/a/b/manifests/t',
    headers: { 'content-type': OCI },
  });
});

test('reports a registry that stores another digest', async () => {
  await using registry = await scripted((_, response) => {
    response.writeHead(201, { 'docker-content-digest': sha256('other') }).end();
  });
  await using c = client();
  const put = c.registries
    .at(registry.host)
    .putManifest('a/b', 't', { mediaType: OCI, digest: sha256(manifest), bytes: manifest });
  await expect(put).rejects.toMatchObject({ code: 'digest-mismatch', found: sha256('other') });
});
