import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Access } from '../access/access.ts';
import { client, plainAccess, scripted } from '../exchange/registry.fixture.ts';

const bytes = '{"schemaVersion":2,"manifests":[]}';
let folder: string;
let tls: { key: Buffer; cert: Buffer };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'airlock-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-nodes', '-keyout', key, '-out', cert, '-subj', '/CN=me'],
    {
      stdio: 'ignore',
    },
  );
  tls = { key: readFileSync(key), cert: readFileSync(cert) };
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A registry behind TLS with an unknown certificate; sends `redirect` for blobs. */
async function tlsServer(redirect?: string) {
  const requests: string[] = [];
  const server = createServer(tls, (request, response) => {
    requests.push(request.url!);
    if (redirect && request.url !== '/v2/') response.writeHead(307, { location: redirect });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Every endpoint must be verified, although the connections themselves would accept any certificate. */
function verifiedAccess(): Access {
  const access = plainAccess();
  return {
    ...access,
    security: () => 'verified',
    endpoints: (host, repository) => [{ host, repository, security: 'verified', mirror: false }],
  };
}

test('insecure: uses TLS if the host supports it, after one greeting', async () => {
  await using server = await tlsServer();
  await using c = client();
  const at = c.registries.at(server.host);
  await Promise.all([at.manifest('a/b', '1'), at.manifest('a/b', '2'), at.manifest('a/c', '3')]);
  expect(server.requests.filter((url) => url === '/v2/')).toHaveLength(1);
});

test('insecure: uses plain HTTP without TLS, determined once', async () => {
  await using server = await scripted((_, response) => void response.end(bytes));
  await using c = client();
  const at = c.registries.at(server.host);
  await Promise.all([at.manifest('a/b', '1'), at.manifest('a/b', '2')]);
  await at.manifest('a/b', '3');
  // Two greetings, with TLS and plain, and three manifests.
  expect(c.registries.counters).toMatchObject({ requests: 5, retries: 0 });
});

test('insecure: greets again after one broken plain connection', async () => {
  let greetings = 0;
  await using server = await scripted(
    (_, response) => void response.end(bytes),
    (_, response) => void (++greetings === 1 ? response.destroy() : response.end('{}')),
  );
  await using c = client();
  expect((await c.registries.at(server.host).manifest('a/b', '1')).bytes.toString()).toBe(bytes);
  expect(c.registries.counters.retries).toBe(1);
});

test('insecure: does not fall back to plain HTTP after one broken TLS connection', async () => {
  await using server = await tlsServer();
  const port = Number(server.host.split(':')[1]);
  let connections = 0;
  // Like Go's servers: plain HTTP on the TLS port is answered with 400. The first connection breaks.
  const front = createSocketServer((socket) => {
    socket.on('error', () => {});
    if (++connections === 1) return void socket.destroy();
    socket.once('data', (first) => {
      if (first[0] !== 0x16) return void socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
      const inner = connect(port, '127.0.0.1').on('error', () => {});
      inner.write(first);
      socket.pipe(inner).pipe(socket);
    });
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  await using c = client();
  const host = `127.0.0.1:${(front.address() as AddressInfo).port}`;
  expect((await c.registries.at(host).manifest('a/b', '1')).bytes.toString()).toBe(bytes);
  expect(c.registries.counters.retries).toBe(1);
  front.close();
});

test('verified: never uses plain HTTP', async () => {
  await using server = await scripted((_, response) => void response.end(bytes));
  await using c = client({ retry: { times: 1, delayMs: 1 } }, verifiedAccess());
  await expect(c.registries.at(server.host).manifest('a/b', '1')).rejects.toMatchObject({
    code: 'connection',
  });
  expect(server.requests).toEqual([]);
});

test('verified: follows no redirect from TLS', async () => {
  await using plain = await scripted((_, response) => void response.end(bytes));
  await using server = await tlsServer(`http://${plain.host.replace('127.0.0.1', 'localhost')}/x`);
  await using c = client({}, verifiedAccess());
  await expect(c.registries.at(server.host).manifest('a/b', '1')).rejects.toMatchObject({
    code: 'protocol',
    message: expect.stringContaining('plain HTTP'),
  });
  expect(plain.requests).toEqual([]);
});

test('uses TLS for a registry behind a TLS proxy that refers to itself by http', async () => {
  await using server = await tlsServer();
  const inner = await tlsServer(`http://${server.host}/v2/moved`);
  await using _ = inner;
  await using c = client({}, verifiedAccess());
  expect((await c.registries.at(inner.host).manifest('a/b', '1')).bytes.toString()).toBe(bytes);
  expect(server.requests).toEqual(['/v2/moved']);
});

test('explains a fault, and retries it only if it is transient', async () => {
  await using server = await tlsServer();
  const access = verifiedAccess();
  const agent = new Agent();
  const requested: string[] = [];
  const explaining: Access = {
    ...access,
    dispatcher: () => agent,
    explain: (error, origin) => {
      requested.push(origin);
      return error;
    },
  };
  await using c = client({}, explaining);
  await expect(c.registries.at(server.host).manifest('a/b', '1')).rejects.toMatchObject({
    code: 'connection',
  });
  expect(requested).toEqual([`https://${server.host}`]);
  expect(c.registries.counters.retries).toBe(0);
  await agent.destroy();
});
