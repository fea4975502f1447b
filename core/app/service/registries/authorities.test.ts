import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { certificateAuthority } from '../../../registry/access/loopback-servers.fixture.ts';
import { newTestService, type TestService } from '../service.fixture.ts';
import { t } from './messages.ts';

let rig: TestService;
beforeEach(async () => {
  rig = await newTestService();
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

test('a CA is written once to the folder that runs read, without the rest of the pasted text', async () => {
  const authority = certificateAuthority(rig.directory, 'Lab Root CA');
  const pem = `# from the wiki\n${authority.cert}\n${authority.key}`;
  const file = join(rig.home, '.config/containers/certs.d/registry.lab:5000/airlock.crt');
  const added = await rig.ask('authorities.add', { host: 'registry.lab:5000', pem });
  expect(added).toEqual({ file, subjects: ['CN=Lab Root CA, O=Lab'] });
  // Pages read again what expires.
  expect(rig.events.map(({ type }) => type)).toContain('settings');
  await rig.ask('authorities.add', { host: 'registry.lab:5000', pem });
  expect(await readFile(file, 'utf8')).toBe(`${authority.cert.trim()}\n`);
  const other = certificateAuthority(rig.directory, 'Second CA');
  await rig.ask('authorities.add', { host: 'registry.lab:5000', pem: other.cert });
  const { authorities } = await rig.ask('authorities.list', {});
  expect(authorities.map(({ subject, scope }) => [subject, scope])).toEqual([
    ['CN=Lab Root CA, O=Lab', 'registry.lab:5000'],
    ['CN=Second CA, O=Lab', 'registry.lab:5000'],
  ]);
  expect(authorities[0]).toMatchObject({ file, issuer: 'CN=Lab Root CA, O=Lab' });
  expect(Date.parse(authorities[0]!.notAfter)).toBeGreaterThan(Date.now());
});

test("rejects invalid certificates, certificates that aren't CAs, and invalid hosts", async () => {
  const authority = certificateAuthority(rig.directory, 'Lab Root CA');
  const { cert, key } = authority.issue('server', 'DNS:registry.lab');
  const add = (host: string, pem: string) => rig.fail('authorities.add', { host, pem });
  expect((await add('registry.lab', cert)).remedy).toContain('CN=Lab Root CA');
  expect((await add('registry.lab', key)).message).toBe(t('certificateMissing'));
  expect((await add('registry.lab', authority.cert.replace(/\n[^\n]+\n/, '\n'))).code).toBe('config-invalid');
  for (const host of ['../../etc', 'registry.lab/a', '..', 'a b'])
    expect(await add(host, authority.cert), host).toMatchObject({ code: 'usage', path: 'host' });
});

test('SSL_CERT_FILE replaces the system bundle', async () => {
  const { certFile } = certificateAuthority(rig.directory, 'Lab Root CA');
  const none = join(rig.directory, 'none');
  await mkdir(none);
  await using own = await newTestService({ env: { SSL_CERT_FILE: certFile, SSL_CERT_DIR: none } });
  expect(await own.ask('authorities.list', {})).toMatchObject({
    authorities: [{ subject: 'CN=Lab Root CA, O=Lab', file: certFile, scope: 'all servers' }],
    systemFile: certFile,
    systemCount: 1,
  });
  const folder = join(own.home, '.config/containers/certs.d/broken.lab');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'x.crt'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
  expect((await own.ask('authorities.list', {})).authorities).toHaveLength(1);
});
