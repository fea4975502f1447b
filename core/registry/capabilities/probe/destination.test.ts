import { afterEach, describe, expect, test } from 'vitest';
import { client, plainAccess } from '../../exchange/registry.fixture.ts';
import type { Quirks } from '../../server/faults/quirks.ts';
import { type RegistryServer, type RegistryServerOptions, startRegistryServer } from '../../server/start.ts';
import { memoryStorage } from '../../server/storage/memory-storage.ts';
import { t } from '../messages.ts';
import { type Capability, REGISTRY_PROFILE, type RegistryProfile } from '../profile.ts';
import { type ProbeOptions, probeDestination } from './destination.ts';

const servers: RegistryServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(options: Partial<RegistryServerOptions> = {}): Promise<RegistryServer> {
  const server = await startRegistryServer({ storage: memoryStorage(), ...options });
  servers.push(server);
  return server;
}

async function probed(
  quirks: Quirks,
  options: Partial<ProbeOptions> = {},
  server: Partial<RegistryServerOptions> = {},
): Promise<RegistryProfile> {
  const { host } = await start({ ...server, quirks });
  await using c = client();
  return await probeDestination(c.registries.at(host), { namespace: 'ocp', patienceMs: 60, ...options });
}

const values = (profile: RegistryProfile) =>
  Object.fromEntries(Object.entries(profile.capabilities).map(([name, { value }]) => [name, value]));

const EASY: Partial<Record<Capability, unknown>> = {
  namespace: 'ready',
  pathDepth: { accepted: 10, rejected: null },
  mounts: 'yes',
  mountsFromItself: 'yes',
  chunks: 'yes',
  requestBytes: { accepted: 64 * 2 ** 30, rejected: null },
  blobBytes: 'unknown',
  quotaBytes: 'unknown',
  manifestBytes: { accepted: 4 * 2 ** 20, rejected: null },
  dockerImages: 'yes',
  ociImages: 'yes',
  sparseIndexes: 'yes',
  mixedIndexes: 'yes',
  subjects: 'yes',
  referrersApi: 'yes',
  tagsMove: 'yes',
  deletes: 'yes',
  concurrentPushes: { accepted: 16, rejected: null },
};

test('probes a registry without limits, and removes everything again', async () => {
  const storage = memoryStorage();
  const server = await start({ storage, allowSparse: true });
  await using c = client();
  const steps: string[] = [];
  const profile = await probeDestination(c.registries.at(server.host), {
    namespace: 'ocp',
    patienceMs: 60,
    onStep: ({ capability }) => steps.push(capability),
  });
  expect(values(profile)).toEqual({ ...EASY, projects: 'unknown' });
  expect(REGISTRY_PROFILE.parse(profile)).toEqual(profile);
  expect(steps.sort()).toEqual(Object.keys(profile.capabilities).sort());
  expect(profile.leftovers).toEqual([]);
  expect(profile.product).toBeUndefined();
  const left = (await storage.repositories()).filter((name) => name.startsWith('ocp/airlock-probe-'));
  expect(left.length).toBeGreaterThan(0);
  for (const name of left) expect(await storage.tags(name)).toEqual([]);
  for (const { evidence } of Object.values(profile.capabilities)) expect(evidence).not.toBe('');
  expect(server.stats.bytesIn).toBeLessThan(20_000);
});

const MIB = 2 ** 20;
test.each<[string, Quirks, Partial<Record<Capability, unknown>>, Partial<RegistryServerOptions>?]>([
  ['depth', { maxPathDepth: 2 }, { pathDepth: { accepted: 2, rejected: 3 } }],
  ['depth 4', { maxPathDepth: 4 }, { pathDepth: { accepted: 4, rejected: 5 } }],
  ['mount', { mount: 'never' }, { mounts: 'no', mountsFromItself: 'no' }],
  ['chunks', { chunkedUploads: 'rejected' }, { chunks: 'no' }],
  [
    'a proxy in front',
    { bodyLimit: { blobs: 100 * MIB } },
    { requestBytes: { accepted: 64 * MIB, rejected: 128 * MIB } },
  ],
  [
    'large manifests',
    { bodyLimit: { manifests: MIB } },
    { manifestBytes: { accepted: MIB, rejected: 2 * MIB } },
  ],
  [
    'large blobs',
    { maxBlobBytes: 100 * MIB },
    {
      blobBytes: { accepted: 64 * MIB, rejected: 128 * MIB },
      requestBytes: { accepted: 64 * MIB, rejected: null },
    },
  ],
  [
    'quota',
    { quota: { bytes: 10 * MIB } },
    {
      quotaBytes: { accepted: 8 * MIB, rejected: 16 * MIB },
      requestBytes: { accepted: 8 * MIB, rejected: null },
    },
  ],
  [
    'quota 413',
    { quota: { bytes: 10 * MIB, status: 413 } },
    {
      quotaBytes: { accepted: 8 * MIB, rejected: 16 * MIB },
      requestBytes: { accepted: 8 * MIB, rejected: null },
    },
  ],
  ['sparse', { sparseIndexes: 'MANIFEST_BLOB_UNKNOWN' }, { sparseIndexes: 'no' }],
  ['sparse indexes as in Quay', { sparseIndexes: 'MANIFEST_INVALID' }, { sparseIndexes: 'no' }],
  ['mixed', { mixedIndexes: 'rejected' }, { mixedIndexes: 'no' }],
  ['subjects', { subjects: 'rejected' }, { subjects: 'no' }],
  ['subjects ignored', { subjects: 'ignored' }, { referrersApi: 'no' }],
  ['no referrers API', {}, { referrersApi: 'no' }, { referrersApi: false }],
  ['no deletes', {}, { deletes: 'no' }, { allowDelete: false }],
  ['pushes', { concurrentPushes: 5 }, { concurrentPushes: { accepted: 5, rejected: 6 } }],
  ['tags of ECR', { immutableTags: 'ecr' }, { tagsMove: 'no' }],
  ['tags of Harbor', { immutableTags: 'harbor' }, { tagsMove: 'no' }],
  ['tags of Quay', { immutableTags: 'quay' }, { tagsMove: 'no' }],
  ['tags of Nexus', { immutableTags: 'nexus' }, { tagsMove: 'no' }],
])('%s', async (_, quirks, expected, server) => {
  const profile = await probed(quirks, {}, { allowSparse: true, ...server });
  expect(values(profile)).toEqual({ ...EASY, projects: 'unknown', ...expected });
  for (const [name, value] of Object.entries(expected))
    if (value === 'no')
      expect(profile.capabilities[name as Capability].evidence).toMatch(/HTTP status (2|4)\d\d/);
});

describe("reports content that can't be removed", () => {
  test('if deletion is disabled', async () => {
    const profile = await probed({}, { scratch: 'try' }, { allowDelete: false });
    expect(profile.leftovers).toEqual([
      expect.stringMatching(
        /^\d+ manifests in 127.0.0.1:\d+\/ocp\/try: the deletion failed \(HTTP status 405, UNSUPPORTED/,
      ),
    ]);
  });

  test('if tags are immutable', async () => {
    const profile = await probed({ immutableTags: 'harbor', product: 'harbor' });
    expect(profile.leftovers).toEqual([
      expect.stringMatching(/HTTP status 412, PRECONDITION/),
      expect.stringContaining(t('leftoverInHarbor')),
    ]);
  });

  test('removes content also after the probe was stopped', async () => {
    const storage = memoryStorage();
    const { host } = await start({ storage });
    await using c = client();
    const stop = new AbortController();
    const probe = probeDestination(c.registries.at(host), {
      namespace: 'ocp',
      scratch: 'try',
      signal: stop.signal,
      onStep: ({ capability }) => capability === 'subjects' && stop.abort(),
    });
    await expect(probe).rejects.toMatchObject({ code: 'interrupted' });
    expect(await storage.tags('ocp/try')).toEqual([]);
  });
});

describe('projects', () => {
  test.each([
    [404, 'missing'],
    [401, 'rejected'],
    [403, 'rejected'],
  ] as const)('reports a namespace with a missing project: %i', async (status, value) => {
    const profile = await probed({ projects: { existing: [], status } });
    expect(profile.capabilities.namespace).toMatchObject({
      value,
      evidence: expect.stringContaining(`${status}`),
    });
    expect(profile.missingProjects).toEqual(status === 404 ? ['ocp'] : []);
    expect(profile.capabilities.deletes).toEqual({
      value: 'unknown',
      evidence: t('pushesNotAccepted'),
    });
  });

  test('probes each project of the plan without a namespace', async () => {
    const projects = ['openshift', 'ubi9', 'rhel9'];
    const profile = await probed({ projects: { existing: ['ubi9'] } }, { namespace: '', projects });
    expect(profile).toMatchObject({
      existingProjects: ['ubi9'],
      missingProjects: ['openshift', 'rhel9'],
      capabilities: {
        namespace: { value: 'ready' },
        projects: { value: 'must-exist' },
        deletes: { value: 'yes' },
      },
    });
  });

  test('finds organizations that must exist before a push', async () => {
    const profile = await probed(
      { organizations: ['ubi9'] },
      { namespace: '', projects: ['openshift', 'ubi9'] },
    );
    expect(profile).toMatchObject({ existingProjects: ['ubi9'], missingProjects: ['openshift'] });
    expect(profile.capabilities.projects.value).toBe('must-exist');
  });

  test('finds projects that are created on push', async () => {
    const profile = await probed({}, { namespace: '', projects: ['openshift'] });
    expect(profile.capabilities.projects.value).toBe('created-on-push');
    expect(profile.missingProjects).toEqual([]);
  });
});

test('fails with wrong credentials', async () => {
  const server = await start({ auth: { kind: 'basic', users: { me: 'pw' } } });
  await using c = client();
  const probe = probeDestination(c.registries.at(server.host), { namespace: 'ocp' });
  await expect(probe).rejects.toMatchObject({ code: 'unauthorized' });
});

test('probes a registry that rejects every fifth request without a wait for each, and distinguishes it from a push limit', async () => {
  const server = await start({
    allowSparse: true,
    faults: { rules: [{ path: '^/v2/', every: 5, status: 429, retryAfter: 1 }] },
  });
  let waitedMs = 0;
  const onRetry = ({ waitMs }: { waitMs: number }) => {
    waitedMs += waitMs;
  };
  await using c = client({ backoffBaseMs: 1_000, maxBackoffMs: 300_000, onRetry });
  const startedAt = performance.now();
  const profile = await probeDestination(c.registries.at(server.host), { namespace: 'ocp', patienceMs: 60 });
  expect(values(profile)).toEqual({ ...EASY, projects: 'unknown', concurrentPushes: 'unknown' });
  expect(profile.capabilities.concurrentPushes.evidence).toContain(
    t('concurrentPutsBusy', { count: 16, accepted: 16, busy: 0 }).split(', ').at(-1),
  );
  expect(server.stats.faults['status 429']).toBeGreaterThan(10);
  expect(profile.leftovers).toEqual([]);
  // Sequential requests would add up all of these waits.
  expect(performance.now() - startedAt).toBeLessThan(waitedMs * 0.6);
});

test('probes a registry with a login, busy moments and expiring tokens', async () => {
  const server = await start({
    allowSparse: true,
    auth: { kind: 'token', ttlMs: 300, users: { me: 'pw' } },
    faults: { rules: [{ method: 'POST', path: '/blobs/uploads/', status: 503, every: 7 }] },
  });
  const credentials = { kind: 'basic', username: 'me', password: 'pw' } as const;
  await using c = client({}, plainAccess({ credentials }));
  const profile = await probeDestination(c.registries.at(server.host), { namespace: 'ocp', patienceMs: 60 });
  expect(values(profile)).toEqual({ ...EASY, projects: 'unknown' });
  expect(JSON.stringify(profile)).not.toMatch(/pw|Bearer|_state/);
});
