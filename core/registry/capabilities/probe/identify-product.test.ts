import { expect, test } from 'vitest';
import type { Access } from '../../access/access.ts';
import { client, plainAccess, scripted } from '../../exchange/registry.fixture.ts';
import { type RegistryServerOptions, startRegistryServer } from '../../server/start.ts';
import { memoryStorage } from '../../server/storage/memory-storage.ts';
import { identifyProduct } from './identify-product.ts';

async function identified(options: Partial<RegistryServerOptions>) {
  const server = await startRegistryServer({ storage: memoryStorage(), ...options });
  try {
    await using c = client();
    return await identifyProduct(c.registries.at(server.host), new AbortController().signal);
  } finally {
    await server.close();
  }
}

test.each([
  ['distribution', /404 page not found/],
  ['quay', /app-capabilities/],
  ['harbor', /systeminfo/],
  ['nexus', /Server: Nexus\/3\.72/],
  ['artifactory', /Artifactory\/7\.104/],
] as const)('identifies %s without a login', async (product, evidence) => {
  const auth = { kind: 'basic', users: { me: 'pw' } } as const;
  expect(await identified({ quirks: { product }, auth })).toEqual({
    name: product,
    evidence: expect.stringMatching(evidence),
  });
});

test('identifies zot, which shows itself only after a login', async () => {
  const login = 'Basic bWU6cHc=';
  await using server = await scripted(
    (_, response) => void response.writeHead(404).end('404 page not found\n'),
    (request, response) => {
      if (request.headers.authorization !== login)
        return void response.writeHead(401, { 'www-authenticate': 'Basic realm="zot"' }).end();
      response.setHeader('access-control-allow-headers', 'Authorization,content-type,X-ZOT-API-CLIENT').end();
    },
  );
  const identify = async (access: Access) => {
    await using c = client({}, access);
    return await identifyProduct(c.registries.at(server.host), new AbortController().signal);
  };
  const credentials = { kind: 'basic', username: 'me', password: 'pw' } as const;
  expect(await identify(plainAccess({ credentials }))).toEqual({
    name: 'zot',
    evidence: expect.stringContaining('X-ZOT-API-CLIENT'),
  });
  expect(await identify(plainAccess())).toBeUndefined();
  expect(server.requests.filter(({ headers }) => headers.authorization)).toEqual([]);
});

test('leaves a server without signs unknown', async () => {
  expect(await identified({})).toBeUndefined();
});

test('leaves a server that answers every request unknown', async () => {
  await using server = await scripted((_, response) => void response.writeHead(200).end());
  await using c = client();
  const product = await identifyProduct(c.registries.at(server.host), new AbortController().signal);
  expect(product).toBeUndefined();
});

test('leaves a server with contradicting signs unknown', async () => {
  await using server = await scripted((request, response) => {
    const body = {
      '/.well-known/app-capabilities': { appName: 'io.quay' },
      '/api/v2.0/systeminfo': { auth_mode: 'db_auth' },
    }[request.url ?? ''];
    response.writeHead(body ? 200 : 404).end(JSON.stringify(body ?? {}));
  });
  await using c = client();
  const product = await identifyProduct(c.registries.at(server.host), new AbortController().signal);
  expect(product).toBeUndefined();
});
