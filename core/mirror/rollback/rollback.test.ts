import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { dockerRegistry } from '../../registry/exchange/registry.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { readRun } from '../../runs/audit/read-runs.ts';
import { verifyRunLog } from '../../runs/audit/verify-run-log.ts';
import { airlock } from '../airlock-process.fixture.ts';
import { t } from '../messages.ts';
import { additionalConfig, control, newRig, type Rig, requestOf, split } from '../mirror.fixture.ts';
import { mirror } from '../mirror.ts';
import { previewRollback, type RollbackRequest, rollbackRun } from './rollback.ts';

/** Returns the digest of a tag in a registry, without code of the product. */
const accept =
  'application/vnd.oci.image.index.v1+json, application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.list.v2+json, application/vnd.docker.distribution.manifest.v2+json';

let rig: Rig;
let workspace: string;
let destination: RegistryServer;
/** Two images of the upstream, with their names at the destination. */
let first: { source: string; repository: string; tag: string; before: string };
let second: typeof first;
beforeEach(async () => {
  rig = await newRig();
  workspace = rig.place('workspace');
  destination = await startRegistryServer({ storage: memoryStorage() });
  const [a, b] = rig.world.inventory.additional
    .filter(({ source }) => !source.includes('@'))
    .map(({ source, destination: at, digest }) => ({ source, ...split(at), before: digest as string }));
  first = a!;
  second = b!;
});
afterEach(async () => {
  await destination.close();
  await rig[Symbol.asyncDispose]();
});

async function named(host: string, { repository, tag }: { repository: string; tag: string }) {
  const url = `http://${host}/v2/${repository}/manifests/${tag}`;
  const { status, headers } = await fetch(url, { method: 'HEAD', headers: { accept } });
  return status === 200 ? headers.get('docker-content-digest') : undefined;
}

/** Moves a tag to other content, like its owner. */
async function moveTag(host: string, { repository, tag }: { repository: string; tag: string }, note: string) {
  const url = `http://${host}/v2/${repository}/manifests/${tag}`;
  const old = await fetch(url, { headers: { accept } });
  const body = JSON.stringify({ ...((await old.json()) as object), annotations: { note } });
  const headers = { 'content-type': old.headers.get('content-type')! };
  expect((await fetch(url, { method: 'PUT', body, headers })).status).toBe(201);
  return sha256(body);
}

async function push(host: string, sources: string[]): Promise<void> {
  const workflow = { kind: 'mirrorToMirror', workspace, destination: { host, namespace: '' } } as const;
  const configFile = await additionalConfig(`${rig.place('isc')}.yaml`, sources);
  const request = requestOf(workflow, { configFile, destinationTlsVerify: false });
  expect(await mirror(request, rig.host, control())).toMatchObject({ status: 'complete' });
}

const upstreamOf = ({ source }: { source: string }) => split(source.slice(source.indexOf('/') + 1));

/** Run 1 pushes the first image; upstream moves its tag; run 2 pushes both. @returns the result of run 2 */
async function twoPushes(host = destination.host): Promise<string> {
  await push(host, [first.source]);
  const moved = await moveTag(rig.world.upstream.host, upstreamOf(first), 'newer');
  await push(host, [first.source, second.source]);
  expect(await named(host, first)).toBe(moved);
  return moved;
}

const request = (chosen: Partial<RollbackRequest> = {}): RollbackRequest => ({
  directory: workspace,
  sequence: 2,
  force: false,
  arguments: ['runs', 'rollback', '2'],
  destinationTlsVerify: false,
  retryTimes: 1,
  retryDelayMs: 10,
  parallelImages: 4,
  parallelLayers: 5,
  ...chosen,
});
const rollback = (chosen: Partial<RollbackRequest> = {}) => rollbackRun(request(chosen), rig.host, control());

test('moves a tag back without uploading blobs, leaves a new one, and records both', async () => {
  const moved = await twoPushes();
  destination.resetStats();
  const { status, exitCode, tags, run } = await rollback();
  expect({ status, exitCode }).toEqual({ status: 'complete', exitCode: 0 });
  expect(tags).toEqual([
    {
      destination: `${destination.host}/${second.repository}:${second.tag}`,
      state: 'new',
      why: expect.any(String),
    },
    {
      destination: `${destination.host}/${first.repository}:${first.tag}`,
      state: 'moved',
      before: first.before,
      now: moved,
    },
  ]);
  expect(await named(destination.host, first)).toBe(first.before);
  expect(await named(destination.host, second)).toBe(second.before);
  expect(Object.keys(destination.stats.byRoute).filter((route) => route.includes('blobs'))).toEqual([]);

  const runs = airlockDirectory(workspace, 'runs');
  const record = await readRun(runs, 3);
  expect(record.directory).toBe(run);
  expect(record.run).toMatchObject({
    workflow: 'rollback',
    status: 'complete',
    request: { kind: 'rollback', sequence: 2 },
  });
  expect(record.images).toMatchObject([{ result: 'copied', digest: first.before, previousDigest: moved }]);
  expect(record.events).toContainEqual(
    expect.objectContaining({
      type: 'problem',
      problem: expect.objectContaining({ code: 'tag-left', level: 'info' }),
    }),
  );
  expect(await verifyRunLog(runs)).toMatchObject({ ok: true });

  // The next push trusts the current content; and a rollback can be rolled back like a push.
  const ledger = await readFile(
    airlockDirectory(workspace, 'pushed', `${destination.host.replace(':', '-')}.json`),
    'utf8',
  );
  expect(JSON.parse(ledger.split('\t')[0]!)[`${first.repository}:${first.tag}`]).toBe(first.before);
  expect(await rollback({ sequence: 3 })).toMatchObject({ status: 'complete' });
  expect(await named(destination.host, first)).toBe(moved);
});

test('a preview changes nothing; a second rollback finds all tags moved back', async () => {
  const moved = await twoPushes();
  const preview = await previewRollback(request(), rig.host, control());
  expect(preview.map(({ state }) => state).sort()).toEqual(['move', 'new']);
  expect(await named(destination.host, first)).toBe(moved);
  await rollback();
  expect(await rollback()).toMatchObject({
    status: 'complete',
    tags: expect.arrayContaining([expect.objectContaining({ state: 'unchanged' })]),
  });
});

test('leaves a tag that was moved again, with the run that moved it, unless forced', async () => {
  await twoPushes();
  await moveTag(rig.world.upstream.host, upstreamOf(first), 'newest');
  await push(destination.host, [first.source]);
  const left = await rollback();
  expect(left).toMatchObject({ status: 'partial', exitCode: 2 });
  expect(left.tags.at(-1)).toMatchObject({
    state: 'moved-since',
    why: expect.stringContaining('run 3 moved the tag'),
  });
  const stranger = await moveTag(destination.host, first, 'by hand');
  expect((await rollback()).tags.at(-1)).toMatchObject({
    why: expect.stringContaining(t('tagMovedOutside', { digest: stranger! })),
  });
  expect(await named(destination.host, first)).toBe(stranger);
  expect(await rollback({ force: true })).toMatchObject({ status: 'complete' });
  expect(await named(destination.host, first)).toBe(first.before);
});

test('reports a missing old manifest, and rejections of the registry', async () => {
  const moved = await twoPushes();
  destination.faults.set({ rules: [{ method: 'PUT', path: '/manifests/', status: 403 }] });
  const rejected = await rollback();
  expect(rejected.tags.at(-1)).toMatchObject({ state: 'failed', why: expect.stringContaining('403') });
  destination.faults.clear();
  await fetch(`${destination.url}/v2/${first.repository}/manifests/${first.before}`, { method: 'DELETE' });
  const removed = await rollback();
  expect(removed).toMatchObject({ status: 'partial', exitCode: 2 });
  expect(removed.tags.at(-1)).toMatchObject({ state: 'missing', why: expect.stringContaining(first.before) });
  expect(await named(destination.host, first)).toBe(moved);
});

test('rejects runs of other workflows, and places without pushed images', async () => {
  await twoPushes();
  const below = { host: 'elsewhere.lan:5000', namespace: '' };
  await expect(rollback({ below })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(destination.host),
  });
  await expect(rollback({ sequence: 9 })).rejects.toMatchObject({ code: 'not-found' });
  const disk = rig.place('disk');
  const toDisk = requestOf(
    { kind: 'mirrorToDisk', directory: disk },
    { configFile: rig.world.sets.additional.file },
  );
  await mirror(toDisk, rig.host, control());
  await expect(rollback({ directory: disk, sequence: 1 })).rejects.toMatchObject({ code: 'usage' });
});

test('on the command line, at a registry of Debian', async () => {
  await using debian = await dockerRegistry();
  const moved = await twoPushes(debian.host);
  const words = [
    'runs',
    'rollback',
    '2',
    `file://${workspace}`,
    `docker://${debian.host}`,
    '--dest-tls-verify=false',
  ];
  const dry = await airlock(rig, [...words, '--dry-run']).ended;
  expect(dry).toMatchObject({ code: 0, result: { dryRun: true } });
  expect(await named(debian.host, first)).toBe(moved);
  const { code, result } = await airlock(rig, words).ended;
  expect(code).toBe(0);
  expect(result).toMatchObject({ status: 'complete', run: expect.stringContaining('0003-') });
  expect(await named(debian.host, first)).toBe(first.before);
});
