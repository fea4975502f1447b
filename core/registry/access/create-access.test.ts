import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access, Endpoint } from './access.ts';
import { type AccessOptions, createAccess } from './create-access.ts';
import { inspectingProxy } from './inspecting-proxy.fixture.ts';
import {
  certificateAuthority,
  type Issued,
  serveHttp,
  serveHttps,
  serveProxy,
  serveTcp,
} from './loopback-servers.fixture.ts';
import { t } from './messages.ts';

let folder: string;
let system: string;
let lab: ReturnType<typeof certificateAuthority>;
let other: ReturnType<typeof certificateAuthority>;
let here: Issued;
let named: Issued;
const opened: Access[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'airlock-access-'));
  lab = certificateAuthority(folder, 'Lab Root');
  other = certificateAuthority(folder, 'Other Root');
  here = lab.issue('here', 'IP:127.0.0.1,DNS:localhost');
  named = lab.issue('named', 'DNS:registry.example.com');
  // A host that only trusts Other Root.
  system = join(folder, 'system');
  mkdirSync(join(system, 'etc/ssl/certs'), { recursive: true });
  copyFileSync(other.certFile, join(system, 'etc/ssl/certs/ca-certificates.crt'));
});
afterAll(async () => {
  await Promise.all(opened.map((access) => access.close()));
  rmSync(folder, { recursive: true });
});

async function accessWith(options: Partial<AccessOptions> = {}): Promise<Required<Access>> {
  const access = await createAccess({ env: {}, home: join(folder, 'home'), systemRoots: system, ...options });
  opened.push(access);
  return access;
}

/** A separate system tree with certs.d folders. */
function systemWith(files: Record<string, string>): string {
  const root = mkdtempSync(join(folder, 'system-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

async function get(
  access: Access,
  origin: string,
  security: Endpoint['security'] = 'verified',
  path = '/v2/',
) {
  try {
    const response = await access.dispatcher(origin, security).request({ origin, path, method: 'GET' });
    return await response.body.text();
  } catch (error) {
    throw await access.explain(error, origin);
  }
}

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error) => error,
  );

describe('TLS', () => {
  test('reports an unknown issuer, and trusts those of SSL_CERT_FILE, SSL_CERT_DIR and the system bundle', async () => {
    await using server = await serveHttps(here, (_, response) => response.end('hello'));
    const origin = `https://127.0.0.1:${server.port}`;
    const error = await caught(get(await accessWith(), origin));
    expect(error).toMatchObject({
      code: 'tls-unknown-issuer',
      found: 'CN=Lab Root, O=Lab',
      message: `127.0.0.1:${server.port}: ${t('issuerUntrusted', { issuer: 'CN=Lab Root, O=Lab' })}`,
      retryable: false,
    });
    expect(error.remedy).toContain('CN=Lab Root');

    expect(await get(await accessWith({ env: { SSL_CERT_FILE: lab.certFile } }), origin)).toBe('hello');
    const SSL_CERT_DIR = `/nowhere:${join(systemWith({ 'ca/x.pem': lab.cert }), 'ca')}`;
    expect(await get(await accessWith({ env: { SSL_CERT_DIR } }), origin)).toBe('hello');
    const bundle = `# two\n${other.cert}\n# damaged\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n${lab.cert}`;
    const systemRoots = systemWith({ 'etc/pki/tls/certs/ca-bundle.crt': bundle });
    expect(await get(await accessWith({ systemRoots }), origin)).toBe('hello');
    await expect(accessWith({ env: { SSL_CERT_FILE: '/nowhere.pem' } })).rejects.toMatchObject({
      code: 'config-unreadable',
      message: expect.stringContaining('SSL_CERT_FILE'),
    });
  });

  test('applies a CA in certs.d only to its host and port', async () => {
    await using server = await serveHttps(here, (_, response) => response.end('one'));
    await using second = await serveHttps(here, (_, response) => response.end('two'));
    const systemRoots = systemWith({
      'etc/ssl/certs/ca-certificates.crt': other.cert,
      [`etc/containers/certs.d/127.0.0.1:${server.port}/ca.crt`]: lab.cert,
    });
    const access = await accessWith({ systemRoots });
    expect(await get(access, `https://127.0.0.1:${server.port}`)).toBe('one');
    const error = await caught(get(access, `https://127.0.0.1:${second.port}`));
    expect(error).toMatchObject({ code: 'tls-unknown-issuer' });
  });

  test('applies insecure only to the requested dispatcher', async () => {
    await using server = await serveHttps(here, (_, response) => response.end('hello'));
    const origin = `https://127.0.0.1:${server.port}`;
    const access = await accessWith();
    expect(await get(access, origin, 'insecure')).toBe('hello');
    expect(await caught(get(access, origin))).toMatchObject({ code: 'tls-unknown-issuer' });
    expect(access.dispatcher(origin, 'verified')).toBe(access.dispatcher(`${origin}/`, 'verified'));
    const elsewhere = access
      .dispatcher(origin, 'insecure')
      .request({ origin: 'https://127.0.0.1:1', path: '/', method: 'GET' });
    expect(await caught(elsewhere)).toMatchObject({ code: 'internal' });
  });

  test('uses a client certificate from certs.d', async () => {
    const client = other.issue('client', 'DNS:client');
    const asking = { ...here, requestCert: true, rejectUnauthorized: true, ca: other.cert };
    await using server = await serveHttps(asking, (request, response) =>
      response.end((request.socket as TLSSocket).getPeerCertificate().subject.CN),
    );
    const certs = `etc/docker/certs.d/127.0.0.1:${server.port}`;
    const origin = `https://127.0.0.1:${server.port}`;
    const ca = { [`${certs}/ca.crt`]: lab.cert };
    const pair = { [`${certs}/me.cert`]: client.cert, [`${certs}/me.key`]: client.key };
    expect(await get(await accessWith({ systemRoots: systemWith({ ...ca, ...pair }) }), origin)).toBe(
      'client',
    );
    const without = await caught(get(await accessWith({ systemRoots: systemWith(ca) }), origin));
    expect(without.code).toMatch(/^(tls|connection)$/);
    const keyless = await accessWith({ systemRoots: systemWith({ [`${certs}/me.cert`]: client.cert }) });
    expect(await caught(get(keyless, origin))).toMatchObject({
      code: 'config-unreadable',
      message: expect.stringContaining('the key me.key for'),
    });
    const foreign = systemWith({ ...pair, [`${certs}/me.key`]: here.key });
    expect(await caught(get(await accessWith({ systemRoots: foreign }), origin))).toMatchObject({
      code: 'config-unreadable',
      message: expect.stringContaining("client certificate can't be used"),
    });
  });

  test('reports self-signed and expired certificates, and those of other names', async () => {
    const trusting = await accessWith({ env: { SSL_CERT_FILE: lab.certFile } });
    await using expired = await serveHttps(lab.issue('old', 'IP:127.0.0.1', -1), () => undefined);
    expect(await caught(get(trusting, `https://127.0.0.1:${expired.port}`))).toMatchObject({
      code: 'tls',
      message: expect.stringMatching(
        /has expired \(valid from .* to \d{4}-.*, clock on this host: \d{4}-.*\)/,
      ),
      remedy: expect.stringContaining('clock'),
    });
    await using wrong = await serveHttps(named, () => undefined);
    expect(await caught(get(trusting, `https://127.0.0.1:${wrong.port}`))).toMatchObject({
      code: 'tls',
      message: expect.stringContaining(t('certificateNames', { names: 'DNS:registry.example.com' })),
    });
    const own = certificateAuthority(folder, 'Own');
    await using selfSigned = await serveHttps({ cert: own.cert, key: own.key }, () => undefined);
    expect(await caught(get(trusting, `https://127.0.0.1:${selfSigned.port}`))).toMatchObject({
      code: 'tls-unknown-issuer',
      message: expect.stringContaining(t('selfSigned', { issuer: 'CN=Own, O=Lab' })),
    });
  });

  test('reports plain HTTP if TLS was expected', async () => {
    await using server = await serveHttp((_, response) => response.end('plain'));
    const access = await accessWith();
    const origin = `https://127.0.0.1:${server.port}`;
    expect(await caught(get(access, origin))).toMatchObject({
      code: 'tls',
      message: `127.0.0.1:${server.port}: ${t('notTls')}`,
      remedy: expect.stringContaining('--src-tls-verify=false'),
    });
    expect(await get(access, `http://127.0.0.1:${server.port}`)).toBe('plain');
  });
});

describe('connections', () => {
  test('reports closed ports, unknown names, cut connections and other protocols', async () => {
    const access = await accessWith();
    const removed = await serveTcp(() => undefined);
    await removed[Symbol.asyncDispose]();
    expect(await caught(get(access, `https://127.0.0.1:${removed.port}`))).toMatchObject({
      code: 'connection',
      message: expect.stringContaining(`127.0.0.1:${removed.port}: ${t('connectionRejected')}`),
      retryable: true,
    });
    // As thrown by Node: a real lookup would leave this machine.
    const lookup = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
    expect(await access.explain(lookup, 'https://no-such-host.invalid')).toMatchObject({
      code: 'connection',
      message: `no-such-host.invalid:443: ${t('nameUnknown')}`,
      retryable: false,
    });
    await using cut = await serveTcp((socket) => socket.on('data', () => socket.destroy()));
    const broken = await caught(get(access, `http://127.0.0.1:${cut.port}`));
    expect(broken).toMatchObject({ code: 'connection', retryable: true });
    await using server = await serveTcp((socket) =>
      socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9\r\n'),
    );
    expect(await caught(get(access, `http://127.0.0.1:${server.port}`))).toMatchObject({ code: 'protocol' });
  });

  test('returns other errors unchanged', async () => {
    const access = await accessWith();
    const fault = new TypeError('x is not a function');
    expect(await access.explain(fault, 'https://quay.io')).toBe(fault);
    expect(await access.explain('text', 'https://quay.io')).toBe('text');
  });

  test('closes open connections at once and opens no new ones', async () => {
    await using server = await serveHttp(() => undefined);
    const access = await accessWith();
    const origin = `http://127.0.0.1:${server.port}`;
    const hanging = caught(get(access, origin));
    await access.close();
    expect(await hanging).toMatchObject({ code: 'interrupted' });
    expect(() => access.dispatcher(origin, 'verified')).toThrowError(
      expect.objectContaining({ code: 'interrupted' }),
    );
  });
});

describe('proxies', () => {
  const SSL_CERT_FILE = () => ({ SSL_CERT_FILE: lab.certFile });

  test('reaches https by CONNECT with user and password, and loopback addresses directly', async () => {
    await using server = await serveHttps(named, (_, response) => response.end('hello'));
    await using proxy = await serveProxy(server.port, 'ann:p@ss');
    const env = { ...SSL_CERT_FILE(), HTTPS_PROXY: `http://ann:p%40ss@127.0.0.1:${proxy.port}` };
    const access = await accessWith({ env });
    expect(await get(access, 'https://registry.example.com')).toBe('hello');
    const basic = `Basic ${Buffer.from('ann:p@ss').toString('base64')}`;
    expect(proxy.seen).toEqual([{ line: 'CONNECT registry.example.com:443', authorization: basic }]);

    const unknown = await accessWith({ env: { ...env, SSL_CERT_FILE: other.certFile } });
    expect(await caught(get(unknown, 'https://registry.example.com'))).toMatchObject({
      code: 'tls-unknown-issuer',
      found: 'CN=Lab Root, O=Lab',
      message: expect.stringContaining(`(through the proxy 127.0.0.1:${proxy.port})`),
    });

    const requested = proxy.seen.length;
    await caught(get(access, `https://localhost:${server.port}`));
    expect(proxy.seen).toHaveLength(requested);
  });

  test('sends plain http as a request with the complete URL', async () => {
    await using server = await serveHttp((request, response) =>
      response.end(`${request.headers.host} ${request.url}`),
    );
    await using proxy = await serveProxy(server.port, 'ann:pw');
    const env = { HTTP_PROXY: `http://ann:pw@127.0.0.1:${proxy.port}` };
    const access = await accessWith({ env });
    expect(await get(access, 'http://registry.example.com:5000')).toBe('registry.example.com:5000 /v2/');
    expect(proxy.seen.map(({ line }) => line)).toEqual(['GET http://registry.example.com:5000/v2/']);
    const denied = await accessWith({ env: { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` } });
    expect(await caught(get(denied, 'http://registry.example.com:5000'))).toMatchObject({
      code: 'proxy',
      message: expect.stringContaining('requires a user name and password (407)'),
    });
  });

  test('reports rejections with the proxy, but without its password', async () => {
    await using proxy = await serveProxy(1, 'ann:right');
    const at = `127.0.0.1:${proxy.port}`;
    const wrong = await accessWith({ env: { HTTPS_PROXY: `http://ann:s3cret@${at}` } });
    const rejected = await caught(get(wrong, 'https://quay.io'));
    expect(rejected).toMatchObject({
      code: 'proxy',
      message: t('proxyRejectedLogin', { proxy: at, variable: 'HTTPS_PROXY', target: 'quay.io:443' }),
    });
    expect(JSON.stringify(rejected)).not.toContain('s3cret');
    const right = await accessWith({ env: { https_proxy: `http://ann:right@${at}` } });
    expect(await caught(get(right, 'https://forbidden.example.com'))).toMatchObject({
      code: 'proxy',
      message: t('proxyRejected', {
        proxy: at,
        variable: 'https_proxy',
        target: 'forbidden.example.com:443',
        status: 403,
      }),
      retryable: false,
    });
  });

  test.each([
    [['NTLM'], 'NTLM'],
    [['Negotiate', 'NTLM'], 'Negotiate or NTLM'],
    [['Negotiate TlRMTVNT, NTLM'], 'Negotiate or NTLM'],
    [['Digest realm="a, b", nonce="c"'], 'Digest'],
  ])('suggests a local proxy for authentication with %j', async (schemes, schemesInWords) => {
    await using proxy = await inspectingProxy(named, {}, { schemes });
    const at = `127.0.0.1:${proxy.port}`;
    const access = await accessWith({ env: { HTTPS_PROXY: `http://ann:s3cret@${at}` } });
    expect(await caught(get(access, 'https://quay.io'))).toMatchObject({
      code: 'proxy',
      message: t('proxyAuthentication', { proxy: at, variable: 'HTTPS_PROXY', schemes: schemesInWords }),
      remedy: expect.stringMatching(/cntlm or px/),
      retryable: false,
    });
  });

  test('uses basic authentication if the proxy offers it too', async () => {
    await using proxy = await inspectingProxy(named, {}, { schemes: ['NTLM', 'Basic realm="x"'] });
    const access = await accessWith({ env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` } });
    expect(await caught(get(access, 'https://quay.io'))).toMatchObject({
      message: expect.stringContaining('requires a user name and password (407)'),
    });
  });

  test('trusts the CA of an inspecting proxy if it is configured, and reports it otherwise', async () => {
    await using server = await serveHttp((_, response) => response.end('seen through'));
    const targets = { 'registry.example.com': server.port };
    await using proxy = await inspectingProxy(named, targets, { basic: 'ann:pw' });
    const HTTPS_PROXY = `http://ann:pw@127.0.0.1:${proxy.port}`;
    const trusting = await accessWith({ env: { ...SSL_CERT_FILE(), HTTPS_PROXY } });
    expect(await get(trusting, 'https://registry.example.com')).toBe('seen through');
    expect(proxy.seen).toEqual(['GET registry.example.com /v2/']);
    expect(trusting.proxied('https://registry.example.com')).toBe(true);
    expect(trusting.proxied('https://127.0.0.1:5000')).toBe(false);
    const wary = await accessWith({ env: { HTTPS_PROXY } });
    expect(await caught(get(wary, 'https://registry.example.com'))).toMatchObject({
      code: 'tls-unknown-issuer',
      found: 'CN=Lab Root, O=Lab',
    });
  });

  test('reports an unreachable proxy, and one with an untrusted certificate', async () => {
    const removed = await serveTcp(() => undefined);
    await removed[Symbol.asyncDispose]();
    const env = { ALL_PROXY: `http://127.0.0.1:${removed.port}` };
    const access = await accessWith({ env });
    for (const origin of ['https://quay.io', 'http://quay.io']) {
      expect(await caught(get(access, origin))).toMatchObject({
        code: 'proxy',
        message: t('proxyUnusable', {
          proxy: `127.0.0.1:${removed.port}`,
          variable: 'ALL_PROXY',
          reason: 'ECONNREFUSED',
        }),
        retryable: true,
      });
    }
    await using untrusted = await serveHttps(here, () => undefined);
    const HTTPS_PROXY = `https://127.0.0.1:${untrusted.port}`;
    expect(await caught(get(await accessWith({ env: { HTTPS_PROXY } }), 'https://quay.io'))).toMatchObject({
      code: 'proxy',
      message: expect.stringContaining(`the proxy 127.0.0.1:${untrusted.port}`),
    });
  });
});

describe('createAccess', () => {
  test('returns endpoints, security, and credentials with their origin', async () => {
    const systemRoots = systemWith({
      'etc/containers/registries.conf':
        '[[registry]]\nlocation = "q.lan"\n[[registry.mirror]]\nlocation = "m.lan/q"',
      'home/.docker/config.json': JSON.stringify({ auths: { 'm.lan/q': { auth: btoa('u:s3cret') } } }),
    });
    const insecureHosts = (host: string) => host === 'm.lan' || undefined;
    const access = await accessWith({ systemRoots, home: join(systemRoots, 'home'), insecureHosts });
    const [mirror, registry] = access.endpoints('q.lan', 'a/b', 'pull', true);
    expect(mirror).toEqual({ host: 'm.lan', repository: 'q/a/b', security: 'insecure', mirror: true });
    expect(registry).toEqual({ host: 'q.lan', repository: 'a/b', security: 'verified', mirror: false });
    expect(await access.credentials('m.lan', 'q/a/b')).toEqual({
      kind: 'basic',
      username: 'u',
      password: 's3cret',
    });
    expect(await access.credentials('q.lan', 'a/b')).toBeUndefined();
    expect(await access.explainCredentials('m.lan', 'q/a/b')).toBe('~/.docker/config.json, entry m.lan/q');
    expect([access.security('m.lan'), access.security('q.lan')]).toEqual(['insecure', 'verified']);
  });
});
