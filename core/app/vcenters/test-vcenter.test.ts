import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VCenterTest } from '../../contract/topics/install-config-requests.ts';
import type { InstallConfig, VCenter } from '../../install/install-config/model/model.ts';
import {
  certificateAuthority,
  type Issued,
  serveTcp,
} from '../../registry/access/loopback-servers.fixture.ts';
import { t } from './messages.ts';
import { testVCenter } from './test-vcenter.ts';
import { INVENTORY, lookAlikeVCenter, PASSWORD, USER } from './vcenter.fixture.ts';

let directory: string;
let authority: ReturnType<typeof certificateAuthority>;
let issued: Issued;
let env: Record<string, string>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-vcenter-'));
  authority = certificateAuthority(directory, 'Lab Root');
  issued = authority.issue('vcenter', 'IP:127.0.0.1');
  env = { SSL_CERT_FILE: authority.certFile, SSL_CERT_DIR: join(directory, 'none') };
});
afterAll(() => rm(directory, { recursive: true }));

const DOMAIN = {
  name: 'fd-1',
  server: '127.0.0.1',
  topology: {
    datacenter: 'emea/dc1',
    computeCluster: '/emea/dc1/host/c1',
    datastore: '/emea/dc1/datastore/nvme-1',
    networks: ['VM Network'],
    folder: '/emea/dc1/vm/ocp',
    resourcePool: '/emea/dc1/host/c1/Resources',
    template: '/emea/dc1/vm/rhcos',
  },
};
const configOf = (vcenter: VCenter, topology: Partial<(typeof DOMAIN)['topology']> = {}): InstallConfig => ({
  platform: {
    vsphere: {
      vcenters: [{ server: '127.0.0.1', user: USER, password: PASSWORD, ...vcenter }],
      failureDomains: [{ ...DOMAIN, topology: { ...DOMAIN.topology, ...topology } }],
    },
  },
});
const run = (
  config: InstallConfig,
  {
    signal = new AbortController().signal,
    ...options
  }: { signal?: AbortSignal; limit?: number; env?: object } = {},
): Promise<VCenterTest> =>
  testVCenter({
    ...{ config, index: 0, signal },
    host: { env: { ...env, ...options.env }, home: directory, tool: 'airlock test' },
    limit: options.limit ?? 30_000,
  });
const faults = ({ findings }: VCenterTest) => findings.filter(({ level }) => level === 'error');

describe.each(['/api', '/rest'] as const)('a vCenter with the REST API %s', (api) => {
  test('passes with everything that its failure domain uses, is only read, and is logged out', async () => {
    await using vcenter = await lookAlikeVCenter(issued, { api });
    const found = await run(configOf({ port: vcenter.port }));
    expect(faults(found)).toEqual([]);
    expect(found).toMatchObject({ server: '127.0.0.1', address: `127.0.0.1:${vcenter.port}` });
    const passed = found.findings.filter(({ level }) => level === 'ok');
    expect(passed.map(({ check }) => check)).toEqual([
      ...['route', 'name', 'connection', 'tls', 'login'],
      ...Array(6).fill('inventory'),
    ]);
    expect(passed.find(({ check }) => check === 'login')?.message).toBe(t('loggedIn', { user: USER, api }));
    expect(passed.flatMap(({ check, subject }) => (check === 'inventory' ? subject : []))).toEqual([
      'emea/dc1',
      ...Object.values(DOMAIN.topology).slice(1, 6).flat(),
    ]);
    // Templates aren't virtual machines of the REST API.
    expect(found.findings.find(({ level }) => level === 'info')?.evidence).toEqual(['fd-1: template']);
    expect(vcenter.sessions.size).toBe(0);
    const writes = vcenter.requests.filter((line) => !line.startsWith('GET '));
    const session = api === '/api' ? '/api/session' : '/rest/com/vmware/cis/session';
    expect(writes.filter((line) => !line.endsWith('404'))).toEqual(
      api === '/api'
        ? [`POST ${session}`, `DELETE ${session}`]
        : ['POST /api/session', `POST ${session}`, `DELETE ${session}`],
    );
    expect(JSON.stringify(found)).not.toContain(PASSWORD);
  });

  test('reports each missing object with the failure domain and similar names', async () => {
    await using vcenter = await lookAlikeVCenter(issued, { api });
    const found = await run(
      configOf(
        { port: vcenter.port },
        {
          computeCluster: '/emea/dc1/host/other',
          datastore: '/emea/dc1/datastore/nvme-l',
          networks: ['ocp-net'],
          folder: '/emea/dc1/vm/ocp/deeper',
        },
      ),
    );
    const values = { domains: 'fd-1', datacenter: 'emea/dc1', server: '127.0.0.1' };
    expect(
      faults(found).map(({ subject, code, message, remedy }) => ({ subject, code, message, remedy })),
    ).toEqual([
      {
        subject: '/emea/dc1/host/other',
        code: 'vcenter-unfit',
        message: t('objectMissing', { ...values, kind: 'cluster', path: '/emea/dc1/host/other' }),
        remedy: t('objectListedRemedy', { kind: 'cluster', names: 'c1', more: 0 }),
      },
      expect.objectContaining({ remedy: t('objectSimilarRemedy', { kind: 'datastore', similar: 'nvme-1' }) }),
      expect.objectContaining({ subject: 'ocp-net' }),
      expect.objectContaining({ subject: '/emea/dc1/vm/ocp/deeper' }),
      // Its cluster.
      expect.objectContaining({
        message: expect.stringContaining(t('clusterOf', { cluster: '/emea/dc1/host/other' })),
      }),
    ]);
    expect(vcenter.sessions.size).toBe(0);
  });
});

test('folders named vm below the folder of virtual machines, and a datacenter named vm, are found', async () => {
  const within = (parent: string) => ({
    type: 'VIRTUAL_MACHINE',
    datacenters: 'datacenter-3',
    parent_folders: parent,
  });
  const inventory = [
    ...INVENTORY.map((object) => (object.name === 'dc1' ? { ...object, name: 'vm' } : object)),
    { kind: 'folder', name: 'vm', id: 'group-v10', in: within('group-v9') },
    { kind: 'folder', name: 'prod', id: 'group-v11', in: within('group-v10') },
  ];
  await using vcenter = await lookAlikeVCenter(issued, { inventory });
  const folder = '/emea/vm/vm/ocp/vm/prod';
  const found = await run(configOf({ port: vcenter.port }, { datacenter: 'emea/vm', folder }));
  expect(faults(found)).toEqual([]);
});

test('objects of a missing datacenter are not checked, and are listed', async () => {
  await using vcenter = await lookAlikeVCenter(issued);
  const found = await run(configOf({ port: vcenter.port }, { datacenter: 'apac/dc1' }));
  expect(faults(found)).toMatchObject([
    { subject: 'apac/dc1', message: expect.stringContaining(t('folderOf', { folder: 'apac' })) },
  ]);
  expect(
    found.findings.find(({ message }) => message === t('notChecked', { count: 5, reason: 'missing' }))
      ?.evidence,
  ).toHaveLength(5);
});

test('a vCenter whose REST API does not list objects is not at fault, and its objects are listed as unchecked', async () => {
  await using vcenter = await lookAlikeVCenter(issued, { api: '/rest', lists: 404 });
  const found = await run(configOf({ port: vcenter.port }));
  expect(faults(found)).toEqual([]);
  const [unchecked] = found.findings.filter(
    ({ message }) => message === t('notListed', { count: 6, api: '/rest' }),
  );
  expect(unchecked).toMatchObject({ level: 'warning', remedy: t('listsMissingRemedy') });
  expect(unchecked!.evidence).toEqual(['emea/dc1', ...Object.values(DOMAIN.topology).slice(1, 6).flat()]);
  expect(vcenter.sessions.size).toBe(0);
});

test.each([
  [403, 'listDeniedRemedy'],
  [401, 'listDeniedRemedy'],
  [503, 'servicesRemedy'],
] as const)(
  'lists that fail with %d have a fitting remedy, and no datacenter is called missing',
  async (lists, remedy) => {
    await using vcenter = await lookAlikeVCenter(issued, { lists });
    const found = await run(configOf({ port: vcenter.port }));
    expect(faults(found)).toMatchObject([{ subject: 'emea/dc1', remedy: t(remedy) }]);
    expect(found.findings.map(({ message }) => message)).toContain(
      t('notChecked', { count: 5, reason: 'failed' }),
    );
  },
);

test('no remedy of a connection fault is for a registry', async () => {
  await using plain = await serveTcp((socket) => {
    socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  for (const port of [1, plain.port])
    expect(faults(await run(configOf({ port })))).toMatchObject([{ remedy: t('portRemedy') }]);
});

test('rejected credentials are the only fault, and are not shown', async () => {
  await using vcenter = await lookAlikeVCenter(issued);
  const found = await run(configOf({ port: vcenter.port, password: 'wr0ng-secret' }));
  const host = `127.0.0.1:${vcenter.port}`;
  expect(faults(found)).toMatchObject([
    { check: 'login', code: 'vcenter-unfit', message: t('loginRejected', { host, user: USER, status: 401 }) },
  ]);
  expect(JSON.stringify(found)).not.toContain('wr0ng-secret');
});

test('a missing password is reported without a login', async () => {
  await using vcenter = await lookAlikeVCenter(issued);
  const found = await run(configOf({ port: vcenter.port, password: '' }));
  expect(faults(found)).toMatchObject([
    { check: 'login', message: t('accountMissing', { server: '127.0.0.1' }) },
  ]);
  expect(vcenter.requests).toEqual([]);
});

test('logs in with the account of the Machine API if there are only component credentials', async () => {
  await using vcenter = await lookAlikeVCenter(issued);
  const machineManagement = { user: USER, password: PASSWORD };
  const found = await run(
    configOf({ port: vcenter.port, user: '', password: '', componentCredentials: { machineManagement } }),
  );
  expect(faults(found)).toEqual([]);
});

test('an untrusted certificate is shown with its names, dates and fingerprint, and gets no password', async () => {
  const other = certificateAuthority(directory, 'Foreign Root').issue('foreign', 'IP:127.0.0.1');
  await using vcenter = await lookAlikeVCenter(other);
  const [fault, ...rest] = faults(await run(configOf({ port: vcenter.port })));
  expect(rest).toEqual([]);
  expect(fault).toMatchObject({ check: 'tls', code: 'tls-unknown-issuer' });
  expect(fault!.evidence[0]).toMatch(
    /CN=foreign.*CN=Foreign Root.*\d{4}-\d\d-\d\d.*(?:[0-9A-F]{2}:){31}[0-9A-F]{2}/,
  );
  expect(vcenter.requests).toEqual([]);
});

test('a name that does not exist, a closed port and another server are found step by step', async () => {
  const unknown = await run(configOf({ server: 'vcenter.invalid' }));
  expect(faults(unknown)).toMatchObject([{ check: 'name', code: 'connection' }]);
  const closed = await run(configOf({ port: 1 }));
  expect(faults(closed)).toMatchObject([{ check: 'connection', code: 'connection' }]);
  await using esxi = await lookAlikeVCenter(issued, { api: 'none' });
  const found = await run(configOf({ port: esxi.port }));
  expect(faults(found)).toMatchObject([
    {
      check: 'login',
      code: 'protocol',
      message: t('notVCenter', { host: `127.0.0.1:${esxi.port}`, status: 404 }),
    },
  ]);
  expect(faults(await run(configOf({ server: 'https://vc' })))).toMatchObject([
    { remedy: t('serverMissingRemedy') },
  ]);
});

test('ends at its time limit and when it is stopped', async () => {
  await using slow = await lookAlikeVCenter(issued, { delayMs: 400 });
  const late = await run(configOf({ port: slow.port }), { limit: 1_000 });
  expect(faults(late)).toMatchObject([
    { check: 'login', code: 'stalled', message: t('tooSlow', { server: '127.0.0.1', seconds: 1 }) },
  ]);
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), 100);
  await expect(run(configOf({ port: slow.port }), { signal: stopping.signal })).rejects.toMatchObject({
    code: 'interrupted',
  });
  await using silent = await serveTcp(() => {});
  const never = await run(configOf({ port: silent.port }), { limit: 300 });
  expect(faults(never)).toMatchObject([{ code: 'stalled' }]);
});

test('names of a hostile vCenter are shown without control characters', async () => {
  const inventory = INVENTORY.map((object) =>
    object.kind === 'cluster' ? { ...object, name: 'c2\u001b[31m\u202e' } : object,
  );
  await using vcenter = await lookAlikeVCenter(issued, { inventory });
  const [fault] = faults(await run(configOf({ port: vcenter.port })));
  expect(fault!.remedy).not.toMatch(/[\u001b\u202e]/);
  expect(fault!.remedy).toContain('c2');
});
