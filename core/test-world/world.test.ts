import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inOrder } from '../base/flow/in-order.ts';
import type { Digest } from '../base/image/digest.ts';
import { parseManifest } from '../base/image/manifest.ts';
import { ACCEPT_MANIFESTS } from '../base/image/media-types.ts';
import { sha256 } from '../base/image/sha256.ts';
import type { PracticeImage } from './inventory.ts';
import { type PracticeWorld, startPracticeWorld } from './world.ts';

const run = promisify(execFile);
let directory: string;
let world: PracticeWorld;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-world-'));
  world = await startPracticeWorld({ directory, size: 'tiny' });
});
afterAll(async () => {
  await world.close();
  await rm(directory, { recursive: true, force: true });
});

/** Returns every image in the inventory, each source once. */
function everyImage({ inventory }: PracticeWorld): PracticeImage[] {
  const images = [
    ...inventory.releases.flatMap(({ components, kubevirt, payload }) => [...components, kubevirt, payload]),
    ...inventory.additional,
    inventory.base,
    inventory.catalog,
    ...inventory.catalog.packages.flatMap(({ bundles }) =>
      bundles.flatMap(({ bundle, related }) => [bundle, ...related]),
    ),
  ];
  return [...new Map(images.map((image) => [image.source, image])).values()];
}

async function bytesOf(url: string, method = 'GET'): Promise<Buffer> {
  const response = await fetch(url, { method, headers: { accept: ACCEPT_MANIFESTS.join(', ') } });
  expect(response.status, url).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Reads an image with its instances over HTTP, with all of its parts. */
async function walk(repository: string, reference: string, parts = newParts()) {
  const url = `${world.upstream.url}/v2/${repository}`;
  const bytes = await bytesOf(`${url}/manifests/${reference}`);
  const manifest = parseManifest(bytes);
  parts.manifests.set(sha256(bytes), bytes.length);
  if (manifest.kind === 'index') {
    for (const instance of manifest.manifests) await walk(repository, instance.digest, parts);
    return { digest: sha256(bytes), manifest, parts };
  }
  for (const { digest, size } of [manifest.config, ...manifest.layers]) {
    if (parts.blobs.has(digest)) continue;
    const blob = await bytesOf(`${url}/blobs/${digest}`);
    expect([sha256(blob), blob.length]).toEqual([digest, size]);
    parts.blobs.set(digest, blob.length);
  }
  return { digest: sha256(bytes), manifest, parts };
}

function newParts() {
  return { manifests: new Map<Digest, number>(), blobs: new Map<Digest, number>() };
}

/** Returns image references in the payload's newest layer, found by their text: `name` and digest reference. */
async function componentsOf(repository: string, digest: string): Promise<{ name: string; source: string }[]> {
  const { manifest } = await walk(repository, digest);
  if (manifest.kind !== 'image') throw new Error('not a single image');
  const layer = await bytesOf(
    `${world.upstream.url}/v2/${repository}/blobs/${manifest.layers.at(-1)!.digest}`,
  );
  const text = gunzipSync(layer).toString('latin1');
  const references = JSON.parse(text.slice(text.indexOf('{\n'), text.indexOf('\n}') + 2));
  return references.spec.tags.map((tag: { name: string; from: { name: string } }) => ({
    name: tag.name,
    source: tag.from.name,
  }));
}

describe('the inventory', () => {
  test('of the core set equals the content found over HTTP from graph and configuration', async () => {
    const found: { source: string; destination: string; digest: string }[] = [];
    const parts = newParts();
    const graph = await fetch(`${world.environment.UPDATE_URL_OVERRIDE}?channel=stable-4.16&arch=amd64`);
    const { nodes } = (await graph.json()) as { nodes: { version: string; payload: string }[] };
    for (const { version, payload } of nodes) {
      const [name, digest] = payload.split('@') as [string, string];
      const tag = `${version}-x86_64`;
      for (const component of await componentsOf(name.replace('quay.io/', ''), digest)) {
        const [content, wanted] = component.source.split('@') as [string, string];
        const { digest: got } = await walk(content.replace('quay.io/', ''), wanted, parts);
        found.push({
          source: component.source,
          destination: `openshift/release:${tag}-${component.name}`,
          digest: got,
        });
      }
      const { digest: tagged } = await walk(name.replace('quay.io/', ''), tag, parts);
      expect(tagged).toBe(digest);
      found.push({ source: `${name}:${tag}`, destination: `openshift/release-images:${tag}`, digest });
    }
    const configuration = await readFile(world.sets.core.file, 'utf8');
    for (const [, source] of configuration.matchAll(/- name: (quay\.io\/.*)/g)) {
      const [, path, reference] = /^quay\.io\/(.*?)[:@](.*)$/.exec(source!)!;
      const { digest } = await walk(path!, reference!, parts);
      found.push({
        source: source!,
        destination: `${path}:${reference!.replace('sha256:', 'sha256-')}`,
        digest,
      });
    }
    const { expected, needed } = world.sets.core;
    expect(found).toEqual(expected.images);
    const sum = (sizes: Map<string, number>) => [...sizes.values()].reduce((total, size) => total + size, 0);
    expect(needed).toEqual({
      blobs: parts.blobs.size,
      bytes: sum(parts.blobs),
      manifests: parts.manifests.size,
      manifestBytes: sum(parts.manifests),
    });
  });

  test('contains parts and attachments of every image as the registry serves them', async () => {
    for (const image of everyImage(world)) {
      const [, path, reference] = /^[^/]*\/(.*?)[:@](.*)$/.exec(image.source)!;
      const { digest, parts } = await walk(path!, reference!);
      expect(digest).toBe(image.digest);
      const sizes = (listed: { digest: Digest; size: number }[]) =>
        new Map(listed.map((part) => [part.digest, part.size]));
      expect(parts.manifests).toEqual(sizes(image.manifests));
      expect(parts.blobs).toEqual(sizes(image.blobs));
      for (const attachment of image.attachments) {
        expect((await walk(path!, attachment.tag)).digest).toBe(attachment.digest);
      }
    }
    const signed = world.inventory.additional.find(({ source }) => source.includes('signed'))!;
    const referrers = JSON.parse(
      (await bytesOf(`${world.upstream.url}/v2/practice/signed/referrers/${signed.digest}`)).toString(),
    );
    expect(referrers.manifests).toHaveLength(1);
  });
});

describe('skopeo', () => {
  const skopeo = (...args: string[]) =>
    run('skopeo', ['--registries-conf', join(directory, 'registries.conf'), '--insecure-policy', ...args], {
      encoding: 'buffer',
    });

  test('inspects and copies every image by its name in the world', async () => {
    const images = everyImage(world);
    const copies = inOrder(images.entries(), 4, async ([number, { source, digest }]) => {
      const { stdout } = await skopeo('inspect', '--raw', `docker://${source}`);
      expect(sha256(stdout), source).toBe(digest);
      const to = join(directory, `copy-${number}`);
      await skopeo('copy', '--quiet', '--all', `docker://${source}`, `dir:${to}`);
      return sha256(await readFile(join(to, 'manifest.json')));
    });
    let copied = 0;
    for await (const digest of copies) expect(digest).toBe(images[copied++]!.digest);
    expect(copied).toBeGreaterThan(30);
  });

  test('pushes to the destination', async () => {
    const list = world.inventory.additional.find(({ source }) => source.includes('manifest-list'))!;
    const to = `docker://${world.destination.host}/mirror/${list.destination}`;
    await skopeo('copy', '--quiet', '--all', `docker://${list.source}`, to);
    const { stdout } = await skopeo('inspect', '--raw', to);
    expect(sha256(stdout)).toBe(list.digest);
  });
});

describe('a world', () => {
  test('has the same releases with the same seed, and retains its destination over a restart', async () => {
    const place = join(directory, 'again');
    const first = await startPracticeWorld({ directory: place, size: 'tiny' });
    expect(first.inventory).toEqual(world.inventory);
    const tag = `${first.destination.url}/v2/kept/tags/list`;
    expect((await fetch(tag)).status).toBe(404);
    await run('skopeo', [
      ...['--insecure-policy', 'copy', '--quiet', '--src-tls-verify=false', '--dest-tls-verify=false'],
      `docker://${first.upstream.host}/practice/docker:v1`,
      `docker://${first.destination.host}/kept:v1`,
    ]);
    await first.close();
    const second = await startPracticeWorld({ directory: place, size: 'tiny' });
    const saved = await fetch(`${second.destination.url}/v2/kept/tags/list`);
    expect(await saved.json()).toEqual({ name: 'kept', tags: ['v1'] });
    await second.close();
    await expect(fetch(second.upstream.url)).rejects.toThrow();
  });

  test('with loopback names refers to its own upstream', async () => {
    const place = join(directory, 'loopback');
    await using stack = new AsyncDisposableStack();
    const loopback = stack.adopt(
      await startPracticeWorld({ directory: place, size: 'tiny', names: 'loopback' }),
      (each) => each.close(),
    );
    const { host } = loopback.upstream;
    for (const { source } of everyImage(loopback)) expect(source.startsWith(`${host}/`)).toBe(true);
    const component = loopback.inventory.releases[0]!.components[0]!;
    const { stdout } = await run('skopeo', [
      'inspect',
      '--tls-verify=false',
      '--raw',
      `docker://${component.source}`,
    ]);
    expect(sha256(stdout)).toBe(component.digest);
    expect(await readFile(loopback.sets.additional.file, 'utf8')).toContain(
      `- name: ${host}/practice/oci:v1`,
    );
  });

  test('applies faults while it runs', async () => {
    const url = `${world.upstream.url}/v2/practice/docker/manifests/v1`;
    world.upstream.faults.set({ rules: [{ path: 'manifests', status: 503, times: 1 }] });
    expect((await fetch(url)).status).toBe(503);
    world.upstream.faults.clear();
    expect((await fetch(url)).status).toBe(200);
  });

  test('without a free port leaves nothing running', async () => {
    const blocker = createServer();
    const base = await freePorts();
    await new Promise<void>((resolve) => blocker.listen(base + 2, '127.0.0.1', resolve));
    try {
      const start = startPracticeWorld({ directory: join(directory, 'blocked'), size: 'tiny', port: base });
      await expect(start).rejects.toMatchObject({ code: 'connection' });
      await expect(fetch(`http://127.0.0.1:${base}/v2/`)).rejects.toThrow();
    } finally {
      blocker.close();
    }
  });

  test('uses the given ports', async () => {
    const base = await freePorts();
    const given = await startPracticeWorld({ directory: join(directory, 'given'), size: 'tiny', port: base });
    const urls = [given.upstream.url, given.destination.url, given.services.url];
    await given.close();
    expect(urls).toEqual([0, 1, 2].map((offset) => `http://127.0.0.1:${base + offset}`));
  });
});

/** Returns the first of three free ports below the range of automatically assigned ports. */
async function freePorts(): Promise<number> {
  for (let base = 20_000 + (process.pid % 1000) * 10; ; base += 3) {
    const free = await Promise.all([base, base + 1, base + 2].map(isFree));
    if (free.every(Boolean)) return base;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
