import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  certificateAuthority,
  serveHttps,
  serveProxy,
  serveTcp,
} from '../../registry/access/loopback-servers.fixture.ts';
import { t as accessText } from '../../registry/access/messages.ts';
import type { CheckName } from './checks/finding.ts';
import {
  healthyProbes,
  issueBetween,
  nameServer,
  newPatient,
  type Patient,
  serveWithDate,
  wrong,
} from './doctor.fixture.ts';
import type { DoctorReport } from './examine.ts';
import { t } from './messages.ts';

let patient: Patient;
beforeEach(async () => {
  patient = await newPatient();
});
afterEach(async () => patient[Symbol.asyncDispose]());

const HOUR = 3_600_000;
const found = ({ findings }: DoctorReport, check: CheckName) =>
  findings.find((one) => one.check === check && one.level !== 'ok')!;
const auth = (entries: Record<string, string>) =>
  writeFile(
    join(patient.home, '.docker/config.json'),
    JSON.stringify({
      auths: Object.fromEntries(Object.entries(entries).map(([key, pair]) => [key, { auth: btoa(pair) }])),
    }),
  );
const lookAt = async (...images: string[]) =>
  patient.examine({ configFile: await patient.configuration(...images) });

test('reports no problems for a working registry, and shows the source of the credentials', async () => {
  const host = await patient.registry({ auth: { kind: 'basic', users: { me: 's3cret' } } });
  await auth({ [`${host}/team`]: 'me:s3cret' });
  const report = await lookAt(`${host}/team/tool:1`);
  expect(wrong(report)).toEqual([]);
  expect(report).toMatchObject({ ok: true, notes: [] });
  expect(report.hosts).toEqual([
    {
      host: '127.0.0.1',
      port: Number(host.split(':')[1]),
      protocol: 'https',
      why: ['an additional image'],
      reached: true,
    },
  ]);
  const path = report.findings.find(({ check }) => check === 'path');
  expect(path?.evidence[0]).toBe(`credentials: ~/.docker/config.json, entry ${host}/team`);
  expect(report.findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['route', 'name', 'connection', 'tls', 'registry', 'clock', 'path', 'content']),
  );
  expect(JSON.stringify(report)).not.toContain('s3cret');
});

describe('names', () => {
  test('reports an unknown name with the answer of each name server', async () => {
    await using knows = await nameServer('known');
    await using denies = await nameServer('unknown');
    await using silent = await nameServer('silent');
    const resolvers = [knows.address, denies.address, silent.address];
    const report = await patient.examine(
      { configFile: await patient.configuration('registry.invalid/team/tool:1') },
      { probes: healthyProbes({ resolvers: () => resolvers }) },
    );
    expect(wrong(report)).toEqual(['error name registry.invalid connection']);
    const { message, remedy, why, evidence } = found(report, 'name');
    expect(message).toBeOneOf([
      t('nameUnknown', { host: 'registry.invalid' }),
      t('resolversSilent', { host: 'registry.invalid' }),
    ]);
    expect(remedy).toBe(t('resolversSilentRemedy', { servers: silent.address, count: 1 }));
    expect(why).toBe(t('nameWhy'));
    expect(evidence).toEqual([
      t('resolverAnswer', { server: knows.address, addresses: '10.0.0.9' }),
      t('resolverNoName', { server: denies.address }),
      t('resolverSilent', { server: silent.address }),
    ]);
    expect(report.hosts).toMatchObject([{ host: 'registry.invalid', port: 443, reached: false }]);
  });
});

describe('connections', () => {
  test('reports a closed port after the checks that passed', async () => {
    const removed = await serveTcp(() => undefined);
    await removed[Symbol.asyncDispose]();
    const report = await lookAt(`127.0.0.1:${removed.port}/team/tool:1`);
    expect(wrong(report)).toEqual([`error connection 127.0.0.1:${removed.port} connection`]);
    expect(found(report, 'connection')).toMatchObject({
      message: expect.stringContaining(accessText('connectionRejected')),
      remedy: expect.stringContaining('Check the host and port'),
      evidence: [t('passedBefore', { checks: 'route, name' })],
    });
  });

  test("gives up on a server that accepts connections but doesn't respond", async () => {
    await using silent = await serveTcp(() => undefined);
    const configFile = await patient.configuration(`127.0.0.1:${silent.port}/team/tool:1`);
    const report = await patient.examine({ configFile }, { stepTime: 300 });
    expect(wrong(report)).toEqual([`error tls 127.0.0.1:${silent.port} stalled`]);
    expect(found(report, 'tls').remedy).toContain('firewalls');
  });

  test('stops at once on request', async () => {
    await using silent = await serveTcp(() => undefined);
    const stop = new AbortController();
    const configFile = await patient.configuration(`127.0.0.1:${silent.port}/team/tool:1`);
    const examining = patient.examine({ configFile }, { stepTime: 60_000, signal: stop.signal });
    setTimeout(() => stop.abort(), 100);
    await expect(examining).rejects.toMatchObject({ code: 'interrupted' });
  });
});

describe('proxies', () => {
  test('reports a proxy that rejects the host, one that rejects the password, and the NO_PROXY entry that bypasses it', async () => {
    const host = await patient.registry();
    await using proxy = await serveProxy(Number(host.split(':')[1]), 'ann:right');
    const address = `127.0.0.1:${proxy.port}`;
    Object.assign(patient.env, { HTTPS_PROXY: `http://ann:right@${address}`, NO_PROXY: '.direct.invalid' });
    const rejected = await lookAt('forbidden.example.com/team/tool:1');
    expect(wrong(rejected)).toEqual(['error connection forbidden.example.com proxy']);
    expect(found(rejected, 'connection')).toMatchObject({
      message: accessText('proxyRejected', {
        proxy: address,
        variable: 'HTTPS_PROXY',
        target: 'forbidden.example.com:443',
        status: 403,
      }),
      remedy: expect.stringContaining('NO_PROXY'),
    });
    expect(rejected.hosts).toMatchObject([
      {
        host: '127.0.0.1',
        port: proxy.port,
        protocol: 'http',
        why: [t('proxyNeed', { variable: 'HTTPS_PROXY' })],
      },
      { host: 'forbidden.example.com', via: address, reached: false },
    ]);
    const direct = await lookAt('x.direct.invalid/team/tool:1');
    expect(direct.findings.find(({ check }) => check === 'route')?.message).toBe(
      t('routeDirect', {
        reason: accessText('proxyExempt', { variable: 'NO_PROXY', entry: '.direct.invalid' }),
      }),
    );
    Object.assign(patient.env, { HTTPS_PROXY: `http://ann:wr0ng-needle@${address}` });
    const denied = await lookAt('forbidden.example.com/team/tool:1');
    expect(found(denied, 'connection')).toMatchObject({
      code: 'proxy',
      message: expect.stringContaining('rejected the user name or password (407)'),
      remedy: expect.stringContaining('HTTPS_PROXY'),
    });
    expect(JSON.stringify(denied)).not.toContain('needle');
  });

  test('reports a proxy that presents its own certificate, with the issuer', async () => {
    const inspecting = certificateAuthority(patient.directory, 'Inspection');
    const shown = inspecting.issue('inspected', 'DNS:registry.example.com');
    await using server = await serveHttps(shown, (_, answer) => void answer.end());
    await using proxy = await serveProxy(server.port);
    Object.assign(patient.env, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    const report = await lookAt('registry.example.com/team/tool:1');
    expect(wrong(report)).toEqual(['error tls registry.example.com tls-unknown-issuer']);
    expect(found(report, 'tls').evidence.at(-1)).toContain(`the proxy 127.0.0.1:${proxy.port}`);
  });
});

describe('TLS', () => {
  test('reports an unknown issuer with its fingerprint and how to trust it, and no problem once it is trusted', async () => {
    const other = certificateAuthority(patient.directory, 'Other Root');
    const host = await patient.registry({ tls: other.issue('here', 'IP:127.0.0.1') });
    const report = await lookAt(`${host}/team/tool:1`);
    expect(wrong(report)).toEqual([`error tls ${host} tls-unknown-issuer`]);
    const { message, remedy, evidence } = found(report, 'tls');
    expect(message).toContain('its issuer is "CN=Other Root, O=Lab"');
    expect(remedy).toContain(`~/.config/containers/certs.d/${host}/ca.crt`);
    expect(remedy).toContain(t('trustFileRemedy', { file: patient.env.SSL_CERT_FILE ?? '' }));
    expect(evidence[0]).toMatch(
      /^server certificate: "CN=here", issued by .*SHA-256 fingerprint ([0-9A-F]{2}:){31}[0-9A-F]{2}$/,
    );
    const folder = join(patient.home, '.config/containers/certs.d', host);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'ca.crt'), other.cert);
    expect(wrong(await lookAt(`${host}/team/tool:1`))).toEqual([]);
  });

  test('reports an expired certificate, one for another name, and one that expires soon', async () => {
    const expired = await patient.registry({
      tls: issueBetween(patient, new Date('2020-01-01'), new Date('2021-01-01')),
    });
    const named = await patient.registry({ tls: patient.authority.issue('other', 'DNS:registry.lab') });
    const month = 30 * 24 * HOUR;
    const ending = await patient.registry({
      tls: issueBetween(patient, new Date(Date.now() - 12 * month), new Date(Date.now() + 60 * HOUR)),
    });
    const report = await lookAt(`${expired}/team/tool:1`, `${named}/team/tool:1`, `${ending}/team/tool:1`);
    expect(wrong(report).sort()).toEqual(
      [`error tls ${expired} tls`, `error tls ${named} tls`, `warning tls ${ending} tls`].sort(),
    );
    const about = (host: string) =>
      report.findings.find(({ subject, check }) => subject === host && check === 'tls');
    expect(about(expired)).toMatchObject({
      message: expect.stringContaining('has expired (valid from 2020-01-01'),
      remedy: accessText('certificateDatesRemedy'),
    });
    expect(about(named)).toMatchObject({
      message: expect.stringContaining(accessText('certificateNames', { names: 'DNS:registry.lab' })),
      remedy: expect.stringContaining('one of the names'),
    });
    expect(about(ending)).toMatchObject({
      message: expect.stringContaining('expires in 2 days'),
      remedy: t('certificateExpiresRemedy'),
    });
  });
});

describe('clocks', () => {
  test('reports a clock that differs from the servers with the difference, but not a small one', async () => {
    const plain = await patient.registry({ tls: undefined });
    await using ahead = await serveWithDate(plain, 2 * HOUR, patient.issued);
    await using alike = await serveWithDate(plain, 20_000, patient.issued);
    const report = await lookAt(`127.0.0.1:${ahead.port}/team/tool:1`);
    expect(wrong(report)).toEqual([expect.stringMatching(/^error clock \S+ clock-skew$/)]);
    expect(found(report, 'clock')).toMatchObject({
      message: `the clock on this host is 2 h behind 127.0.0.1:${ahead.port}`,
      remedy: expect.stringContaining('chronyd'),
    });
    expect(wrong(await lookAt(`127.0.0.1:${alike.port}/team/tool:1`))).toEqual([]);
  });

  test('reports the clock if a certificate is outside its validity only by this clock', async () => {
    const plain = await patient.registry({ tls: undefined });
    const later = new Date(Date.now() + 24 * HOUR);
    const issued = issueBetween(patient, later, new Date(later.getTime() + 240 * HOUR));
    await using server = await serveWithDate(plain, 25 * HOUR, issued);
    const host = `127.0.0.1:${server.port}`;
    const report = await lookAt(`${host}/team/tool:1`);
    expect(wrong(report)).toEqual([expect.stringMatching(/^error clock \S+ clock-skew$/)]);
    expect(found(report, 'clock').evidence).toContainEqual(
      expect.stringMatching(
        `^${host}: the clock on this host is 25 h behind the server's clock and shows .*, which is outside the certificate's validity period$`,
      ),
    );
  });
});

describe('access', () => {
  test('reports a wrong password once, with the file that contains it', async () => {
    const host = await patient.registry({ auth: { kind: 'token', ttlMs: 60_000, users: { me: 'right' } } });
    await auth({ [host]: 'me:wr0ng-needle' });
    const report = await lookAt(`${host}/team/tool:1`, `${host}/team/other:1`);
    expect(wrong(report)).toEqual([`error path ${host} unauthorized`]);
    const { remedy, evidence } = found(report, 'path');
    expect(remedy).toContain(`~/.docker/config.json, entry ${host}`);
    expect(evidence).toEqual(expect.arrayContaining([`${host}/team/tool`, `${host}/team/other`]));
    expect(JSON.stringify(report)).not.toContain('needle');
  });

  test("reports missing credentials, and an image that doesn't exist", async () => {
    const locked = await patient.registry({ auth: { kind: 'basic', users: { me: 'right' } } });
    const open = await patient.registry();
    const report = await lookAt(`${locked}/team/tool:1`, `${open}/team/tool:1`, `${open}/team/tool:2`);
    expect(wrong(report).sort()).toEqual(
      [`error path ${locked}/team/tool unauthorized`, `error path ${open}/team/tool not-found`].sort(),
    );
    const of = (subject: string) => report.findings.find((one) => one.subject === subject);
    expect(of(`${locked}/team/tool`)).toMatchObject({
      remedy: expect.stringContaining(`podman login ${locked}`),
    });
    expect(of(`${open}/team/tool`)).toMatchObject({
      message: t('referenceMissing', { repository: `${open}/team/tool`, reference: '2' }),
      remedy: expect.stringContaining('an additional image'),
    });
  });

  test('reports a denied path', async () => {
    const host = await patient.registry({ faults: { rules: [{ path: '/v2/team/', status: 403 }] } });
    const report = await lookAt(`${host}/team/tool:1`);
    expect(wrong(report)).toEqual([`error path ${host}/team/tool denied`]);
    expect(found(report, 'path').remedy).toContain('Request access');
  });

  test("reports a server that isn't a registry", async () => {
    await using site = await serveHttps(
      patient.issued,
      (_, answer) => void answer.writeHead(404).end('<html>'),
    );
    const report = await lookAt(`127.0.0.1:${site.port}/team/tool:1`);
    expect(wrong(report)).toEqual([`error registry 127.0.0.1:${site.port} protocol`]);
    expect(found(report, 'registry').message).toBe(
      t('notRegistry', { host: `127.0.0.1:${site.port}`, status: 404 }),
    );
  });

  test('files of this host: reports a blocked registry, and an unreadable auth file', async () => {
    const folder = join(patient.home, '.config/containers');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'registries.conf'), '[[registry]]\nlocation = "bad.lab"\nblocked = true\n');
    const blocked = await lookAt('bad.lab/team/tool:1', 'bad.lab/team/other:1');
    expect(wrong(blocked)).toEqual(['error files bad.lab blocked-registry']);
    const named = await patient.examine({ authFile: '/none/auth.json' });
    expect(wrong(named)).toEqual(['error files /none/auth.json config-unreadable']);
  });

  test('needs no registry behind a mirror that has all content', async () => {
    const removed = await serveTcp(() => undefined);
    await removed[Symbol.asyncDispose]();
    const mirror = await patient.registry();
    const folder = join(patient.home, '.config/containers');
    await mkdir(folder, { recursive: true });
    const table = `[[registry]]\nlocation = "127.0.0.1:${removed.port}"\n[[registry.mirror]]\nlocation = "${mirror}"\n`;
    await writeFile(join(folder, 'registries.conf'), table);
    const report = await lookAt(`127.0.0.1:${removed.port}/team/tool:1`);
    expect(wrong(report)).toEqual([`warning connection 127.0.0.1:${removed.port} connection`]);
    expect(report.ok).toBe(true);
  });
});

describe('hosts found during the checks', () => {
  test("lists a blob store behind a redirect, and reports it if it isn't trusted", async () => {
    const host = await patient.registry({ faults: { redirectBlobs: true } });
    const port = Number(host.split(':')[1]);
    const report = await lookAt(`${host}/team/tool:1`);
    expect(wrong(report)).toEqual([]);
    expect(report.hosts).toContainEqual({
      host: 'localhost',
      port,
      protocol: 'https',
      why: [t('contentNeed', { registry: host })],
      reached: true,
    });
    const narrow = await patient.registry({
      faults: { redirectBlobs: true },
      tls: patient.authority.issue('narrow', 'IP:127.0.0.1'),
    });
    const other = await lookAt(`${narrow}/team/tool:1`);
    expect(wrong(other)).toEqual([`error tls localhost:${narrow.split(':')[1]} tls`]);
    expect(found(other, 'tls').message).toContain("isn't valid for the requested name");
  });
});

test('reports a very slow connection with the time that a release would need', async () => {
  const host = await patient.registry({ layerBytes: 2_000_000, faults: { bytesPerSec: 100 * 1024 } });
  const report = await lookAt(`${host}/team/tool:1`);
  expect(wrong(report)).toEqual([`warning network-speed ${host} slow`]);
  expect(found(report, 'network-speed').message).toMatch(
    /delivers only 0\.\d+ MiB\/s, so a 20 GiB release takes about \d+ h$/,
  );
});
