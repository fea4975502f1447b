import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OCI_INDEX, OCI_MANIFEST } from '../base/image/media-types.ts';
import { exportToMedia } from '../media/export/media.ts';
import { receive } from '../media/import/import.fixture.ts';
import { dockerRegistry } from '../registry/exchange/registry.fixture.ts';
import { startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { verifySource } from '../store/archive/verify.ts';
import type { BuiltImage } from '../test-world/built-image.ts';
import { buildPracticeContent } from '../test-world/content.ts';
import { fillStorage } from '../test-world/fill-storage.ts';
import { airlock, eventsOf, untilOr } from './airlock-process.fixture.ts';
import { deletionOfFile, execute, generate } from './delete/delete.fixture.ts';
import { across, newRig, type Rig, toDisk, toRegistry } from './mirror.fixture.ts';
import { attach, digestAt, everyKind, missingAttachments, type Subject } from './referrers.fixture.ts';

let rig: Rig;
let file: string;
let subjects: Subject[];
/** A mirror to disk of everything. */
let workspace: string;
beforeAll(async () => {
  rig = await newRig();
  ({ file, subjects } = await everyKind(rig));
  workspace = rig.place('workspace');
  expect(await toDisk(rig, workspace, file)).toMatchObject({ exitCode: 0 });
}, 60_000);
afterAll(() => rig[Symbol.asyncDispose]());

test('the source has an image of each kind, tagged and by digest', () => {
  expect(subjects.map(({ kind }) => kind).sort()).toEqual([
    'generic',
    'generic',
    'helmImage',
    'ocpRelease',
    'ocpReleaseContent',
    'operatorBundle',
    'operatorRelatedImage',
  ]);
  const byDigest = subjects.filter(({ tag, digest }) => tag === digest.replace(':', '-'));
  expect(byDigest.map(({ kind }) => kind)).toContain('operatorBundle');
});

test('through a disk: all attachments reach the destination, without another look-up', async () => {
  const { world } = rig;
  const to = { namespace: 'disk' };
  expect(await toRegistry(rig, workspace, world.destination.host, to)).toMatchObject({ exitCode: 0 });
  expect(await missingAttachments(world.destination.host, subjects, 'disk/')).toEqual([]);

  world.upstream.resetStats();
  await toDisk(rig, workspace, file);
  expect(world.upstream.stats.byRoute['GET referrers']).toBeUndefined();
  expect(world.upstream.stats.byRoute['GET tags']).toBeUndefined();
  world.destination.resetStats();
  const again = await toRegistry(rig, workspace, world.destination.host, to);
  const { total, copied } = again.images;
  expect(copied).toBe(0);
  // Each image, and the catalog again for its removals.
  expect(world.destination.stats.byRoute['HEAD manifests']?.requests).toBe(total + 1);
});

test('from registry to registry', async () => {
  const { host } = rig.world.destination;
  expect(await across(rig, rig.place('across'), host, file)).toMatchObject({ exitCode: 0 });
  expect(await missingAttachments(host, subjects)).toEqual([]);
});

test('from and to registries without the referrers API, by fallback tags', { timeout: 60_000 }, async () => {
  const storage = memoryStorage();
  await fillStorage(storage, buildPracticeContent({ seed: '1', size: 'tiny' }).repositories);
  const upstream = await startRegistryServer({ storage, referrersApi: false });
  await using registry = await dockerRegistry();
  try {
    const conf = `${rig.place('registries')}.conf`;
    const given = await readFile(rig.host.env.CONTAINERS_REGISTRIES_CONF!, 'utf8');
    await writeFile(conf, given.replaceAll(rig.world.upstream.host, upstream.host));
    const host = { ...rig.host, env: { ...rig.host.env, CONTAINERS_REGISTRIES_CONF: conf } };
    const there = { ...rig, host };
    const all = await everyKind(rig, upstream.host);
    const from = rig.place('without-api');
    upstream.resetStats();
    expect(await toDisk(there, from, all.file)).toMatchObject({ exitCode: 0 });
    // The API is requested once; then only listed tags are requested.
    expect(upstream.stats.byRoute['GET referrers']?.requests).toBe(1);
    const { 404: absent = 0 } = upstream.stats.statuses;
    expect(absent).toBeLessThanOrEqual(1 + 3 + 1);
    expect(await toRegistry(rig, from, registry.host)).toMatchObject({ exitCode: 0 });
    expect(await missingAttachments(registry.host, all.subjects)).toEqual([]);

    for (const { repository, tag, digest, artifact, cosign } of all.subjects) {
      const list = await fetch(`http://${registry.host}/v2/${repository}/tags/list`);
      const { tags } = (await list.json()) as { tags: string[] };
      const own = digest.replace(':', '-');
      const index = own === tag ? `${own}.referrers` : own;
      expect(tags).toEqual(
        expect.arrayContaining([tag, index, artifact.replace(':', '-'), ...cosign.map(([name]) => name)]),
      );
      if (!existsSync('/usr/bin/skopeo')) continue;
      const words = [
        'inspect',
        '--raw',
        '--tls-verify=false',
        `docker://${registry.host}/${repository}:${index}`,
      ];
      const { stdout } = await promisify(execFile)('skopeo', words);
      expect(
        (JSON.parse(stdout) as { manifests: { digest: string }[] }).manifests.map((each) => each.digest),
      ).toContain(artifact);
    }

    // And from there to the next registry.
    expect(await toRegistry(rig, from, rig.world.destination.host, { namespace: 'on' })).toMatchObject({
      exitCode: 0,
    });
    expect(await missingAttachments(rig.world.destination.host, all.subjects, 'on/')).toEqual([]);
  } finally {
    await upstream.close();
  }
});

test('`airlock registry serve` lists them in its API', async () => {
  const serving = airlock(rig, ['registry', 'serve', `file://${workspace}`]);
  const events = eventsOf(serving);
  try {
    await untilOr(serving.ended, () => events.some(({ type }) => type === 'listening'));
    const { host } = events.find(({ type }) => type === 'listening') as { host: string };
    expect(await missingAttachments(host, subjects)).toEqual([]);
  } finally {
    serving.child.kill('SIGTERM');
    await serving.ended;
  }
});

test('on a drive, in volumes, to a workspace on the disconnected side', async () => {
  const drive = rig.place('drive');
  await mkdir(drive);
  const exported = await exportToMedia({
    directory: workspace,
    transfer: 'default-0001',
    destinations: [{ path: drive, label: 'm1' }],
    volumeSize: 400_000,
    tool: 'airlock test',
  });
  expect(exported.status).toBe('complete');
  const received = rig.place('received');
  expect(await receive(received, drive)).toMatchObject({ ok: true, transfers: [{ complete: true }] });
  const server = await startRegistryServer({ storage: memoryStorage() });
  try {
    expect(await toRegistry(rig, received, server.host)).toMatchObject({ exitCode: 0 });
    expect(await missingAttachments(server.host, subjects)).toEqual([]);
  } finally {
    await server.close();
  }
});

test('verify reports a referrer that is missing in a set, and the next push one that is missing at the destination', async () => {
  const copied = rig.place('damaged');
  await cp(workspace, copied, { recursive: true });
  const [{ artifact, nested }] = subjects as [Subject];
  const volumes = join(copied, 'transfers', 'default-0001');
  for (const digest of [artifact, nested]) {
    const hex = digest.slice('sha256:'.length);
    for (const name of await readdir(volumes)) {
      if (!name.endsWith('.tar')) continue;
      const bytes = await readFile(join(volumes, name));
      // The entry of the manifest gets another name, so its digest no longer exists.
      const at = bytes.indexOf(`blobs/sha256/${hex.slice(0, 2)}/${hex}/data`);
      if (at < 0) continue;
      const header = bytes.subarray(at - (at % 512), at - (at % 512) + 512);
      header.write('X', at % 512);
      await writeFile(join(volumes, name), bytes);
    }
  }
  const { ok, problems } = await verifySource(copied);
  expect(ok).toBe(false);
  expect(problems.map(({ digest }) => digest)).toEqual(expect.arrayContaining([artifact, nested]));

  const server = await startRegistryServer({ storage: memoryStorage() });
  try {
    const to = { stateDirectory: rig.place('state') };
    await toRegistry(rig, workspace, server.host, to);
    for (const { repository, artifact } of subjects)
      await fetch(`http://${server.host}/v2/${repository}/manifests/${artifact}`, { method: 'DELETE' });
    expect((await missingAttachments(server.host, subjects)).length).toBeGreaterThan(subjects.length);
    const again = await toRegistry(rig, workspace, server.host, { ...to, verifyPush: true });
    expect(again).toMatchObject({ exitCode: 0 });
    expect(await missingAttachments(server.host, subjects)).toEqual([]);
  } finally {
    await server.close();
  }
});

test('a deletion previews what is attached, and deletes it', async () => {
  const server = await startRegistryServer({ storage: memoryStorage() });
  try {
    const { host } = server;
    expect(await toRegistry(rig, workspace, host, { configFile: file })).toMatchObject({ exitCode: 0 });
    // Attachments of others have no tags here.
    const [{ repository, digest }] = subjects as [Subject];
    const image = { digest, mediaType: OCI_MANIFEST, bytes: Buffer.alloc(0), blobs: [], children: [] };
    const theirs = await attach(host, repository, image as unknown as BuiltImage, 'text/plain', 'theirs');
    const onTheirs = await attach(host, repository, theirs, 'text/plain', 'on theirs');

    const { plan, files } = await generate(rig, host, {
      workspace,
      configFile: await deletionOfFile(rig, file),
      keep: [rig.world.sets.multi.file],
    });
    const going = plan.manifests.map(({ digest }) => digest as string);
    const tags = plan.attachments.map(({ tag }) => tag);
    expect(going).toEqual(expect.arrayContaining([theirs.digest, onTheirs.digest]));
    for (const { digest, artifact, nested, cosign } of subjects) {
      expect(going).toEqual(expect.arrayContaining([digest, artifact, nested]));
      expect(tags).toEqual(expect.arrayContaining(cosign.map(([tag]) => tag)));
    }
    expect(await execute(rig, host, files[0]!)).toMatchObject({ exitCode: 0, images: { failed: 0 } });
    for (const { repository, digest, artifact, nested } of subjects)
      for (const removed of [digest, artifact, nested])
        expect(await digestAt(host, `${repository}/manifests/${removed}`)).toBeUndefined();
  } finally {
    await server.close();
  }
});

test('a tag of referrers at the destination keeps the entries of others', async () => {
  const { repository, digest, artifact } = subjects.find(({ kind }) => kind === 'ocpRelease')!;
  const server = await startRegistryServer({ storage: memoryStorage(), referrersApi: false });
  try {
    const at = `http://${server.host}/v2/${repository}/manifests/${digest.replace(':', '-')}`;
    const theirs = { schemaVersion: 2, mediaType: OCI_INDEX, manifests: [], annotations: { of: 'others' } };
    const put = { method: 'PUT', headers: { 'content-type': OCI_INDEX }, body: JSON.stringify(theirs) };
    expect((await fetch(at, put)).status).toBe(201);
    const pushed = await toRegistry(rig, workspace, server.host, { verifyPush: true });
    expect(pushed).toMatchObject({ exitCode: 0 });
    const now = (await (await fetch(at, { headers: { accept: OCI_INDEX } })).json()) as {
      annotations: object;
      manifests: { digest: string }[];
    };
    expect(now.annotations).toEqual({ of: 'others' });
    expect(now.manifests.map((each) => each.digest)).toEqual([artifact]);
  } finally {
    await server.close();
  }
});
