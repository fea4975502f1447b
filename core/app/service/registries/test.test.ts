import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import bcrypt from 'bcryptjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RegistryTest, TestStage } from '../../../contract/topics/settings.ts';
import {
  certificateAuthority,
  serveHttp,
  serveHttps,
  serveProxy,
  serveTcp,
} from '../../../registry/access/loopback-servers.fixture.ts';
import { dockerRegistry } from '../../../registry/exchange/registry.fixture.ts';
import { startRegistryServer } from '../../../registry/server/start.ts';
import { memoryStorage } from '../../../registry/server/storage/memory-storage.ts';
import { newTestService, type TestService } from '../service.fixture.ts';
import { t as state } from '../state/messages.ts';
import { t } from './messages.ts';
import { testRegistry } from './test.ts';

let rig: TestService;
beforeEach(async () => {
  rig = await newTestService();
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

const stage = ({ stages }: RegistryTest, name: TestStage) => stages.find((one) => one.stage === name)!;
const results = ({ stages }: RegistryTest) => stages.map(({ result }) => result).join(' ');

/** docker-registry with one user. */
async function locked() {
  const file = join(rig.directory, 'htpasswd');
  await writeFile(file, `me:${bcrypt.hashSync('s3cret', 4)}\n`);
  return dockerRegistry(`auth: { htpasswd: { realm: r, path: ${file} } }`);
}

test('tests a registry with a login without credentials, with wrong ones and with valid ones', async () => {
  await using registry = await locked();
  const query = (typed?: { username: string; password: string }) =>
    rig.ask('registries.test', {
      name: `${registry.host}/a/b`,
      tlsVerify: false,
      push: true,
      typed,
    });
  const none = await query();
  expect(results(none)).toBe('passed passed warning failed skipped');
  expect(stage(none, 'tls').detail).toContain('plain HTTP');
  expect(stage(none, 'login')).toMatchObject({
    code: 'unauthorized',
    remedy: t('loginMissingRemedy'),
  });
  expect(stage(none, 'path').detail).toBe(
    t('stageSkippedAfter', {
      stage: t('loginStage'),
      passed: [t('nameStage'), t('connectionStage'), t('tlsStage')].join(', '),
    }),
  );
  const wrong = await query({ username: 'me', password: 'wr0ng-needle' });
  expect(stage(wrong, 'login')).toMatchObject({
    result: 'failed',
    code: 'unauthorized',
    remedy: t('loginCheckRemedy', { where: t('typedCredentials') }),
  });
  expect(JSON.stringify(wrong)).not.toContain('needle');
  const { detail, finding } = stage(wrong, 'login');
  expect(detail).toBe(`${registry.host}: ${finding} (with the credentials from ${t('typedCredentials')})`);
  const right = await query({ username: 'me', password: 's3cret' });
  expect(results(right)).toBe('passed passed warning passed passed');
  expect(stage(right, 'login').detail).toBe(t('loginUser', { user: 'me', where: t('typedCredentials') }));
  expect(stage(right, 'path').detail).toBe(t('pushAllowed', { registry: `${registry.host}/a/b` }));

  await rig.ask('credentials.set', {
    registry: registry.host,
    username: 'me',
    password: 's3cret',
    keep: 'session',
  });
  const saved = await query();
  expect(stage(saved, 'login').detail).toBe(
    t('loginUser', { user: 'me', where: state('sessionCredentials') }),
  );
});

test('reports plain HTTP as a TLS failure with a remedy if TLS must be verified', async () => {
  await using registry = await dockerRegistry();
  const found = await rig.ask('registries.test', { name: registry.host });
  expect(results(found)).toBe('passed passed failed skipped skipped');
  expect(stage(found, 'tls')).toMatchObject({
    code: 'tls',
    detail: expect.stringContaining("doesn't support TLS"),
    remedy: t('tlsUnavailableRemedy', { host: registry.host }),
  });
  const open = await rig.ask('registries.test', { name: registry.host, tlsVerify: false, push: true });
  expect(results(open)).toBe('passed passed warning passed skipped');
  expect(stage(open, 'login').detail).toBe(t('loginUnneeded'));
  expect(stage(open, 'path').detail).toBe(t('pushNeedsPath', { host: registry.host }));
});

test('reports an unknown issuer, and the same test passes once it is trusted', async () => {
  const authority = certificateAuthority(rig.directory, 'Lab Root CA');
  const { cert, key } = authority.issue('server', 'IP:127.0.0.1');
  await using started = new AsyncDisposableStack();
  const server = started.adopt(
    await startRegistryServer({ storage: memoryStorage(), tls: { cert, key } }),
    (each) => each.close(),
  );
  const query = (tlsVerify = true) => rig.ask('registries.test', { name: server.host, tlsVerify });
  const unknown = await query();
  expect(results(unknown)).toBe('passed passed failed skipped skipped');
  expect(stage(unknown, 'tls')).toMatchObject({
    code: 'tls-unknown-issuer',
    detail: expect.stringContaining('CN=Lab Root CA'),
    remedy: expect.stringContaining('as a CA for'),
  });
  expect(stage(await query(false), 'tls')).toMatchObject({
    result: 'warning',
    detail: expect.stringContaining(t('insecureByRequest')),
  });
  const added = await rig.ask('authorities.add', { host: server.host, pem: authority.cert });
  expect(added.subjects).toEqual(['CN=Lab Root CA, O=Lab']);
  const trusted = await query();
  expect(results(trusted)).toBe('passed passed passed passed skipped');
  expect(stage(trusted, 'tls').detail).toMatch(
    /^TLSv1\.3, certificate valid until \d{4}-\d\d-\d\d, issued by "CN=/,
  );
});

test('reports a certificate for another name, a closed port, and an unknown name', async () => {
  const authority = certificateAuthority(rig.directory, 'Lab Root CA');
  const issued = authority.issue('server', 'DNS:registry.lab');
  await using server = await serveHttps(issued, (_, answer) => void answer.end());
  const host = `127.0.0.1:${server.port}`;
  await rig.ask('authorities.add', { host, pem: authority.cert });
  const other = await rig.ask('registries.test', { name: host });
  expect(stage(other, 'tls')).toMatchObject({
    result: 'failed',
    code: 'tls',
    detail: expect.stringContaining('DNS:registry.lab'),
  });
  await server[Symbol.asyncDispose]();
  const closed = await rig.ask('registries.test', { name: host });
  expect(results(closed)).toBe('passed failed skipped skipped skipped');
  expect(stage(closed, 'connection')).toMatchObject({
    code: 'connection',
    detail: expect.stringContaining('no service listens'),
  });
  const nowhere = await rig.ask('registries.test', { name: 'registry.invalid' });
  expect(results(nowhere)).toBe('failed skipped skipped skipped skipped');
  expect(nowhere.address).toBe('registry.invalid:443');
});

test('a proxy resolves the name, and its rejections are reported as proxy failures', async () => {
  await using registry = await dockerRegistry();
  await using proxy = await serveProxy(Number(registry.host.split(':')[1]), 'me:pr0xy-needle');
  const behind = async (user: string) => {
    await using one = await newTestService({
      env: {
        HTTPS_PROXY: `http://${user}@127.0.0.1:${proxy.port}`,
        HTTP_PROXY: `http://${user}@127.0.0.1:${proxy.port}`,
      },
    });
    return one.ask('registries.test', { name: 'registry.lab:5000', tlsVerify: false });
  };
  const found = await behind('me:pr0xy-needle');
  expect(results(found)).toBe('skipped passed warning passed skipped');
  expect(stage(found, 'connection').detail).toContain(`The proxy 127.0.0.1:${proxy.port} connected`);
  const rejected = await behind('me:wr0ng-needle');
  expect(stage(rejected, 'connection')).toMatchObject({ result: 'failed', code: 'proxy' });
  expect(JSON.stringify([found, rejected])).not.toContain('needle');
});

test("reports a server that isn't a registry, and a denied path", async () => {
  await using site = await serveHttp((_, answer) => void answer.writeHead(404).end('<html>'));
  const found = await rig.ask('registries.test', { name: `127.0.0.1:${site.port}`, tlsVerify: false });
  expect(stage(found, 'login')).toMatchObject({
    result: 'failed',
    code: 'protocol',
    detail: t('notRegistryApi', { host: `127.0.0.1:${site.port}`, status: 404 }),
  });
  await using strict = await serveHttp(
    (request, answer) => void answer.writeHead(request.url === '/v2/' ? 200 : 403).end('{}'),
  );
  const denied = await rig.ask('registries.test', { name: `127.0.0.1:${strict.port}/a`, tlsVerify: false });
  expect(results(denied)).toBe('passed passed warning passed failed');
  expect(stage(denied, 'path').code).toBe('denied');
});

test('follows registries.conf rules: another address, blocked, insecure', async () => {
  await using registry = await dockerRegistry();
  const folder = join(rig.home, '.config/containers');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'registries.conf'),
    [
      `[[registry]]\nprefix = "quay.lab"\nlocation = "${registry.host}"\ninsecure = true`,
      '[[registry]]\nlocation = "bad.lab"\nblocked = true',
    ].join('\n'),
  );
  const found = await rig.ask('registries.test', { name: 'quay.lab/a' });
  expect(found.address).toBe(registry.host);
  expect(results(found)).toBe('passed passed warning passed passed');
  expect(await rig.fail('registries.test', { name: 'bad.lab' })).toMatchObject({ code: 'blocked-registry' });
  await rig.ask('registries.add', { name: 'quay.lab' });
  const { registries } = await rig.ask('registries.add', { name: 'docker://bad.lab/' });
  expect(registries.map(({ name }) => name)).toEqual(['quay.lab', 'bad.lab']);
  expect(registries[0]!.notes.join(' ')).toContain(`redirects this registry to ${registry.host}`);
  expect(registries[1]!.notes.join(' ')).toContain('blocks this registry');
  expect(await rig.ask('registries.remove', { name: 'quay.lab' })).toMatchObject({
    registries: [{ name: 'bad.lab', listed: true, credentials: { from: 'none' } }],
  });
});

test("gives up on a server that accepts connections but doesn't respond", async () => {
  await using silent = await serveTcp(() => undefined);
  const options = {
    registry: { host: `127.0.0.1:${silent.port}`, path: '', name: `127.0.0.1:${silent.port}` },
    tlsVerify: true,
    push: false,
    host: { env: {}, home: rig.home, tool: 'airlock 0.1.0' },
    signal: new AbortController().signal,
  };
  const found = await testRegistry(options, 300);
  expect(results(found)).toBe('passed passed failed skipped skipped');
  expect(stage(found, 'tls')).toMatchObject({ code: 'stalled', detail: expect.stringContaining('0.3 s') });
});
