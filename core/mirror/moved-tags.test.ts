import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../base/image/sha256.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { openImageSource } from '../store/archive/archive-source.ts';
import { planText } from './approval/plan-document.ts';
import { control, newRig, type Rig, requestOf, split, toDisk } from './mirror.fixture.ts';
import { mirror } from './mirror.ts';
import { planMirror } from './plan/plan-mirror.ts';
import type { MirrorRequest } from './run/request.ts';

let rig: Rig;
const servers: RegistryServer[] = [];
beforeEach(async () => {
  rig = await newRig();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await rig[Symbol.asyncDispose]();
});

async function registry(): Promise<string> {
  const server = await startRegistryServer({ storage: memoryStorage() });
  servers.push(server);
  return server.host;
}

const accept =
  'application/vnd.oci.image.index.v1+json, application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.list.v2+json, application/vnd.docker.distribution.manifest.v2+json';

/** Moves a tag of the upstream to other content, like its owner, without code of the product. */
async function moveTag(repository: string, tag: string): Promise<string> {
  const url = `${rig.world.upstream.url}/v2/${repository}/manifests/${tag}`;
  const old = await fetch(url, { headers: { accept } });
  const body = JSON.stringify({ ...((await old.json()) as object), annotations: { moved: 'yes' } });
  const headers = { 'content-type': old.headers.get('content-type')! };
  const { status } = await fetch(url, { method: 'PUT', body, headers });
  expect(status).toBe(201);
  return sha256(body);
}

/** Everything that has a tag upstream: releases, an additional image, a catalog. */
async function everything(): Promise<string> {
  const text = await readFile(rig.world.sets.core.file, 'utf8');
  const file = `${rig.place('everything')}.yaml`;
  const operators = `  operators:\n    - catalog: ${rig.world.inventory.catalog.source}\n      packages:\n        - name: anvil-operator\n`;
  await writeFile(file, text + operators);
  return file;
}

const upstreamNames = () =>
  [
    rig.world.inventory.catalog.source,
    rig.world.inventory.additional[0]!.source,
    `quay.io/openshift-release-dev/ocp-release:${rig.world.inventory.releases[0]!.tag}`,
  ].map((source) => split(source.slice(source.indexOf('/') + 1)));

async function planned(configFile: string, place: string, chosen: Partial<MirrorRequest> = {}) {
  const request = requestOf({ kind: 'mirrorToDisk', directory: place }, { configFile, ...chosen });
  const { document } = await planMirror(request, rig.host, control());
  const planFile = `${rig.place('plan')}.json`;
  await writeFile(planFile, planText(document));
  return { document, planFile, digest: sha256(planText(document)) };
}

const mirrorPlan = (planFile: string, directory: string, chosen: Partial<MirrorRequest> = {}) =>
  mirror(requestOf({ kind: 'mirrorToDisk', directory }, { planFile, ...chosen }), rig.host, control());

test.each(['the workspace of the plan', 'a new workspace'])(
  'tags that moved after planning: the approved digests are fetched, in %s',
  async (where) => {
    const place = rig.place('planned');
    const { document, planFile, digest } = await planned(await everything(), place);
    const moved = new Set<string>();
    for (const { repository, tag } of upstreamNames()) moved.add(await moveTag(repository, tag));
    expect(moved.size).toBe(3);
    const into = where.startsWith('a new') ? rig.place('new') : place;
    const result = await mirrorPlan(planFile, into);
    expect(result).toMatchObject({ status: 'complete', images: { failed: 0, total: document.items.length } });
    const source = await openImageSource(result.directory!);
    for (const item of document.items) {
      const { repository, tag } = split(item.destination);
      expect(source.tag(repository, tag), item.destination).toBe(item.digest);
    }
    for (const other of moved) expect(source.size(other as `sha256:${string}`)).toBeUndefined();
    await source.close();
    const record = JSON.parse(await readFile(join(result.run!, 'run.json'), 'utf8'));
    expect(record.plan).toEqual({ file: planFile, digest });
  },
);

test("names an approved digest that is gone upstream, and doesn't replace it", async () => {
  const image = rig.world.inventory.additional[0]!;
  const { repository, tag } = split(image.source.slice(image.source.indexOf('/') + 1));
  const { planFile } = await planned(rig.world.sets.additional.file, rig.place('planned'));
  const moved = await moveTag(repository, tag);
  await fetch(`${rig.world.upstream.url}/v2/${repository}/manifests/${image.digest}`, { method: 'DELETE' });
  const result = await mirrorPlan(planFile, rig.place('new'));
  expect(result).toMatchObject({ status: 'partial', exitCode: 2, images: { failed: 1 } });
  expect(result.failures[0]).toMatchObject({
    code: 'not-found',
    message: expect.stringContaining(image.digest),
  });
  const source = await openImageSource(result.directory!);
  expect(source.size(moved as `sha256:${string}`)).toBeUndefined();
  await source.close();
});

test('names a signature that was moved after the approval, and excludes one that was added after it', async () => {
  const signed = rig.world.inventory.additional.find(({ attachments }) => attachments.length > 0)!;
  const plain = rig.world.inventory.additional.find(({ attachments }) => attachments.length === 0)!;
  const at = (source: string) => split(source.slice(source.indexOf('/') + 1)).repository;
  const { document, planFile } = await planned(rig.world.sets.additional.file, rig.place('planned'));
  const attached = signed.attachments[0]!;
  expect(document.items.find(({ digest }) => digest === signed.digest)?.attached).toContainEqual({
    tag: attached.tag,
    digest: attached.digest,
  });
  const late = `sha256-${plain.digest.slice(7)}.sig`;
  const manifest = await fetch(`${rig.world.upstream.url}/v2/${at(plain.source)}/manifests/${plain.digest}`, {
    headers: { accept },
  });
  const headers = { 'content-type': manifest.headers.get('content-type')! };
  const body = Buffer.from(await manifest.arrayBuffer());
  await fetch(`${rig.world.upstream.url}/v2/${at(plain.source)}/manifests/${late}`, {
    method: 'PUT',
    body,
    headers,
  });
  await moveTag(at(signed.source), attached.tag);
  const result = await mirrorPlan(planFile, rig.place('new'));
  expect(result.failures).toHaveLength(1);
  expect(result.failures[0]).toMatchObject({
    code: 'plan-changed',
    message: expect.stringContaining(attached.digest),
  });
  const source = await openImageSource(result.directory!);
  expect(source.tag(at(plain.source), late)).toBeUndefined();
  await source.close();
});

test('a push follows a plan too: of its sets, or of the mirror to disk', async () => {
  const isc = rig.world.sets.additional.file;
  const { planFile } = await planned(isc, rig.place('planned'));
  const { directory } = await toDisk(rig, rig.place('disk'), isc);
  const host = await registry();
  const push = (plan: string) => {
    const destination = { host, namespace: '' };
    const workflow = { kind: 'diskToMirror', from: directory!, destination } as const;
    return requestOf(workflow, {
      planFile: plan,
      stateDirectory: rig.place('state'),
      destinationTlsVerify: false,
    });
  };
  await expect(mirror(push(planFile), rig.host, control())).resolves.toMatchObject({ status: 'complete' });

  const { planFile: _plan, ...ofSets } = push('');
  const { document } = await planMirror(ofSets, rig.host, control());
  expect(document.ofSets).toBe(true);
  const own = `${rig.place('own')}.json`;
  await writeFile(own, planText(document));
  await expect(mirror(push(own), rig.host, control())).resolves.toMatchObject({ status: 'complete' });

  document.items[0]!.digest = `sha256:${'0'.repeat(64)}`;
  const other = `${rig.place('other')}.json`;
  await writeFile(other, planText(document));
  await expect(mirror(push(other), rig.host, control())).rejects.toMatchObject({
    code: 'plan-changed',
    message: expect.stringContaining(document.items[0]!.destination),
  });
});

test('rejects a plan with a changed configuration before contacting any server', async () => {
  const { document, planFile } = await planned(rig.world.sets.additional.file, rig.place('planned'));
  document.configuration.text += '# one more line\n';
  await writeFile(planFile, planText(document));
  rig.world.upstream.resetStats();
  await expect(mirrorPlan(planFile, rig.place('new'))).rejects.toMatchObject({
    code: 'plan-changed',
    at: { file: planFile, path: 'configuration.digest' },
  });
  expect(rig.world.upstream.stats.requests).toBe(0);
});
