import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import type { Credentials } from '../access/access.ts';
import {
  bodyOf,
  client,
  inChunks,
  plainAccess,
  type ScriptedServer,
  scripted,
} from '../exchange/registry.fixture.ts';

const manifest = JSON.stringify({
  schemaVersion: 2,
  mediaType: 'application/vnd.oci.image.index.v1+json',
  manifests: [],
});
const basic: Credentials = { kind: 'basic', username: 'me', password: 's3:cret' };

interface TokenScript {
  /** Real lifetime of a token in ms. */
  livesMs?: number;
  expiresIn?: number;
  /** Handles the token request itself, and returns true. */
  rejectRequest?: (request: IncomingMessage, response: ServerResponse, count: number) => boolean;
  /** This number of requests is rejected with any credentials. */
  strayRejections?: number;
  /** The registry rejects every token. */
  useless?: boolean;
  challengeScope?: string;
  delayMs?: number;
}

/** A registry that requires tokens, with its token service at `/token`. */
async function withTokens(script: TokenScript = {}) {
  let strayLeft = script.strayRejections ?? 0;
  const tokens = new Map<string, { until: number; scopes: string[] }>();
  const requested: { scopes: string[]; authorization: string | undefined; method: string; body: string }[] =
    [];
  const challenge = (request: IncomingMessage, response: ServerResponse) => {
    const scope = script.challengeScope ? `,scope="${script.challengeScope}"` : '';
    response.writeHead(401, {
      'www-authenticate': `Bearer realm="http://${request.headers.host}/token",service="reg"${scope}`,
    });
    response.end(JSON.stringify({ errors: [{ code: 'UNAUTHORIZED', message: 'authentication required' }] }));
  };
  const server: ScriptedServer = await scripted(async (request, response) => {
    const url = new URL(request.url!, 'http://x');
    if (url.pathname === '/token') {
      const body = (await bodyOf(request)).toString();
      const scopes = url.searchParams.getAll('scope');
      requested.push({ scopes, authorization: request.headers.authorization, method: request.method!, body });
      if (script.delayMs) await new Promise((resolve) => setTimeout(resolve, script.delayMs));
      if (script.rejectRequest?.(request, response, requested.length)) return;
      const value = `t${requested.length}`;
      tokens.set(value, { until: performance.now() + (script.livesMs ?? 60_000), scopes });
      const expires = script.expiresIn === undefined ? {} : { expires_in: script.expiresIn };
      return void response.end(JSON.stringify({ token: value, ...expires }));
    }
    const token = tokens.get(/^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    if (strayLeft-- > 0) return challenge(request, response);
    const known = token && token.until > performance.now() && !script.useless;
    const enough = !script.challengeScope || token?.scopes.includes(script.challengeScope);
    if (!known || !enough) return challenge(request, response);
    response.writeHead(200, { 'content-type': 'application/vnd.oci.image.index.v1+json' });
    response.end(manifest);
  }, challenge);
  const rejected = () => server.requests.filter((r) => !r.url.startsWith('/token')).length;
  return { server, requested, rejected };
}

test('requests one token per repository without a rejected request, and shares it', async () => {
  const { server, requested } = await withTokens({ delayMs: 20 });
  await using _ = server;
  await using c = client({}, plainAccess({ credentials: basic }));
  const at = c.registries.at(server.host);
  await Promise.all(['a', 'a', 'a', 'b', 'b'].map((name) => at.manifest(`x/${name}`, 't')));
  await at.manifest('x/a', 't2');
  expect(requested.map((a) => a.scopes)).toEqual([['repository:x/a:pull'], ['repository:x/b:pull']]);
  expect(requested[0]!.authorization).toBe(`Basic ${Buffer.from('me:s3:cret').toString('base64')}`);
  expect(server.requests.filter((r) => r.url.includes('/manifests/'))).toHaveLength(6);
  expect(c.registries.counters.retries).toBe(0);
});

test('requests an anonymous token without credentials', async () => {
  const { server, requested } = await withTokens();
  await using _ = server;
  await using c = client();
  await c.registries.at(server.host).manifest('x/a', 't');
  expect(requested).toMatchObject([{ authorization: undefined, method: 'GET' }]);
});

test('sends an identity token by OAuth2 POST', async () => {
  const { server, requested } = await withTokens();
  await using _ = server;
  await using c = client({}, plainAccess({ credentials: { kind: 'identity-token', token: 'ref/resh' } }));
  await c.registries.at(server.host).manifest('x/a', 't');
  expect(requested[0]!.method).toBe('POST');
  expect(Object.fromEntries(new URLSearchParams(requested[0]!.body))).toEqual({
    grant_type: 'refresh_token',
    client_id: 'airlock',
    refresh_token: 'ref/resh',
    service: 'reg',
    scope: 'repository:x/a:pull',
  });
});

test('sends a registry token unchanged, and treats its rejection as final', async () => {
  const { server, requested } = await withTokens();
  await using _ = server;
  await using c = client({}, plainAccess({ credentials: { kind: 'registry-token', token: 'mine' } }));
  const failed = c.registries.at(server.host).manifest('x/a', 't');
  await expect(failed).rejects.toMatchObject({ code: 'unauthorized' });
  expect(requested).toEqual([]);
  expect(server.requests[0]!.headers.authorization).toBe('Bearer mine');
  await expect(failed).rejects.not.toMatchObject({ message: expect.stringContaining('mine') });
});

test('replaces a token that expired unannounced once, without a retry', async () => {
  const { server, requested } = await withTokens({ livesMs: 1_000 });
  await using _ = server;
  await using c = client({}, plainAccess({ credentials: basic }));
  const at = c.registries.at(server.host);
  await at.manifest('x/a', 't');
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  await Promise.all([at.manifest('x/a', 't'), at.manifest('x/a', 't'), at.manifest('x/a', 't')]);
  expect(requested).toHaveLength(2);
  expect(c.registries.counters.retries).toBe(0);
});

test('replaces a token before its announced expiry', async () => {
  const { server, requested, rejected } = await withTokens({ expiresIn: 0.2, livesMs: 200 });
  await using _ = server;
  await using c = client({}, plainAccess({ credentials: basic }));
  const at = c.registries.at(server.host);
  await at.manifest('x/a', 't');
  await new Promise((resolve) => setTimeout(resolve, 210));
  await at.manifest('x/a', 't');
  expect(requested).toHaveLength(2);
  expect(rejected()).toBe(2);
});

test('fails after a limited number of rejected fresh tokens, and does not repeat the next request', async () => {
  const { server, requested } = await withTokens({ useless: true });
  await using _ = server;
  await using c = client({}, plainAccess({ credentials: basic }));
  const failed = c.registries.at(server.host).manifest('x/a', 't');
  await expect(failed).rejects.toMatchObject({ code: 'unauthorized', retryable: false });
  await expect(failed).rejects.toMatchObject({
    message: expect.stringMatching(/x\/a:t.*401.*authentication required/),
  });
  // Two as before, and six because the token service accepts the login.
  expect(requested).toHaveLength(8);
  expect(c.registries.counters.retries).toBe(0);
  await expect(c.registries.at(server.host).manifest('x/a', 't')).rejects.toMatchObject({
    code: 'unauthorized',
  });
  expect(requested).toHaveLength(10);
});

test('tolerates a stray 401 to a fresh token', async () => {
  const { server } = await withTokens({ strayRejections: 1 });
  await using _ = server;
  await using c = client({}, plainAccess({ credentials: basic }));
  await c.registries.at(server.host).manifest('x/a', 't');
  expect(c.registries.counters.retries).toBe(0);
});

test('also requests the scope of a challenge', async () => {
  const { server, requested } = await withTokens({ challengeScope: 'repository:inner/a:pull' });
  await using _ = server;
  await using c = client({}, plainAccess({ credentials: basic }));
  await c.registries.at(server.host).manifest('x/a', 't');
  expect(requested.at(-1)!.scopes).toEqual(['repository:inner/a:pull', 'repository:x/a:pull']);
});

test.each([
  [401, 'unauthorized'],
  [403, 'denied'],
])('fails at once if a token service answers %i: %s', async (status, code) => {
  const rejectRequest = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status).end('{"errors":[{"code":"DENIED","message":"wrong password"}]}');
    return true;
  };
  const { server, requested } = await withTokens({ rejectRequest });
  await using _ = server;
  await using c = client({}, plainAccess({ credentials: basic }));
  const failed = c.registries.at(server.host).manifest('x/a', 't');
  await expect(failed).rejects.toMatchObject({ code, message: expect.stringContaining('wrong password') });
  await expect(failed).rejects.not.toMatchObject({ message: expect.stringContaining('s3') });
  expect(requested).toHaveLength(1);
});

test('queries a token service again that is briefly unavailable', async () => {
  const rejectRequest = (_: IncomingMessage, response: ServerResponse, count: number) => {
    if (count > 2) return false;
    response.writeHead(503).end();
    return true;
  };
  const { server, requested } = await withTokens({ rejectRequest });
  await using _ = server;
  await using c = client({}, plainAccess({ credentials: basic }));
  await c.registries.at(server.host).manifest('x/a', 't');
  expect(requested).toHaveLength(3);
  expect(c.registries.counters.retries).toBe(2);
});

test('requests a truncated token again', async () => {
  const rejectRequest = (_: IncomingMessage, response: ServerResponse, count: number) => {
    if (count > 1) return false;
    response.writeHead(200, { 'content-length': 100 }).write('{"token":"', () => response.destroy());
    return true;
  };
  const { server, requested } = await withTokens({ rejectRequest });
  await using _ = server;
  await using c = client({}, plainAccess({ credentials: basic }));
  await c.registries.at(server.host).manifest('x/a', 't');
  expect(requested).toHaveLength(2);
});

test.each(['{}', '<html>', '{"token":"a\\nb"}'])('%s is no token', async (text) => {
  const rejectRequest = (_: IncomingMessage, response: ServerResponse) => {
    response.end(text);
    return true;
  };
  const { server } = await withTokens({ rejectRequest });
  await using _ = server;
  await using c = client({}, plainAccess({ credentials: basic }));
  await expect(c.registries.at(server.host).manifest('x/a', 't')).rejects.toMatchObject({ code: 'protocol' });
});

test('requests pull and push for a push, and pull of the source for a mount', async () => {
  const { server, requested } = await withTokens();
  await using _ = server;
  await using c = client({}, plainAccess({ credentials: basic }));
  const content = Buffer.from('x');
  const blob = { digest: sha256(content), size: 1 };
  const upload = c.registries
    .at(server.host)
    .uploadBlob('x/a', blob, () => inChunks(content), { mountFrom: ['x/b'] });
  await expect(upload).rejects.toMatchObject({ code: 'protocol' });
  expect(requested.map((a) => a.scopes)).toEqual([
    ['repository:x/a:pull,push', 'repository:x/b:pull'],
    ['repository:x/a:pull,push'],
  ]);
});

test('uses changed Basic credentials on disk after a 401', async () => {
  let password = 'old';
  const right = `Basic ${Buffer.from('me:new').toString('base64')}`;
  await using server = await scripted((request, response) => {
    if (request.headers.authorization === right) return void response.end(manifest);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end();
  });
  await using c = client(
    {},
    plainAccess({ credentials: () => ({ kind: 'basic', username: 'me', password }) }),
  );
  const at = c.registries.at(server.host);
  await expect(at.manifest('x/a', 't')).rejects.toMatchObject({ code: 'unauthorized' });
  password = 'new';
  await at.manifest('x/a', 't');
});

test('does not send a password to a token service without TLS for a verified registry', async () => {
  const { server, requested } = await withTokens();
  await using _ = server;
  const access = plainAccess({ credentials: basic });
  const verified = {
    ...access,
    endpoints: (host: string, repository: string) => [
      { host, repository, security: 'verified' as const, mirror: false },
    ],
    // Like behind a TLS terminator: requests that the client considers https arrive here.
    dispatcher: () => {
      const dispatcher = access.dispatcher('', 'insecure');
      return dispatcher.compose(
        (dispatch) => (options, handler) =>
          dispatch({ ...options, origin: String(options.origin).replace('https:', 'http:') }, handler),
      );
    },
  };
  await using c = client({}, verified);
  await expect(c.registries.at(server.host).manifest('x/a', 't')).rejects.toMatchObject({
    code: 'unauthorized',
  });
  expect(requested).toEqual([]);
});
