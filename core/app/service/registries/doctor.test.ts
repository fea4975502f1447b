import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveTcp } from '../../../registry/access/loopback-servers.fixture.ts';
import { t as capabilityText } from '../../../registry/capabilities/messages.ts';
import type { Quirks } from '../../../registry/server/faults/quirks.ts';
import { startRegistryServer } from '../../../registry/server/start.ts';
import { memoryStorage } from '../../../registry/server/storage/memory-storage.ts';
import { newTestService, type TestService } from '../service.fixture.ts';
import { hostsAsCsv } from './hosts-csv.ts';

let rig: TestService;
beforeEach(async () => {
  rig = await newTestService();
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

const registryWith = async (quirks: Quirks) => {
  const server = await startRegistryServer({ storage: memoryStorage(), quirks });
  return { host: server.host, [Symbol.asyncDispose]: () => server.close() };
};
const works = () =>
  rig.events.flatMap((event) => (event.type === 'job' && event.job.kind === 'request' ? [event.job] : []));
const capability = (profile: { capabilities: { what: string }[] } | undefined, what: string) =>
  profile?.capabilities.find((one) => one.what === what);

test('a destination is probed with progress, and the result is stored for the next push', async () => {
  await using registry = await registryWith({ maxPathDepth: 3, product: 'quay' });
  const report = await rig.ask('doctor.examine', {
    destination: `${registry.host}/ocp`,
    destinationTlsVerify: false,
    ticket: 'look',
  });
  expect(report.findings.filter(({ level }) => level === 'error')).toEqual([]);
  expect(report.ok).toBe(true);
  expect(report.profile).toMatchObject({
    host: registry.host,
    namespace: 'ocp',
    product: { name: 'Quay' },
    fresh: true,
  });
  expect(capability(report.profile, capabilityText('pathDepthLabel'))).toMatchObject({
    found: 'at most 3',
    level: 'info',
    remedy: expect.stringContaining('--max-nested-paths 3'),
  });
  expect(capability(report.profile, 'namespace')).toMatchObject({ level: 'ok', remedy: '' });
  expect(works().at(-1)).toMatchObject({ id: 'look', unit: 'checks', detail: expect.any(String) });
  expect(report.command).toBe(`airlock doctor --dest-tls-verify=false docker://${registry.host}/ocp`);
  const port = registry.host.split(':')[1];
  expect(report.hostsText).toContain(`127.0.0.1,${port},`);
  expect(await rig.ask('registries.profiles', { name: registry.host })).toEqual({
    profiles: [report.profile],
  });
  expect(await rig.ask('registries.profiles', { name: '127.0.0.1:1' })).toEqual({ profiles: [] });
});

test('a second probe replaces the older profile in every folder that has one', async () => {
  const workspace = join(rig.directory, 'workspace');
  await mkdir(join(workspace, '.airlock'), { recursive: true });
  await rig.ask('workspaces.open', { directory: workspace });
  const existing: string[] = [];
  await using registry = await registryWith({ projects: { existing, status: 404 }, product: 'harbor' });
  const name = `${registry.host}/team`;
  const looked = await rig.ask('doctor.examine', {
    workspace,
    destination: name,
    destinationTlsVerify: false,
    ticket: 'first',
  });
  expect(looked.ok).toBe(false);
  expect(capability(looked.profile, 'namespace')).toMatchObject({
    level: 'error',
    remedy: expect.stringContaining('create team as a project'),
  });
  existing.push('team');
  const requested = await rig.ask('registries.probe', { name, tlsVerify: false, ticket: 'again' });
  expect(capability(requested, 'namespace')).toMatchObject({ level: 'ok' });
  expect(works().filter(({ id }) => id === 'again').length).toBeGreaterThan(0);
  expect((await rig.ask('registries.profiles', { name })).profiles).toEqual([requested]);
  await rig.ask('workspaces.forget', { directory: workspace });
  expect((await rig.ask('registries.profiles', { name })).profiles).toEqual([requested]);
});

test('reports an invalid configuration, path and registry with its field', async () => {
  const file = join(rig.directory, 'wrong.yaml');
  await writeFile(file, 'kind: ImageSetConfiguration\n');
  expect(await rig.fail('doctor.examine', { configFile: file, ticket: 't' })).toMatchObject({
    code: 'config-invalid',
  });
  expect(await rig.fail('doctor.examine', { workspace: 'here', ticket: 't' })).toMatchObject({
    code: 'usage',
    path: 'workspace',
  });
  expect(await rig.fail('doctor.examine', { destination: 'a:b@reg', ticket: 't' })).toMatchObject({
    code: 'usage',
    path: 'destination',
    message: expect.not.stringContaining('a:b'),
  });
});

test('a canceled check ends at once', async () => {
  let connections = 0;
  await using silent = await serveTcp(() => void connections++);
  const stop = new AbortController();
  const looking = rig.service.request(
    'doctor.examine',
    { destination: `127.0.0.1:${silent.port}`, ticket: 't' },
    { signal: stop.signal },
  );
  while (connections === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  stop.abort();
  expect(await looking).toMatchObject({ ok: false, error: { code: 'interrupted' } });
});

test('returns hosts as CSV, quoted if necessary', async () => {
  const file = join(rig.directory, 'hosts.csv');
  const hosts = [
    { host: 'quay.io', port: 443, protocol: 'https' as const, why: ['releases', 'a, b'], reached: true },
    { host: 'cdn', port: 80, protocol: 'http' as const, why: ['"x"'], reached: false, via: 'proxy:3128' },
  ];
  await rig.ask('doctor.saveHosts', { hosts, file });
  expect(await readFile(file, 'utf8')).toBe(
    'host,port,protocol,reached,proxy,why\r\nquay.io,443,https,yes,,"releases; a, b"\r\ncdn,80,http,no,proxy:3128,"""x"""\r\n',
  );
  expect(hostsAsCsv([])).toBe('host,port,protocol,reached,proxy,why\r\n');
});
