import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONTRACT } from '../../contract/contract.ts';
import { newTestService, type TestService } from './service.fixture.ts';
import { t } from './state/messages.ts';

let rig: TestService;
beforeEach(async () => {
  rig = await newTestService();
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

test('every request of the contract is answered, with the field if one is invalid', async () => {
  for (const name of Object.keys(CONTRACT)) {
    const failure = await rig.service.request(name, 7, { signal: new AbortController().signal });
    expect(failure, name).toMatchObject({ ok: false, error: { code: 'usage' } });
  }
  const failure = await rig.fail('workspaces.open', { directory: 5 });
  expect(failure).toMatchObject({ code: 'usage', path: 'directory' });
  expect(failure.message).toMatch(/^workspaces.open: directory: /);
  expect(await rig.fail('registries.test', { name: '', push: 'yes' })).toMatchObject({
    problems: [{ path: 'name' }, { path: 'push' }],
  });
});

test('rejects unknown requests, also with names that every object has', async () => {
  for (const name of ['nothing', 'toString', '__proto__', 'constructor'])
    expect(await rig.fail(name, {})).toMatchObject({
      code: 'usage',
      message: t('requestUnknown', { name }),
    });
});

test("doesn't quote an invalid input, because it may be a password", async () => {
  const failure = await rig.fail('credentials.set', {
    registry: 'a.example',
    username: ['needle-1'],
    password: { typed: 'needle-2' },
    keep: 'needle-3',
  });
  expect(JSON.stringify(failure)).not.toMatch(/needle/);
});

test('a canceled request is answered at once, and its work ends', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'connection');
  const stop = new AbortController();
  const requested = rig.service.request(
    'registries.test',
    { name: `127.0.0.1:${port}`, tlsVerify: false },
    { signal: stop.signal },
  );
  const [socket] = await accepted;
  const closed = once(socket, 'close');
  // The server never answers: only the abort ends the request.
  stop.abort();
  expect(await requested).toMatchObject({ ok: false, error: { code: 'interrupted' } });
  await closed;
  server.close();
  expect(await rig.service.request('settings.read', {}, { signal: AbortSignal.abort() })).toMatchObject({
    ok: false,
    error: { code: 'interrupted' },
  });
});

test('the service itself has no native dialog', async () => {
  expect(await rig.fail('paths.pick', { kind: 'directory', title: 'x' })).toMatchObject({
    code: 'unsupported',
  });
});

test('the host description contains no user or password of its proxy', async () => {
  await using proxied = await newTestService({
    env: { HTTPS_PROXY: 'http://me:pa/ss@w@proxy.example:3128', no_proxy: 'localhost' },
    carrier: 'desktop',
    keyStore: { available: true },
    nativeDialogs: true,
  });
  const host = await proxied.ask('host.describe', {});
  expect(host).toMatchObject({
    version: '0.1.0',
    carrier: 'desktop',
    home: proxied.home,
    stateDirectory: `${proxied.home}/.local/state/airlock`,
    authFile: `${proxied.home}/.config/containers/auth.json`,
    keyStore: { available: true },
    nativeDialogs: true,
    proxies: [
      { name: 'HTTPS_PROXY', value: 'http://proxy.example:3128' },
      { name: 'no_proxy', value: 'localhost' },
    ],
  });
});

test('a listener receives no events after it has ended', async () => {
  const reported: string[] = [];
  const end = rig.service.events(({ type }) => void reported.push(type));
  await rig.ask('settings.write', { theme: 'dark' });
  end();
  await rig.ask('settings.write', { theme: 'light' });
  expect(reported).toEqual(['settings']);
});
