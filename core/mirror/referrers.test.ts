import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltImage, builtArtifact } from '../practice/built-image.ts';
import type { PracticeImage } from '../practice/inventory.ts';
import { memoryStorage } from '../registry-server/memory-storage.ts';
import { startRegistryServer } from '../registry-server/start.ts';
import {
  across,
  imagesOf,
  newRig,
  type Rig,
  split,
  toDisk,
  toRegistry,
  type Wanted,
} from './mirror.fixture.ts';

let rig: Rig;
let subjects: { repository: string; digest: string; artifact: string; nested: string }[];

/** The kinds of images that the core configuration mirrors. */
beforeAll(async () => {
  rig = await newRig();
  const images = imagesOf(rig, 'core');
  const one = (kind: string) => (images as PracticeImage[]).find((image) => image.kind === kind)!;
  subjects = [];
  for (const kind of ['ocpRelease', 'ocpReleaseContent', 'generic'] as const)
    subjects.push(await withReferrers(one(kind)));
});
afterAll(() => rig[Symbol.asyncDispose]());

async function put(path: string, body: Buffer, type: string): Promise<void> {
  const answer = await fetch(`http://${rig.world.upstream.host}/v2/${path}`, {
    method: 'PUT',
    headers: { 'content-type': type },
    body: new Uint8Array(body),
  });
  expect(answer.status, await answer.text()).toBe(201);
}

async function upload(repository: string, { blobs, bytes, mediaType, digest }: BuiltImage): Promise<void> {
  for (const blob of blobs) {
    const begun = await fetch(`http://${rig.world.upstream.host}/v2/${repository}/blobs/uploads/`, {
      method: 'POST',
    });
    const to = new URL(begun.headers.get('location')!, `http://${rig.world.upstream.host}`);
    to.searchParams.set('digest', blob.digest);
    const done = await fetch(to, {
      method: 'PUT',
      body: new Uint8Array(blob.bytes),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(done.status).toBe(201);
  }
  await put(`${repository}/manifests/${digest}`, bytes, mediaType);
}

/** An SBOM of an image, and a signature of the SBOM: neither has a tag. */
async function withReferrers(image: Wanted) {
  const repository = image.source.replace(/^[^/]+\//, '').replace(/[:@].*$/, '');
  const bytes = Buffer.alloc(0);
  const subject = { ...image, bytes, size: image.manifests.at(-1)!.size, children: [], blobs: [] };
  const sbom = builtArtifact(
    subject as unknown as BuiltImage,
    'application/spdx+json',
    `{"of":"${image.digest}"}`,
  ).artifact;
  const signature = builtArtifact(
    sbom,
    'application/vnd.dev.sigstore.bundle.v0.3+json',
    `{"on":"${sbom.digest}"}`,
  ).artifact;
  await upload(repository, sbom);
  await upload(repository, signature);
  const { repository: at } = split(image.destination);
  return { repository: at, digest: image.digest, artifact: sbom.digest, nested: signature.digest };
}

/** What a registry lists as referrers, over HTTP by nothing of ours. */
async function listed(registry: string, repository: string, digest: string): Promise<string[]> {
  const answer = await fetch(`http://${registry}/v2/${repository}/referrers/${digest}`);
  const { manifests } = (await answer.json()) as { manifests: { digest: string }[] };
  return manifests.map((each) => each.digest);
}

async function expectServed(registry: string, namespace = ''): Promise<void> {
  for (const { repository, digest, artifact, nested } of subjects) {
    expect(await listed(registry, `${namespace}${repository}`, digest)).toContain(artifact);
    expect(await listed(registry, `${namespace}${repository}`, artifact)).toContain(nested);
  }
}

test('referrers of images of every kind, and their own referrers, reach the destination over a disk', async () => {
  const { world } = rig;
  const workspace = rig.place('referrers');
  expect(await toDisk(rig, workspace, world.sets.core.file)).toMatchObject({ exitCode: 0 });
  expect(await toRegistry(rig, workspace, world.destination.host, { namespace: 'disk' })).toMatchObject({
    exitCode: 0,
  });
  await expectServed(world.destination.host, 'disk/');

  // A run in which nothing changed looks nothing up, at the source and at the destination.
  world.upstream.resetStats();
  await toDisk(rig, workspace, world.sets.core.file);
  expect(world.upstream.stats.byRoute['GET referrers']).toBeUndefined();
  world.destination.resetStats();
  const again = await toRegistry(rig, workspace, world.destination.host, { namespace: 'disk' });
  const { total } = again.images;
  expect(world.destination.stats.byRoute['HEAD manifests']?.requests).toBe(total);
  expect(world.destination.stats.byRoute['GET manifests']).toBeUndefined();
});

test('a tag of referrers at the destination keeps the entries that others put there', async () => {
  const { world } = rig;
  const workspace = rig.place('shared');
  const [{ repository, digest, artifact }] = subjects as [(typeof subjects)[0]];
  const tag = digest.replace(':', '-');
  await toDisk(rig, workspace, world.sets['release-one'].file);
  const storage = await startRegistryServer({ storage: memoryStorage(), referrersApi: false });
  try {
    const type = 'application/vnd.oci.image.index.v1+json';
    const index = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: type, manifests: [] }));
    const at = `http://${storage.host}/v2/${repository}/manifests/${tag}`;
    const theirs = Buffer.from(
      JSON.stringify({ ...JSON.parse(index.toString()), annotations: { of: 'others' } }),
    );
    const begun = await fetch(at, {
      method: 'PUT',
      headers: { 'content-type': type },
      body: new Uint8Array(theirs),
    });
    expect(begun.status).toBe(201);
    const pushed = await toRegistry(rig, workspace, storage.host, { verifyPush: true });
    expect(pushed).toMatchObject({ exitCode: 0 });
    const now = (await (await fetch(at, { headers: { accept: type } })).json()) as {
      annotations: object;
      manifests: { digest: string }[];
    };
    expect(now.annotations).toEqual({ of: 'others' });
    expect(now.manifests.map((each) => each.digest)).toEqual([artifact]);
  } finally {
    await storage.close();
  }
});

test('and from registry to registry', async () => {
  const { world } = rig;
  const result = await across(rig, rig.place('across'), world.destination.host, world.sets.core.file);
  expect(result).toMatchObject({ exitCode: 0 });
  await expectServed(world.destination.host);
});
