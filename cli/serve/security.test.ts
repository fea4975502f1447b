import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LARGEST_REQUEST } from '../../core/contract/envelope.ts';
import { type ServeRig, startServeRig } from './serve.fixture.ts';

let serving: ServeRig;
let port: number;
let token: string;
const NEEDLE = 'needle-51bc';

beforeAll(async () => {
  serving = await startServeRig();
  const { port: bound, searchParams } = new URL(serving.server.address);
  port = Number(bound);
  token = searchParams.get('token')!;
});
afterAll(() => serving.close());

interface Reply {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

/** A request as an attacker writes it: any path, any header, nothing added but the cookie unless it is removed. */
function raw(
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: string | Buffer[]; cookie?: string | undefined } = {},
): Promise<Reply> {
  const cookie = 'cookie' in options ? options.cookie : serving.cookie;
  return new Promise((resolve, reject) => {
    const requested = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        headers: cookie ? { cookie, ...options.headers } : options.headers,
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }));
      },
    );
    requested.on('error', reject);
    const { body } = options;
    if (Array.isArray(body)) for (const part of body) requested.write(part);
    else if (body !== undefined) requested.write(body);
    requested.end();
  });
}

function query(body: string | Buffer[], headers: Record<string, string> = {}, cookie = serving.cookie) {
  return raw('POST', '/api/host.describe', {
    headers: { 'content-type': 'application/json', ...headers },
    body,
    cookie,
  });
}

describe('the token', () => {
  test('gives access to the app, the requests and the events', async () => {
    expect(await raw('GET', '/')).toMatchObject({
      status: 200,
      body: '<!doctype html><title>Airlock</title>',
    });
    expect(JSON.parse((await query('{}')).body)).toMatchObject({ ok: true });
  });

  test.each(['/', '/index.html', '/assets/app-abc123.js', '/nothing'])(
    'is required: without it, %s is a page with instructions',
    async (path) => {
      const reply = await raw('GET', path, { cookie: undefined });
      expect(reply.status).toBe(403);
      expect(reply.body).toContain('Open the address that Airlock printed');
      expect(reply.body).not.toContain(token);
    },
  );

  test('is required: without it, requests and events are rejected as specified by the contract', async () => {
    const rejected = { ok: false, error: { code: 'forbidden', level: 'error', problems: [] } };
    for (const reply of [
      await query('{}', {}, ''),
      await raw('GET', '/api/events', { cookie: undefined }),
      await raw('GET', '/api/events?after=x.1', { cookie: undefined }),
    ]) {
      expect(reply.status).toBe(403);
      expect(JSON.parse(reply.body)).toMatchObject(rejected);
    }
  });

  test('is rejected if it is wrong, and so is a wrong cookie', async () => {
    const [name] = serving.cookie.split('=');
    const wrong = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const path of [`/?token=${wrong}`, '/?token=', `/?token=${token}x`, `/?token=${token.slice(1)}`]) {
      const reply = await raw('GET', path, { cookie: undefined });
      expect(reply.status).toBe(403);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    for (const cookie of [
      `${name}=`,
      `${name}=${token}`,
      `${serving.cookie}x`,
      'airlock=1',
      `x${serving.cookie}`,
    ])
      expect((await query('{}', {}, cookie)).status).toBe(403);
    expect((await query('{}', {}, `other=1; ${serving.cookie}; more=2`)).status).toBe(200);
    // Only the address of the start page accepts it.
    expect((await raw('GET', `/index.html?token=${token}`, { cookie: undefined })).status).toBe(403);
    expect((await raw('POST', `/?token=${token}`, { cookie: undefined })).status).toBe(403);
  });

  test('is exchanged for a cookie that no script and no other site can read, and is in no later response', async () => {
    const entered = await raw('GET', `/?token=${token}`, { cookie: undefined });
    expect(entered).toMatchObject({ status: 303, headers: { location: '/', 'cache-control': 'no-store' } });
    const [cookie = ''] = entered.headers['set-cookie'] ?? [];
    const [pair = '', ...flags] = cookie.split('; ');
    expect(pair).toMatch(/^airlock-[0-9a-f]{12}=[\w-]{43}$/);
    expect(flags.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict']);
    expect(cookie).not.toContain(token);
    for (const reply of [
      entered,
      await raw('GET', '/', { cookie: pair }),
      await query('{}', {}, pair),
      await raw('GET', '/nothing', { cookie: pair }),
    ])
      expect(JSON.stringify(reply)).not.toContain(token);
  });

  test('is also accepted from a link of another site, and its cookie is then accepted', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const entered = await raw('GET', `/?token=${token}`, { headers, cookie: undefined });
    expect(entered.status).toBe(200);
    expect(entered.body).toContain('http-equiv="refresh"');
    expect(entered.headers['set-cookie']).toHaveLength(1);
    expect((await raw('GET', '/?token=wrong', { headers, cookie: undefined })).status).toBe(403);
  });

  test('is replaced with a single-use token when Airlock starts a browser', async () => {
    const { pathname, search } = new URL(serving.server.openingAddress());
    expect(search).not.toContain(token);
    expect((await raw('GET', pathname + search, { cookie: undefined })).status).toBe(303);
    expect((await raw('GET', pathname + search, { cookie: undefined })).status).toBe(403);
  });
});

describe('the origin of a request', () => {
  test('rejects another name of this host, with token and cookie', async () => {
    for (const host of [
      `evil.example:${port}`,
      'evil.example',
      `127.0.0.1.evil.example:${port}`,
      '[::2]',
      '0.0.0.0',
    ])
      for (const reply of [
        await query('{}', { host }),
        await raw('GET', '/', { headers: { host } }),
        await raw('GET', `/?token=${token}`, { headers: { host }, cookie: undefined }),
      ]) {
        expect(reply.status).toBe(403);
        expect(reply.headers['set-cookie']).toBeUndefined();
      }
  });

  test('accepts any port of a tunnel', async () => {
    for (const host of ['127.0.0.1:1', 'localhost:65535', 'LOCALHOST', '[::1]:8080', '127.0.0.1']) {
      expect((await query('{}', { host })).status).toBe(200);
      expect((await query('{}', { host, origin: `http://${host.toLowerCase()}` })).status).toBe(200);
    }
  });

  test('rejects any request from a page of another origin', async () => {
    const host = `127.0.0.1:${port}`;
    for (const origin of [
      'http://evil.example',
      'null',
      `https://${host}`,
      `http://127.0.0.1:${port + 1}`,
      `http://localhost:${port}`,
      `http://${host}.evil.example`,
    ]) {
      expect((await query('{}', { origin })).status).toBe(403);
      expect((await raw('GET', '/api/events', { headers: { origin } })).status).toBe(403);
      expect((await raw('GET', `/?token=${token}`, { headers: { origin }, cookie: undefined })).status).toBe(
        403,
      );
    }
    expect((await query('{}', { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).status).toBe(
      200,
    );
    for (const site of ['cross-site', 'same-site'])
      expect((await query('{}', { 'sec-fetch-site': site })).status).toBe(403);
    const preflight = await raw('OPTIONS', '/api/host.describe', {
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(403);
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('limits of requests', () => {
  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '//etc/passwd',
    '/etc/passwd',
    '/assets//etc/passwd',
    '/index.html%00.js',
    '/%',
    '/assets',
    '/assets/',
    '/./index.html',
    'http://evil.example/',
  ])('%s is not found', async (path) => {
    const reply = await raw('GET', path);
    expect([400, 404]).toContain(reply.status);
    expect(reply.body).not.toContain('outside of the pages');
    expect(reply.body).not.toContain('root:');
  });

  test('rejects a body larger than any request, with and without a length, and stores none of it', async () => {
    const headers = { 'content-type': 'application/json' };
    const announced = await query(`"${'x'.repeat(LARGEST_REQUEST)}"`);
    const part = Buffer.alloc(1024 * 1024, 'x');
    const chunked = await query(
      Array.from({ length: LARGEST_REQUEST / part.length + 1 }, () => part),
      {
        ...headers,
        'transfer-encoding': 'chunked',
      },
    );
    for (const reply of [announced, chunked]) {
      expect(reply.status).toBe(413);
      expect(JSON.parse(reply.body)).toMatchObject({ ok: false, error: { code: 'usage' } });
    }
    expect((await query('{}')).status).toBe(200);
  });

  test('rejects other content types, methods and names', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonp',
      '',
    ])
      expect((await query('{}', { 'content-type': type })).status).toBe(415);
    expect((await query('{}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
    for (const method of ['GET', 'PUT', 'DELETE', 'HEAD'])
      expect((await raw(method, '/api/host.describe')).status).toBe(405);
    expect((await raw('POST', '/')).status).toBe(405);
    for (const path of [
      '/api/',
      '/api/no.such',
      '/api/constructor',
      '/api/__proto__',
      '/api/../api/host.describe',
    ])
      expect(
        (await raw('POST', path, { headers: { 'content-type': 'application/json' }, body: '{}' })).status,
      ).toBe(404);
    const broken = await query('{"a":');
    expect(broken.status).toBe(400);
    expect(JSON.parse(broken.body)).toMatchObject({ ok: false, error: { code: 'usage' } });
  });
});

test('every response has headers that isolate its page, and only files with a hash in their name may be cached', async () => {
  const replies = [
    await raw('GET', '/'),
    await raw('GET', '/', { cookie: undefined }),
    await raw('GET', '/nothing'),
    await raw('GET', '/assets/app-abc123.js'),
    await query('{}'),
    await query('{}', {}, ''),
  ];
  for (const { headers } of replies)
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  const caching = replies.map(({ headers }) => headers['cache-control']);
  expect(caching.filter((value) => value !== 'no-store')).toEqual(['private, max-age=31536000, immutable']);
  expect(caching[3]).toContain('immutable');
  expect(replies[3]!.headers['content-type']).toBe('text/javascript; charset=utf-8');
});

test('a typed password is in no later response', async () => {
  const send = async (name: string, input: unknown) =>
    (
      await raw('POST', `/api/${name}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
    ).body;
  const set = { registry: 'reg.example', username: 'user', password: NEEDLE, keep: 'session' };
  const reported = [
    await send('credentials.set', set),
    await send('credentials.set', { ...set, keep: 'key-store' }),
    await send('credentials.set', { ...set, keep: 'nowhere' }),
    await send('registries.list', {}),
    await send('settings.read', {}),
    await send('diagnostics.preview', {}),
  ];
  expect(JSON.parse(reported[0]!)).toMatchObject({ ok: true });
  expect(reported[3]).toContain('reg.example');
  expect(reported.join('\n')).not.toContain(NEEDLE);
  expect(JSON.stringify(serving.rig.engine.hub.since())).not.toContain(NEEDLE);
});
