import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newRig, type Rig, toDisk } from '../../mirror/mirror.fixture.ts';
import { serveHttp } from '../../registry/access/loopback-servers.fixture.ts';
import { t as capabilityText } from '../../registry/capabilities/messages.ts';
import { dockerRegistry } from '../../registry/exchange/registry.fixture.ts';
import { startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { healthyProbes, wrong } from './doctor.fixture.ts';
import { type DoctorReport, type DoctorRequest, examine } from './examine.ts';
import { t } from './messages.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(async () => rig[Symbol.asyncDispose]());

const look = (request: Partial<DoctorRequest>, env: Record<string, string> = {}) =>
  examine(
    { sourceTlsVerify: true, destinationTlsVerify: true, ...request },
    { ...rig.host, env: { ...rig.host.env, ...env } },
    {
      signal: new AbortController().signal,
      probes: healthyProbes(),
      stepTime: 4_000,
      sampleBytes: 2 ** 20,
    },
  );
const portOf = (host: string) => Number(host.split(':').at(-1));
const whyOf = ({ hosts }: DoctorReport, host: string) => hosts.find(({ port }) => port === portOf(host))?.why;

const config = async (name: string, lines: string[]) => {
  const file = join(rig.directory, name);
  const head = ['kind: ImageSetConfiguration', 'apiVersion: mirror.openshift.io/v2alpha1', 'mirror:'];
  await writeFile(file, `${[...head, ...lines].join('\n')}\n`);
  return file;
};

test('the practice world: reports only plain HTTP, and lists every required host', async () => {
  const { world } = rig;
  const report = await look({ configFile: world.sets.core.file });
  expect(wrong(report)).toEqual([`info tls ${world.upstream.host} tls`]);
  expect(report.hosts.map(({ port }) => port).sort()).toEqual(
    [portOf(world.upstream.host), portOf(world.services.url)].sort(),
  );
  expect(whyOf(report, world.upstream.host)).toEqual([
    'an additional image',
    'OpenShift releases',
    t('componentsNeed'),
  ]);
  expect(whyOf(report, world.services.url)).toEqual([
    t('graphsNeed', { product: 'OpenShift' }),
    t('signaturesNeed'),
  ]);
  expect(world.destination.stats.requests).toBe(0);
});

test('reports an unreachable update service, and a signature service without signatures', async () => {
  const configFile = rig.world.sets['release-one'].file;
  await using empty = await serveHttp((_, answer) => void answer.writeHead(404).end());
  const url = `http://127.0.0.1:${empty.port}`;
  const unsigned = await look({ configFile }, { OCP_SIGNATURE_URL: `${url}/signatures/` });
  expect(wrong(unsigned)).toContain(`error service 127.0.0.1:${empty.port} signature-missing`);
  const graphless = await look({ configFile }, { UPDATE_URL_OVERRIDE: `${url}/graph` });
  expect(wrong(graphless)).toContain(`error service 127.0.0.1:${empty.port} graph-invalid`);
  await empty[Symbol.asyncDispose]();
  const removed = await look({ configFile }, { UPDATE_URL_OVERRIDE: `${url}/graph` });
  expect(wrong(removed)).toContain(`error connection 127.0.0.1:${empty.port} connection`);
  expect(wrong(removed).filter((line) => line.includes(' service '))).toEqual([]);
  // Content that is known without the service is still listed.
  expect(whyOf(removed, rig.world.upstream.host)).toEqual(['OpenShift releases']);
});

test('lists the hosts of an operator catalog if its index is in the workspace, and otherwise notes that they are unknown', async () => {
  const { source } = rig.world.inventory.catalog;
  const configFile = await config('operators.yaml', ['  operators:', `    - catalog: ${source}`]);
  const workspace = rig.place('workspace');
  const before = await look({ configFile, workspace });
  expect(before.notes).toEqual([expect.stringContaining('airlock plan')]);
  await toDisk(rig, workspace, configFile);
  const after = await look({ configFile, workspace });
  expect(after.notes).toEqual([]);
  expect(whyOf(after, rig.world.upstream.host)).toContainEqual(expect.stringMatching(/^operators from /));
  expect(wrong(after)).toEqual([`info tls ${rig.world.upstream.host} tls`]);
});

test('charts: lists the host of the index and the other host with the archives', async () => {
  await using archives = await serveHttp((_, answer) => void answer.end());
  await using index = await serveHttp((request, answer) => {
    const address = `http://127.0.0.1:${archives.port}/app-1.0.0.tgz`;
    if (request.url === '/stable/index.yaml')
      answer.end(
        `apiVersion: v1\nentries:\n  app:\n  - name: app\n    version: 1.0.0\n    urls:\n    - ${address}\n`,
      );
    else answer.writeHead(404).end();
  });
  const lines = (path: string) => [
    '  helm:',
    '    repositories:',
    '      - name: stable',
    `        url: http://127.0.0.1:${index.port}/${path}`,
    '        charts:',
    '          - name: app',
  ];
  const report = await look({ configFile: await config('charts.yaml', lines('stable')) });
  expect(wrong(report)).toEqual([]);
  expect(report.hosts.map(({ port, why }) => [port, ...why]).sort()).toEqual(
    [
      [index.port, t('chartsNeed', { repository: 'stable' })],
      [archives.port, t('chartOfNeed', { chart: 'app', repository: 'stable' })],
    ].sort(),
  );
  expect(report.notes).toEqual([expect.stringContaining('Helm charts')]);
  const missing = await look({ configFile: await config('no-charts.yaml', lines('other')) });
  expect(wrong(missing)).toEqual([`error service 127.0.0.1:${index.port} not-found`]);
});

test('rejects an invalid configuration, like all commands', async () => {
  const configFile = await config('wrong.yaml', ['  additionalImage: []']);
  await expect(look({ configFile })).rejects.toMatchObject({ code: 'config-invalid' });
});

test('a real distribution registry as destination: reports its limits, and leaves nothing there', async () => {
  await using registry = await dockerRegistry();
  const report = await look({
    destination: { host: registry.host, namespace: 'ocp' },
    destinationTlsVerify: false,
  });
  expect(report.ok).toBe(true);
  expect(wrong(report).filter((line) => !line.startsWith('info'))).toEqual([]);
  expect(
    report.findings.filter(({ check, level }) => check === 'destination' && level === 'info'),
  ).toContainEqual(
    expect.objectContaining({
      message: t('capabilityMissing', { capability: capabilityText('sparseIndexesLabel') }),
      remedy: expect.stringContaining('platforms'),
    }),
  );
  expect(report.profile).toMatchObject({ host: registry.host, namespace: 'ocp' });
  expect(report.hosts).toMatchObject([{ port: portOf(registry.host), why: ['the destination'] }]);
  const left = await fetch(`http://${registry.host}/v2/ocp/airlock-probe/tags/list`);
  expect(left.status).toBe(404);
});

test('reports a destination with a missing project, and one that rejects the credentials', async () => {
  await using servers = new AsyncDisposableStack();
  const start = async (options: Partial<Parameters<typeof startRegistryServer>[0]>) => {
    const server = await startRegistryServer({ storage: memoryStorage(), ...options });
    servers.defer(() => server.close());
    return server.host;
  };
  const strict = await start({ quirks: { product: 'harbor', projects: { existing: [] } } });
  const to = (host: string) => look({ destination: { host, namespace: 'ocp' }, destinationTlsVerify: false });
  const projectless = await to(strict);
  expect(wrong(projectless)).toContain(`error path ${strict}/ocp destination-unfit`);
  expect(projectless.findings[0]?.remedy).toContain('In Harbor, create ocp as a project');
  const locked = await start({ auth: { kind: 'basic', users: { me: 'right' } } });
  expect(wrong(await to(locked))).toEqual([
    `error path ${locked}/ocp unauthorized`,
    `info tls ${locked} tls`,
  ]);
});
